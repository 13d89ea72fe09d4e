"""Writing a record in its one canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.mushroom_walk import format_move
from tabletop.record.entries import (
    Claimed,
    Corrected,
    Dealt,
    Entry,
    Played,
    Remark,
    Result,
    Ruled,
    Undone,
)
from tabletop.record.record import Record

MAGIC = "tabletop record"
VERSION = 1


def format_record(record: Record) -> str:
    """The whole record as text, in the form that ``parse_record`` reads back to an equal value."""
    return "\n".join((*_header(record), "", *_lines(record))) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield f"{MAGIC} {VERSION}"
    yield f"game: {record.game_name}"
    for setting in record.settings:
        yield f"set: {setting}"
    for i, name in enumerate(record.players):
        if name:
            yield f"player {i + 1}: {name}"
    if record.event:
        yield f"event: {record.event}"
    if record.date:
        yield f"date: {record.date}"


def _lines(record: Record) -> Iterator[str]:
    turn = 0
    for entry in record.entries:
        if isinstance(entry, Remark):
            yield f"# {entry.text}".rstrip()
            continue
        if isinstance(entry, Played):
            turn += 1
        elif isinstance(entry, Undone):
            turn = entry.turn - 1
        text = _text(entry, turn)
        yield f"{text}  # {entry.comment}" if entry.comment else text


def _text(entry: Entry, turn: int) -> str:
    match entry:
        case Dealt():
            to = [] if entry.player is None else [actor(entry.player)]
            number = [] if entry.number is None else [str(entry.number)]
            return " ".join(["dealer", entry.verb, *to, *entry.cards, *number])
        case Played():
            return f"{turn}. {_played(entry)}"
        case Claimed():
            of = "" if entry.of is None else f"{actor(entry.of)} "
            if isinstance(entry.says, int):
                return f"{actor(entry.player)} claim illegal {entry.says}"
            return f"{actor(entry.player)} claim {of}{format_move(entry.says)}"
        case Ruled():
            return " ".join(["ruling", entry.verdict, *entry.rules])
        case Corrected():
            now = "" if entry.played is None else f" {_played(entry.played)}"
            return f"correct {entry.turn}{now}"
        case Undone():
            return f"undo {entry.turn}"
        case Result():
            return " ".join(["result", *map(str, entry.scores), entry.reason]).rstrip()
        case Remark():
            return f"# {entry.text}".rstrip()


def _played(entry: Played) -> str:
    return f"{actor(entry.player)} {format_move(entry.move)}"


def actor(player: int) -> str:
    """How a player is written at the start of a line."""
    return f"p{player + 1}"
