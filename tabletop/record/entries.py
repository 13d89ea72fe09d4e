"""The lines of a game record as values, and the record itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from tabletop.games import Game, game_named
from tabletop.games.mushroom_walk import Move, format_move

DealerVerb = Literal["forest", "deal", "night", "turn"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the dealer lays or shows: the forest at the start, a player's dealt cards, a night card
    that a player gets, cards turned up to the forest. Cards are faces, kinds or ``"??"``."""

    verb: DealerVerb
    cards: tuple[str, ...]
    player: int | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        _tidy(self, "comment")
        object.__setattr__(self, "cards", tuple("??" if c == "?" else c for c in self.cards))


@dataclass(frozen=True, slots=True)
class Played:
    """A player's turn."""

    player: int
    move: Move
    comment: str = ""

    def __post_init__(self) -> None:
        _tidy(self, "comment")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment with a line of its own."""

    text: str

    def __post_init__(self) -> None:
        _tidy(self, "text")


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended: points, and why (``"forest empty"``, ``"both stuck"``, …)."""

    scores: tuple[int, int]
    reason: str
    comment: str = ""

    def __post_init__(self) -> None:
        _tidy(self, "comment")
        object.__setattr__(self, "reason", _line(self.reason.replace("#", " ")))


Entry = Dealt | Played | Remark | Result


@dataclass(frozen=True, slots=True)
class Record:
    """A game as text can hold it. ``players`` are names, ``date`` is YYYY-MM-DD; both may be empty.

    ``record + entry`` is the record with one more line; a session writes ``format_header`` once and
    then ``format_entry`` for every line.
    """

    game_name: str = "mushroom-walk"
    settings: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")
    date: str = ""
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        first, second = self.players
        object.__setattr__(self, "players", (_line(first), _line(second)))
        if self.date and not is_date(self.date):
            raise ValueError(f"{self.date!r} is no date: write it as 2031-05-17")

    @property
    def game(self) -> Game:
        """The game with its settings; ValueError if there is none of that name."""
        return game_named(self.game_name, self.settings)

    @property
    def turns(self) -> int:
        """Turns played so far."""
        return sum(isinstance(entry, Played) for entry in self.entries)

    def __add__(self, entry: Entry) -> Record:
        return replace(self, entries=(*self.entries, entry))

    def until(self, turns: int) -> Record:
        """The record as it was before turn ``turns + 1`` was played: for undoing and correcting."""
        played = 0
        for i, entry in enumerate(self.entries):
            played += isinstance(entry, Played)
            if played > turns:
                return replace(self, entries=self.entries[:i])
        return replace(self, entries=tuple(e for e in self.entries if not isinstance(e, Result)))


def format_record(record: Record) -> str:
    """The whole record as text, in the form that ``parse_record`` reads back to an equal value."""
    lines = [format_header(record), *(format_entry(entry) for entry in record.entries)]
    return "\n".join(lines) + "\n"


def format_header(record: Record) -> str:
    """What stands before the first entry, a blank line last."""
    return "\n".join(_header(record)) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield "tabletop record 1"
    yield f"game: {record.game_name}"
    for setting in record.settings:
        yield f"set: {setting}"
    for i, name in enumerate(record.players):
        if name:
            yield f"player {i}: {name}"
    if record.date:
        yield f"date: {record.date}"


def format_entry(entry: Entry) -> str:
    """One line, without the end of line."""
    if isinstance(entry, Remark):
        return f"# {entry.text}".rstrip()
    if isinstance(entry, Dealt):
        to = [] if entry.player is None else [f"p{entry.player}"]
        text = " ".join(["dealer", entry.verb, *to, *entry.cards])
    elif isinstance(entry, Played):
        text = f"p{entry.player} {format_move(entry.move)}"
    else:
        text = f"result {entry.scores[0]} {entry.scores[1]} {entry.reason}".rstrip()
    return f"{text}  # {entry.comment}" if entry.comment else text


def is_date(text: str) -> bool:
    """Whether ``text`` is a day written as YYYY-MM-DD."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _line(text: str) -> str:
    return " ".join(text.split())


def _tidy(entry: Entry, name: str) -> None:
    object.__setattr__(entry, name, _line(getattr(entry, name)))
