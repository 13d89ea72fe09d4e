"""View: an immutable picture of a game being followed, for whoever shows it.

Made of plain strings and numbers only. Faces are written as in ``tabletop.faces`` (``"??"`` where
unknown); ``name`` is what a card is called in the game, for a reader; ``p`` is a probability.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from tabletop.referee.events import Kind, Option


class Following(StrEnum):
    """How the referee stands to the table."""

    WAITING = "waiting for the table"
    FOLLOWING = "following"
    HAND = "hand over table"
    MOVING = "turn under way"
    UNSURE = "unsure"
    OUT_OF_STEP = "out of step"
    ENDED = "ended"


class CardView(msgspec.Struct, frozen=True):
    """One card on the table."""

    face: str
    name: str
    p: float = 1.0


class ForestCard(msgspec.Struct, frozen=True):
    """A forest card: ``position`` 1 is nearest the decay pile, ``price`` in walking sticks;
    ``affordable``: the player to move can pay it."""

    position: int
    face: str
    name: str
    price: int
    affordable: bool
    p: float = 1.0


class DishView(msgspec.Struct, frozen=True):
    """A cooked dish. ``pan`` is its face, ``cards`` the faces of what lies in it, ``night`` those
    of them that are night cards; ``mushrooms`` counts night cards double."""

    pan: str
    mushroom: str
    name: str
    cards: tuple[str, ...]
    night: tuple[str, ...]
    butter: int
    cider: int
    mushrooms: int
    points: int


class PlayerView(msgspec.Struct, frozen=True):
    """One player's side.

    ``held``: cards that count for the limit (hand and night cards); ``known``: hand cards that were
    taken in view; ``unseen``: how many more there are; ``warning``: ``"full"`` at the limit,
    ``"near"`` one below it, else ``""``. ``poison_turns``: turns until the poison goes, own turns.
    ``sticks_seen``: coins counted in the stash, None where that can't be seen.
    """

    held: int
    limit: int
    warning: Literal["", "near", "full", "over"]
    known: tuple[CardView, ...]
    unseen: int
    night_cards: tuple[CardView, ...]
    baskets: int
    pans: int
    poison_turns: int
    sticks: int
    sticks_seen: int | None
    dishes: tuple[DishView, ...]
    score: int
    mushrooms: int


class MoveView(msgspec.Struct, frozen=True):
    """A played turn: ``text`` as in the record, ``words`` for a reader."""

    n: int
    player: int
    kind: Kind
    text: str
    words: str
    p: float


class QuestionView(msgspec.Struct, frozen=True):
    """A question that is still open, likeliest answer first."""

    id: str
    text: str
    options: tuple[Option, ...]


class ZoneView(msgspec.Struct, frozen=True):
    """A zone and its outline in pixels of the picture that was read last."""

    name: str
    outline: tuple[tuple[float, float], ...]


class View(msgspec.Struct, frozen=True):
    """The whole table as the referee takes it to be after picture ``frame``.

    ``turn``: turns played; ``to_move``: 0, 1, or None where it is not known yet or the game is
    over. ``labels``: for each card of the last reading, the zone it was taken to lie in (``"forest
    3"``, ``"decay"``, ``"dish 0.1"``, ``""`` where none). ``notes``: short remarks for the
    players, newest last.
    """

    state: Following
    frame: str
    game: str
    turn: int
    to_move: int | None
    forest: tuple[ForestCard, ...]
    decay: tuple[CardView, ...]
    draw: int
    night: int
    discard: tuple[CardView, ...]
    players: tuple[PlayerView, PlayerView]
    moves: tuple[MoveView, ...]
    questions: tuple[QuestionView, ...]
    notes: tuple[str, ...]
    zones: tuple[ZoneView, ...]
    labels: tuple[str, ...]
    p: float
    winner: int | None = None
    reason: str = ""
