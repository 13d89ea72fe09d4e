"""``tabletop export``: a game as a web page, as a table, as a record."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.records import record_from
from tabletop.cli.streams import complain, told_of
from tabletop.cli.writing import write
from tabletop.export import Account, account_of, account_of_session, page, table
from tabletop.language import say, tr, words_of
from tabletop.record import ReplayError, format_record, starts_a_zip
from tabletop.referee.folder import JOURNAL, RECORD
from tabletop.referee.journal import JournalError
from tabletop.referee.unpacking import session_folder
from tabletop.vision.errors import shown

_STDOUT: Final = "-"


def run(arguments: Namespace) -> int:
    """Write the files asked for."""
    ways: dict[str, Callable[[Account], str]] = {
        "html": page,
        "csv": table,
        "to_record": lambda account: format_record(account.record),
    }
    asked: dict[str, str] = {way: target for way in ways if (target := getattr(arguments, way))}
    if not asked:
        raise UsageError(say("say what to write: --html FILE, --csv FILE or --record FILE"))
    if list(asked.values()).count(_STDOUT) > 1:
        raise UsageError(say("only one of the files can be -, standard output"))
    _spare(Path(arguments.record), [Path(name) for name in asked.values() if name != _STDOUT])
    # A bundle's pictures lie in a folder that goes when its account has been written.
    with ExitStack() as open_things:
        account = _account(arguments, open_things)
        texts = {way: ways[way](account) for way in asked}
    for way, name in asked.items():
        if name == _STDOUT:
            sys.stdout.buffer.write(texts[way].encode())
            continue
        target = Path(name)
        write(target, texts[way])
        complain(tr("{file} is written.", file=shown(str(target))))
    return DONE


def _spare(source: Path, targets: list[Path]) -> None:
    """Raises ``UsageError`` where a file would take the place of the game itself or of another
    one."""
    kept = [source, source / JOURNAL, source / RECORD]
    places = [os.path.realpath(path) for path in kept]
    for target in targets:
        place, name = os.path.realpath(target), shown(str(target))
        if place in places[: len(kept)]:
            raise UsageError(
                say("{name} is the game itself; name another file to write", name=name)
            )
        if place in places:
            raise UsageError(say("{name} is named twice; name two files to write", name=name))
        places.append(place)


def _account(arguments: Namespace, open_things: ExitStack) -> Account:
    name, path = shown(arguments.record), Path(arguments.record)
    try:
        if path.is_dir() or (path.is_file() and starts_a_zip(path)):
            return account_of_session(
                open_things.enter_context(session_folder(path, told_of("export")))
            )
        return account_of(record_from(arguments))
    except JournalError as error:
        # It names the file, or what lies in it.
        raise UsageError(words_of(error)) from None
    except ReplayError as error:
        raise UsageError(say("{name}, {error}", name=name, error=error)) from None
