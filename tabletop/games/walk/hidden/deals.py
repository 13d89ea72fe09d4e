"""Putting the kinds together: which ways of all kinds make up the groups of all hands at once.

Of each kind every hand takes one of its ways, and together they need no more cards of the kind
than the deck has left; summed over the kinds, every group gets exactly its size. Sets of sums are
kept as the bits of one number, so that adding a way to all of them is one shift: exact, and quick.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import comb

from tabletop.games.walk.hidden.trail import Trail, Way

Step = tuple[Way, int, int]
"""A way, how many cards it takes from the deck, and the place of the sum it makes."""

Layers = list[int]
"""Sets of sums, by how many cards of the kind at hand they need from the deck."""


class Deals:
    """All deals that fit ``trails``, one for each player, and ``left``: how many cards of each kind
    were not seen to come from the deck; None where the decks prove nothing. ``extent``: the bits
    that a set of sums has."""

    def __init__(self, trails: Sequence[Trail], left: Mapping[str, int] | None) -> None:
        self.trails = tuple(trails)
        self.kinds = tuple(dict.fromkeys(kind for trail in trails for kind in trail.ways))
        self._left = left
        self._fresh = [tuple(group.fresh for group in trail.groups) for trail in trails]
        # Each sum of numbers of cards has one place in a set: places[i] for each card of group i.
        # A group's digit has room for the most that one way can add, so nothing spills over.
        self._places: list[tuple[int, ...]] = []
        self._goal = 0
        self._valid = 1
        place = 1
        for trail in trails:
            places = []
            for i, group in enumerate(trail.groups):
                most = max((w[i] for ways in trail.ways.values() for w in ways), default=0)
                self._goal += group.size * place
                digits = sum(1 << n * place for n in range(group.size + 1))
                self._valid *= digits  # no carries: each digit has places of its own
                places.append(place)
                place *= group.size + most + 1
            self._places.append(tuple(places))
        self.extent = place

    @property
    def possible(self) -> bool:
        """Whether there is any deal that fits."""
        return bool(self._before[-1] >> self._goal & 1)

    def bounds(self, who: int, kind: str) -> tuple[int, int]:
        """The least and the most cards of ``kind`` that hand ``who`` can hold."""
        trail = self.trails[who]
        stocks = {trail.stock(kind, way) for way in self._alive(who, kind)}
        return min(stocks), max(stocks)

    def _steps(self, who: int, kind: str) -> tuple[Step, ...]:
        """Each way of a hand with what it adds; it needs nothing of a deck that has enough."""
        fresh = self._fresh[who] if kind in self._scarce else None
        return _steps(self.trails[who].ways[kind], self._places[who], fresh)

    @cached_property
    def _scarce(self) -> frozenset[str]:
        """The kinds of which the hands may need more than the deck has left."""
        left = self._left
        if left is None:
            return frozenset()
        return frozenset(
            kind
            for kind in self.kinds
            if left[kind]
            < sum(
                max((need for _, need, _ in _steps(trail.ways[kind], places, fresh)), default=0)
                for trail, places, fresh in zip(self.trails, self._places, self._fresh, strict=True)
            )
        )

    def _layers(self, kind: str, first: int) -> Layers:
        """``first``, which needs none of the deck's cards of ``kind``, and room for sets that need
        more."""
        left = self._left
        return [first, *[0] * (left[kind] if left and kind in self._scarce else 0)]

    @cached_property
    def _before(self) -> list[int]:
        """The sums that the kinds before each one can reach; last, those that all can."""
        found = [1]
        for kind in self.kinds:
            found.append(_union(self._forward(kind, found[-1])[-1]))
        return found

    def _forward(self, kind: str, start: int) -> list[Layers]:
        """The sums reached from ``start`` before and after each hand's way of ``kind``."""
        found = [self._layers(kind, start)]
        for who in range(len(self.trails)):
            layers = self._layers(kind, 0)
            for _, need, at in self._steps(who, kind):
                for used, sums in enumerate(found[-1]):
                    if sums and (then := used + need) < len(layers):
                        layers[then] |= sums << at
            found.append([sums & self._valid for sums in layers])
        return found

    @cached_property
    def _after(self) -> list[int]:
        """The sums from which each kind and those after it can reach the goal; last, the goal."""
        found = [1 << self._goal]
        for kind in reversed(self.kinds):
            found.append(_union(self._backward(kind, found[-1])[0]))
        return found[::-1]

    def _backward(self, kind: str, end: int) -> list[Layers]:
        """The sums from which ``end`` is reached by the ways of each hand and those after it."""
        found = [self._layers(kind, end)]
        for who in range(len(self.trails) - 1, -1, -1):
            layers = self._layers(kind, 0)
            for _, need, at in self._steps(who, kind):
                for used, sums in enumerate(found[-1]):
                    if sums and (then := used + need) < len(layers):
                        layers[then] |= sums >> at
            found.append([sums & self._valid for sums in layers])
        return found[::-1]

    @cached_property
    def _around(self) -> dict[str, tuple[list[Layers], list[Layers]]]:
        """For each kind that was asked for, its ``_forward`` and its ``_backward``, the latter with
        all that needs no more than so many cards."""
        return {}

    def _alive(self, who: int, kind: str) -> Iterator[Way]:
        """The ways of a hand that occur in a whole deal."""
        if kind not in self._around:
            i = self.kinds.index(kind)
            ends = self._backward(kind, self._after[i + 1])
            within = [list(accumulate(layers, int.__or__)) for layers in ends]
            self._around[kind] = self._forward(kind, self._before[i]), within
        starts, ends = self._around[kind]
        start, end = starts[who], ends[who + 1]
        for way, need, at in self._steps(who, kind):
            spare = len(start) - 1 - need
            if any(start[u] << at & end[spare - u] for u in range(spare + 1)):
                yield way

    def pick(self, rng: random.Random) -> Mapping[str, tuple[Way, ...]]:
        """One of the deals by chance, each as likely as the shuffled deck makes it: for each kind
        the way of each trail. Raises ValueError if there is none."""
        if not self.possible:
            raise ValueError("no deal fits the evidence")
        goal = self._goal
        chosen = {}
        for i in range(len(self.kinds) - 1, -1, -1):
            kind, weights = self.kinds[i], self._weights[i]
            options = [o for o in self._options(kind) if weights.get(goal - o[1])]
            ways, at, _ = rng.choices(
                options, [weight * weights[goal - at] for _, at, weight in options]
            )[0]
            goal -= at
            chosen[kind] = ways
        return chosen

    @property
    def weight(self) -> int:
        """In how many ways the deck can be dealt so that one of the deals comes about."""
        return self._weights[-1][self._goal]

    @cached_property
    def _weights(self) -> list[Counter[int]]:
        """For each kind, in how many ways the kinds before it reach each sum."""
        found = [Counter({0: 1})]
        for kind, wanted in zip(self.kinds, self._after[1:], strict=True):
            sums: Counter[int] = Counter()
            for _, at, weight in self._options(kind):
                for start, ways in found[-1].items():
                    if wanted >> (start + at) & 1:
                        sums[start + at] += ways * weight
            found.append(sums)
        return found

    def _options(self, kind: str) -> Iterator[tuple[tuple[Way, ...], int, int]]:
        """Every choice of one way for each hand, the place of its sum, and in how many ways the
        deck's cards of ``kind`` can be dealt so."""
        left = None if self._left is None else self._left[kind]
        scarce = kind in self._scarce
        for chosen in product(*(self._steps(who, kind) for who in range(len(self.trails)))):
            if not scarce or left is None or sum(need for _, need, _ in chosen) <= left:
                ways = tuple(way for way, _, _ in chosen)
                yield ways, sum(at for _, _, at in chosen), self._weight(left, ways)

    def _weight(self, left: int | None, ways: tuple[Way, ...]) -> int:
        weight = 1
        for way, fresh in zip(ways, self._fresh, strict=True):
            for number, new in zip(way, fresh, strict=True):
                if new and left is not None:
                    weight *= comb(left, number)
                    left -= number
        return weight


@lru_cache(maxsize=2**13)
def _steps(
    ways: frozenset[Way], places: tuple[int, ...], fresh: tuple[bool, ...] | None
) -> tuple[Step, ...]:
    """Each way of a hand with what it adds. From turn to turn most kinds keep their ways."""
    fresh = fresh or (False,) * len(places)
    return tuple(
        (
            way,
            sum(n for n, new in zip(way, fresh, strict=True) if new),
            sum(n * place for n, place in zip(way, places, strict=True)),
        )
        for way in ways
    )


def _union(layers: Layers) -> int:
    union = 0
    for sums in layers:
        union |= sums
    return union


__all__ = ["Deals"]
