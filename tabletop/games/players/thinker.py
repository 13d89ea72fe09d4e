"""The planner: compares what each move leads to, and looks no further."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletop.games.players.worth import DEFAULT, Weights, Worth
from tabletop.games.walk.moves import Move
from tabletop.games.walk.state import State
from tabletop.games.walk.turn import apply


class Thinker:
    """Judges the position after each move; never throws dice."""

    def __init__(self, rng: random.Random, weights: Weights = DEFAULT) -> None:
        del rng
        self._weights = weights

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        """The move after which its own prospects are best, less those of the other player."""
        worth = Worth(view, self._weights)
        return max(moves, key=lambda move: worth.lead(apply(view, move), view.to_move))
