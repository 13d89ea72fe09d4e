"""How well a predicted table fits one picture, zone by zone, as log likelihood ratios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sin
from typing import NamedTuple

import numpy as np

from tabletop.referee.beliefs import Belief
from tabletop.referee.heaps import chances, miscount, orders, seen_before
from tabletop.referee.items import Item, Place, Spots
from tabletop.referee.match import (
    MISS_COVERED,
    MISS_OPEN,
    Fit,
    Ratios,
    any_order,
    in_order,
    phantom,
    phantom_fault,
)
from tabletop.referee.observe import Observation, Seen
from tabletop.referee.settled import (
    AGAIN,
    buried,
    close,
    groups_of,
    haunted,
    miss_cost,
    seen_again,
    unseen_dishes,
)
from tabletop.referee.shape import shape
from tabletop.referee.track import Ids, Track

_CLASH = -2.0
"""A pairing below this is a fault: the card seen is hardly the card predicted."""


_LAID_UNDER = -0.3
"""Log weight of a card's having been laid where a part of the display is hidden."""
_LAID_BURIED = -1.0
"""The same where only cards laid before and never seen tell that something lies over it."""
_DISH_UNSEEN = -5.0
"""Log weight of a dish's having been laid where something unnoticed lies over the table."""

_MISCOUNT_MOST = 5.0
"""Most that a count of coins may speak against a table."""


class Zoned(NamedTuple):
    """A fit with cards and sightings named: ``pairs`` of card number and sighting index."""

    score: float
    faults: float
    pairs: tuple[tuple[int, int], ...]


class Weigher:
    """Weighs predictions against one observation; keeps what it has worked out. ``before``: the
    last observation that was understood: what lies there unchanged was judged then."""

    def __init__(
        self,
        observation: Observation,
        coin_trust: float = 0.7,
        before: Observation | None = None,
        places: Mapping[int, Place] | None = None,
    ) -> None:
        self.observation = observation
        self._places = places or {}
        self._before = before
        self._old_discards = seen_before(observation, before)
        self._seen_again = seen_again(observation, before)
        self.ratios = Ratios(observation.seen)
        self._by_place = {c.at: c for c in observation.seen}
        self._coin_trust = coin_trust
        self._known: dict[tuple[object, ...], Zoned] = {}
        # By identity of a belief, which ``ratios`` keeps.
        self._in_slots: dict[tuple[int, int, int], list[float]] = {}
        self._lines: dict[tuple[object, ...], list[float]] = {}
        self._close_to: dict[tuple[int, Place], tuple[int, ...]] = {}
        self._settled_known: dict[tuple[object, ...], list[tuple[int, int]] | None] = {}
        self._row_extra = [phantom(seen) for seen in observation.forest]
        self._decay_orders = orders(observation.decay)

    def forest(self, ids: Ids, beliefs: Mapping[int, Belief], slots: Ids | None = None) -> Zoned:
        """The forest's cards in order, ``ids[0]`` nearest the decay pile. ``slots``: the places
        they lie at, from 0, where the row is not closed up."""
        key = ("forest", ids, slots, *(id(beliefs[i]) for i in ids))
        if key not in self._known:
            self._known[key] = self._forest(ids, beliefs, slots or tuple(range(len(ids))))
        return self._known[key]

    def _forest(self, ids: Ids, beliefs: Mapping[int, Belief], slots: Ids) -> Zoned:
        row = self.observation.forest
        gain = [self._in_slot(n, c, beliefs[c]) for n, c in zip(slots, ids, strict=True)]
        fit = in_order(gain, [MISS_OPEN] * len(ids), self._row_extra)
        return self._named(fit, ids, row, beliefs, [1.0] * len(ids))

    def _in_slot(self, slot: int, card: int, belief: Belief) -> list[float]:
        """For each sighting in the forest the log ratio of its being ``card`` in place ``slot``.
        Thousands of rows are made of few cards in few places."""
        key = (slot, card, id(belief))
        line = self._in_slots.get(key)
        if line is None:
            step = self.observation.layout.step
            line = []
            for seen in self.observation.forest:
                off = seen.x / step - slot
                value = self.ratios.of(belief, seen) - min(1.5 * off * off, 2.5)
                line.append(value - self._twisted(card, seen))
            self._in_slots[key] = line
        return line

    def decay(self, ids: Ids, beliefs: Mapping[int, Belief]) -> Zoned:
        """The decay pile, oldest first."""
        key = ("decay", ids, *(id(beliefs[i]) for i in ids))
        if key not in self._known:
            self._known[key] = self._decay(ids, beliefs)
        return self._known[key]

    def _decay(self, ids: Ids, beliefs: Mapping[int, Belief]) -> Zoned:
        miss = [MISS_COVERED] * len(ids)
        if ids:
            miss[-1] = MISS_OPEN
        best: Zoned | None = None
        for order in self._decay_orders:
            gain = [
                [self.ratios.of(beliefs[i], s) - self._twisted(i, s) for s in order] for i in ids
            ]
            fit = in_order(gain, miss, [phantom(s) for s in order])
            zoned = self._named(fit, ids, order, beliefs, [0.5] * len(ids))
            if best is None or zoned.score > best.score:
                best = zoned
        assert best is not None
        return best

    def _twisted(self, card: int, seen: Seen) -> float:
        """Cost of ``card`` having turned on its way; small, for players turn cards as they like."""
        place = self._places.get(card)
        return 0.0 if place is None else min(abs(sin(place.angle - seen.angle)) / 0.12, 1.0) * 0.8

    def _named(
        self,
        fit: Fit,
        ids: Ids,
        row: Sequence[Seen],
        beliefs: Mapping[int, Belief],
        missing: Sequence[float],
    ) -> Zoned:
        left = {i for i, _ in fit.pairs}
        right = {j for _, j in fit.pairs}
        faults = sum(f for i, f in enumerate(missing) if i not in left)
        faults += sum(phantom_fault(s) for j, s in enumerate(row) if j not in right)
        faults += sum(self.ratios.of(beliefs[ids[i]], row[j]) < _CLASH for i, j in fit.pairs)
        pairs = tuple((ids[i], row[j].at) for i, j in fit.pairs)
        return Zoned(fit.score, faults, pairs)

    def display(self, player: int, items: Sequence[Item], ghosts: Spots = ()) -> Zoned:
        """One player's open cards, in any order. ``ghosts``: where sightings lay last time that
        nothing explained; what was held against a hypothesis once hardly counts again."""
        key = (
            "display",
            player,
            ghosts,
            *((i.card, id(i.belief), i.place, i.dish, i.laid, i.missed) for i in items),
        )
        if key not in self._known:
            self._known[key] = self._display(player, items, ghosts)
        return self._known[key]

    def gain(self, item: Item, seen: Seen) -> float:
        """log ratio of ``seen`` being the card ``item``."""
        if item.belief is None:
            value = 1.5 if not seen.up else -8.0
        elif seen.up:
            value = self.ratios.of(item.belief, seen)
        else:
            value = -3.0 if item.pan else -8.0
        if item.place is not None:
            d2 = (seen.x - item.place.x) ** 2 + (seen.y - item.place.y) ** 2
            value += 1.2 if d2 < 0.2 else 0.0 if d2 < 1.0 else -1.2
        return value

    def _stale(self, item: Item, seen: Seen) -> float:
        """What of ``gain`` was told by the last picture already, where ``item`` lay there: a strip
        that is misread is misread the same way as long as nobody touches it."""
        if item.belief is None or item.place is None or seen.at not in self._seen_again:
            return 0.0
        return (1 - AGAIN) * self.ratios.of(item.belief, seen)

    def _display(self, player: int, items: Sequence[Item], ghosts: Spots) -> Zoned:
        seen = self.observation.displays[player]
        items = [item for item in items if not self._under(item, seen)]
        score, faults = 0.0, 0.0
        pairs: list[tuple[int, int]] = []
        free = list(range(len(seen)))
        open_items: list[Item] = []
        # Cards that lie where they lay are paired first, a group at a time, since among neighbours
        # each may have been taken for another one once: what is left is small.
        for group in groups_of(items):
            settled = self._settled(player, group, free)
            if settled is None:
                open_items += group
                continue
            for item, j in settled:
                free.remove(j)
                score += self._line(player, item)[j] - self._stale(item, seen[j])
                pairs.append((item.card, seen[j].at))
        lines = [self._line(player, item) for item in open_items]
        gain = [[line[j] for j in free] for line in lines]
        covered = buried(items)
        miss = [self._miss(player, item, covered) for item in open_items]
        extra = [phantom(seen[j]) * (AGAIN if haunted(seen[j], ghosts) else 1) for j in free]
        fit = any_order(gain, miss, extra)
        score += fit.score
        left, right = {i for i, _ in fit.pairs}, {j for _, j in fit.pairs}
        for i in range(len(open_items)):
            if i not in left:
                faults += _missing(miss[i])
        for j, place in enumerate(free):
            if j not in right:
                again = AGAIN if haunted(seen[place], ghosts) else 1
                faults += again * phantom_fault(seen[place])
        for i, j in fit.pairs:
            faults += gain[i][j] < _CLASH
            score -= self._stale(open_items[i], seen[free[j]])
            pairs.append((open_items[i].card, seen[free[j]].at))
        cost = {item.card: c for item, c in zip(open_items, miss, strict=True)}
        for dish in unseen_dishes(open_items, {c for c, _ in pairs}):
            # It lies as a whole under something: that is one thing, not one for each card.
            apart = sum(cost[item.card] for item in dish)
            if apart < _DISH_UNSEEN:
                score += _DISH_UNSEEN - apart
                faults -= sum(_missing(cost[item.card]) for item in dish) - 1.0
        height = self.observation.layout.plane.card_height
        score += shape(items, self._by_place, dict(pairs), height)
        return Zoned(score, faults, tuple(pairs))

    def _under(self, item: Item, seen: Sequence[Seen]) -> bool:
        """Whether ``item`` lies where nothing can be seen."""
        place = item.place
        if place is None or not self.observation.hidden.over(place.x, place.y):
            return False
        return not any(close(place, s) for s in seen)

    def _miss(self, player: int, item: Item, covered: bool) -> float:
        """Log weight of not seeing ``item``: what was laid in a display that is hidden in part, or
        that must be ``covered``, may lie in that part."""
        if item.place is not None:
            hidden = self.observation.hidden.over(item.place.x, item.place.y)
            return 0.0 if hidden else miss_cost(item)
        if self.observation.hidden.sides[player]:
            return _LAID_UNDER
        return _LAID_BURIED if covered and item.laid else miss_cost(item)

    def _line(self, player: int, item: Item) -> list[float]:
        """For each sighting in the display of ``player`` the log ratio of its being ``item``:
        thousands of displays are made of few cards."""
        key = (player, id(item.belief), item.place, item.pan)
        line = self._lines.get(key)
        if line is None:
            line = [self.gain(item, seen) for seen in self.observation.displays[player]]
            self._lines[key] = line
        return line

    def _near(self, player: int, place: Place) -> tuple[int, ...]:
        """The sightings of a display that may be a card that lay at ``place``."""
        near = self._close_to.get((player, place))
        if near is None:
            display = enumerate(self.observation.displays[player])
            near = self._close_to[player, place] = tuple(j for j, s in display if close(place, s))
        return near

    def _settled(
        self, player: int, group: Sequence[Item], free: Sequence[int]
    ) -> list[tuple[Item, int]] | None:
        """Each card of ``group`` with its sighting among those ``free``, if all are surely where
        they lay."""
        found: set[int] = set()
        for item in group:
            if item.place is None:
                return None
            found.update(self._near(player, item.place))
        near = sorted(found.intersection(free))
        if len(near) < len(group):
            return None
        key = (player, *((i.card, id(i.belief), i.place, i.pan, i.missed) for i in group), *near)
        if key not in self._settled_known:
            gain = [[self._line(player, item)[j] for j in near] for item in group]
            seen = self.observation.displays[player]
            extra = [phantom(seen[j]) for j in near]
            fit = any_order(gain, [miss_cost(item) for item in group], extra)
            sure = len(fit.pairs) == len(group) and all(gain[i][j] > 2.0 for i, j in fit.pairs)
            self._settled_known[key] = [(i, near[j]) for i, j in fit.pairs] if sure else None
        pairs = self._settled_known[key]
        return None if pairs is None else [(group[i], j) for i, j in pairs]

    def discard(self, batches: Sequence[Ids], beliefs: Mapping[int, Belief], new: int = 0) -> Zoned:
        """The discard pile's open cards, ``batches`` oldest first, the last ``new`` of them thrown
        away since the last picture."""
        cards = [(c, age) for age, b in enumerate(reversed(batches[-6:])) for c in b][:14]
        key = ("discard", new, *((c, age, id(beliefs[c])) for c, age in cards))
        if key not in self._known:
            self._known[key] = self._discard(cards, beliefs, new)
        return self._known[key]

    def _discard(
        self, cards: list[tuple[int, int]], beliefs: Mapping[int, Belief], new: int
    ) -> Zoned:
        if "discard" in self.observation.hidden.piles:
            return Zoned(0.0, 0.0, ())
        pile = sorted(self.observation.discard, key=lambda s: s.visible < 0.5)
        if not pile:
            return Zoned(-2.0 if cards and self.observation.layout.discard else 0.0, 0.0, ())
        if not cards:
            cost = sum(phantom(s) for s in pile)
            return Zoned(cost, sum(map(phantom_fault, pile)), ())
        score, faults = 0.0, 0.0
        left = list(cards)
        pairs: list[tuple[int, int]] = []
        for n, seen in enumerate(pile):
            if not seen.up or not left:
                continue
            if seen.at in self._old_discards:
                # Seen before: it tells nothing new, but that nothing was thrown on top of it.
                if new and n == 0 and seen.visible > 0.5:
                    score, faults = score - 3.0, faults + 0.5
                continue
            top = n == 0 and seen.visible > 0.5
            terms = [
                w * exp(self.ratios.of(beliefs[c], seen))
                for w, (c, _) in zip(chances(left, new, top), left, strict=True)
            ]
            value = log(0.03 + 0.97 * sum(terms))
            best = int(np.argmax(terms))
            score += value if top else 0.6 * value
            faults += 0.7 * (top and value < _CLASH)
            if terms[best] > 0.6 * (0.03 + sum(terms)):
                pairs.append((left[best][0], seen.at))
                left.pop(best)
        return Zoned(score, faults, tuple(pairs))

    def piles(self, track: Track) -> tuple[float, float]:
        """Draw and night pile there or used up: score and faults."""
        o = self.observation
        score, faults = 0.0, 0.0
        hidden = o.hidden.piles
        if o.layout.draw is not None and "draw" not in hidden and o.draw != (track.draw > 0):
            score, faults = (score - 3.0, faults + 0.5)
        if o.layout.night is not None and "night" not in hidden and o.night != (track.night > 0):
            score, faults = (score - 2.0, faults + 0.3)
        return score, faults

    def coins(self, track: Track, before: tuple[int, int] | None = None) -> float:
        """Sticks counted before each player against the sticks they should have. A coin is rather
        overlooked than seen where there is none. ``before``: the sticks before these turns."""
        score = 0.0
        last = self._before.coins if self._before is not None else (None, None)
        for who, (side, seen) in enumerate(zip(track.sides, self.observation.coins, strict=True)):
            if seen is not None:
                cost = self._coin_trust * min(miscount(seen, side.sticks), _MISCOUNT_MOST)
                same = seen == last[who] and (before is None or before[who] == side.sticks)
                score -= cost * (AGAIN if same else 1)
        return score


def _missing(cost: float) -> float:
    """How much of a fault it is not to see a card for which that has the log weight ``cost``."""
    return min(1.0, cost / MISS_OPEN)
