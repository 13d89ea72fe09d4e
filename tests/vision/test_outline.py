"""Partly covered cards are placed by what shows of them and by the size of whole cards."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.outline import placed
from tabletop.vision.votes import Found

HALF = np.array([28.0, 39.0])
ROWS, COLUMNS, CELL = 200, 260, 4


def grid() -> Grid:
    empty = np.zeros((ROWS, COLUMNS, 2), np.float32)
    share = np.zeros((ROWS, COLUMNS, 5), np.float32)
    return Grid(share, empty, empty, empty, (1 / CELL, 1 / CELL), 1.0)


def cells_of(
    middle: tuple[float, float],
    turn: float,
    low: tuple[float, float] = (-1, -1),
    high: tuple[float, float] = (1, 1),
) -> NDArray[np.intp]:
    """Cells of the part of a card between ``low`` and ``high``, in half widths and heights."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    x, y = (columns + 0.5) * CELL - middle[0], (rows + 0.5) * CELL - middle[1]
    c, s = np.cos(turn), np.sin(turn)
    along, across = (c * x + s * y) / HALF[0], (c * y - s * x) / HALF[1]
    inside = (along > low[0]) & (along < high[0]) & (across > low[1]) & (across < high[1])
    return np.argwhere(inside)


def card(
    middle: tuple[float, float],
    turn: float,
    cells: NDArray[np.intp],
    *,
    grown: float = 1.0,
    off: tuple[float, float] = (0, 0),
) -> Found:
    """A card as votes place it: ``grown`` times too large, ``off`` pixels away."""
    c, s = np.cos(turn), np.sin(turn)
    u = np.array([c, s], np.float32) * np.float32(HALF[0] * grown)
    v = np.array([-s, c], np.float32) * np.float32(HALF[1] * grown)
    area = 4 * HALF[0] * HALF[1]
    visible = min(1.0, len(cells) * CELL**2 / area)
    centre = np.array(middle, np.float32) + np.array(off, np.float32)
    return Found(centre, u, v, 1.0, 0.9, cells, visible, 2 * HALF[0])


def neighbours(turn: float) -> list[Found]:
    return [
        card((x, 600.0), turn, cells_of((x, 600.0), turn), grown=0.88, off=(3, -2))
        for x in (200.0, 400.0, 600.0)
    ]


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.5, -0.7])
def test_whole_cards_are_measured(turn: float) -> None:
    for found, x in zip(placed(grid(), neighbours(turn)), (200.0, 400.0, 600.0), strict=True):
        assert np.hypot(*(found.centre - (x, 600.0))) < 1.5
        assert abs(np.hypot(*found.u) / HALF[0] - 1) < 0.05
        assert abs(np.hypot(*found.v) / HALF[1] - 1) < 0.05


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.5])
@pytest.mark.parametrize(
    ("low", "high"),
    [((-1, -1), (1, -0.5)), ((-1, 0.4), (1, 1)), ((-1, -1), (-0.5, 1)), ((0.5, -1), (1, 1))],
)
def test_a_strip_gets_the_outline_of_the_card(
    turn: float, low: tuple[float, float], high: tuple[float, float]
) -> None:
    middle = (400.0, 300.0)
    strip = card(middle, turn, cells_of(middle, turn, low, high), grown=0.85, off=(8, 9))
    found = placed(grid(), [*neighbours(turn), strip])[-1]
    assert np.hypot(*(found.centre - middle)) < 4
    assert abs(np.hypot(*found.u) / HALF[0] - 1) < 0.06
    assert abs(np.hypot(*found.v) / HALF[1] - 1) < 0.06


def test_without_whole_cards_a_strip_stays_as_it_was_voted() -> None:
    strip = card(
        (400.0, 300.0), 0.0, cells_of((400.0, 300.0), 0.0, (-1, -1), (1, -0.5)), off=(5, 5)
    )
    assert placed(grid(), [strip])[0] is strip
    assert placed(grid(), []) == []


def test_a_card_in_two_pieces_spans_its_whole_self() -> None:
    middle = (400.0, 300.0)
    pieces = np.concatenate(
        [cells_of(middle, 0.0, (-1, -1), (1, -0.6)), cells_of(middle, 0.0, (-1, 0.6), (1, 1))]
    )
    found = placed(grid(), [*neighbours(0.0), card(middle, 0.0, pieces, off=(0, 12))])[-1]
    assert np.hypot(*(found.centre - middle)) < 3
