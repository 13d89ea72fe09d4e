"""The beginner: takes what looks best now, cooks as soon as it can, plans nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletop.games.walk.game import BASKET, BUTTER, CIDER, MOON, MUSHROOMS, PAN, POISON
from tabletop.games.walk.moves import Cook, Decay, Move, Sell, Take
from tabletop.games.walk.scoring import dish_points
from tabletop.games.walk.state import Dish, State, price

_OTHERS = {PAN: 4.0, BASKET: 4.0, MOON: 5.0, BUTTER: 2.0, CIDER: 2.0, POISON: -4.0}
"""What a card that is no mushroom looks worth to a beginner, in points."""


class Greedy:
    """Looks at each move alone: points cooked, cards gained, sticks paid."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        """The move that looks best; one of them by chance where several do."""
        looks = [_looks(view, move) for move in moves]
        best = max(looks)
        return self._rng.choice([m for m, value in zip(moves, looks, strict=True) if value == best])


def _looks(view: State, move: Move) -> float:
    game = view.game
    if isinstance(move, Cook):
        dish = Dish(move.mushroom, move.day, move.night, move.butter, move.cider)
        return 20.0 + dish_points(game, dish)
    if isinstance(move, Sell):
        return 0.5 * game.sell[move.mushroom] * (move.day + 2 * move.night)
    if isinstance(move, Take):
        cards = view.forest[move.position - 1]
        cost = float(price(move.position))
    elif isinstance(move, Decay):
        cards, cost = view.decay, 0.0
    else:
        return 1.0
    me = view.mover
    value = 0.0
    for kind in cards:
        if kind in MUSHROOMS:
            more = me.hand.count(kind) + 2 * me.night.count(kind)
            value += game.cook[kind] * (1 + more)
        else:
            value += _OTHERS[kind]
    return value - cost - 1.0 * len(move.discards)
