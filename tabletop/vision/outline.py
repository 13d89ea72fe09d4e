"""Where a partly covered card lies, from what shows of it and from the size of whole cards nearby.

What shows of a card ends at the card's own edges on some sides and at the card above on the
others. A strip's votes tell which side is which well, and how far the hidden edges are badly; but
all cards on a table are of one size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, along_axes, in_pixels
from tabletop.vision.middles import ends
from tabletop.vision.votes import gather

Floats = NDArray[np.float32]

WHOLE = 0.85
"""Cards of which more shows are measured, and tell the size of the others."""
FILLED = 0.9
"""A whole card's cells fill at least this share of the oblong they span."""
MEASURED = (0.85, 1.2)
"""What was measured is taken if it is so many times what was voted."""
PARTLY = 0.6
"""Cards of which less shows are placed anew."""
LEAST_WHOLE = 2
SPANS = 0.85
"""What shows of a card spans it if it measures more than this share of it."""
UNDECIDED = 0.06
"""Where the middle of what shows is this near to the card's middle (in sizes), no side is the
outer one."""
STRAY = 0.03
"""Share of cells at each end of what shows that may be stray votes."""


def find_cards(grid: Grid) -> list[Found]:
    """The cards that ``grid`` shows.

    Whole cards first: they are measured, and with their size the votes of strips make sense.
    """
    found = gather(grid)
    measured = [_measured(grid, f) if f.visible > WHOLE else None for f in found]
    whole = [f for f in measured if f is not None]
    if len(whole) < LEAST_WHOLE:
        return [m or f for m, f in zip(measured, found, strict=True)]
    free = np.ones(grid.share.shape[:2], bool)
    for card in whole:
        free[card.cells[:, 0], card.cells[:, 1]] = False
    sizes = _Sizes(whole)
    partly = gather(grid, free=free, sizes=sizes)
    return whole + [_placed(grid, f) if f.visible < PARTLY else f for f in partly]


class _Sizes:
    """How large a card is at a place, as the whole cards near it tell that are turned alike."""

    def __init__(self, whole: Sequence[Found]) -> None:
        self._centre = np.stack([f.centre for f in whole])
        u, v = np.stack([f.u for f in whole]), np.stack([f.v for f in whole])
        self._size = 2 * np.stack([np.hypot(*u.T), np.hypot(*v.T)], axis=1)
        angle = 2 * np.arctan2(v[:, 1], v[:, 0])
        self._turn = np.stack([np.cos(angle), np.sin(angle)], axis=1)

    def __call__(self, centre: Floats, direction: Floats) -> tuple[Floats, Floats]:
        far = np.sqrt(
            (centre[:, 0, None] - self._centre[:, 0]) ** 2
            + (centre[:, 1, None] - self._centre[:, 1]) ** 2
        )
        # Where the camera looks at a slant, cards lying across measure otherwise.
        across = 1 - direction @ self._turn.T
        reach = float(np.median(self._size[:, 1]))
        weight = np.exp(far / np.float32(-3 * reach) - 2 * across) + np.float32(1e-9)
        weight /= weight.sum(axis=1, keepdims=True)
        size = np.exp(weight @ np.log(self._size)).astype(np.float32)
        return size[:, 0], size[:, 1]


def _measured(grid: Grid, card: Found) -> Found | None:
    """``card`` as large as the cells that show it say; ``None`` where they don't fill an oblong.

    Points spread evenly over a side of length 2 have the variance 1/3.
    """
    on = along_axes(in_pixels(grid, card), card.centre, card.u, card.v)
    half = np.sqrt(3 * on.var(axis=1))
    if not (half > MEASURED[0]).all() or not (half < MEASURED[1]).all():
        return None
    u, v = card.u * np.float32(half[0]), card.v * np.float32(half[1])
    area = 4 * abs(float(u[0] * v[1] - u[1] * v[0])) * grid.scale[0] * grid.scale[1]
    if len(card.cells) < FILLED * area:
        return None
    middle = on.mean(axis=1)
    centre = card.centre + card.u * np.float32(middle[0]) + card.v * np.float32(middle[1])
    return replace(card, centre=centre.astype(np.float32), u=u, v=v)


def _placed(grid: Grid, card: Found) -> Found:
    """``card``, of the right size, where what shows of it says it lies."""
    on = along_axes(in_pixels(grid, card), card.centre, card.u, card.v)
    cell = 0.5 / float(np.mean(grid.scale))
    middle = [
        _middle(along, cell / float(np.hypot(*axis)))
        for along, axis in zip(on, (card.u, card.v), strict=True)
    ]
    centre = card.centre + card.u * np.float32(middle[0]) + card.v * np.float32(middle[1])
    return replace(card, centre=centre.astype(np.float32))


def _middle(along: Floats, cell: float) -> float:
    """Where the card's middle lies along one axis, in half sizes from where it was voted to be."""
    low, high = ends(along, STRAY)
    low, high = low - cell, high + cell
    shows, seen = (high - low) / 2, (high + low) / 2
    if shows > SPANS:
        return seen
    if abs(seen) < 2 * UNDECIDED:
        return 0.0
    # The card's middle lies on the other side of the edge that is its own.
    return low + 1 if seen < 0 else high - 1
