"""Piles and stashes: what of them was seen before, how they lie, how coins are counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, log

import numpy as np

from tabletop.referee.observe import Observation, Seen

_PHANTOM_COIN = 2.0
"""Cost of each coin counted that isn't there."""
_OVERLOOKED = log(0.08 / 0.92)
"""Log odds of overlooking a coin."""


def seen_before(observation: Observation, before: Observation | None) -> frozenset[int]:
    """Discarded cards that lay there in the picture before, by sighting."""
    if before is None:
        return frozenset()
    return frozenset(
        c.at
        for c in observation.discard
        if c.look is not None
        and any(
            abs(c.x - o.x) + abs(c.y - o.y) < 0.3
            and o.look is not None
            and o.look.argmax() == c.look.argmax()
            for o in before.discard
        )
    )


def chances(left: Sequence[tuple[int, int]], new: int, top: bool) -> list[float]:
    """For each (card, age of its batch) the chance that a card which newly shows on the discard
    pile is this one: one of those just thrown away, else of the last batches."""
    fresh = sum(age < new for _, age in left)
    share = (0.96 if top else 0.85) if fresh else 0.0
    old = [(0.12 if top else 0.5) ** (age - new) if age >= new else 0.0 for _, age in left]
    total = sum(old) or 1.0
    if not any(old):
        share = 1.0
    return [
        share / fresh if age < new else (1 - share) * o / total
        for (_, age), o in zip(left, old, strict=True)
    ]


def orders(pile: Sequence[Seen]) -> list[tuple[Seen, ...]]:
    """The orders in which a spread pile may have been laid: as it is stacked, or along its
    spread."""
    found = [tuple(pile)]
    if len(pile) > 1:
        at = np.array([(s.x, s.y) for s in pile])
        spread = at - at.mean(axis=0)
        axis = np.linalg.svd(spread, full_matrices=False)[2][0]
        line = sorted(range(len(pile)), key=lambda i: float(spread[i] @ axis))
        for order in (line, line[::-1]):
            row = tuple(pile[i] for i in order)
            if row not in found:
                found.append(row)
    return found


def miscount(seen: int, due: int) -> float:
    """Cost of counting ``seen`` coins where ``due`` lie. Of many coins one is soon overlooked."""
    if seen > due:
        return _PHANTOM_COIN * (seen - due)
    return max(0.0, -_OVERLOOKED * (due - seen) - log(comb(due, seen)))
