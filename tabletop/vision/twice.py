"""Cards seen twice made one.

Of two cards that lie on one another the lower shows beside the upper one only. Where what shows of
each lies on the place of the other, or one shows at one end and the other at the other, a single
card was found twice: what covers it parted it, and each part was laid out by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, along_axes, in_pixels, same_cards, share_inside
from tabletop.vision.namer import Name
from tabletop.vision.outline import placed

Floats = NDArray[np.float32]

CLOSE = 0.13
"""Middles so near to each other, in card widths, are one card's in any case."""
NEAR = 0.4
"""Farther apart no single card is found twice."""
ALIKE = 0.5
"""Least cosine between what two sightings of one card say of its face."""
BOTH, BACKS = 0.5, 0.25
"""Least share of what shows of each that lies on the other's place; of backs less is enough, for
the namer can't aim by what is printed on them."""
NAMELESS, EITHER = 0.5, 0.4
"""What is named less surely is told by place alone, from such a share on."""
EDGE, STRAY, UNOWNED = 0.12, 0.3, 0.5
"""What shows less than ``EDGE``, in cells of which less than ``UNOWNED`` are its own where the
cards lie, is the edge of the card on whose place ``STRAY`` of it lies."""
ENDS, APART, COVERED, NAMED = 0.15, 0.8, 0.6, 0.3
"""Two ends of a card show so many half axes and more from its middle, and so many from each other;
less than ``COVERED`` shows of each, and each is named this surely."""
LEAST_OWN = 0.3
"""Of two places the one is better that is named more surely and whose cells are its own; a place
without any counts as if it had such a share."""


@dataclass(frozen=True, slots=True, eq=False)
class _Card:
    """A card of look ``k``; ``at`` (n, 2): the middles of its cells, pixels."""

    k: int
    found: Found
    name: Name
    at: Floats

    def on(self, other: _Card) -> float:
        """Share of what shows of it that lies on the place of ``other``."""
        card = other.found
        return share_inside(self.at, card.centre, card.u, card.v, 1.0)

    def alike(self, other: _Card) -> bool:
        """Whether both are said to be the same face, or backs."""
        mine, theirs = (np.append(c.name.p, c.name.back) for c in (self, other))
        length = float(np.linalg.norm(mine) * np.linalg.norm(theirs))
        return float(mine @ theirs) > ALIKE * max(length, 1e-9)


def once(
    grids: Sequence[Grid], cards: Sequence[tuple[int, Found, Name]]
) -> list[tuple[int, Found, Name]]:
    """``cards``, each the number of the look in ``grids`` that found it, place and name; those that
    mean one card made one, which shows where they did."""
    by_size = sorted(cards, key=lambda c: -len(c[1].cells))
    left = [_Card(k, f, n, in_pixels(grids[k].scale, f.cells)) for k, f, n in by_size]
    places = [card.found for card in left]
    close, near = same_cards(places, CLOSE), same_cards(places, NEAR)
    kept: list[int] = []
    for i in range(len(left)):
        if close[i, kept].any():
            continue
        for j in (j for j in kept if near[i, j]):
            made = _one(grids, left[j], left[i])
            if made is not None:
                left[j] = made
                break
        else:
            kept.append(i)
    return [(left[i].k, left[i].found, left[i].name) for i in kept]


def _one(grids: Sequence[Grid], large: _Card, small: _Card) -> _Card | None:
    """The card that both are; ``None`` if they are two."""
    mutual = min(large.on(small), small.on(large))
    alike = large.alike(small)
    better = max((large, small), key=lambda c: c.name.best * (LEAST_OWN + c.found.own))
    if alike and mutual < _least(large, small) and _both_ends(large, small):
        return _joined(grids[large.k], large, small, better)
    one = alike and mutual >= _least(large, small)
    one |= min(large.name.best, small.name.best) < NAMELESS and mutual >= EITHER
    edge = small.found.visible < EDGE and small.found.own < UNOWNED
    one |= alike and edge and mutual >= STRAY
    return better if one else None


def _least(a: _Card, b: _Card) -> float:
    return BACKS if a.name.back > ALIKE and b.name.back > ALIKE else BOTH


def _both_ends(a: _Card, b: _Card) -> bool:
    """Whether what shows of ``a`` and of ``b``, seen at one look, is at opposite ends of a card."""
    if a.k != b.k or max(a.found.visible, b.found.visible) > COVERED:
        return False
    if min(a.name.best, b.name.best) < NAMED:
        return False
    middle = _between(a, b)
    one, other = (along_axes(c.at, middle, a.found.u, a.found.v).mean(axis=1) for c in (a, b))
    opposite = (one * other < 0) & (np.minimum(np.abs(one), np.abs(other)) > ENDS)
    opposite &= np.abs(one - other) > APART
    return bool(opposite.any())


def _joined(grid: Grid, a: _Card, b: _Card, better: _Card) -> _Card:
    """The card that shows where ``a`` and ``b`` do, laid out anew by both ends."""
    cells = np.concatenate([a.found.cells, b.found.cells])
    at = np.concatenate([a.at, b.at])
    card = better.found
    found = replace(
        card,
        centre=placed(at, _between(a, b), card.u, card.v, grid.half_cell),
        cells=cells,
        visible=min(1.0, a.found.visible + b.found.visible),
    )
    return _Card(a.k, found, better.name, at)


def _between(a: _Card, b: _Card) -> Floats:
    return np.asarray((a.found.centre + b.found.centre) / 2, np.float32)
