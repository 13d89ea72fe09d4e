"""Events: what the referee reports while it follows a game.

Each event is a small value that ``to_json`` turns into one line of JSON; its key ``"event"`` names
its kind. Field names are part of the program's output and stay as they are.

Players are 0 (whose display lies nearer to the picture's lower edge in the first picture) and 1.
``p`` is a probability, 0 to 1. ``frame`` is the name of the picture that settled it. Faces are
written as in ``tabletop.faces``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tabletop.language import plain

FORMAT: int = 1
"""Version of this output's format, given in the event ``start``."""

Kind = Literal["take", "decay", "cook", "sell", "pan"]
Discard = tuple[tuple[Literal["d", "n"], str], int]
"""Cards discarded to poison: hand card (``"d"``) or night card (``"n"``), its kind, how many."""


class TakeDetail(msgspec.Struct, frozen=True):
    """``position`` 1 is the forest card nearest the decay pile; ``paid`` in walking sticks;
    ``night`` is the face drawn for a moon and is left out otherwise."""

    position: int
    card: str
    paid: int
    discards: tuple[Discard, ...] = ()
    night: str | msgspec.UnsetType = msgspec.UNSET


class DecayDetail(msgspec.Struct, frozen=True):
    """``cards``: the pile's faces, oldest first; ``nights``: faces drawn for its moons, left out
    where there is none."""

    cards: tuple[str, ...]
    discards: tuple[Discard, ...] = ()
    nights: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class CookDetail(msgspec.Struct, frozen=True):
    """``mushroom`` is ``"2"`` to ``"9"`` or ``"T"``; ``day`` and ``night`` count cards."""

    mushroom: str
    day: int
    night: int
    butter: int
    cider: int
    pan: Literal["hand", "display"]


class SellDetail(msgspec.Struct, frozen=True):
    """``day`` and ``night`` count cards; ``sticks`` is what they bring."""

    mushroom: str
    day: int
    night: int
    sticks: int


class PanDetail(msgspec.Struct, frozen=True):
    """Nothing more to say: a pan was put down."""


Detail = TakeDetail | DecayDetail | CookDetail | SellDetail | PanDetail


class Option(msgspec.Struct, frozen=True):
    """One answer to a question and the probability that it is the right one."""

    text: str
    p: float


class Start(msgspec.Struct, frozen=True, tag_field="event", tag="start"):
    """Following begins. ``zones``: name of each zone that was found and its outline in pixels of
    that picture; ``forest``: its faces, nearest the decay pile first; ``joined``: the game was
    already under way."""

    format: int
    game: str
    settings: dict[str, str | int | bool]
    zones: dict[str, tuple[tuple[float, float], ...]]
    forest: tuple[str, ...]
    joined: bool
    frame: str


class Turn(msgspec.Struct, frozen=True, tag_field="event", tag="turn"):
    """Turn ``n`` (1 is the first) was played."""

    n: int
    player: int
    move: str
    kind: Kind
    detail: Detail
    p: float
    frame: str


class Revise(msgspec.Struct, frozen=True, tag_field="event", tag="revise"):
    """Replaces turn ``n``, which later pictures showed to have been another move."""

    n: int
    player: int
    move: str
    kind: Kind
    detail: Detail
    p: float
    frame: str


class Undo(msgspec.Struct, frozen=True, tag_field="event", tag="undo"):
    """Takes back turn ``n`` and all after it."""

    n: int
    frame: str


class Question(msgspec.Struct, frozen=True, tag_field="event", tag="question"):
    """Something the pictures leave open and that matters; likeliest answer first."""

    id: str
    text: str
    options: tuple[Option, ...]
    n: int
    frame: str


class Illegal(msgspec.Struct, frozen=True, tag_field="event", tag="illegal"):
    """An act against the rules; ``rules`` are rule ids, ``text`` says what to put right."""

    player: int
    rules: tuple[str, ...]
    text: str
    n: int
    p: float
    frame: str


class Reminder(msgspec.Struct, frozen=True, tag_field="event", tag="reminder"):
    """Something to put right that is no turn, or that only the coins tell: a step of a turn left
    out, sticks that don't agree. ``player``: whom it concerns, None for both; ``rules`` are rule
    ids; ``text`` says what to do."""

    player: int | None
    rules: tuple[str, ...]
    text: str
    frame: str


class Unsure(msgspec.Struct, frozen=True, tag_field="event", tag="unsure"):
    """The table fits no continuation well; ``text`` says what does not fit."""

    text: str
    frame: str


class Gap(msgspec.Struct, frozen=True, tag_field="event", tag="gap"):
    """Some turns went unseen; following goes on from the table as it lies. ``n``: the last turn
    before the gap."""

    n: int
    text: str
    frame: str


class Moved(msgspec.Struct, frozen=True, tag_field="event", tag="moved"):
    """The camera was pushed; following goes on from where it stands now."""

    text: str
    frame: str


class Score(msgspec.Struct, frozen=True, tag_field="event", tag="score"):
    """The running score, sent when it changes."""

    scores: tuple[int, int]
    frame: str


class End(msgspec.Struct, frozen=True, tag_field="event", tag="end"):
    """The game, or what could be seen of it, is over."""

    scores: tuple[int, int]
    winner: int | None
    reason: Literal["forest empty", "both stuck", "source ended"]
    frame: str


Event = (
    Start
    | Turn
    | Revise
    | Undo
    | Question
    | Illegal
    | Reminder
    | Unsure
    | Gap
    | Moved
    | Score
    | End
)


def to_json(event: Event) -> str:
    """``event`` as one line of JSON, without a line end; its texts are English in any language."""
    return msgspec.json.encode(event, enc_hook=plain).decode()
