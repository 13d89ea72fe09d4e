"""Pairing what a state predicts with what was seen: rows in order, displays in any order.

All results are log likelihood ratios: 0 is what a card picked at random would give.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from tabletop.referee.beliefs import Belief
from tabletop.referee.observe import Seen

MISS_OPEN = -4.5
"""A card in full view that the reader doesn't report."""
MISS_COVERED = -2.2
"""A mostly covered card that the reader doesn't report."""

Pairs = tuple[tuple[int, int], ...]


class Fit(NamedTuple):
    """``score``: log likelihood ratio; ``faults``: things that don't fit, about one for each card;
    ``pairs``: (place in the prediction, place in the observation)."""

    score: float
    faults: float
    pairs: Pairs


def phantom(seen: Seen) -> float:
    """Cost of a sighting that no card explains."""
    cost = max(log(max(1 - 0.985 * seen.score, 1e-6)), -4.2)
    return cost if seen.visible > 0.5 else 0.8 * cost


def phantom_fault(seen: Seen) -> float:
    """Share of a fault that an unexplained sighting is."""
    return seen.score * (1.0 if seen.visible > 0.5 else 0.4)


def in_order(gain: Sequence[Sequence[float]], miss: Sequence[float], extra: Sequence[float]) -> Fit:
    """The best pairing of a predicted row with a seen one that keeps both orders.

    ``gain[i][j]``: log ratio of card i being sighting j; ``miss[i]`` and ``extra[j]``: costs of
    leaving either out.
    """
    n, m = len(miss), len(extra)
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for j in range(1, m + 1):
        best[0][j] = best[0][j - 1] + extra[j - 1]
    for i in range(1, n + 1):
        row, above, g = best[i], best[i - 1], gain[i - 1]
        row[0] = above[0] + miss[i - 1]
        for j in range(1, m + 1):
            value = above[j - 1] + g[j - 1]
            other = above[j] + miss[i - 1]
            if other > value:
                value = other
            other = row[j - 1] + extra[j - 1]
            row[j] = other if other > value else value
    pairs: list[tuple[int, int]] = []
    i, j = n, m
    while i and j:
        value = best[i][j]
        if value == best[i - 1][j - 1] + gain[i - 1][j - 1]:
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif value == best[i - 1][j] + miss[i - 1]:
            i -= 1
        else:
            j -= 1
    return Fit(best[n][m], 0.0, tuple(pairs[::-1]))


def any_order(
    gain: Sequence[Sequence[float]], miss: Sequence[float], extra: Sequence[float]
) -> Fit:
    """The best pairing in any order (the Hungarian method), costs as in ``in_order``."""
    n, m = len(miss), len(extra)
    if not n or not m:
        return Fit(sum(miss) + sum(extra), 0.0, ())
    size = n + m
    cost = [[0.0] * (size + 1) for _ in range(size + 1)]
    for i in range(n):
        row = cost[i + 1]
        for j in range(m):
            row[j + 1] = -gain[i][j]
        for j in range(m, size):
            row[j + 1] = -miss[i] if j - m == i else 1e6
    for i in range(n, size):
        row = cost[i + 1]
        for j in range(m):
            row[j + 1] = -extra[j] if i - n == j else 1e6
    u = [0.0] * (size + 1)
    v = [0.0] * (size + 1)
    held = [0] * (size + 1)
    for i in range(1, size + 1):
        held[0] = i
        least = [1e18] * (size + 1)
        used = [False] * (size + 1)
        way = [0] * (size + 1)
        j0 = 0
        while True:
            used[j0] = True
            i0, delta, j1 = held[j0], 1e18, 0
            row = cost[i0]
            for j in range(1, size + 1):
                if not used[j]:
                    c = row[j] - u[i0] - v[j]
                    if c < least[j]:
                        least[j], way[j] = c, j0
                    if least[j] < delta:
                        delta, j1 = least[j], j
            for j in range(size + 1):
                if used[j]:
                    u[held[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
            if not held[j0]:
                break
        while j0:
            held[j0] = held[way[j0]]
            j0 = way[j0]
    pairs = tuple((held[j] - 1, j - 1) for j in range(1, m + 1) if 1 <= held[j] <= n)
    score = sum(gain[i][j] for i, j in pairs)
    left, right = {i for i, _ in pairs}, {j for _, j in pairs}
    score += sum(c for i, c in enumerate(miss) if i not in left)
    score += sum(c for j, c in enumerate(extra) if j not in right)
    return Fit(score, 0.0, tuple(sorted(pairs)))


class Ratios:
    """Log ratios of beliefs and sightings of one picture, each worked out once."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._looks = {c.at: c.look for c in seen if c.look is not None}
        self._known: dict[tuple[int, int], float] = {}
        self._kept: list[Belief] = []

    def of(self, belief: Belief, seen: Seen) -> float:
        """log of how much likelier ``seen`` is for a card of ``belief`` than for any card."""
        key = (id(belief), seen.at)
        value = self._known.get(key)
        if value is None:
            # Beliefs are kept so that no later array can take over an identity.
            self._kept.append(belief)
            value = log(float(np.dot(belief, self._looks[seen.at])))
            self._known[key] = value
        return value
