"""The record that a command is given, read or refused with one line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace

from tabletop.cli.codes import UsageError
from tabletop.games import game_named
from tabletop.language import say, words_of
from tabletop.record import Record, RecordError, load_record, starts_a_zip
from tabletop.vision.errors import shown


def record_from(arguments: Namespace) -> Record:
    """The record at ``arguments.record``, its game and settings replaced by those of the command
    line. Raises ``UsageError`` where there is none or the game doesn't exist."""
    name = shown(arguments.record)
    if starts_a_zip(arguments.record):
        raise UsageError(
            say("{name} is a bundle: make a record of it first, with export --record", name=name)
        )
    try:
        record = load_record(arguments.record)
    except RecordError as error:
        raise UsageError(say("{name}, {error}", name=name, error=error)) from None
    except IsADirectoryError:
        raise UsageError(say("{name} is a folder; name the record in it", name=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "no such file"
        raise UsageError(
            say("{name} can't be read: {what}", name=name, what=reason.lower())
        ) from None
    try:
        return _by_rules_of(record, arguments.game, arguments.settings)
    except ValueError as error:
        raise UsageError(words_of(error)) from None


def _by_rules_of(record: Record, game: str | None, settings: Iterable[str]) -> Record:
    settings = tuple(settings)
    chosen = {setting.partition("=")[0].strip() for setting in settings}
    kept = tuple(
        setting
        for setting in record.settings
        if game is None and setting.partition("=")[0] not in chosen
    )
    name = record.game_name if game is None else game
    game_named(name, (*kept, *settings))
    return replace(record, game_name=name, settings=(*kept, *settings))


__all__ = ["record_from"]
