"""A game as computer players play it, with the very cards."""

from __future__ import annotations

import random
from typing import NamedTuple

from tabletop.games import Game
from tabletop.games.mushroom_walk import Move, State
from tabletop.games.players import player_named
from tabletop.games.simulation.match import turns
from tabletop.simulation.table.cards import Piles, follow, set_up


class Played(NamedTuple):
    """One moment of a game: ``move`` is what the player to move does next, None at the end."""

    state: State
    piles: Piles
    move: Move | None


def play_game(game: Game, seed: int, players: tuple[str, str]) -> list[Played]:
    """Every moment of a game of ``game`` between computer players of these names. ``seed`` settles
    the shuffle, who begins, and the players' dice."""
    rng = random.Random(f"{seed}: cards")
    state, piles = set_up(game, rng, rng.randrange(2))
    seats = [
        player_named(name, random.Random(f"{seed}: player {who}"))
        for who, name in enumerate(players)
    ]
    moments: list[Played] = []
    for turn in turns(state, seats):
        moments.append(Played(turn.before, piles.copy(), turn.move))
        follow(piles, turn.before, turn.move, turn.after, rng)
        state = turn.after
    moments.append(Played(state, piles.copy(), None))
    return moments
