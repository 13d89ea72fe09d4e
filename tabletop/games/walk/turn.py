"""The parts of a turn: the action, the steps that follow it, and who is next.

Nothing here asks whether a move is legal.
"""

from __future__ import annotations

from bisect import bisect

from tabletop.games.walk.actions import can_act
from tabletop.games.walk.game import (
    ANY,
    AT_FEET,
    BASKET,
    BUTTER,
    CIDER,
    DECAY_SIZE,
    FOREST_SIZE,
    MOON,
    PAN,
    POISON,
)
from tabletop.games.walk.moves import Cook, Decay, Move, Sell, Take
from tabletop.games.walk.state import (
    BOTH_STUCK,
    FOREST_EMPTY,
    Dish,
    Player,
    State,
    price,
    sorted_kinds,
)

# Making a tuple directly leaves out a call for each of the states of a turn.
_new = tuple.__new__
_LAID_DOWN = BASKET + MOON + POISON


def apply(state: State, move: Move) -> State:
    """A whole turn: ``play`` without asking whether the move is legal."""
    return pass_on(clean_up(act(state, move), 1 - state.to_move))


def act(state: State, move: Move) -> State:
    """The action alone (MW-5, MW-7.1): nothing has decayed, and it is the same player's turn."""
    game, forest, draw, night_pile, decay, discard, spent, players, who, _ = state
    hand, night, baskets, pans, sticks, poison, dishes = players[who]
    if type(move) is Take or type(move) is Decay:
        if type(move) is Take:
            at = move.position - 1
            gained = forest[at]
            forest = forest[:at] + forest[at + 1 :]
            if at >= AT_FEET:
                sticks = max(0, sticks - price(at + 1))
        else:
            gained = decay
            decay = ""
        kept = ""
        for kind in gained:
            if kind not in _LAID_DOWN:
                kept += kind
            elif kind == BASKET:
                baskets += 1
            elif kind == MOON:
                discard += MOON
                night = sorted_kinds(night + night_pile[:1])
                night_pile = night_pile[1:]
            else:
                poison += (2,)
        if kept:
            if len(kept) > 1:
                hand = sorted_kinds(hand + kept)
            else:
                at = bisect(hand, kept)
                hand = hand[:at] + kept + hand[at:]
        for pile, kind in move.discards:
            discard += kind
            if pile == "d":
                hand = _without(hand, kind, 1)
            else:
                night = _without(night, kind, 1)
                spent += kind
    elif type(move) is Cook:
        hand = _without(hand, move.mushroom, move.day)
        night = _without(night, move.mushroom, move.night)
        hand = _without(_without(hand, BUTTER, move.butter), CIDER, move.cider)
        if move.pan == "hand":
            hand = _without(hand, PAN, 1)
        else:
            pans = max(0, pans - 1)
        dishes += (Dish(move.mushroom, move.day, move.night, move.butter, move.cider),)
    elif type(move) is Sell:
        hand = _without(hand, move.mushroom, move.day)
        night = _without(night, move.mushroom, move.night)
        sticks += game.sell[move.mushroom] * (move.day + 2 * move.night)
        discard += move.mushroom * (move.day + move.night)
        spent += move.mushroom * move.night
    else:
        hand = _without(hand, PAN, 1)
        pans += 1
    me = _new(Player, (hand, night, baskets, pans, sticks, poison, dishes))
    both = (players[0], me) if who else (me, players[1])
    return _new(State, (game, forest, draw, night_pile, decay, discard, spent, both, who, ""))


def clean_up(state: State, then: int) -> State:
    """The steps after every turn (MW-6, MW-7.2), the end of the game (MW-8.1) or else the turn of
    player ``then``."""
    game, forest, draw, night, decay, discard, spent, players, who, _ = state
    if len(decay) >= DECAY_SIZE and forest:
        discard += decay
        decay = ""
    decay += forest[:1]
    if len(forest) < 2:
        return _new(
            State, (game, "", draw, night, decay, discard, spent, players, then, FOREST_EMPTY)
        )
    forest = forest[1:]
    missing = FOREST_SIZE - len(forest)
    if draw and missing > 0:
        forest += draw[:missing]
        draw = draw[missing:]
    me = players[who]
    if me.poison:
        discard += POISON * me.poison.count(1)
        me = me._replace(poison=tuple(turns - 1 for turns in me.poison if turns > 1))
        players = (players[0], me) if who else (me, players[1])
    return _new(State, (game, forest, draw, night, decay, discard, spent, players, then, ""))


def pass_on(state: State) -> State:
    """The turn passed on where the player to move is stuck (MW-5.6, R-7, R-8)."""
    who = state.to_move
    if state.reason or can_act(state, who):
        return state
    if can_act(state, 1 - who):
        return state._replace(to_move=1 - who)
    return state._replace(reason=BOTH_STUCK)


def _without(cards: str, kind: str, number: int) -> str:
    """``cards`` less ``number`` of ``kind``; where they don't suffice, unknown cards were of it."""
    if not number:
        return cards
    have = cards.count(kind)
    if have >= number:
        return cards.replace(kind, "", number)
    return cards.replace(kind, "").replace(ANY, "", number - have)
