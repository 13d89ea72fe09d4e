"""What is painted when: everything once, and nothing that nobody sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from driving import at_rest, dashboard, ready, screen_text
from tables import Step, ended, view
from textual.pilot import Pilot

from tabletop.dashboard import picture
from tabletop.dashboard.app import Dashboard
from tabletop.dashboard.forest import Forest
from tabletop.dashboard.picture import Picture


def painted(app: Dashboard, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the updates that are painted from now on."""
    names: list[str] = []
    display = app._display

    def noting(screen: Any, update: Any) -> None:
        if update is not None:
            names.append(type(update).__name__)
        display(screen, update)

    monkeypatch.setattr(app, "_display", noting)
    return names


def scalings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The sizes that pictures are brought to from now on."""
    sizes: list[tuple[int, int]] = []
    scaled = picture.scaled

    def noting(image: Any, columns: int, rows: int) -> Any:
        sizes.append((columns, rows))
        return scaled(image, columns, rows)

    monkeypatch.setattr(picture, "scaled", noting)
    return sizes


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await at_rest(pilot)


async def test_other_colours_are_painted_at_once_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready()(pilot)
        names, sizes = painted(app, monkeypatch), scalings(monkeypatch)
        await press(pilot, "t")
        assert names == ["LayoutUpdate"]
        assert sizes == []


async def test_another_language_leaves_the_picture_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready()(pilot)
        sizes = scalings(monkeypatch)
        await press(pilot, "L")
        assert sizes == []
        await press(pilot, "L")


async def test_a_picture_that_was_large_is_not_drawn_when_it_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready("f", "f")(pilot)
        sizes = scalings(monkeypatch)
        await press(pilot, "o", "z")
        small = app.screen.query_one("#picture-small", Picture)
        assert small.place is not None
        assert set(sizes) == {small.place[2:]}


async def test_colours_round_the_picture_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("f")(pilot)
        large = app.screen.query_one("#picture-large", Picture)
        place = large.place
        assert place is not None
        assert place[0] > 0
        edge = [(large.render_line(place[1])).crop(0, 1)]
        inside = large.render_line(place[1]).crop(place[0], place[0] + place[2])
        await press(pilot, "t")
        edge.append(large.render_line(place[1]).crop(0, 1))
        assert edge[0] != edge[1]
        assert large.render_line(place[1]).crop(place[0], place[0] + place[2]) == inside


async def test_what_came_while_another_screen_lay_above_is_shown_after_it() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("question_mark")(pilot)
        # As a screen is told that isn't there yet: it remembers, and draws when it is.
        app.main._shown = replace(app.main._shown, turn="a turn seen meanwhile")
        await press(pilot, "escape")
        assert "a turn seen meanwhile" in screen_text(app)


async def test_a_game_that_is_over_clears_no_decay_pile() -> None:
    app = dashboard(Step(ended()))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("escape")(pilot)
        assert "Player 2 wins" in screen_text(app)
        assert "clears" not in screen_text(app)


async def test_every_line_fills_its_widget() -> None:
    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await ready()(pilot)
        forest = app.screen.query_one(Forest)
        lengths = {forest.render_line(y).cell_length for y in range(forest.size.height)}
        assert lengths == {120}
