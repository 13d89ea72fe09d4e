"""Every screen in German: nothing of it is left in English, and it can be switched at any time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from desks import RECORD, kept_desk, record_desk, record_step
from driving import at_rest, dashboard, ready, screen_text, until
from msgspec.structs import replace
from tables import GAME, Step, asking, ended, full_hand, move, opening, view

from tabletop.games.walk import phrases
from tabletop.language import say, use
from tabletop.language.catalogues import files
from tabletop.referee.view import Following, View, ZoneView
from tabletop.vision.errors import SourceError

NAMES = {"sample", "game", "english", "end"}
"""The title, a language, a key."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


def in_words(shown: View) -> View:
    """``shown`` with its moves in words that can be translated, as the referee gives them."""
    take = phrases.taking(GAME.one("9"), 3, 1)
    cook = phrases.cooking(GAME, phrases.mushrooms(GAME, "T", 3, 0), 0, 1, "hand")
    moves = (move(1, 0, "take", "take 3", take), move(2, 1, "cook", "cook T T T C N", cook, 0.7))
    return replace(shown, moves=moves)


def english_words() -> set[str]:
    """Words of the English messages that no German one has."""
    english, german = set[str](), set[str]()
    for path in files("de"):
        for entry in polib.pofile(str(path)):
            english |= words(f"{entry.msgid} {entry.msgid_plural}")
            german |= words(" ".join([entry.msgstr, *entry.msgstr_plural.values()]))
    return english - german


def words(text: str) -> set[str]:
    text = re.sub(r"\{[^}]*\}", " ", text.replace("\u00ad", ""))
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


@pytest.mark.parametrize("size", [(40, 16), (80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(
    ("shown", "key"),
    [
        (view(), ""),
        (view(), "question_mark"),
        (view(), "l"),
        (view(), "k"),
        (opening(), ""),
        (full_hand(), ""),
        (asking(), ""),
        (ended(), ""),
        (view(state=Following.HAND), "ctrl+p"),
    ],
)
async def test_nothing_is_left_in_english(shown: View, key: str, size: tuple[int, int]) -> None:
    use("de")
    app = dashboard(Step(in_words(shown)))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app._feed.over and app._view is not None)
        if key:
            await pilot.press(key)
        await pilot.pause(0.1)
        said = words(screen_text(app)) - NAMES
        assert said & english_words() == set()


async def test_the_language_is_switched_while_the_screen_stands() -> None:
    app = dashboard(Step(in_words(view())))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._feed.over and app._view is not None)
        before = screen_text(app)
        assert "takes a 9 (card 3) for 1 stick" in before
        assert "Quit" in before
        await pilot.press("L")
        await until(pilot, lambda: "Beenden" in screen_text(app))
        assert "nimmt eine 9 (Karte 3) für 1 Stock" in screen_text(app)
        assert "nimm 3" in screen_text(app)
        await pilot.press("L")
        await until(pilot, lambda: "Quit" in screen_text(app))
        assert screen_text(app) == before


@pytest.mark.parametrize("key", ["question_mark", "h", "r", "c"])
async def test_the_language_is_switched_on_screens_over_the_table(key: str, tmp_path: Path) -> None:
    desk, steps = record_desk(), [Step(in_words(replace(ended(), game="mushroom-walk")))]
    if key == "c":
        desk, steps = kept_desk(tmp_path / "game", 6)
    app = dashboard(steps[-1], desk=desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._feed.over and app._view is not None)
        await at_rest(pilot)
        await pilot.press("escape", key)
        await at_rest(pilot)
        assert len(app.screen_stack) > 1
        before = screen_text(app)
        await pilot.press("L")
        await at_rest(pilot)
        said = words(screen_text(app)) - NAMES
        assert said & english_words() == set()
        await pilot.press("L")
        await at_rest(pilot)
        assert screen_text(app) == before


SCREENS = {
    "dispute": "d",
    "ruling": "d down down down down down down down enter",
    "earlier-turn": "d pageup pageup",
    "hints": "h s",
    "jump": "j",
    "looking-back": "left left",
    "help": "question_mark",
    "rules": "question_mark slash m o d e r",
    "result": "r",
    "log": "l",
}
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}


@pytest.mark.parametrize("name", SCREENS)
async def test_nothing_of_any_screen_is_left_in_english(name: str) -> None:
    use("de")
    desk = record_desk()
    app = dashboard(record_step(desk), desk=desk, names=("Anna", "Ben"))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready(*SCREENS[name].split())(pilot)
        said = words(screen_text(app)) - NAMES - {"anna", "ben"}
        assert said & english_words() == set()


async def test_nothing_of_the_corrections_is_left_in_english(tmp_path: Path) -> None:
    use("de")
    desk, steps = kept_desk(tmp_path / "game", 6)
    app = dashboard(steps[-1], desk=desk, names=("Anna", "Ben"))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready("c")(pilot)
        said = words(screen_text(app)) - NAMES - {"anna", "ben"}
        assert said & english_words() == set()
    desk.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["table", "ended", "asking"])
def test_main_screen(snap_compare, name: str, size: str) -> None:
    use("de")
    shown = {"table": view(), "ended": ended(), "asking": asking()}[name]
    app = dashboard(Step(in_words(shown)))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["dispute", "ruling", "hints", "help", "jump", "log"])
def test_screens(snap_compare, name: str, size: str) -> None:
    use("de")
    desk = record_desk()
    app = dashboard(record_step(desk), desk=desk, names=("Anna", "Ben"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready(*SCREENS[name].split()))


@pytest.mark.parametrize("size", SIZES)
def test_corrections(snap_compare, size: str, tmp_path: Path) -> None:
    use("de")
    desk, steps = kept_desk(tmp_path / "game", 6)
    app = dashboard(steps[-1], desk=desk, names=("Anna", "Ben"))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("c"))
    desk.close()


@pytest.mark.parametrize("size", SIZES)
def test_score_graph(snap_compare, size: str) -> None:
    use("de")
    desk = record_desk(RECORD.replace("6. p2 sell 8*", "6. p2 cook T T T N"))
    app = dashboard(Step(in_words(ended())), desk=desk)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())


@pytest.mark.parametrize("size", SIZES)
def test_zones(snap_compare, size: str) -> None:
    use("de")
    corners = {
        "forest": ((60.0, 120.0), (600.0, 120.0), (600.0, 220.0), (60.0, 220.0)),
        "decay pile": ((5.0, 120.0), (55.0, 120.0), (55.0, 220.0), (5.0, 220.0)),
    }
    table = view(zones=tuple(ZoneView(name, where) for name, where in corners.items()))
    app = dashboard(Step(in_words(table)))
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready("f", "z"))


@pytest.mark.parametrize("size", SIZES)
def test_error(snap_compare, size: str) -> None:
    use("de")
    error = SourceError(say("{name} can't be written any more: {why}.", name="a.txt", why="voll"))
    app = dashboard(Step(in_words(view())), error=error)
    assert snap_compare(app, terminal_size=SIZES[size], run_before=ready())
