"""A game written to files, for ``export`` and for the score sheet's key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabletop.language import say, words_of
from tabletop.record import ReplayError, format_record
from tabletop.referee.correcting import CorrectionError
from tabletop.referee.files import replace_file
from tabletop.referee.view import View
from tabletop.vision.errors import SourceError, shown

if TYPE_CHECKING:
    from tabletop.referee.desk import Desk

_ENDINGS: Final = (".html", ".csv", ".txt")


def write(target: Path, text: str) -> None:
    """Write ``text`` to ``target``, whole or not at all. Raises ``SourceError``."""
    try:
        replace_file(target, text)
    except OSError as error:
        why = (error.strerror or "no details").lower()
        raise SourceError(
            say("{name} can't be written: {why}.", name=shown(target), why=why)
        ) from None


def saver(desk: Desk, folder: Path) -> Callable[[View], Sequence[str]]:
    """A function that writes the game at ``desk``, which a view shows as it is now, to ``folder``:
    its score sheets as a page with pictures of both displays, its turns as a table, its record. It
    returns the files' names, and raises ``CorrectionError`` where they can't be written.

    A game that is saved again takes the place of its own files, and of no others."""
    stems: dict[int, Path] = {}

    def save(view: View) -> Sequence[str]:
        from tabletop.export import account_of, page, table

        record = desk.record
        last = desk.pictures(view.turn)[1] if view.turn else None
        displays = tuple(zone for zone in view.zones if zone.name.startswith("display"))
        try:
            account = account_of(record, last and last.file, displays)
        except ReplayError as error:
            raise CorrectionError(words_of(error)) from None
        if desk.games not in stems:
            day = record.date or date.today().isoformat()
            stems[desk.games] = _free(folder / f"{record.game_name}-{day}")
        texts = page(account), table(account), format_record(record)
        files = [_with_ending(stems[desk.games], ending) for ending in _ENDINGS]
        try:
            for file, text in zip(files, texts, strict=True):
                write(file, text)
        except SourceError as error:
            raise CorrectionError(words_of(error)) from None
        return [shown(file) for file in files]

    return save


def _free(stem: Path) -> Path:
    """``stem``, or with a number, so that none of its files is there yet."""
    numbered = (stem.with_name(f"{stem.name}-{n}") for n in range(2, 10_000))
    for one in (stem, *numbered):
        if not any(_with_ending(one, ending).exists() for ending in _ENDINGS):
            return one
    return stem


def _with_ending(stem: Path, ending: str) -> Path:
    return stem.with_name(stem.name + ending)
