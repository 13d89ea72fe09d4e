"""Computer players of the walk games, from weak to strong.

Each is shown what a player at the table knows, never a hidden card: ``walk.views``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from tabletop.games.players.base import ComputerPlayer
from tabletop.games.players.expert import Expert
from tabletop.games.players.greedy import Greedy
from tabletop.games.players.thinker import Thinker
from tabletop.games.players.uniform import Uniform
from tabletop.language import listed, say

PLAYERS: Final[Mapping[str, Callable[[random.Random], ComputerPlayer]]] = {
    "random": Uniform,
    "greedy": Greedy,
    "thinker": Thinker,
    "expert": Expert,
}
"""What makes each computer player from its own dice, by name, the weakest first."""


def player_named(name: str, rng: random.Random) -> ComputerPlayer:
    """The computer player called ``name``. Raises ValueError that lists the known ones."""
    if name not in PLAYERS:
        known = listed(PLAYERS, "or")
        raise ValueError(say("player {name!r} isn't known: use {known}", name=name, known=known))
    return PLAYERS[name](rng)


__all__ = ["PLAYERS", "ComputerPlayer", "player_named"]
