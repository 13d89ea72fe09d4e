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
from tabletop.vision.votes import Found

Floats = NDArray[np.float32]

WHOLE = 0.85
"""Cards of which more shows are measured, and tell the size of the others."""
FILLED = 0.9
"""A whole card's cells fill at least this share of the oblong they span."""
MEASURED = (0.8, 1.45)
"""What was measured is taken if it is so many times what was voted."""
PARTLY = 0.7
"""Cards of which less shows are placed anew."""
NEIGHBOURS = 5
TURNED_ALIKE = 0.94
"""Cosine of the angle between cards whose sizes compare even where the camera looks at a slant."""
LEAST_WHOLE = 2
SPANS = 0.85
"""What shows of a card spans it if it measures more than this share of it."""
UNDECIDED = 0.06
"""Where the middle of what shows is this near to the card's middle (in sizes), no side is the
outer one."""
STRAY = 0.03
"""Share of cells at each end of what shows that may be stray votes."""


def placed(grid: Grid, found: Sequence[Found]) -> list[Found]:
    """``found`` with the middles and half axes of partly covered cards set right, as far as whole
    cards tell how large they are."""
    measured = [_measured(grid, f) if f.visible > WHOLE else None for f in found]
    whole = [f for f in measured if f is not None]
    placed_cards = [m or f for m, f in zip(measured, found, strict=True)]
    if len(whole) < LEAST_WHOLE:
        return placed_cards
    return [_placed(grid, f, whole) if f.visible < PARTLY else f for f in placed_cards]


def _on(grid: Grid, card: Found, u: Floats, v: Floats) -> NDArray[np.float64]:
    """Where the cells of ``card`` lie along ``u`` and along ``v`` from its middle: (2, n)."""
    points = (card.cells[:, ::-1] + 0.5) / np.array(grid.scale) - card.centre
    return np.linalg.solve(np.stack([u, v], axis=1), points.T)


def _measured(grid: Grid, card: Found) -> Found | None:
    """``card`` as large as the cells that show it say; ``None`` where they don't fill an oblong.

    Points spread evenly over a side of length 2 have the variance 1/3.
    """
    on = _on(grid, card, card.u, card.v)
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


def _typical(card: Found, whole: Sequence[Found]) -> tuple[float, float]:
    """Half width and half height of a card where ``card`` lies, in pixels."""
    direction = card.v / np.hypot(*card.v)
    alike = [f for f in whole if abs(float(f.v @ direction)) > TURNED_ALIKE * np.hypot(*f.v)]
    among = alike if len(alike) >= LEAST_WHOLE else list(whole)
    far = [float(np.hypot(*(f.centre - card.centre))) for f in among]
    near = [among[i] for i in np.argsort(far)[:NEIGHBOURS]]
    return (
        float(np.median([np.hypot(*f.u) for f in near])),
        float(np.median([np.hypot(*f.v) for f in near])),
    )


def _placed(grid: Grid, card: Found, whole: Sequence[Found]) -> Found:
    half_w, half_h = _typical(card, whole)
    u = card.u * np.float32(half_w / np.hypot(*card.u))
    v = card.v * np.float32(half_h / np.hypot(*card.v))
    on = _on(grid, card, u, v)
    cell = 0.5 / float(np.mean(grid.scale))
    middle = [_middle(along, cell / half) for along, half in zip(on, (half_w, half_h), strict=True)]
    centre = card.centre + u * np.float32(middle[0]) + v * np.float32(middle[1])
    return replace(card, centre=centre.astype(np.float32), u=u, v=v)


def _middle(along: Floats, cell: float) -> float:
    """Where the card's middle lies along one axis, in half sizes from where it was voted to be."""
    low, high = np.quantile(along, (STRAY, 1 - STRAY))
    low, high = float(low) - cell, float(high) + cell
    shows, seen = (high - low) / 2, (high + low) / 2
    if shows > SPANS:
        return seen
    if abs(seen) < 2 * UNDECIDED:
        return 0.0
    # The card's middle lies on the other side of the edge that is its own.
    return low + 1 if seen < 0 else high - 1
