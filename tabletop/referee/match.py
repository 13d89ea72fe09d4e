"""Pairing what a state predicts with what was seen: rows in order, displays in any order.

All results are log likelihood ratios: 0 is what a card picked at random would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """The best pairing in any order, costs as in ``in_order``."""
    pairs: list[tuple[int, int]] = []
    for rows, columns, worth in _parts(gain, miss, extra):
        pairs += _assigned(rows, columns, worth)
    pairs.sort(key=lambda pair: pair[1])
    score = sum(gain[i][j] for i, j in pairs)
    left, right = {i for i, _ in pairs}, {j for _, j in pairs}
    score += sum(c for i, c in enumerate(miss) if i not in left)
    score += sum(c for j, c in enumerate(extra) if j not in right)
    return Fit(score, 0.0, tuple(sorted(pairs)))


_Worth = dict[tuple[int, int], float]


def _parts(
    gain: Sequence[Sequence[float]], miss: Sequence[float], extra: Sequence[float]
) -> Iterator[tuple[list[int], list[int], _Worth]]:
    """Cards and sightings in groups that have nothing to do with one another, each with what every
    pairing in it is better than leaving both out; one that isn't better is never made."""
    open_rows: dict[int, list[int]] = {}
    takers: dict[int, list[int]] = {}
    worth: _Worth = {}
    for i, line in enumerate(gain):
        alone = miss[i]
        for j, value in enumerate(line):
            more = value - alone - extra[j]
            if more > 0:
                worth[i, j] = more
                open_rows.setdefault(i, []).append(j)
                takers.setdefault(j, []).append(i)
    while open_rows:
        rows, columns = [next(iter(open_rows))], []
        seen = set(rows)
        for i in rows:
            for j in open_rows.pop(i):
                if j in takers:
                    columns.append(j)
                    for other in takers.pop(j):
                        if other not in seen:
                            seen.add(other)
                            rows.append(other)
        yield rows, columns, worth


def _assigned(rows: list[int], columns: list[int], worth: _Worth) -> Iterator[tuple[int, int]]:
    """The best pairing of ``rows`` and ``columns`` (the Hungarian method)."""
    if len(rows) == 1:
        i = rows[0]
        yield i, max(columns, key=lambda j: worth[i, j])
        return
    if len(columns) == 1:
        j = columns[0]
        yield max(rows, key=lambda i: worth[i, j]), j
        return
    # Row 0 and column 0 stand for none. A card may always stay alone, at no cost.
    cost: list[dict[int, float]] = [{}] + [
        {c: -worth[i, j] for c, j in enumerate(columns, 1) if (i, j) in worth} for i in rows
    ]
    u, v = [0.0] * len(cost), [0.0] * (len(columns) + 1)
    held = [0] * len(v)
    for i in range(1, len(cost)):
        held[0] = i
        least: dict[int, float] = {}
        way: dict[int, int] = {}
        tree = [0]
        alone, alone_at = 1e18, 0
        while True:
            j0 = tree[-1]
            above = u[held[j0]]
            for j, c in cost[held[j0]].items():
                if j not in tree and c - above - v[j] < least.get(j, 1e18):
                    least[j], way[j] = c - above - v[j], j0
            if -above < alone:
                alone, alone_at = -above, j0
            j1 = min(least, key=least.__getitem__, default=0)
            delta = min(alone, least.get(j1, 1e18))
            for j in tree:
                u[held[j]] += delta
                v[j] -= delta
            for j in least:
                least[j] -= delta
            alone -= delta
            if alone <= 0 or not held[j1]:
                break
            tree.append(j1)
            del least[j1]
        j0 = alone_at if alone <= 0 else j1
        while j0:
            held[j0] = held[way[j0]]
            j0 = way[j0]
    for c, j in enumerate(columns, 1):
        if held[c]:
            yield rows[held[c] - 1], j


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
