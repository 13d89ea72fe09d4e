"""What a computer player is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tabletop.games.walk.moves import Move
from tabletop.games.walk.state import State


class ComputerPlayer(Protocol):
    """Chooses moves; keeps nothing from one game to the next."""

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        """One of ``moves``, all of them legal, for the player to move in ``view``.

        ``view`` is what that player knows (``walk.views``): hidden cards are ``?``.
        """
        ...
