"""``tabletop watch`` of what was kept: a record or a session, played again on the dashboard."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tabletop.cli.choices import choices_from
from tabletop.cli.codes import UsageError
from tabletop.cli.following import Step
from tabletop.cli.records import record_from
from tabletop.cli.streams import told_of
from tabletop.cli.writing import saver
from tabletop.language import say, words_of
from tabletop.preferences import remember
from tabletop.record import starts_a_record, starts_a_zip
from tabletop.referee.folder import JOURNAL
from tabletop.vision.errors import shown


def was_kept(path: str) -> bool:
    """Whether ``path`` is a record, a session's folder or a bundle, not a source of pictures."""
    place = Path(path)
    try:
        if place.is_dir():
            return (place / JOURNAL).is_file()
        return starts_a_record(place) or starts_a_zip(place)
    except (OSError, ValueError):
        return False


def show_again(arguments: Namespace, pace: float) -> int:
    """Play what was kept at ``arguments.source`` again; nothing in it is changed. ``pace``: seconds
    from one picture to the next. Raises ``UsageError``."""
    name = shown(arguments.source)
    for option in ("record", "setup", "session", "resume"):
        if getattr(arguments, option) is not None:
            raise UsageError(
                say("{name} is only looked at: leave --{option} out", name=name, option=option)
            )
    path = Path(arguments.source)
    if path.is_dir() or starts_a_zip(path):
        from tabletop.referee.journal import JournalError
        from tabletop.referee.unpacking import session_folder

        try:
            with session_folder(path, told_of("watch")) as folder:
                return _show_session(arguments, folder, name, pace)
        except JournalError as error:
            raise UsageError(words_of(error)) from None
    return _show_record(arguments, name, pace)


def _show_record(arguments: Namespace, name: str, pace: float) -> int:
    from tabletop.dashboard.running import run as run_dashboard
    from tabletop.record import ReplayError, positions
    from tabletop.referee.desk import Desk, ToldRecord

    chosen = Namespace(record=arguments.source, game=None, settings=arguments.settings)
    record = record_from(chosen)
    try:
        list(positions(record))
    except ReplayError as error:
        raise UsageError(say("{name}, {error}", name=name, error=error)) from None
    desk = Desk(ToldRecord(record))

    def whole() -> Iterator[Step]:
        yield Step(None, None, (), desk.moments()[-1].view)

    return run_dashboard(
        whole,
        title=f"{record.game.title} — {name}",
        pace=pace,
        names=(record.name(0), record.name(1)),
        desk=desk,
        from_start=True,
        choices=choices_from(arguments),
        keep=remember,
        save=saver(desk, Path.cwd()),
    )


def _show_session(arguments: Namespace, path: Path, name: str, pace: float) -> int:
    from tabletop.dashboard.running import run as run_dashboard
    from tabletop.referee.desk import Desk, ToldSession
    from tabletop.referee.folder import picture_file, read
    from tabletop.referee.journal import JournalError, Picture, apply, begin, reading_of
    from tabletop.vision.frame import Frame
    from tabletop.vision.images import load_image

    try:
        entries = read(path)
        session = begin(entries)
    except JournalError as error:
        raise UsageError(words_of(error)) from None
    desk = Desk(ToldSession(session, partial(picture_file, path)))

    def steps() -> Iterator[Step]:
        number = 0
        told = iter(apply(session, entries))
        while True:
            with desk.still():
                entry, events = next(told, (None, ()))
                view = session.view
            if entry is None:
                return
            frame = reading = None
            if isinstance(entry, Picture):
                number += 1
                file, reading = picture_file(path, number), reading_of(entry)
                if file.is_file():
                    frame = Frame(entry.frame, load_image(file)[0], float(number), moment=True)
            if frame is not None or reading is not None or events:
                yield Step(frame, reading, tuple(events), view)

    title = f"{session.game.title} — {name}"
    return run_dashboard(
        steps,
        title=title,
        pace=pace,
        desk=desk,
        choices=choices_from(arguments),
        keep=remember,
        save=saver(desk, Path.cwd()),
    )
