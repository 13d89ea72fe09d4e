"""How good a position is for a player, in points: what is cooked, and what the rest may become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from tabletop.games.walk.game import (
    ANY,
    BUTTER,
    BUTTER_NEEDS,
    BUTTER_POINTS,
    CIDER,
    CIDER_NEEDS,
    CIDER_POINTS,
    HAND_LIMIT,
    MUSHROOMS,
    PAN,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
    Game,
)
from tabletop.games.walk.scoring import dish_points
from tabletop.games.walk.state import Dish, Player, State
from tabletop.games.walk.unseen import unseen


class Weights(NamedTuple):
    """What the judgement rests on, fitted to how games ended: ``benchmarks/weigh.py``.

    ``pan``, ``stick``, ``room`` (in the hand) and ``basket`` are points for each one while the
    forest and its draw pile are full, and fall with them to nothing.
    """

    share: float = 0.6
    """Of the mushrooms of a kind that are still to come, the part that one player gets."""
    night_share: float = 0.39
    """Of the night cards still to come, the part that one player gets, in mushrooms."""
    cards_a_dish: float = 7.4
    """Forest cards that go by while a player makes a dish: time for no more dishes than that."""
    no_pan: float = 0.77
    """What is left of a dish for which there is no pan yet."""
    butter: float = 0.8
    cider: float = 0.67
    """How surely butter and cider find their dish when there are mushrooms enough."""
    sell: float = 0.5
    """Points for each stick that a pair brings which never becomes a dish."""
    pan: float = 1.6
    stick: float = 1.3
    room: float = 1.5
    basket: float = 2.5


DEFAULT = Weights()

WIN = 5.0
"""What winning is worth beside the points by which a game is won."""

MOST = 16
"""More mushrooms of a kind than any player can hold and hope for: 10 day cards and a night card,
with the second night card that ``Worth._night_hope`` supposes."""


class Worth:
    """Judges the positions that may follow from ``view``: supply and time are taken from it."""

    __slots__ = (
        "_chances",
        "_dishes",
        "_early",
        "_game",
        "_hopes",
        "_known",
        "_nights",
        "_weights",
    )

    def __init__(self, view: State, weights: Weights = DEFAULT) -> None:
        game = view.game
        left = len(view.forest) + len(view.draw)
        self._game = game
        self._weights = weights
        self._dishes = left / weights.cards_a_dish + 0.5
        self._early = left / len(game.forest_deck)
        self._known: dict[Player, float] = {}
        unknown = unseen(view)
        hidden = sum(player.hand.count(ANY) for player in view.players)
        in_draw = len(view.draw) / max(1, len(view.draw) + hidden)
        day: Mapping[str, int] = unknown.day or {}
        night: Mapping[str, int] = unknown.night or {}
        self._nights = "".join(kind for kind in MUSHROOMS for _ in range(night.get(kind, 0)))
        self._hopes = {}
        self._chances = {}
        for kind in MUSHROOMS:
            open_cards = view.forest.count(kind) + view.decay.count(kind)
            more = weights.share * (open_cards + in_draw * day.get(kind, 0))
            more += weights.night_share * night.get(kind, 0)
            more = round(more, 1)
            self._hopes[kind] = _hopes(game.cook[kind], weights.sell * game.sell[kind], more)
            self._chances[kind] = _chances(more)

    def lead(self, state: State, who: int) -> float:
        """How far player ``who`` is ahead of the other in ``state``, in points."""
        mine, other = state.players[who], state.players[1 - who]
        if state.reason:
            ahead = _points(self._game, mine.dishes) - _points(self._game, other.dishes)
            return ahead + math.copysign(WIN, ahead) if ahead else 0.0
        return self.of(mine) - self.of(other)

    def of(self, player: Player) -> float:
        """What ``player`` has and may get, in points."""
        value = self._known.get(player)
        if value is None:
            value = self._known[player] = self._judge(player)
        return value

    def _judge(self, player: Player) -> float:
        hand, night, baskets, pans, sticks, poison, dishes = player
        weights = self._weights
        total = _points(self._game, dishes)
        hopes = []
        butter_fits = cider_fits = 0.0
        for kind in MUSHROOMS:
            number = hand.count(kind)
            if kind in night:
                number += 2 * night.count(kind)
            if number:
                hopes.append(self._hopes[kind][number])
                for_butter, for_cider = self._chances[kind][number]
                butter_fits = max(butter_fits, for_butter)
                cider_fits = max(cider_fits, for_cider)
        hopes.sort(reverse=True)
        pans += hand.count(PAN)
        time = self._dishes
        for i, hope in enumerate(hopes):
            if time <= i:
                break
            total += hope * min(1.0, time - i) * (1.0 if i < pans else weights.no_pan)
        if BUTTER in hand:
            total += weights.butter * butter_fits * _halving(hand.count(BUTTER)) * BUTTER_POINTS
        if CIDER in hand:
            total += weights.cider * cider_fits * _halving(hand.count(CIDER)) * CIDER_POINTS
        if ANY in night:
            total += night.count(ANY) * self._night_hope(player)
        room = (POISONED_LIMIT if poison else HAND_LIMIT) + ROOM_OF_BASKET * baskets
        room -= len(hand) + len(night)
        return total + self._early * (
            weights.pan * pans
            + weights.stick * sticks
            + weights.room * room
            + weights.basket * baskets
        )

    def _night_hope(self, player: Player) -> float:
        """What a night card that hasn't been seen yet adds on average."""
        if not self._nights:
            return 0.0
        gain = 0.0
        for kind in self._nights:
            number = player.hand.count(kind)
            gain += self._hopes[kind][number + 2] - self._hopes[kind][number]
        return gain / len(self._nights)


@lru_cache(2**14)
def _points(game: Game, dishes: tuple[Dish, ...]) -> float:
    return float(sum(dish_points(game, dish) for dish in dishes))


def _halving(number: int) -> float:
    """1 for the first, half for the second, a quarter for the third …"""
    return 2.0 - 2.0 ** (1 - number)


@lru_cache(2**14)
def _hopes(cook: int, sell: float, more: float) -> tuple[float, ...]:
    """Points that 0, 1, 2 … mushrooms of a kind add to what a player without any may expect.

    Of each kind ``more`` are expected to come, their number being Poisson distributed: fewer than 3
    bring nothing, but a pair can be sold, at ``sell`` points each.
    """
    none = math.exp(-more)
    one = none * more
    idle = more - one - one * more
    values = [
        0.0,
        cook * (1 + more - none - 2 * one - idle) + 2 * sell * one,
        cook * (2 + more - 2 * none - idle) + 2 * sell * none,
    ]
    values += [cook * (n + more - idle) for n in range(3, MOST)]
    return tuple(values)


@lru_cache(2**14)
def _chances(more: float) -> tuple[tuple[float, float], ...]:
    """For 0, 1, 2 … mushrooms of a kind: the chances to get enough for butter and for cider."""
    terms = [math.exp(-more)]
    for i in range(1, CIDER_NEEDS):
        terms.append(terms[-1] * more / i)
    return tuple(
        (1 - sum(terms[: max(0, BUTTER_NEEDS - n)]), 1 - sum(terms[: max(0, CIDER_NEEDS - n)]))
        for n in range(MOST)
    )
