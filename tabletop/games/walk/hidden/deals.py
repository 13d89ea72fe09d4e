"""Putting the kinds together: which ways of all kinds make up the groups of all hands at once.

For each kind an *option* is one way of every trail that together need no more cards of the kind
than the deck has left. One option of each kind is chosen so that every group gets exactly its
size. The sums that the kinds before and after one can reach say which of its options occur in a
whole deal: exact, and quick, since the groups are few and small.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from tabletop.games.walk.hidden.trail import Trail, Way

_BITS: Final = 8
"""Bits for the number of cards of a group, the highest of them kept free to show an overflow."""


class Option(NamedTuple):
    """``ways``: the way of each trail; ``sums``: its number of cards for each group, packed."""

    ways: tuple[Way, ...]
    sums: int


class Deals:
    """All deals that fit ``trails``, one for each player, and ``left``: how many cards of each kind
    were not seen to come from the deck; None where the decks prove nothing."""

    def __init__(self, trails: Sequence[Trail], left: Mapping[str, int] | None) -> None:
        self.trails = tuple(trails)
        self.kinds = tuple(dict.fromkeys(kind for trail in trails for kind in trail.ways))
        self._left = left
        self._fresh = tuple(tuple(group.fresh for group in trail.groups) for trail in trails)
        sizes = [group.size for trail in trails for group in trail.groups]
        self._goal = _pack(sizes)
        self._guard = _pack([1 << (_BITS - 1)] * len(sizes))

    @cached_property
    def _options(self) -> tuple[tuple[Option, ...], ...]:
        return tuple(
            _options(
                tuple(trail.ways[kind] for trail in self.trails),
                self._fresh,
                None if self._left is None else self._left[kind],
            )
            for kind in self.kinds
        )

    @cached_property
    def _before(self) -> list[set[int]]:
        """Sums that the kinds before each one can reach; last, those that all can."""
        found = [{0}]
        for options in self._options:
            steps = {option.sums for option in options}
            found.append({s for a in found[-1] for o in steps if self._fits(s := a + o)})
        return found

    @cached_property
    def _after(self) -> list[set[int]]:
        """For each kind what is still lacking when the kinds up to it are chosen."""
        found = [{self._goal}]
        for options in reversed(self._options):
            steps = {option.sums for option in options}
            found.append(
                {s for a in found[-1] for o in steps if self._within(o, a) and (s := a - o) >= 0}
            )
        return found[::-1]

    def _fits(self, sums: int) -> bool:
        return self._within(sums, self._goal)

    def _within(self, sums: int, goal: int) -> bool:
        return ((goal | self._guard) - sums) & self._guard == self._guard

    @property
    def possible(self) -> bool:
        """Whether there is any deal that fits."""
        return self._goal in self._before[-1]

    @cached_property
    def _alive(self) -> Mapping[str, tuple[Option, ...]]:
        """For each kind the options that occur in a whole deal."""
        alive = {}
        for i, kind in enumerate(self.kinds):
            before, wanted = self._before[i], self._after[i + 1]
            reached = {
                sums
                for sums in {option.sums for option in self._options[i]}
                if any(start + sums in wanted for start in before)
            }
            alive[kind] = tuple(o for o in self._options[i] if o.sums in reached)
        return alive

    def bounds(self, who: int, kind: str) -> tuple[int, int]:
        """The least and the most cards of ``kind`` that hand ``who`` can hold."""
        trail = self.trails[who]
        stocks = {trail.stock(kind, option.ways[who]) for option in self._alive[kind]}
        return min(stocks), max(stocks)

    def pick(self, rng: random.Random) -> Mapping[str, tuple[Way, ...]]:
        """One of the deals by chance, each as likely as the shuffled deck makes it: for each kind
        the way of each trail. Raises ValueError if there is none."""
        if not self.possible:
            raise ValueError("no deal fits the evidence")
        goal = self._goal
        chosen = {}
        for i in range(len(self.kinds) - 1, -1, -1):
            kind, weights = self.kinds[i], self._weights[i]
            options = [o for o in self._options[i] if weights.get(goal - o.sums)]
            option = rng.choices(
                options,
                [self._weight(kind, o) * weights[goal - o.sums] for o in options],
            )[0]
            goal -= option.sums
            chosen[kind] = option.ways
        return chosen

    @property
    def weight(self) -> int:
        """In how many ways the deck can be dealt so that one of the deals comes about."""
        return self._weights[-1][self._goal]

    @cached_property
    def _weights(self) -> list[Counter[int]]:
        """For each kind, in how many ways the kinds before it reach each sum."""
        found = [Counter({0: 1})]
        for kind, options in zip(self.kinds, self._options, strict=True):
            sums: Counter[int] = Counter()
            for option in options:
                weight = self._weight(kind, option)
                for start, ways in found[-1].items():
                    if self._fits(total := start + option.sums):
                        sums[total] += ways * weight
            found.append(sums)
        return found

    def _weight(self, kind: str, option: Option) -> int:
        """In how many ways the deck's cards of ``kind`` can be dealt as ``option`` says."""
        if self._left is None:
            return 1
        left, weight = self._left[kind], 1
        for way, fresh in zip(option.ways, self._fresh, strict=True):
            for number, new in zip(way, fresh, strict=True):
                if new:
                    weight *= comb(left, number)
                    left -= number
        return weight


@lru_cache(maxsize=2**12)
def _options(
    ways: tuple[frozenset[Way], ...], fresh: tuple[tuple[bool, ...], ...], left: int | None
) -> tuple[Option, ...]:
    """The options of one kind. From turn to turn most kinds keep theirs."""
    each = [
        [(way, sum(n for n, new in zip(way, news, strict=True) if new)) for way in its]
        for its, news in zip(ways, fresh, strict=True)
    ]
    return tuple(
        Option(tuple(way for way, _ in chosen), _pack([n for way, _ in chosen for n in way]))
        for chosen in product(*each)
        if left is None or sum(need for _, need in chosen) <= left
    )


def _pack(numbers: Sequence[int]) -> int:
    packed = 0
    for number in numbers:
        packed = packed << _BITS | number
    return packed


__all__ = ["Deals"]
