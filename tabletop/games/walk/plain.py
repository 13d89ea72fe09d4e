"""Seeing at a glance that a move is in order, as most moves that are played are."""

from __future__ import annotations

from tabletop.games.walk.game import (
    ANY,
    AT_FEET,
    BASKET,
    HAND_LIMIT,
    MUSHROOMS,
    PAN,
    POISON,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
)
from tabletop.games.walk.moves import Decay, PutPan, Sell, Take
from tabletop.games.walk.state import State


def plainly_legal(state: State, move: object) -> bool:
    """Whether ``move`` is one of those that surely break nothing; never raises.

    False says nothing: ``Checks`` then looks at it rule by rule. Taking with poison or unread
    cards and cooking are always left to it.
    """
    if state.reason:
        return False
    form = type(move)
    if form is Take or form is Decay:
        hand, night, baskets, _, sticks, poison, _ = state.players[state.to_move]
        discards = move.discards  # type: ignore[attr-defined] # mypy doesn't follow ``form``
        if type(discards) is not tuple or discards:
            return False
        if form is Decay:
            cards = state.decay
        else:
            position = move.position  # type: ignore[attr-defined]
            if type(position) is not int or not 0 < position <= sticks + AT_FEET:
                return False
            cards = state.forest[position - 1 : position]
        if not cards or POISON in cards or ANY in cards:
            return False
        bags = cards.count(BASKET)
        limit = POISONED_LIMIT if poison else HAND_LIMIT
        # A moon counts as the night card that it may bring.
        held = len(hand) + len(night) + len(cards) - bags
        return held <= limit + ROOM_OF_BASKET * (baskets + bags)
    me = state.players[state.to_move]
    if form is Sell:
        kind, day, night = move.mushroom, move.day, move.night  # type: ignore[attr-defined]
        return (
            type(kind) is str
            and type(day) is type(night) is int
            and len(kind) == 1
            and kind in MUSHROOMS
            and 0 <= day <= me.hand.count(kind)
            and 0 <= night <= me.night.count(kind)
            and day + 2 * night > 1
        )
    return form is PutPan and PAN in me.hand
