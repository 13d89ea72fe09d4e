"""What the screens look like that no other snapshot shows, at three sizes, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import kept_desk, record_desk, record_step
from driving import dashboard, ready
from tables import Step, card, ended, full_hand, opening, view

from tabletop.language import use
from tabletop.referee.view import Following, PlayerView, View, ZoneView

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
LANGUAGES = ("en", "de")
NAMES = ("Anna", "Ben")
FOREST = ZoneView("forest", ((60.0, 120.0), (600.0, 120.0), (600.0, 220.0), (60.0, 220.0)))

STATES = {
    "hand": Step(view(state=Following.HAND)),
    "moving": Step(view(state=Following.MOVING)),
    "unsure": Step(view(state=Following.UNSURE)),
    "out-of-step": Step(view(state=Following.OUT_OF_STEP)),
    "lost": Step(view(), lost=True),
}
ON_THE_TABLE = {
    "waiting": (view(state=Following.WAITING, forest=(), turn=0, to_move=None), ""),
    "opening": (opening(), ""),
    "full-hand": (full_hand(), ""),
    "ended": (ended(), "escape"),
    "picture": (view(), "f"),
    "zoom": (view(zones=(FOREST,)), "f z x"),
    "palette": (view(), "ctrl+p"),
    "so-far": (view(), "r"),
}
OVER_A_RECORD = {
    "looking-back": "left left",
    "typing": "d m a y space b e n space t a k e space t h e space f o u r t h space c a r d",
    "earlier-turn": "d pageup pageup",
    "rules": "question_mark slash 6 full_stop 1",
}
OVER_A_SESSION = {"pictures": "d f2", "writing": "c m"}


@pytest.fixture(params=LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[None]:
    use(request.param)
    yield
    use("en")


def knowing(player: PlayerView) -> PlayerView:
    from msgspec.structs import replace

    return replace(player, known=(card("9H"), card("QD"), card("XR")), unseen=2)


@pytest.mark.parametrize("name", STATES)
def test_state_line(snap_compare, name: str) -> None:
    # A source that goes on: of one that has ended nothing is followed any more.
    app = dashboard(STATES[name], Step(view()), pace=3600.0)
    assert snap_compare(app, terminal_size=(80, 24), run_before=going_on())


def test_paused(snap_compare) -> None:
    app = dashboard(Step(view()), Step(view()), pace=3600.0)
    assert snap_compare(app, terminal_size=(80, 24), run_before=going_on("p"))


def going_on(*keys: str):
    from driving import at_rest, until

    async def run(pilot) -> None:
        await until(pilot, lambda: pilot.app._view is not None)
        for key in keys:
            await pilot.press(key)
        await at_rest(pilot)

    return run


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ON_THE_TABLE)
def test_on_the_table(snap_compare, name: str, size: str) -> None:
    shown, keys = ON_THE_TABLE[name]
    app = dashboard(Step(shown), Step(shown), pace=3600.0)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=going_on(*keys.split()))


@pytest.mark.parametrize("size", SIZES)
def test_known_cards(snap_compare, size: str) -> None:
    table: View = view()
    one, two = table.players
    app = dashboard(Step(view(players=(knowing(one), knowing(two)))))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("k"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OVER_A_RECORD)
def test_over_a_record(snap_compare, name: str, size: str) -> None:
    desk = record_desk()
    app = dashboard(record_step(desk), desk=desk, names=NAMES)
    keys = OVER_A_RECORD[name].split()
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(*keys))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OVER_A_SESSION)
def test_over_a_session(snap_compare, name: str, size: str, tmp_path: Path) -> None:
    desk, steps = kept_desk(tmp_path / "game", 6)
    app = dashboard(steps[-1], desk=desk, names=NAMES)
    keys = OVER_A_SESSION[name].split()
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(*keys))
    desk.close()


@pytest.mark.parametrize("size", SIZES)
def test_saved(snap_compare, size: str) -> None:
    files = [f"/home/anna/mushroom-walk-2031-05-17{ending}" for ending in (".html", ".csv", ".txt")]
    app = dashboard(Step(ended()), save=lambda _: files)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("e"))


@pytest.mark.parametrize("size", SIZES)
def test_ascii(snap_compare, size: str) -> None:
    app = dashboard(Step(view()), ascii_only=True)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())
