"""What a session keeps so that it can judge again: readings, and marks to go back to."""

from __future__ import annotations

from typing import NamedTuple

from tabletop.games.mushroom_walk import parse_move
from tabletop.referee.demands import Demand
from tabletop.referee.follower import Follower
from tabletop.referee.report import Told
from tabletop.referee.second_look import SecondLook
from tabletop.referee.thrown import agrees
from tabletop.vision.sighting import Reading

MARK_EVERY = 4
"""Turns from one mark to the next: a correction judges at most so many turns more than it must."""


class SeenPicture(NamedTuple):
    """One picture as it was given in, and how many turns had been told after it; ``afresh``: it was
    looked at once more, to set up again; ``evidence``: for the game as followed up to it."""

    reading: Reading
    frame: str
    turns: int
    afresh: bool = False
    evidence: float = 0.0


class Mark(NamedTuple):
    """The game as it stood before picture ``at``; no history thought of had more turns than
    ``deepest``."""

    at: int
    deepest: int
    follower: Follower
    second: SecondLook


def meets(turn: Told, demand: Demand) -> bool:
    """Whether a turn is told as it was demanded. An unknown card ("?") may be told as any."""
    return demand.player in (None, turn.player) and agrees(demand.move, parse_move(turn.move))
