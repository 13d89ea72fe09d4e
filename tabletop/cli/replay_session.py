"""``tabletop replay FOLDER``: a kept session gone through again from what was seen."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.notes import no_turns
from tabletop.cli.streams import complain, told_of
from tabletop.cli.watch import json_sayer, text_sayer
from tabletop.language import say, tr, translate, words_of
from tabletop.referee.correcting import CorrectionError
from tabletop.referee.folder import breaks_off, read
from tabletop.referee.journal import JournalError, apply, begin, raw, told_by
from tabletop.referee.unpacking import session_folder
from tabletop.vision.errors import shown


def replay_session(arguments: Namespace, trouble: int) -> int:
    """Print the events that the session in the folder or bundle brings now. Returns ``trouble``,
    and says so, where they are not those that the journal tells, or where the end of a bundle is
    missing. Raises ``UsageError``."""
    path = Path(arguments.record)
    if arguments.game is not None or arguments.settings:
        raise UsageError(
            say("a session is replayed as the game it was: leave --game and --set out")
        )
    cut: list[str] = []
    try:
        with session_folder(path, cut.append) as folder:
            entries, broken = read(folder), breaks_off(folder)
        session = begin(entries)
    except JournalError as error:
        raise UsageError(words_of(error)) from None
    tell_it = json_sayer() if arguments.json else text_sayer(session.game)
    other = total = 0
    try:
        for entry, told in apply(session, entries):
            for event in told:
                tell_it(event)
            total += 1
            other += raw(told) != told_by(entry)
    except CorrectionError as error:
        complain(
            tr(
                "tabletop replay: {path}: a correction can't be made any more: {error}",
                path=shown(path),
                error=error,
            )
        )
        return trouble
    if not session.view.moves:
        complain(translate(no_turns(broken)))
    if other:
        complain(
            tr(
                "tabletop replay: {other} of {total} steps tell other events than the "
                "journal: another version of tabletop wrote it, or it was changed.",
                other=other,
                total=total,
            )
        )
    for missing in cut:
        told_of("replay")(missing)
    return trouble if other or cut else DONE
