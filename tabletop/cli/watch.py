"""``tabletop watch``: a game followed turn by turn, on the dashboard or as lines."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.cli.choices import choices_from
from tabletop.cli.codes import DONE, INTERRUPTED, UsageError
from tabletop.cli.following import Follows, follow
from tabletop.cli.games import pictured_game_from
from tabletop.cli.opening import Unseen, open_game_source
from tabletop.cli.reading import LateRereader, ReadsOn
from tabletop.cli.sessions import KeepingReader, kept_session, next_folder
from tabletop.cli.streams import complain, print_json_lines
from tabletop.cli.watch_again import show_again, was_kept
from tabletop.cli.writing import saver
from tabletop.games import Game
from tabletop.language import say, tr
from tabletop.preferences import NO_CHOICES, Choices, remember
from tabletop.record import Record, format_record, starts_a_record
from tabletop.referee.events import Event
from tabletop.referee.files import replace_file
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Source

if TYPE_CHECKING:
    from tabletop.referee.kept import KeptSession
    from tabletop.referee.setup import Setup

PACE_S = 1.5
"""Seconds from one picture to the next on the dashboard, where they were taken earlier."""


def run(arguments: Namespace) -> int:
    """Follow the source to its end; on the dashboard if there is a terminal to show it on."""
    on_screen = not arguments.json and not arguments.plain and has_terminal()
    if was_kept(arguments.source):
        if on_screen:
            return show_again(arguments, PACE_S)
        name = shown(arguments.source)
        raise UsageError(say("{name} was kept by tabletop: tabletop replay prints it", name=name))
    game = pictured_game_from(arguments)
    write = record_keeper(arguments.record, goes_on=arguments.resume is not None)
    setup = setup_from(arguments.setup)
    with ExitStack() as open_things:
        reader: ReadsOn = LateRereader()
        if on_screen:
            from tabletop.cli.apart import ApartReader

            reader = open_things.enter_context(closing(ApartReader()))
        source = open_things.enter_context(open_game_source(arguments.source, game))
        kept = kept_session(arguments, game, live=source.kind == "camera", setup=setup)
        if kept is not None and source.kind == "pictures":
            source = Unseen(source, kept.known)
        keep = dated(write, source)
        typing = arguments.plain and not arguments.json and sys.stdin.isatty()
        if on_screen:
            passing = kept or _passing_session(open_things, game, setup)
            code = show(source, reader, passing, keep, choices_from(arguments))
        elif typing:
            passing = kept or _passing_session(open_things, game, setup)
            code = tell_and_ask(source, reader, passing, keep)
        else:
            from tabletop.referee.session import Session

            session = Session(game, setup) if kept is None else open_things.enter_context(kept)
            if kept is not None:
                game, reader = kept.game, KeepingReader(reader, kept)
            tell_it = json_sayer() if arguments.json else text_sayer(game)
            code = tell(source, reader, session, tell_it, lambda record: keep(record, 1))
        if kept is not None:
            complain(tr("The session is kept in {path}.", path=kept.path))
        return code


def _passing_session(open_things: ExitStack, game: Game, setup: Setup | None) -> KeptSession:
    """A session that is kept only while it is looked at: for the pictures of every turn."""
    from tabletop.referee.kept import KeptSession
    from tabletop.referee.passing import passing_folder

    folder = open_things.enter_context(passing_folder())
    return KeptSession.create(folder / "game", game, setup)


def setup_from(path: str | None) -> Setup | None:
    """The set-up in the file that ``--setup`` names. Raises ``SetupError``."""
    if path is None:
        return None
    from tabletop.referee.setup import load_setup

    return load_setup(Path(path))


def has_terminal() -> bool:
    """Whether there is a terminal to show the dashboard on."""
    if os.environ.get("TEXTUAL_DRIVER", "").endswith("WebDriver"):
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    # Textual reads from the first and paints on the last; who redirects the middle one wants text.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream is not None and stream.isatty() for stream in streams)


def tell(
    source: Source,
    reader: ReadsOn,
    session: Follows,
    tell_it: Callable[[Event], None],
    keep: Callable[[Record], None],
) -> int:
    """Follow ``source`` and ``tell_it`` each event as it comes; ``keep`` gets the record before.

    Interrupting is how following a camera ends: the last events are said then too.
    """
    try:
        for step in follow(source, reader, session):
            if step.events:
                keep(session.record)
            for event in step.events:
                tell_it(event)
    except KeyboardInterrupt:
        for event in session.end():
            tell_it(event)
        keep(session.record)
        return DONE if source.kind == "camera" else INTERRUPTED
    return DONE


def tell_and_ask(
    source: Source, reader: ReadsOn, kept: KeptSession, keep: Callable[[Record, int], None]
) -> int:
    """Follow ``source`` in lines of text, and take the answers that are typed; closes ``kept``."""
    from tabletop.cli.typing import Typist
    from tabletop.referee.desk import Desk

    with closing(Desk(kept, keep=keep)) as desk:
        typist = Typist(desk, text_sayer(kept.game))
        typist.listen()
        return tell(source, KeepingReader(reader, desk), desk, typist.note, lambda _: None)


def show(
    source: Source,
    reader: ReadsOn,
    kept: KeptSession,
    keep: Callable[[Record, int], None],
    choices: Choices = NO_CHOICES,
) -> int:
    """Follow ``source`` on the dashboard until the players leave it; closes ``kept``."""
    from tabletop.dashboard.running import run as run_dashboard
    from tabletop.referee.desk import Desk
    from tabletop.referee.kept import KeptSession

    live = source.kind == "camera"
    game, first = kept.game, kept.path
    with closing(Desk(kept, lambda: KeptSession.create(next_folder(first), game), keep)) as desk:
        return run_dashboard(
            lambda: follow(source, KeepingReader(reader, desk), desk, live=live),
            title=f"{game.title} — {source.name}",
            pace=None if live else PACE_S,
            desk=desk,
            choices=choices,
            keep=remember,
            save=saver(desk, Path.cwd()),
        )


def json_sayer() -> Callable[[Event], None]:
    """Prints events as JSON, one object a line."""
    from tabletop.referee.events import to_json

    print_json_lines()
    return lambda event: print(to_json(event), flush=True)


def text_sayer(game: Game) -> Callable[[Event], None]:
    """Prints events as lines of text."""
    from tabletop.cli.words import describe_event

    return lambda event: print(describe_event(event, game), flush=True)


def record_keeper(path: str | None, *, goes_on: bool = False) -> Callable[[Record, int], None]:
    """A function that writes the record of the game so far to ``path``; nothing without a path. Its
    second argument is the game's number: the second one goes into a file of its own, and so on.

    Each time a whole file takes the place of the last one, so that it is never half written. Raises
    ``UsageError`` if ``path`` can't be written, or holds something: a game that went on may be
    written over with ``goes_on``.
    """
    if path is None:
        return lambda _, __: None
    if not path:
        raise UsageError(say("--record: give the name of a file"))
    target, name = Path(path), shown(path)
    try:
        if target.is_dir():
            raise UsageError(say("--record {name} is a folder; name a file", name=name))
        if target.exists():
            if not target.is_file():
                raise UsageError(
                    say("--record {name} is a device or a pipe; name a file", name=name)
                )
            if target.stat().st_size and not starts_a_record(target):
                raise UsageError(
                    say("--record {name} holds something else than a game record", name=name)
                )
            if target.stat().st_size and not goes_on:
                raise UsageError(
                    say("--record {name} holds a game already; name another file", name=name)
                )
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("a"):
            pass
    except OSError as error:
        raise UsageError(
            say("--record {name} can't be written: {why}", name=name, why=error.strerror)
        ) from None

    files = {1: target}

    def keep(record: Record, game: int) -> None:
        if game not in files:
            files[game] = _next_file(target)
        try:
            replace_file(files[game], format_record(record))
        except OSError as error:
            raise SourceError(
                say("{name} can't be written any more: {why}.", name=name, why=error.strerror)
            ) from None

    return keep


def _next_file(path: Path) -> Path:
    """A file beside ``path`` that isn't there yet."""
    numbers = (n for n in range(2, 10_000) if not path.with_stem(f"{path.stem}-{n}").exists())
    return path.with_stem(f"{path.stem}-{next(numbers)}")


def dated(write: Callable[[Record, int], None], source: Source) -> Callable[[Record, int], None]:
    """``write`` for records with today's date, where ``source`` shows what happens now."""
    if source.kind != "camera":
        return write
    day = date.today().isoformat()
    return lambda record, game: write(replace(record, date=day), game)
