"""Two players with plain sense: a game they play is plausible, not strong."""

from __future__ import annotations

import random

from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Cook, Decay, Discards, Move, Sell, State, Take

Worths = dict[str, float]


def _worths(state: State) -> Worths:
    """What each kind is worth to the player to move, in points."""
    me, game = state.mover, state.game
    worths: Worths = {}
    for kind, each in game.cook.items():
        have = me.hand.count(kind) + 2 * me.night.count(kind)
        # a kind that can no longer make a dish of three is hardly worth its room
        left = state.draw.count(kind) + state.forest.count(kind) + state.decay.count(kind)
        hope = 1.0 if have + left >= 3 else 0.2
        worths[kind] = hope * each * (0.45 + 0.35 * min(have, 5)) + 0.25 * game.sell[kind]
    pans = me.pans + me.hand.count("N")
    worths["N"] = (5.0, 3.5, 1.5, 0.3)[min(pans, 3)]
    worths["B"] = 2.5 if me.hand.count("B") == 0 else 1.0
    worths["C"] = 2.2 if me.hand.count("C") == 0 else 0.5
    worths["K"] = (4.0, 2.5, 1.0, 0.5)[min(me.baskets, 3)]
    worths["O"] = 4.5 if state.night else 0.3
    worths["P"] = -1.5
    return worths


def _gain(state: State, kinds: str, discards: Discards, worths: Worths) -> float:
    me = state.mover
    value = sum(worths[kind] for kind in kinds) - 1.1 * sum(worths[k] for _, k in discards)
    kept = sum(kind not in "KP" for kind in kinds)
    room = me.limit + 2 * kinds.count("K") - me.held - kept
    if "P" not in kinds and room < 2:
        value -= (3.5, 1.5)[max(room, 0)]
    return value


def _worth_of(state: State, move: Move, worths: Worths) -> float:
    me = state.mover
    late = 1.0 - len(state.draw) / 60
    if type(move) is Take:
        kind = state.forest[move.position - 1]
        return _gain(state, kind, move.discards, worths) - 0.8 * mw.price(move.position)
    if type(move) is Decay:
        return 0.8 * _gain(state, state.decay, move.discards, worths)
    if type(move) is Cook:
        dish = mw.Dish(move.mushroom, move.day, move.night, move.butter, move.cider)
        have = me.hand.count(move.mushroom) + 2 * me.night.count(move.mushroom)
        if dish.mushrooms < have:
            return -5.0
        patience = 2.0 if dish.mushrooms == 3 and late < 0.7 else 0.0
        # Butter or cider in the hand makes it worth waiting for one more of the kind.
        waits_for = 5 if "C" in me.hand else 4 if "B" in me.hand else 3
        if late < 0.75 and dish.mushrooms < waits_for:
            patience += 2.5
        full = me.limit - me.held <= 1
        return mw.dish_points(state.game, dish) * (0.75 + 0.5 * late) - patience + 2.0 * full
    if type(move) is Sell:
        number = move.day + 2 * move.night
        sticks = number * state.game.sell[move.mushroom]
        need = (0.75, 0.6, 0.5, 0.35)[me.sticks] if me.sticks < 4 else 0.1
        crowd = 1.2 if me.limit - me.held <= 1 else 0.0
        lost = worths[move.mushroom] * (move.day + 2.0 * move.night) * (0.55 - 0.4 * late)
        return sticks * need - lost + crowd * (move.day + move.night)
    spare = me.limit - me.held <= 1
    return 2.0 if spare and me.pans == 0 else 0.2 + 1.2 * spare


def choose(state: State, rng: random.Random) -> Move:
    """The move that the player to move makes; ``rng`` lends a little whim."""
    worths = _worths(state)
    return max(
        mw.legal_moves(state), key=lambda move: _worth_of(state, move, worths) + rng.gauss(0, 0.5)
    )


def play_out(start: State, rng: random.Random) -> list[tuple[int, Move]]:
    """A whole game from ``start``: who moved, and how."""
    moves = []
    state = start
    while not state.over:
        move = choose(state, rng)
        moves.append((state.to_move, move))
        state = mw.play(state, move)
    return moves
