"""Taking a forest card or the decay pile: what the cards taken may be, and what poison costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import exp, log

from tabletop.games.mushroom_walk import Decay, Move, Take
from tabletop.games.walk.game import BUTTER, CIDER, PAN
from tabletop.referee.beliefs import Belief, settle
from tabletop.referee.drafts import LEAST, Bench, Draft, hand_limit
from tabletop.referee.structure import PILE
from tabletop.referee.track import Choice, Ids, Track

_FREE_DISCARDS = 60
"""Ways to choose discards that are looked at."""
_WAYS, _UNLIKELY = 12, -9.0
"""So many ways in which cards taken may act are looked at, and none less likely (natural
logarithm)."""

_WORTH = {"T": 3.0, "9": 2.4, "8": 2.0, "7": 1.8, "6": 1.8, "5": 1.4, "4": 1.2, "3": 0.8, "2": 0.4,
          PAN: 1.8, BUTTER: 1.8, CIDER: 2.2, "?": 1.2}  # fmt: skip
"""How unwilling players are to throw a kind away, in nats: only ever decides what no picture
shows."""


class Gaining(Bench):
    """Proposes takings."""

    def gains(self, draft: Draft, step: int) -> Iterator[Draft]:
        for gains, beliefs, prior in self._ways(draft, step):
            yield from self._with_discards(draft, step, gains, beliefs, prior)

    def _ways(self, draft: Draft, step: int) -> Iterator[tuple[str, dict[int, Belief], float]]:
        """What the cards taken may be: their effects, the beliefs that go with them, the prior."""
        cards = cards_taken(draft.track, step)
        options = []
        for card in cards:
            belief = self._belief(draft, card)
            ways = [(g, self._faces.gain(belief, g)) for g in "HKOP"]
            options.append([(g, m) for g, m in ways if m > LEAST])
        all_ways = [(sum(log(m) for _, m in way), way) for way in product(*options)]
        # Each comes with every way to discard: of four doubtful cards there would be thousands.
        for weight, way in sorted(all_ways, key=lambda w: -w[0])[:_WAYS]:
            if weight < _UNLIKELY:
                break
            beliefs = dict(draft.beliefs)
            for card, (gain, mass) in zip(cards, way, strict=True):
                beliefs[card] = self._narrowed(self._belief(draft, card), gain, mass)
            yield "".join(g for g, _ in way), beliefs, draft.prior + weight

    def _narrowed(self, belief: Belief, gain: str, mass: float) -> Belief:
        return belief if mass > 0.999 else settle(belief * self._faces.gain_mask[gain])

    def _with_discards(
        self, draft: Draft, step: int, gains: str, beliefs: dict[int, Belief], prior: float
    ) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        move: Move = Decay() if step == PILE else Take(step)
        if "P" not in gains:
            yield from self._done(draft, move, Choice(gains), beliefs, prior)
            return
        pool = pool_of(track, step, gains)
        low = 4 + 2 * (len(me.baskets) + gains.count("K"))
        due = max(0, len(pool) - low)
        fits = len(pool) <= hand_limit(me, gains)
        for drop, weight in self._drops(pool, due, beliefs)[: None if fits else 1]:
            discards = tuple(sorted(("n" if c < 0 else "d", self._kind(beliefs, c)) for c in drop))
            act: Move = Decay(discards) if step == PILE else Take(step, discards)
            yield from self._done(draft, act, Choice(gains, drop), beliefs, prior + weight)

    def _drops(self, pool: Ids, due: int, beliefs: Mapping[int, Belief]) -> list[tuple[Ids, float]]:
        """Which ``due`` cards of ``pool`` are thrown away, likeliest first, with log weights."""
        if due <= 0:
            return [((), 0.0)]
        kinds = [self._kind(beliefs, c) for c in pool]
        pile = [s for s in self._weigher.observation.discard if s.up]
        ease = []
        for card, kind in zip(pool, kinds, strict=True):
            worth = _WORTH.get(kind, 1.2) + 0.6 * (kinds.count(kind) - 1) + 0.8 * (card < 0)
            shown = max((self._ratio(beliefs, card, s) for s in pile), default=0.0)
            ease.append((-worth, 2.5 if shown > 1.5 else 0.0))
        # Cards of a kind are alike: of each, those that show on the discard pile go first.
        alike: dict[tuple[bool, str, int], list[int]] = {}
        for i in sorted(range(len(pool)), key=lambda i: (-ease[i][1], pool[i])):
            one = (pool[i] < 0, kinds[i], pool[i] if kinds[i] == "?" else 0)
            alike.setdefault(one, []).append(i)
        ranked: list[tuple[float, float, Ids]] = [(0.0, 0.0, ())]
        left = len(pool)
        for members in alike.values():
            left -= len(members)
            grown = []
            for order, prior, drop in ranked:
                for n in range(len(members) + 1):
                    if len(drop) + n > due or len(drop) + n + left < due:
                        continue
                    more = members[:n]
                    weight = sum(ease[i][0] for i in more)
                    shown = sum(ease[i][1] for i in more)
                    ids = drop + tuple(pool[i] for i in more)
                    grown.append((order + weight + shown, prior + weight, ids))
            ranked = sorted(grown, key=lambda c: (-c[0], c[2]))[: 8 * _FREE_DISCARDS]
        ranked = ranked[:_FREE_DISCARDS]
        total = log(sum(exp(c[1] - ranked[0][1]) for c in ranked)) + ranked[0][1]
        return [(drop, prior - total) for _, prior, drop in ranked]


def cards_taken(track: Track, step: int) -> Ids:
    """The cards that a taking step takes."""
    return track.decay if step == PILE else track.forest[step - 1 : step]


def pool_of(track: Track, step: int, gains: str) -> Ids:
    """The cards held once those taken, with effects ``gains``, have come to the hand."""
    me = track.sides[track.to_move]
    kept = tuple(c for c, g in zip(cards_taken(track, step), gains, strict=True) if g == "H")
    moons = min(gains.count("O"), track.night)
    return me.hand + me.night + kept + tuple(track.next_night - 1 - i for i in range(moons))
