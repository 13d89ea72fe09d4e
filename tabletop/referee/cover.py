"""What lies over a part of the table and is seen as no hand: a newspaper, a bowl, a sleeve.

Cards that lay together and are gone at once, where no turn takes them away, lie under something.
Their places stay hidden, which is not empty, until something is seen there again. Whether it is
so is weighed like any other account of a picture (``follower.py``): here it is only thought of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tabletop.referee.hypothesis import Hypothesis, items_of
from tabletop.referee.items import Spots
from tabletop.referee.observe import Hidden, Observation, Seen
from tabletop.referee.weigh import Weigher

PRIOR = -5.0
"""Log probability that something is laid over a part of the table from one picture to the next."""
_LEAST = 2
"""Things that must have gone together."""
_NEAR = 0.5
"""Card widths within which a sighting shows that a place is in view again."""
_SEEN = 0.5
"""Probability from which something is taken to lie in a place."""
_TOGETHER = 2.5
"""Card widths from one thing to the next under the same cover."""
_AGAIN = 1 / 3
"""Share of what lay under it that shows again when a cover is gone: some may have been played."""
_AROUND = 0.8
"""Card widths by which a cover reaches beyond the cards under it."""
_MANY = 4
"""Cards in a pile that no turn uses up."""


class Spot(NamedTuple):
    """A place where something lay, and the zone it is in (``Observation.zones``)."""

    x: float
    y: float
    zone: str


Patch = tuple[Spot, ...]


class Cover(NamedTuple):
    """``patches``: what each thing that lies there hides; ``coins``: where coins lay before each
    player when they were seen last."""

    patches: tuple[Patch, ...] = ()
    coins: tuple[Spots, Spots] = ((), ())

    def seen(self, observation: Observation) -> Cover:
        """What is still covered in ``observation``."""
        if not self.patches:
            return self
        kept = []
        for patch in self.patches:
            hidden = tuple(s for s in patch if not _in_view(s, observation.seen))
            if len(patch) - len(hidden) < max(1, _AGAIN * len(patch)):
                kept.append(hidden)
        return self._replace(patches=tuple(kept))

    def noted(self, observation: Observation) -> Cover:
        """With the coins of ``observation``, which was understood, where they are in view."""
        first, second = (
            old if observation.hidden.coins[who] else observation.stashes[who]
            for who, old in enumerate(self.coins)
        )
        return self._replace(coins=(first, second))

    def over(self, observation: Observation) -> Observation:
        """``observation`` with what is covered told as hidden."""
        if not self.patches:
            return observation
        every = [spot for patch in self.patches for spot in patch]
        first, second = (f"display {who}" in {s.zone for s in every} for who in (0, 1))
        coins = (
            first and self._hides_coins(0, observation),
            second and self._hides_coins(1, observation),
        )
        hidden = Hidden(
            tuple((s.x, s.y) for s in every if s.zone.startswith("display")),
            frozenset(s.zone for s in every if not s.zone.startswith("display")),
            (first, second),
            coins,
        )
        one, two = (None if c else n for c, n in zip(coins, observation.coins, strict=True))
        return replace(observation, hidden=hidden, coins=(one, two))

    def _hides_coins(self, who: int, observation: Observation) -> bool:
        """Whether coins of player ``who`` may lie under it: some did, or none were seen yet."""
        if not self.coins[who]:
            return not observation.coins[who]
        for patch in self.patches:
            low = min(s.x for s in patch) - _AROUND, min(s.y for s in patch) - _AROUND
            high = max(s.x for s in patch) + _AROUND, max(s.y for s in patch) + _AROUND
            if any(low[0] < x < high[0] and low[1] < y < high[1] for x, y in self.coins[who]):
                return True
        return False


def suspected(cover: Cover, h: Hypothesis, observation: Observation) -> Cover | None:
    """``cover`` with what else may be covered in ``observation`` if the table is still that of
    ``h``; None where nothing is."""
    gone = [*_gone(h, observation), *_piles_gone(h, observation)]
    patches = [p for p in _together(gone) if len(p) >= _LEAST]
    return cover._replace(patches=(*cover.patches, *patches)) if patches else None


def _gone(h: Hypothesis, observation: Observation) -> Iterator[Spot]:
    """Places of open cards where nothing is seen that isn't something else's."""
    weigher = Weigher(observation, places=h.places)
    for who in (0, 1):
        items = items_of(h.track, who, h.beliefs, h.places, h.backs)
        fit = weigher.display(who, items)
        found, used = {c for c, _ in fit.pairs}, {at for _, at in fit.pairs}
        free = [s for s in observation.displays[who] if s.at not in used]
        for item in items:
            place = item.place
            if place is None or item.card in found or observation.hidden.over(place.x, place.y):
                continue
            spot = Spot(place.x, place.y, f"display {who}")
            if not _in_view(spot, free):
                yield spot


def _piles_gone(h: Hypothesis, observation: Observation) -> Iterator[Spot]:
    layout, hidden = observation.layout, observation.hidden.piles
    for name, place, shows, lies in (
        ("draw", layout.draw, observation.draw, h.track.draw > _MANY),
        ("night", layout.night, observation.night, h.track.night > _MANY),
        ("discard", layout.discard, bool(observation.discard), bool(h.track.discard)),
    ):
        if place is not None and lies and not shows and name not in hidden:
            yield Spot(*place, name)


def _in_view(spot: Spot, seen: Sequence[Seen]) -> bool:
    return any(
        abs(c.x - spot.x) < _NEAR and abs(c.y - spot.y) < _NEAR and c.score > _SEEN for c in seen
    )


def _together(spots: list[Spot]) -> list[Patch]:
    """``spots`` in groups of those that lie close to one another."""
    groups: list[list[Spot]] = []
    for spot in spots:
        near = [g for g in groups if any(_close(spot, other) for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append([spot, *(s for g in near for s in g)])
    return [tuple(g) for g in groups]


def _close(a: Spot, b: Spot) -> bool:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < _TOGETHER**2
