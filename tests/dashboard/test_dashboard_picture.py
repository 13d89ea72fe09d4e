"""Half blocks: sizes, colours, labels."""

from __future__ import annotations

import numpy as np
import pytest
from driving import dashboard, until
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from tables import Seen, Step, cards_at, picture, view
from textual.geometry import Region
from textual.strip import Strip

from tabletop.dashboard.marks import (
    NOWHERE,
    SEATS,
    ZONES,
    Mark,
    Outline,
    marks_of,
    outlines_of,
    zone_colour,
)
from tabletop.dashboard.picture import (
    Picture,
    Scene,
    changed_spans,
    fitted,
    half_blocks,
    label_cells,
    scaled,
    zone_cells,
)
from tabletop.dashboard.sparing import sparing


@settings(deadline=None)
@given(st.integers(1, 12_000), st.integers(1, 9_000), st.integers(1, 400), st.integers(1, 120))
def test_fitted_stays_inside_and_keeps_the_shape(w: int, h: int, columns: int, rows: int) -> None:
    c, r = fitted((w, h), columns, rows)
    assert 1 <= c <= columns
    assert 1 <= r <= rows
    assert c in (columns, 1) or r in (rows, 1) or abs(c - columns) <= 1 or abs(r - rows) <= 1
    if c > 8 and r > 8:
        assert (c / (2 * r)) / (w / h) == pytest.approx(1, abs=0.13)


@pytest.mark.parametrize("shape", [(1, 1), (9, 1), (1, 9), (720, 1280), (4000, 3000)])
def test_any_picture_can_be_scaled(shape: tuple[int, int]) -> None:
    image = np.full((*shape, 3), (10, 120, 250), np.uint8)
    columns, rows = fitted((shape[1], shape[0]), 60, 20)
    small = scaled(image, columns, rows)
    assert small.shape == (2 * rows, columns, 3)
    assert np.abs(small.astype(int) - (10, 120, 250)).max() <= 1


def test_upper_pixel_is_foreground_and_lower_is_background() -> None:
    small = np.zeros((2, 1, 3), np.uint8)
    small[0, 0] = (0, 0, 252)
    small[1, 0] = (252, 0, 0)
    ((segment,),) = half_blocks(small)
    assert segment.text == "▀"
    assert segment.style.color.triplet == (252, 0, 0)
    assert segment.style.bgcolor.triplet == (0, 0, 252)


def test_labels_do_not_overlap_and_stand_on_their_cards() -> None:
    cards = [Seen(quad, face) for quad, face in cards_at(640, 360)]
    marks = marks_of(cards, ["forest 1"] * len(cards))
    placed = label_cells(marks, (640, 360), 100, 28)
    assert len(placed) == len(cards)
    taken: set[tuple[int, int]] = set()
    for column, row, mark in placed:
        cells = {(column + i, row) for i in range(len(mark.text))}
        assert not cells & taken
        taken |= cells
        (x0, y0), (x1, y1) = mark.quad[0], mark.quad[2]
        assert x0 / 6.4 - 1 <= column <= x1 / 6.4
        assert y0 / 360 * 28 - 1 <= row <= y1 / 360 * 28


def test_label_outside_the_picture_is_left_out() -> None:
    quad = ((-90.0, -90.0), (-60.0, -90.0), (-60.0, -50.0), (-90.0, -50.0))
    assert label_cells((Mark(quad, "8♣", True, NOWHERE),), (640, 360), 80, 20) == []


def test_covered_cards_are_labelled_at_their_index() -> None:
    quad = ((0.0, 0.0), (100.0, 0.0), (100.0, 200.0), (0.0, 200.0))
    free, covered = Mark(quad, "8♣", True, NOWHERE, 1.0), Mark(quad, "8♣", True, NOWHERE, 0.2)
    assert free.anchors()[0] == (50.0, 100.0)
    assert covered.anchors()[0][1] < 50


def test_zones_have_their_colours() -> None:
    assert zone_colour("forest 3") == ZONES["forest"]
    assert zone_colour("decay") == ZONES["decay"]
    assert zone_colour("dish 0.1") == SEATS[0]
    assert zone_colour("night 1") == SEATS[1]
    assert zone_colour("night") == ZONES["night"]
    assert zone_colour("") == NOWHERE


def test_doubtful_readings_are_marked() -> None:
    quad = cards_at(640, 360)[0][0]
    sure, doubtful = marks_of([Seen(quad, "8C", 0.99), Seen(quad, "8C", 0.5)], [])
    assert sure.sure
    assert not doubtful.sure


def test_picture_of_the_tests_has_cards() -> None:
    assert picture().max() > 200


async def test_a_picture_that_hardly_differs_is_not_painted_again() -> None:
    rng = np.random.default_rng(1)
    table = rng.integers(60, 200, (12, 16, 3), np.uint8).repeat(40, axis=0).repeat(40, axis=1)
    noisy = table + rng.integers(0, 5, table.shape, np.uint8)
    moved = noisy.copy()
    moved[:80] = 255

    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        shown = app.query_one("#picture-small", Picture)
        shown.show(Scene(table))
        await pilot.pause(0.1)
        first = list(shown._strips)
        shown.show(Scene(noisy))
        assert shown._strips == first
        shown.show(Scene(moved))
        rows = [a is not b for a, b in zip(shown._strips, first, strict=True)]
        assert any(rows)
        assert not all(rows[len(rows) // 2 :])


async def test_only_cells_that_changed_are_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.full((720, 1280, 3), 90, np.uint8)
    moved = table.copy()
    moved[300:420, 600:680] = 255

    app = dashboard(Step(view()))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app._view is not None)
        shown = app.query_one("#picture-small", Picture)
        shown.show(Scene(table))
        await pilot.pause(0.1)
        painted: list[tuple[Region, ...]] = []
        monkeypatch.setattr(shown, "refresh", lambda *regions, **_: painted.append(regions))
        shown.show(Scene(table + 2))
        assert painted == []
        shown.show(Scene(moved))
        ((first, *rest),) = painted
        for region in (first, *rest):
            assert region.width <= shown.size.width // 8
        marks = marks_of([Seen(quad, "8C") for quad, _ in cards_at(1280, 720)[:1]], ["forest 1"])
        del painted[:]
        shown.show(Scene(moved, marks))
        assert 0 < sum(region.area for region in painted[0]) < shown.size.area // 4


def test_changes_close_together_are_one() -> None:
    def row(text: str) -> list[Segment]:
        return [Segment(sign) for sign in text]

    assert changed_spans(row("abcdefgh"), row("abcdefgh")) == []
    assert changed_spans(row("abcdefgh"), row("Abcdefgh")) == [(0, 1)]
    assert changed_spans(row("abcdefgh"), row("AbcDefgH")) == [(0, 4), (7, 8)]


def test_updates_hold_what_changed_and_no_more() -> None:
    from rich.console import Console
    from textual._compositor import ChopsUpdate

    lines = [{0: Strip([Segment("abcdef")]), 6: Strip([Segment("ghij")])}] * 2
    update = sparing(ChopsUpdate(lines, [(0, 3, 8), (1, 6, 10)], [[6, 10]] * 2))
    assert update.render_segments(Console()) == "\x1b[1;4Hdef\x1b[1;7Hgh\x1b[2;7Hghij"


def test_names_of_zones_do_not_lie_over_each_other() -> None:
    def zone(name: str, x: float) -> Outline:
        corners = ((x, 100.0), (x + 40, 100.0), (x + 40, 200.0), (x, 200.0))
        return Outline(name, name, corners, NOWHERE)

    one, other, third = zone("decay pile", 0), zone("forest", 50), zone("night", 60)
    placed = zone_cells([one, other, third], (640, 360), 80, 20)
    assert placed == [(0, 5, one), (6, 11, other)]


def test_zones_are_called_in_the_language_in_use() -> None:
    from tabletop.language import use
    from tabletop.referee.view import ZoneView

    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    zones = [ZoneView(name, corners) for name in ("decay pile", "display 1")]
    use("de")
    try:
        assert [zone.called for zone in outlines_of(zones, ("Anna", "Ben"))] == [
            "Moderstapel",
            "Ben",
        ]
    finally:
        use("en")
