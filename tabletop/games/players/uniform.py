"""The player who chooses blindly: what the others are measured against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tabletop.games.walk.moves import Move
from tabletop.games.walk.state import State


class Uniform:
    """Every legal move is as likely as any other."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        """Any of ``moves``."""
        del view
        return self._rng.choice(moves)
