"""Partly covered cards are found from loose votes by the size of whole cards and by what shows."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.outline import find_cards

HALF = np.array([28.0, 39.0])
ROWS, COLUMNS, CELL = 200, 260, 4
Part = tuple[tuple[float, float], tuple[float, float]]
WHOLE: Part = ((-1, -1), (1, 1))
TOP: Part = ((-1, -1), (1, -0.5))


class Table:
    """Votes of a made-up finder: those of whole cards good, those of strips loose and short."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(3)
        self.share = np.zeros((ROWS, COLUMNS, 5), np.float32)
        self.share[..., 0] = 1
        self.centre = np.zeros((ROWS, COLUMNS, 2), np.float32)
        self.u2 = np.zeros((ROWS, COLUMNS, 2), np.float32)
        self.v2 = np.zeros((ROWS, COLUMNS, 2), np.float32)

    def lay(
        self, middle: tuple[float, float], turn: float, *parts: Part, misled: bool = False
    ) -> None:
        """A card of which ``parts`` show, in half widths and heights; ``misled``: its votes take
        its width for its height."""
        rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
        x, y = (columns + 0.5) * CELL - middle[0], (rows + 0.5) * CELL - middle[1]
        c, s = np.cos(turn), np.sin(turn)
        along, across = (c * x + s * y) / HALF[0], (c * y - s * x) / HALF[1]
        mine = np.zeros((ROWS, COLUMNS), bool)
        for low, high in parts:
            mine |= (along > low[0]) & (along < high[0]) & (across > low[1]) & (across < high[1])
        whole = parts == (WHOLE,)
        count = int(mine.sum())
        self.share[mine] = (0.05, 0.95, 0, 0, 0)
        loose = 0.02 if whole else 0.06
        self.centre[mine] = middle + self.rng.normal(0, loose * 2 * HALF[0], (count, 2))
        short = 0.95 if whole else self.rng.uniform(0.2, 0.6, (count, 1))
        sides = (turn + np.pi / 2, turn) if misled else (turn, turn + np.pi / 2)
        for field, angle, half in zip((self.u2, self.v2), sides, HALF, strict=True):
            angles = angle + self.rng.normal(0, 0.05, count)
            field[mine] = short * half * np.stack([np.cos(2 * angles), np.sin(2 * angles)], axis=1)

    def found(self) -> list[Found]:
        grid = Grid(self.share, self.centre, self.u2, self.v2, (1 / CELL, 1 / CELL), 1.0)
        return find_cards(grid)


def table(turn: float) -> Table:
    """Three whole cards in a row."""
    made = Table()
    for x in (200.0, 400.0, 600.0):
        made.lay((x, 600.0), turn, WHOLE)
    return made


def check(cards: list[Found], middle: tuple[float, float], turn: float, far: float) -> None:
    """One of ``cards`` lies at ``middle``, turned by ``turn`` or upside down, in its size."""
    card = min(cards, key=lambda f: float(np.hypot(*(f.centre - middle))))
    assert np.hypot(*(card.centre - middle)) < far
    along = abs(float(card.u @ (np.cos(turn), np.sin(turn)))) / float(np.hypot(*card.u))
    assert along > 0.97
    assert abs(np.hypot(*card.u) / HALF[0] - 1) < 0.07
    assert abs(np.hypot(*card.v) / HALF[1] - 1) < 0.07


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.5, -0.7])
def test_whole_cards_are_measured(turn: float) -> None:
    cards = table(turn).found()
    assert len(cards) == 3
    for x in (200.0, 400.0, 600.0):
        check(cards, (x, 600.0), turn, 2)


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.5])
@pytest.mark.parametrize(
    "part", [TOP, ((-1, 0.4), (1, 1)), ((-1, -1), (-0.5, 1)), ((0.5, -1), (1, 1))]
)
def test_a_strip_gets_the_outline_of_its_card(turn: float, part: Part) -> None:
    made = table(turn)
    made.lay((400.0, 300.0), turn, part)
    cards = made.found()
    assert len(cards) == 4
    check(cards, (400.0, 300.0), turn, 5)


def test_cells_that_take_the_width_for_the_height_are_outvoted() -> None:
    made = table(0.2)
    made.lay((400.0, 300.0), 0.2, TOP)
    made.lay((400.0, 300.0), 0.2, ((-1, -1), (-0.5, -0.5)), misled=True)
    check(made.found(), (400.0, 300.0), 0.2, 6)


def test_a_dish_gives_each_of_its_cards() -> None:
    made = table(0.0)
    step = 0.5 * HALF[1]
    for k in range(4):
        made.lay((400.0, 200 + k * step), 0.0, TOP)
    made.lay((400.0, 200 + 4 * step), 0.0, WHOLE)
    cards = made.found()
    assert len(cards) == 8
    for k in range(5):
        check(cards, (400.0, 200 + k * step), 0.0, 6)


def test_a_card_in_two_pieces_is_one() -> None:
    made = table(0.0)
    made.lay((400.0, 300.0), 0.0, TOP, ((-1, 0.6), (1, 1)))
    cards = made.found()
    assert len(cards) == 4
    check(cards, (400.0, 300.0), 0.0, 4)


def test_an_empty_table_gives_no_card() -> None:
    assert Table().found() == []
