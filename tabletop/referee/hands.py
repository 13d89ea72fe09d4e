"""What hands may hold that cards were thrown away from unseen.

There may be hundreds of ways to throw three cards away, and only a few histories are kept. So the
likelihood of every way is noted when the turn is seen, and what the rest of the game needs of the
hand is worked out here, for one history, with all of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Final

from tabletop.games.mushroom_walk import Decay, Move, Take
from tabletop.games.walk.game import ANY
from tabletop.games.walk.hidden.case import day_cards
from tabletop.games.walk.state import sorted_kinds
from tabletop.referee.hypothesis import Hypothesis, Played, Thrown
from tabletop.referee.track import Ids

_MOST: Final = 300
"""Ways to have thrown cards away that are followed, likeliest first."""
_MISREAD: Final = 1e-3
"""How likely a card is played that the hand hasn't: one that was misread when it was taken."""

_Ways = dict[tuple[str, tuple[Thrown, ...]], float]
"""Hands, with what was thrown away from them in turn, and how likely that is."""


class Hands:
    """Both hands of ``h`` in all ways that its turns allow."""

    def __init__(self, h: Hypothesis) -> None:
        self._history = h.history
        self._at: dict[int, tuple[int, int]] = {}
        self._found: list[_Ways] = []
        for who in (0, 1):
            turns = [n for n, p in enumerate(h.history) if p.player == who and p.choice.drop]
            self._at |= {n: (who, k) for k, n in enumerate(turns)}
            self._found.append(_followed(h, who) if turns else {})

    def move(self, n: int) -> Move | None:
        """The move of turn ``n``, from 0, if it threw cards away."""
        return self._history[n].move if n in self._at else None

    def thrown(self, n: int) -> Sequence[tuple[Ids, Move, float]]:
        """The cards that turn ``n`` may have thrown away, the move that was, and how likely it is;
        that sums to 1."""
        who, place = self._at[n]
        ways: dict[Thrown, float] = defaultdict(float)
        for (_, thrown), weight in self._found[who].items():
            ways[thrown[place]] += weight
        move = self._history[n].move
        assert isinstance(move, Take | Decay)
        return [(t.ids, replace(move, discards=t.cards), w) for t, w in sorted(ways.items())]

    def held(self, who: int, least: float) -> Counter[str]:
        """How many cards of each kind are in the hand of ``who`` with probability ``least``."""
        chance: dict[tuple[str, int], float] = defaultdict(float)
        for (hand, _), weight in self._found[who].items():
            for kind in set(hand) - {ANY}:
                for n in range(1, hand.count(kind) + 1):
                    chance[kind, n] += weight
        return Counter(kind for (kind, _), p in chance.items() if p >= least)


def _followed(h: Hypothesis, who: int) -> _Ways:
    first = h.past[0].sides[who]
    dealt = {kind: float(mask @ h.faces.dealt) for kind, mask in h.faces.mask.items()}
    ways: _Ways = {(ANY * len(first.hand), ()): 1.0}
    for n, played in enumerate(h.history):
        if played.player != who:
            continue
        if isinstance(played.move, Take | Decay):
            gained = "".join(map(h.kind, _gained(played)))
            ways = {(sorted_kinds(hand + gained), past): w for (hand, past), w in ways.items()}
            if played.choice.drop:
                ways = _thrown(ways, h.thrown[n], dealt)
        else:
            ways = _played(ways, day_cards(played.move), dealt)
    return ways


def _gained(played: Played) -> tuple[int, ...]:
    return tuple(c for c, g in zip(played.taken, played.choice.gains, strict=True) if g == "H")


def _thrown(ways: _Ways, options: Mapping[Thrown, float], dealt: Mapping[str, float]) -> _Ways:
    found: _Ways = defaultdict(float)
    for (hand, past), weight in ways.items():
        for way, likely in options.items():
            left, factor = hand, weight * likely
            for kind, number in Counter(kind for pile, kind in way.held if pile == "d").items():
                left, times = _without(left, kind, number, dealt)
                factor *= times
            found[left, (*past, way)] += factor
    return _likeliest(found)


def _played(ways: _Ways, cards: Sequence[tuple[str, int]], dealt: Mapping[str, float]) -> _Ways:
    found: _Ways = defaultdict(float)
    for (hand, past), weight in ways.items():
        left, factor = hand, weight
        for kind, number in cards:
            left, times = _without(left, kind, number, dealt)
            factor *= times
        found[left, past] += factor
    return _likeliest(found)


def _without(hand: str, kind: str, number: int, dealt: Mapping[str, float]) -> tuple[str, float]:
    """``hand`` less ``number`` cards of ``kind``, and how likely it is that it had them; unknown
    cards may be of any kind."""
    have = min(number, hand.count(kind))
    left = hand.replace(kind, "", have)
    lacking = number - have
    unknown = min(lacking, left.count(ANY)) if kind != ANY else 0
    left = left.replace(ANY, "", unknown)
    chance = comb(left.count(ANY) + unknown, unknown) * dealt.get(kind, 0.0) ** unknown
    return left, chance * _MISREAD ** (lacking - unknown)


def _likeliest(ways: _Ways) -> _Ways:
    """The likeliest of ``ways``, with weights that sum to 1."""
    kept = sorted(ways.items(), key=lambda way: (-way[1], way[0]))[:_MOST]
    total = sum(weight for _, weight in kept)
    return {way: weight / total for way, weight in kept if weight > 0}
