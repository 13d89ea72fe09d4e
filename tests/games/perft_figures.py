"""Prints ``perft.jsonl``: positions of all walk games and what the plain rules count from them.

    python -m tests.games.perft_figures > tests/games/perft.jsonl

Takes minutes. Positions come from random games; the counts from ``plain_rules`` alone.
"""

from __future__ import annotations

import json
import random
import sys

from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import State, legal_moves, play, setup

from .plain_rules import leaves
from .test_plain_rules import table_of

DEALS = 2
RICH = 5
MOST_MOVES = 120
MOST_LEAVES = 3000
MOST_DEPTH = 5


def game_from(name: str, seed: int) -> list[State]:
    """The states of a random game before its end."""
    rng = random.Random(f"{name} {seed}")
    states = [setup(game_named(name), rng, seed % 2)]
    while not states[-1].over:
        states.append(play(states[-1], rng.choice(list(legal_moves(states[-1])))))
    return states[:-1]


def rich(states: list[State]) -> State:
    """The state with the most moves, of those that can be counted soon."""
    few = [state for state in states if len(legal_moves(state)) <= MOST_MOVES]
    return max(few, key=lambda state: len(legal_moves(state)))


def line(state: State) -> str:
    """``state`` and its counts, as deep as they stay small."""
    counts: list[int] = []
    table = table_of(state)
    while len(counts) < MOST_DEPTH and (not counts or counts[-1] < MOST_LEAVES // 6):
        counts.append(leaves(table, len(counts) + 1))
    players = []
    for player in state.players:
        fields = player._asdict()
        del fields["dishes"]  # no move depends on them
        players.append(fields)
    fields = state._replace(game=state.game.name)._asdict()  # type: ignore[arg-type]
    return json.dumps({**fields, "players": players, "leaves": counts})


if __name__ == "__main__":
    for name in GAMES:
        states = [game_from(name, seed)[0] for seed in range(DEALS)]
        states += [rich(game_from(name, seed)) for seed in range(DEALS, DEALS + RICH)]
        for state in states:
            sys.stdout.write(line(state) + "\n")
            sys.stdout.flush()
