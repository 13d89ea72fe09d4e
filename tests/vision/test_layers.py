"""Of cards that lie on one another each shows where its outline does and none above it."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.layers import laid_out


def grid() -> Grid:
    share = np.zeros((40, 60, 5), np.float32)
    share[..., 1] = 1
    share[:, 55:, 1] = 0
    none = np.zeros((40, 60, 2), np.float32)
    return Grid(share, none, none, none, (0.25, 0.25), 1.0)


def card(x: float, cells: list[tuple[int, int]], visible: float) -> Found:
    u, v = np.array([32, 0], np.float32), np.array([0, 48], np.float32)
    centre = np.array([x, 80], np.float32)
    return Found(centre, u, v, 1.0, 1.0, np.array(cells), visible, 64.0)


def test_the_edge_of_the_upper_card_bounds_the_lower_one() -> None:
    # Both votes strayed over the upper card's left edge, at column 20.
    lower = card(80, [(y, x) for y in range(8, 32) for x in range(12, 18)], 0.4)
    upper = card(112, [(y, x) for y in range(8, 32) for x in range(22, 36)], 0.9)
    below, above = laid_out(grid(), [lower, upper])
    assert set(below.cells[:, 1]) == set(range(12, 20))
    assert above.cells is upper.cells
    assert below.own == pytest.approx(1.0)


def test_nothing_shows_where_no_card_is_seen() -> None:
    (only,) = laid_out(grid(), [card(216, [(20, 50)], 0.3)])
    assert set(only.cells[:, 1]) == set(range(46, 55))


def test_a_card_under_others_keeps_what_voted_for_it() -> None:
    lower = card(80, [(20, 20), (20, 21)], 0.1)
    upper = card(80, [(y, x) for y in range(8, 32) for x in range(12, 28)], 0.7)
    below, _ = laid_out(grid(), [lower, upper])
    assert below.cells.tolist() == [[20, 20], [20, 21]]
    assert below.own == 0
