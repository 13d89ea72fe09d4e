"""Random games written down as a session would, with the dealt cards unknown."""

from __future__ import annotations

import random

from tabletop.games import game_named
from tabletop.games.mushroom_walk import State, legal_moves, play, scores, setup, turned_up
from tabletop.record import Dealt, Played, Record, Remark, Result


def recorded(seed: int) -> tuple[Record, State]:
    """A random game's record and its last state."""
    rng = random.Random(seed)
    record = Record(settings=("moon=jack",), players=("Anna", "Ben: the 2nd #1"), date="2031-05-17")
    state = setup(game_named(record.game_name, record.settings), rng, rng.randrange(2))
    record += Dealt("forest", tuple(state.forest))
    for i, player in enumerate(state.players):
        cards = ["??"] * len(player.hand) + ["K"] * player.baskets + ["O"] * len(player.night)
        record += Dealt("deal", (*cards, *["P"] * (3 - len(cards))), i)
        if player.night:
            record += Dealt("night", tuple(player.night), i)
    while not state.over:
        move = rng.choice(list(legal_moves(state)))
        forest, night = turned_up(state, move)
        comment = rng.choice(["", "", "", "good for Anna", "a # in it: odd"])
        record += Played(state.to_move, move, comment)
        if night:
            record += Dealt("night", tuple(state.night[:night]), state.to_move)
        if forest:
            record += Dealt("turn", tuple(state.draw[:forest]))
        if rng.random() < 0.1:
            record += Remark(rng.choice(["", "tea break", "who: me?"]))
        state = play(state, move)
    return record + Result(scores(state), state.reason), state
