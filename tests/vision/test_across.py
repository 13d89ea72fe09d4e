"""Cards that lie across a column are found by what sticks out at its sides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.across import lying_across, share_cells, showing
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found

CELL = 4
U, V = np.array([40, 0], np.float32), np.array([0, 56], np.float32)


def grid(shows: NDArray[np.bool_], up: float = 1.0) -> Grid:
    share = np.zeros((*shows.shape, 5), np.float32)
    share[..., 1] = shows * up
    share[..., 2] = shows * (1 - up)
    none = np.zeros((*shows.shape, 2), np.float32)
    return Grid(share, none, none, none, (1 / CELL, 1 / CELL), 1.0)


def table(*oblongs: tuple[int, int, int, int]) -> NDArray[np.bool_]:
    """Cells in which ``oblongs``, left, top, right and bottom in pixels, show."""
    shows = np.zeros((60, 80), bool)
    for left, top, right, bottom in oblongs:
        shows[top // CELL : bottom // CELL, left // CELL : right // CELL] = True
    return shows


def whole(x: float, y: float) -> Found:
    cells = np.argwhere(table((int(x) - 40, int(y) - 56, int(x) + 40, int(y) + 56)))
    return Found(np.array([x, y], np.float32), U, V, 1.0, 1.0, cells, 1.0, 80.0)


UPPER = (120, 60, 200, 172)
"""Where ``whole(160, 116)`` lies; a card across it spans 104 to 216."""


def test_a_card_that_sticks_out_on_both_sides_is_found() -> None:
    found = lying_across(grid(table(UPPER, (104, 72, 216, 152))), [whole(160, 116)])
    (across,) = found
    assert np.abs(across.centre - (160, 112)).max() < 3
    assert abs(across.v[1]) < 1e-6
    assert abs(abs(across.v[0]) - 56) < 1
    assert not table(UPPER)[tuple(across.cells.T)].any()


def test_one_side_tells_enough_where_it_is_as_tall_as_a_card_is_wide() -> None:
    (across,) = lying_across(grid(table(UPPER, (160, 72, 228, 152))), [whole(160, 116)])
    assert np.abs(across.centre - (172, 112)).max() < 4


def test_scraps_that_no_card_across_would_leave_are_none() -> None:
    upper = [whole(160, 116)]
    assert not lying_across(grid(table(UPPER)), upper)
    assert not lying_across(grid(table(UPPER, (104, 72, 216, 88))), []), "beside no card"
    low = table(UPPER, (200, 72, 216, 104))
    assert not lying_across(grid(low), upper), "too low for a card's side"
    far = table(UPPER, (200, 72, 280, 152))
    assert not lying_across(grid(far), upper), "an upright neighbour"


def test_what_is_hardly_taken_for_a_card_is_none() -> None:
    shows = table(UPPER, (104, 72, 216, 152))
    assert not lying_across(grid(shows, up=0.3), [whole(160, 116)]), "a pile's side"


def test_it_shows_beside_whole_cards_only() -> None:
    # What shows of the pan beneath it is taken for the pan's where the card across covers it.
    seen = grid(table((120, 20, 200, 132), (104, 40, 216, 120), UPPER))
    upper, pan = whole(160, 116), replace(whole(160, 76), visible=0.4)
    (across,) = lying_across(seen, [upper, pan])
    shown = showing(seen, across, [upper, pan])
    assert len(shown.cells) > len(across.cells)
    assert not {*map(tuple, shown.cells.tolist())} & {
        (y, x) for y in range(15, 43) for x in range(30, 50)
    }
    assert shown.visible > across.visible
    assert share_cells(shown, across)
    assert not share_cells(across, upper)


def test_strips_that_lie_on_it_keep_what_shows_of_them() -> None:
    # A column of a pan, the card across it, two strips and the whole last card.
    seen = grid(table((120, 20, 200, 132), (104, 40, 216, 120), (120, 60, 200, 212)))
    pan = replace(whole(160, 76), visible=0.4)
    strip = replace(whole(160, 116), visible=0.2, cells=np.argwhere(table((120, 60, 200, 80))))
    other = replace(whole(160, 136), visible=0.2, cells=np.argwhere(table((120, 80, 200, 100))))
    last = whole(160, 156)
    (across,) = lying_across(seen, [last, pan, strip, other])
    shown = showing(seen, across, [last, pan, strip, other])
    cells = {*map(tuple, shown.cells.tolist())}
    for piece in (strip, other):
        assert not cells & {*map(tuple, piece.cells.tolist())}
    assert len(cells) > len(across.cells), "but what was taken for the pan's is its own"
