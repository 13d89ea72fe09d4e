"""What every screen looks like, at three sizes."""

from __future__ import annotations

import pytest
from driving import dashboard, until
from tables import Step, asked, asking, ended, full_hand, opening, view
from textual.pilot import Pilot

from tabletop.dashboard.app import Dashboard
from tabletop.referee.view import Following, View

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
VIEWS = {
    "table": view(),
    "opening": opening(),
    "full-hand": full_hand(),
    "asking": asking(),
    "hand-over-table": view(state=Following.HAND),
    "ended": ended(),
}


def ready(*keys: str):
    """Waits until the worker has handed over everything, then presses ``keys``."""

    async def run(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, Dashboard)
        await until(pilot, lambda: app._feed.over and app._view is not None)
        await pilot.pause(0.05)
        for key in keys:
            await pilot.press(key)
        await pilot.pause(0.05)

    return run


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_main_screen(snap_compare, name: str, size: str) -> None:
    app = dashboard(Step(VIEWS[name], asked(VIEWS[name])))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["f", "l", "t", "question_mark", "o"])
def test_after_key(snap_compare, key: str, size: str) -> None:
    app = dashboard(Step(view()))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(key))


@pytest.mark.parametrize("size", SIZES)
def test_error(snap_compare, size: str) -> None:
    app = dashboard(Step(view()), error=OSError("camera 0 gives no picture: is it in use?"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
def test_ascii(snap_compare, size: str) -> None:
    app = dashboard(Step(view()), ascii_only=True)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize(
    ("name", "over"),
    [("tie-break", {"winner": 0, "equal": True}), ("draw", {"winner": None, "equal": True})],
)
def test_tie(snap_compare, name: str, over: dict[str, object]) -> None:
    import msgspec

    table: View = ended(winner=over["winner"])
    one, two = table.players
    two = msgspec.structs.replace(two, score=one.score, dishes=one.dishes, mushrooms=one.mushrooms)
    if name == "tie-break":
        two = msgspec.structs.replace(two, mushrooms=one.mushrooms - 2)
    app = dashboard(Step(msgspec.structs.replace(table, players=(one, two))))
    assert snap_compare(app, terminal_size=(120, 40), run_before=ready())
