"""Everything that is told of a game: its turns, the score after each, its score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tabletop.games.rulings import Breach
from tabletop.games.walk.state import State
from tabletop.record import Record
from tabletop.referee.folder import picture_file, read
from tabletop.referee.journal import Picture, apply, begin
from tabletop.referee.retelling import retell
from tabletop.referee.view import ZoneView


@dataclass(frozen=True, slots=True)
class Told:
    """A turn: the move as the record writes it and in words, the score after it, what it broke."""

    n: int
    player: int
    move: str
    words: str
    scores: tuple[int, int]
    broken: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A game. ``state``: the table in the end. ``picture``: the file of the last picture, if one
    was kept; ``displays``: where both players' displays lie in it, in pixels."""

    record: Record
    turns: tuple[Told, ...]
    state: State
    picture: Path | None = None
    displays: tuple[ZoneView, ...] = ()


def account_of(
    record: Record, picture: Path | None = None, displays: tuple[ZoneView, ...] = ()
) -> Account:
    """The account of the game in ``record``. Raises ReplayError where its lines don't fit."""
    told: dict[int, Told] = {}
    moments = retell(record)
    for moment in moments:
        step = moment.position.step
        if step is not None:
            move, (first, second) = moment.view.moves[-1], moment.view.players
            scores = first.score, second.score
            broken = step.ruling.breaches
            told[move.n] = Told(move.n, move.player, move.text, move.words, scores, broken)
    return Account(record, tuple(told.values()), moments[-1].position.state, picture, displays)


def account_of_session(path: Path) -> Account:
    """The account of the game that is kept in the session folder ``path``.

    Raises JournalError if it is none, ReplayError as ``account_of``.
    """
    entries = read(path)
    session = begin(entries)
    for _ in apply(session, entries):
        pass
    displays = tuple(zone for zone in session.view.zones if zone.name.startswith("display"))
    return account_of(session.record, _last_picture(path, entries), displays)


def _last_picture(path: Path, entries: Sequence[object]) -> Path | None:
    number = sum(isinstance(entry, Picture) for entry in entries)
    file = picture_file(path, number)
    return file if number and file.is_file() else None
