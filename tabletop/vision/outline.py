"""Where a partly covered card lies, from what shows of it and from the size of whole cards nearby.

What shows of a card ends at the card's own edges on some sides and at the card above on the
others. A strip's votes tell which side is which well, and how far the hidden edges are badly; but
all cards on a table are of one size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, along_axes, in_pixels, lying
from tabletop.vision.middles import ends
from tabletop.vision.slant import Slant, doubled
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


def find_cards(grid: Grid, known: Sequence[Found] = ()) -> list[Found]:
    """The cards that ``grid`` shows.

    Whole cards first: they are measured, and with their size the votes of strips make sense.
    ``known``: whole cards elsewhere on the table, which tell sizes too.
    """
    found = gather(grid)
    measured = [_measured(grid, f) if f.visible > WHOLE else None for f in found]
    whole = [f for f in measured if f is not None]
    if len(whole) + len(known) < LEAST_WHOLE:
        return [m or f for m, f in zip(measured, found, strict=True)]
    free = np.ones(grid.share.shape[:2], bool)
    for card in whole:
        free[card.cells[:, 0], card.cells[:, 1]] = False
    slant = Slant([*whole, *known])

    def sizes(centre: Floats, direction: Floats) -> tuple[Floats, Floats]:
        u, v = slant.shape(centre, direction)
        return 2 * np.hypot(u[:, 0], u[:, 1]), 2 * np.hypot(v[:, 0], v[:, 1])

    partly = _shaped(gather(grid, free=free, sizes=sizes), slant)
    return _shaped(whole, slant) + [_placed(grid, f) if f.visible < PARTLY else f for f in partly]


def _shaped(cards: Sequence[Found], slant: Slant) -> list[Found]:
    """``cards`` with the size and the slant that cards have where each lies; their long edges are
    voted well, the others are not."""
    if not cards:
        return []
    centres, _, long_edges = lying(cards).transpose(1, 0, 2)
    us, vs = slant.shape(centres, doubled(long_edges))
    return [
        replace(card, u=_towards(u, card.u), v=_towards(v, card.v))
        for card, u, v in zip(cards, us, vs, strict=True)
    ]


def _towards(axis: Floats, old: Floats) -> Floats:
    return axis if float(axis @ old) >= 0 else -axis


def _measured(grid: Grid, card: Found) -> Found | None:
    """``card`` as large and as slanted as the cells that show it say; ``None`` where they don't
    fill an oblong.

    Points spread evenly over an oblong with the half axes u and v have the covariance
    (u·uᵀ + v·vᵀ) / 3. Its long edges keep the direction that was voted.
    """
    on = along_axes(in_pixels(grid.scale, card.cells), card.centre, card.u, card.v)
    spread = 3 * np.cov(on, bias=True)
    right = math.sqrt(max(float(spread[0, 0]), 1e-9))
    askew = float(spread[0, 1]) / right
    down = math.sqrt(max(float(spread[1, 1]) - askew * askew, 1e-9))
    if not all(MEASURED[0] < half < MEASURED[1] for half in (right, down)):
        return None
    u = card.u * np.float32(right) + card.v * np.float32(askew)
    v = card.v * np.float32(down)
    if len(card.cells) < FILLED * grid.filled(u, v):
        return None
    middle = on.mean(axis=1)
    centre = card.centre + card.u * np.float32(middle[0]) + card.v * np.float32(middle[1])
    return replace(card, centre=centre.astype(np.float32), u=u, v=v)


def _placed(grid: Grid, card: Found) -> Found:
    """``card``, of the right size, where what shows of it says it lies."""
    at = in_pixels(grid.scale, card.cells)
    return replace(card, centre=placed(at, card.centre, card.u, card.v, grid.half_cell))


def placed(at: Floats, centre: Floats, u: Floats, v: Floats, cell: float) -> Floats:
    """The middle, (2,), of a card with the half axes ``u`` and ``v`` that shows at ``at``, (n, 2),
    the middles of cells ``cell`` pixels from their edges. ``centre``: where it rather lies."""
    on = along_axes(at, centre, u, v)
    middle = [
        _middle(along, cell / float(np.hypot(*axis)))
        for along, axis in zip(on, (u, v), strict=True)
    ]
    return np.asarray(centre + u * np.float32(middle[0]) + v * np.float32(middle[1]), np.float32)


def crossed(u: Floats, v: Floats, aspect: float) -> tuple[Floats, Floats]:
    """The half axes of a card that lies across one with the half axes ``u`` and ``v``; ``aspect``:
    width by height of cards on the table, not as a slanted view shows them."""
    return v * np.float32(aspect), -u / np.float32(aspect)


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
