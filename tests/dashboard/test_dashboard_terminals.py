"""Small, resized, monochrome and plain terminals."""

from __future__ import annotations

import pytest
from desks import record_desk
from driving import dashboard, screen_text, until
from msgspec.structs import replace
from tables import Step, asking, ended, opening, view
from textual.color import Color

from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.result import Result
from tabletop.dashboard.theme import LOOKS
from tabletop.preferences import Choices

VIEWS = {"table": view(), "opening": opening(), "asking": asking(), "ended": ended()}


SMALL = [(size, "table") for size in ((1, 1), (10, 3), (40, 12), (79, 23), (300, 10))]
SMALL += [((20, 6), name) for name in VIEWS]


@pytest.mark.parametrize(("size", "name"), SMALL)
async def test_small_terminals_are_no_crash(size: tuple[int, int], name: str) -> None:
    app = dashboard(Step(VIEWS[name]))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app._feed.over and app._view is not None)
        for key in ("f", "o", "l", "l", "question_mark", "escape"):
            await pilot.press(key)
        await pilot.pause()
        assert app._exception is None
        assert size == (1, 1) or screen_text(app).strip()


async def test_resizing_changes_the_layout() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app._view is not None)
        for size in ((200, 60), (20, 6), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            assert app.query_one("#picture-small").region.height > 0 or size[0] < 110
        assert "porcini" in screen_text(app)


async def test_tiny_screen_has_faces_and_prices() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(40, 12)) as pilot:
        await until(pilot, lambda: app._view is not None)
        text = screen_text(app)
        assert "8♣" in text
        assert "10♢" in text
        assert "11/12" in text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_ascii_terminals_get_ascii_only(size: tuple[int, int]) -> None:
    app = dashboard(Step(view()), ascii_only=True)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app._view is not None)
        for key in ("z", "f", "l", "question_mark"):
            await pilot.press(key)
            await pilot.pause(0.05)
            assert not {sign for sign in screen_text(app) if not sign.isascii()}


async def test_no_color_terminals_get_greys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        import re

        svg = app.export_screenshot()
        body = svg[svg.rindex("<g class=") :]
        for colour in re.findall(r'fill="#([0-9a-fA-F]{6})"', body):
            assert colour[:2] == colour[2:4] == colour[4:]


def contrast(ink: Color, paper: Color) -> float:
    """The ratio of their luminances, 1 to 21 (WCAG 2.2)."""

    def luminance(colour: Color) -> float:
        parts = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
                 for v in colour.normalized]  # fmt: skip
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((luminance(ink), luminance(paper)))
    return (high + 0.05) / (low + 0.05)


def unreadable(app: Dashboard) -> list[str]:
    """What stands on the screen without standing out from its ground."""
    found = []
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            text, style = segment.text, segment.style
            if not any(sign.isalnum() for sign in text) or style is None or style.dim:
                continue
            ink, paper = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            if contrast(ink, paper) <= 2.5:
                found.append(text)
    return found


SCREENS = {
    "log": "l",
    "help": "question_mark",
    "rules": "question_mark slash d e c a y",
    "dispute": "d",
    "ruling": "d down down down enter",
    "hints": "h",
    "jump": "j",
    "result": "r",
}


@pytest.mark.parametrize("look", [look.name for look in LOOKS])
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_everything_that_is_written_can_be_read(size: tuple[int, int], look: str) -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app._view is not None)
        app.theme = look
        await pilot.pause()
        assert unreadable(app) == []


@pytest.mark.parametrize("look", [look.name for look in LOOKS])
async def test_every_screen_can_be_read_in_every_look(look: str) -> None:
    desk = record_desk()
    shown = replace(ended(), game="mushroom-walk")
    app = dashboard(Step(shown), desk=desk, choices=Choices(theme=look))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Result))
        assert unreadable(app) == [], "result"
        await pilot.press("escape")
        for name, keys in SCREENS.items():
            await pilot.press(*keys.split())
            await app.workers.wait_for_complete()
            await pilot.pause(0.05)
            assert unreadable(app) == [], name
            while len(app.screen_stack) > 1:
                await pilot.press("escape")
                await pilot.pause()


@pytest.mark.parametrize("size", [(1, 1), (20, 6), (40, 12), (80, 24)])
async def test_every_screen_can_be_made_small_and_large_again(size: tuple[int, int]) -> None:
    desk = record_desk()
    app = dashboard(Step(ended()), desk=desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Result))
        await pilot.press("escape")
        for keys in SCREENS.values():
            await pilot.press(*keys.split())
            await app.workers.wait_for_complete()
            for to in (size, (120, 40)):
                await pilot.resize_terminal(*to)
                await pilot.pause()
            assert app._exception is None
            assert screen_text(app).strip()
            while len(app.screen_stack) > 1:
                await pilot.press("escape")
                await pilot.pause()


def test_encodings() -> None:
    from tabletop.dashboard.glyphs import speaks_unicode

    assert speaks_unicode("utf-8")
    assert not speaks_unicode("ascii")
    assert not speaks_unicode("latin-1")
    assert not speaks_unicode(None)
    assert not speaks_unicode("no-such-encoding")
