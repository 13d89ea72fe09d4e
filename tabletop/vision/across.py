"""Cards that lie across a column of others, as night cards do, and stick out on its sides.

Of such a card the finder sees scraps, and takes them for pieces of upright ones. But what no sure
card explains, beside one, is a card's: where such scraps span a card's height a card lies across.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import CARD_FROM, Grid
from tabletop.vision.found import Found, along_axes, in_pixels, share_inside
from tabletop.vision.order import outline_mask
from tabletop.vision.outline import crossed, placed
from tabletop.vision.slant import ASPECT

Floats = NDArray[np.float32]

LEAST_SCRAP = 0.03
"""Of a card's area at least this share sticks out as one scrap."""
BESIDE = 0.8
"""A scrap's middle lies so many half widths and more from the middle of the column."""
FAR = 1.25
"""Half heights from a column's middle beyond which no card across it reaches."""
SPANS = (0.82, 1.2)
"""Scraps on both sides, or one that shows on both, span so much of a card's height."""
TALL = (0.78, 1.2)
"""A scrap alone on its side is so tall, measured in card widths; of two at both sides one is."""
SHARED = 0.5
"""Scraps of one card stand beside each other over this share of the lower one."""
MOST = 0.45
"""A card of which more sticks out is found as others are."""
CARDLIKE, FACE_UP = 0.84, 0.8
"""The finder takes a card's scraps for cards, and face up, this surely; it isn't sure of a pile's
sides and of shadows."""
WHOLE = 0.85
IN_COLUMN, LONGEST, APART = 0.7, 8.0, 0.1
"""Cards of the column have their middles so near to the line through that of the card across it, in
its half heights, and no farther along it and no nearer than that, in its half widths."""
ROWS = 1.9
"""Half heights along the column within which a card belongs to what it shows beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Loose:
    """Cells no sure card explains, ``cells`` (n, 2); where they lie, ``at`` (n, 2), and the middle
    and the diagonal of the upright oblong round them, pixels."""

    cells: NDArray[np.intp]
    at: Floats
    middle: tuple[float, float]
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class _Scrap:
    """Cells no sure card explains, ``cells`` (n, 2), and where they begin and end along the half
    axes of the column's card: ``low`` and ``high``, (2,)."""

    cells: NDArray[np.intp]
    low: Floats
    high: Floats

    @property
    def height(self) -> float:
        return float(self.high[1] - self.low[1])

    @property
    def tall(self) -> bool:
        """Whether it is as tall as a card is wide."""
        return TALL[0] < self.height / 2 * ASPECT < TALL[1]

    def beside(self, other: _Scrap) -> bool:
        """Whether ``other`` stands at the other side of the column, about as high."""
        if (self.low[0] + self.high[0]) * (other.low[0] + other.high[0]) >= 0:
            return False
        shared = min(self.high[1], other.high[1]) - max(self.low[1], other.low[1])
        return bool(shared > SHARED * min(self.height, other.height))


def lying_across(grid: Grid, sure: Sequence[Found]) -> list[Found]:
    """Cards that perhaps lie across one of ``sure`` and stick out from beneath it.

    ``sure``: what was found in ``grid`` and read well. What comes back shows in the cells of the
    scraps; where it is one of several guesses at the same scraps, they share cells.
    """
    if not sure:
        return []
    scraps = _scraps(grid, sure)
    made: list[Found] = []
    for card in sure:
        near = [s for loose in scraps if (s := _seen_from(grid, card, loose)) is not None]
        for cells in _together(near):
            found = _across(grid, card, cells)
            if found is not None and not any(_same(found, other) for other in made):
                made.append(found)
    return [f for f in made if f.visible < MOST and f.score > CARDLIKE and f.up > FACE_UP]


def showing(grid: Grid, card: Found, sure: Sequence[Found]) -> Found:
    """``card``, one of ``lying_across``, with all cells in which it may show: where its outline
    lies, beneath none of ``sure`` that shows whole, nor beneath one between it and that."""
    shows = (outline_mask(grid, [card]) > 0) & (grid.card > CARD_FROM)
    shows &= outline_mask(grid, [other for other in sure if other.visible > WHOLE]) == 0
    for other in _laid_later(card, sure):
        shows[other.cells[:, 0], other.cells[:, 1]] = False
    shows[card.cells[:, 0], card.cells[:, 1]] = True
    cells = np.argwhere(shows)
    return replace(card, cells=cells, visible=min(1.0, len(cells) / grid.filled(card.u, card.v)))


def _laid_later(card: Found, sure: Sequence[Found]) -> list[Found]:
    """Those of ``sure`` that show in part and lie in the column that ``card`` lies across, between
    it and the column's last card, which shows whole: they lie on ``card``."""
    if not sure:
        return []
    middles = np.stack([other.centre for other in sure])
    along, off = along_axes(middles, card.centre, card.u, card.v)
    column = [
        (float(at), other)
        for at, aside, other in zip(along, off, sure, strict=True)
        if abs(aside) < IN_COLUMN and abs(at) < LONGEST
    ]
    ends = [at for at, other in column if other.visible > WHOLE]
    if not ends:
        return []
    last = min(ends, key=abs)
    return [
        other
        for at, other in column
        if other.visible <= WHOLE and at * last > 0 and APART < abs(at) < abs(last)
    ]


def share_cells(a: Found, b: Found) -> bool:
    """Whether ``a`` and ``b`` show in a common cell."""
    return bool({*map(tuple, a.cells.tolist())} & {*map(tuple, b.cells.tolist())})


def _scraps(grid: Grid, sure: Sequence[Found]) -> list[_Loose]:
    """Cells that show cards and lie beside all outlines of ``sure``, by pieces that hang
    together."""
    free = (grid.card > CARD_FROM) & (outline_mask(grid, sure) == 0)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        free.astype(np.uint8), connectivity=4
    )
    area = float(np.median([grid.filled(card.u, card.v) for card in sure]))
    sizes = stats[:, cv2.CC_STAT_AREA].tolist()
    large = [k for k in range(1, count) if max(4.0, LEAST_SCRAP * area) <= sizes[k] < area]
    pieces = []
    for k in large:
        left, top, width, height = stats[k, : cv2.CC_STAT_AREA].tolist()
        within = labels[top : top + height, left : left + width] == k
        pieces.append(_loose(grid, np.argwhere(within) + (top, left)))
    return pieces


def _loose(grid: Grid, cells: NDArray[np.intp]) -> _Loose:
    at = in_pixels(grid.scale, cells)
    (left, top), (right, bottom) = at.min(axis=0).tolist(), at.max(axis=0).tolist()
    middle = ((left + right) / 2, (top + bottom) / 2)
    return _Loose(cells, at, middle, math.hypot(right - left, bottom - top))


def _seen_from(grid: Grid, card: Found, loose: _Loose) -> _Scrap | None:
    """``loose`` as it lies to ``card``, if it lies where a card across it would stick out."""
    reach = FAR * ASPECT * math.hypot(*card.u.tolist()) + ROWS * math.hypot(*card.v.tolist())
    if math.dist(loose.middle, card.centre.tolist()) > reach + loose.size:
        return None
    on = along_axes(loose.at, card.centre, card.u, card.v)
    half = grid.half_cell / np.hypot(*np.stack([card.u, card.v], axis=1))
    low, high = on.min(axis=1) - half, on.max(axis=1) + half
    middle = (low + high) / 2
    if abs(middle[1]) > ROWS or np.abs([low[0], high[0]]).max() > FAR * ASPECT:
        return None
    wide = high[0] - low[0]
    if abs(middle[0]) < BESIDE and wide < 2 * SPANS[0] * ASPECT:
        return None
    return _Scrap(loose.cells, low, high)


def _together(scraps: Sequence[_Scrap]) -> list[NDArray[np.intp]]:
    """The cells of single cards: of two scraps at both sides, or of one that tells enough."""
    made: list[NDArray[np.intp]] = []
    paired: set[int] = set()
    for i, one in enumerate(scraps):
        for j, other in enumerate(scraps[:i]):
            if not one.beside(other):
                continue
            wide = max(one.high[0], other.high[0]) - min(one.low[0], other.low[0])
            if not (one.tall or other.tall):
                continue
            if SPANS[0] < wide / 2 / ASPECT < SPANS[1]:
                made.append(np.concatenate([one.cells, other.cells]))
                paired |= {i, j}
    for i, one in enumerate(scraps):
        spans = SPANS[0] < (one.high[0] - one.low[0]) / 2 / ASPECT < SPANS[1]
        if i not in paired and (spans or one.tall):
            made.append(one.cells)
    return made


def _across(grid: Grid, card: Found, cells: NDArray[np.intp]) -> Found | None:
    """The card across ``card`` that shows in ``cells``, if they lie on one."""
    u, v = crossed(card.u, card.v, 1 / ASPECT)
    at = in_pixels(grid.scale, cells)
    on = along_axes(at, card.centre, card.u, card.v)
    start = card.centre + card.v * np.float32((on[1].min() + on[1].max()) / 2)
    centre = placed(at, start, u, v, grid.half_cell)
    if share_inside(at, centre, u, v, 1.15) < 0.85:
        return None
    weight = grid.card[cells[:, 0], cells[:, 1]]
    face_up = grid.share[cells[:, 0], cells[:, 1], 1]
    return Found(
        centre,
        u,
        v,
        float(face_up.sum()) / max(float(weight.sum()), 1e-6),
        float(weight.mean()),
        cells,
        min(1.0, len(cells) / max(grid.filled(card.u, card.v), 1.0)),
        float(np.hypot(*u)) * 2 * grid.zoom,
    )


def _same(a: Found, b: Found) -> bool:
    return bool(np.hypot(*(a.centre - b.centre)) < 0.4 * np.hypot(*a.u))
