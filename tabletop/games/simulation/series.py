"""A series of games between two computer players: which shuffle, which seat, which dice."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tabletop.games.players import player_named
from tabletop.games.simulation.match import turns
from tabletop.games.simulation.tally import Tally, tally_game
from tabletop.games.walk.dealing import setup
from tabletop.games.walk.game import Game


@dataclass(frozen=True, slots=True)
class Series:
    """``games`` games of ``game`` between the players with these names (see ``PLAYERS``).

    Two different players play each shuffle twice, with seats swapped; a player against itself
    plays each shuffle once. Everything follows from ``seed``, game by game, so that the same
    series has the same result in whatever order its games are played.
    """

    game: Game
    players: tuple[str, str]
    games: int
    seed: int = 0

    def seats(self, number: int) -> tuple[int, int]:
        """Which of ``players`` sits where in game ``number`` (from 0); seat 0 acts first."""
        return (1, 0) if self.in_pairs and number % 2 else (0, 1)

    def play(self, number: int) -> Tally:
        """What game ``number`` (from 0) adds to the tally."""
        shuffle = number // 2 if self.in_pairs else number
        state = setup(self.game, random.Random(f"{self.seed}: shuffle {shuffle}"))
        seats = self.seats(number)
        players = [
            player_named(self.players[who], random.Random(f"{self.seed}: game {number}.{seat}"))
            for seat, who in enumerate(seats)
        ]
        return tally_game(state, turns(state, players), seats)

    @property
    def in_pairs(self) -> bool:
        """Whether each shuffle is played twice."""
        return self.players[0] != self.players[1]
