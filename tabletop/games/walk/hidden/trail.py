"""One player's hidden cards of one pile (day or night) as a trail of evidence, kind by kind.

Unknown cards come and go in *groups*: the dealt ones, a night card drawn unseen, discards that were
not seen. A *way* says, for one kind, how many cards of each group are of that kind. All evidence so
far speaks of one kind at a time ("held three 9s at turn 12"), so the ways of each kind are kept
apart, and only the sizes of the groups and the numbers in the decks tie kinds and players together;
``deals`` does that. A way spans the whole game, so that what is learnt late also tells what was
held early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

Way = tuple[int, ...]


class Group(NamedTuple):
    """``size`` unknown cards that came into the hand (``sign`` 1), left it (-1), or will do so
    later than the moment looked at (0). ``fresh``: whether they came from the deck. ``at``: where
    cards that left it lie in the discard pile."""

    size: int
    sign: int
    fresh: bool
    at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Trail:
    """``known``: for each kind the cards gained in view less those used in view, below 0 where
    unknown ones were used. ``ways``: for each kind the ways that fit the evidence on that kind.
    ``growing``: whether cards that come now may join the last group, as no evidence separates
    them. ``limits``: cards of each kind in the deck."""

    limits: Mapping[str, int]
    known: Mapping[str, int]
    ways: Mapping[str, frozenset[Way]]
    groups: tuple[Group, ...] = ()
    growing: bool = False

    @staticmethod
    def empty(limits: Mapping[str, int]) -> Trail:
        """A trail of a hand without cards; ``limits`` has every kind that may come into it."""
        return Trail(limits, dict.fromkeys(limits, 0), dict.fromkeys(limits, frozenset([()])))

    @property
    def size(self) -> int:
        """Cards held."""
        return sum(self.known.values()) + sum(g.size * g.sign for g in self.groups)

    def stock(self, kind: str, way: Way) -> int:
        """Cards of ``kind`` held if ``way`` is how it was."""
        number = self.known[kind]
        for (_, sign, _, _), count in zip(self.groups, way, strict=True):
            number += sign * count
        return number

    def gain(self, kinds: Iterable[str]) -> Trail:
        """Cards that are seen come into the hand."""
        known = dict(self.known)
        for kind in kinds:
            known[kind] += 1
        return replace(self, known=known)

    def draw(self, number: int) -> Trail:
        """``number`` cards of the deck come into the hand unseen."""
        if not number:
            return self
        old = self.groups[-1].size if self.growing else 0
        size = old + number
        # More than the deck holds may be said to be there: any kind may then be more than it has.
        beyond = max(0, size - sum(self.limits.values()))
        ways = {
            kind: frozenset(
                (*(way[:-1] if self.growing else way), count)
                for way in ways
                for count in range(min(size, self.limits[kind] + beyond) + 1)
            )
            for kind, ways in self.ways.items()
        }
        groups = self.groups[:-1] if self.growing else self.groups
        return replace(self, ways=ways, groups=(*groups, Group(size, 1, True)), growing=True)

    def use(self, kind: str, number: int, *, forced: bool = False) -> Trail:
        """``number`` cards of ``kind`` leave the hand in view: they were held.

        Where no evidence allows that, ``forced`` lets what is lacking come from nowhere.
        """
        if not number:
            return self
        if forced:
            most = max(self.stock(kind, way) for way in self.ways[kind])
            return self.gain(kind * max(0, number - most)).use(kind, number)
        after = self.at_least(kind, number)
        return replace(after, known={**self.known, kind: self.known[kind] - number})

    def lose(self, number: int, at: tuple[int, ...]) -> Trail:
        """``number`` cards, whichever, leave the hand unseen, to places ``at`` of the discards."""
        if not number:
            return self
        ways = {
            kind: frozenset(
                (*way, count)
                for way in ways
                for count in range(min(number, self.stock(kind, way)) + 1)
            )
            for kind, ways in self.ways.items()
        }
        groups = (*self.groups, Group(number, -1, False, at))
        return replace(self, ways=ways, groups=groups, growing=False)

    def lost(self, group: int, kinds: str) -> Trail:
        """The same, these kinds being among the cards of a group that left unseen."""
        ways = {
            kind: frozenset(way for way in ways if way[group] >= kinds.count(kind))
            for kind, ways in self.ways.items()
        }
        return replace(self, ways=ways)

    def at_least(self, kind: str, number: int) -> Trail:
        """The same, ``number`` cards of ``kind`` being held now."""
        return self._where(kind, [w for w in self.ways[kind] if self.stock(kind, w) >= number])

    def at_most(self, kind: str, number: int) -> Trail:
        """The same, no more than ``number`` cards of ``kind`` being held now."""
        return self._where(kind, [w for w in self.ways[kind] if self.stock(kind, w) <= number])

    def _where(self, kind: str, ways: list[Way]) -> Trail:
        if len(ways) == len(self.ways[kind]):
            return self
        return replace(self, ways={**self.ways, kind: frozenset(ways)}, growing=False)

    def joined(self) -> Trail:
        """The same with all groups that came put into one and all that left into another.

        That forgets which cards came before which evidence: it allows what was possible, and a
        little more.
        """
        came = [i for i, group in enumerate(self.groups) if group.sign > 0]
        left = [i for i, group in enumerate(self.groups) if group.sign < 0]
        size, lost = (sum(self.groups[i].size for i in part) for part in (came, left))
        at = tuple(place for i in left for place in self.groups[i].at)
        ways = {
            kind: frozenset((sum(way[i] for i in came), sum(way[i] for i in left)) for way in ways)
            for kind, ways in self.ways.items()
        }
        groups = (Group(size, 1, True), Group(lost, -1, False, at))
        return replace(self, ways=ways, groups=groups, growing=False)

    def looked_back(self, then: Trail) -> Trail:
        """The hand as it was at ``then``, an earlier moment, by all evidence since."""
        groups: list[Group] = []
        split = -1
        for i, group in enumerate(self.groups):
            if i >= len(then.groups):
                groups.append(group._replace(sign=0))
            elif group.size > then.groups[i].size:
                split = i
                early = then.groups[i]
                groups += [early, group._replace(size=group.size - early.size, sign=0)]
            else:
                groups.append(group)
        ways = self.ways
        if split >= 0:
            # No evidence tells which cards of a group came first: every share is as good.
            early_size, late_size = groups[split].size, groups[split + 1].size
            ways = {
                kind: frozenset(
                    (*way[:split], count, way[split] - count, *way[split + 1 :])
                    for way in ways
                    for count in range(
                        max(0, way[split] - late_size), min(way[split], early_size) + 1
                    )
                )
                for kind, ways in self.ways.items()
            }
        return Trail(self.limits, then.known, ways, tuple(groups))


__all__ = ["Group", "Trail", "Way"]
