"""Following a source: pictures in, steps with events and views out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from tabletop.cli.reading import ReadsOn
from tabletop.language import say
from tabletop.record import Record
from tabletop.referee.events import (
    Event,
    Gap,
    Illegal,
    Moved,
    Question,
    Reminder,
    Revise,
    Undo,
    Unsure,
)
from tabletop.referee.view import Following, View
from tabletop.vision.errors import SourceError
from tabletop.vision.frame import Frame, Skipped, Source
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import Rest, Stillness

GIVE_UP_AFTER = 3
"""Pictures in a row that may fail for a reason nobody foresaw, until following ends with it."""
LIVE_RATE = 5.0
"""Pictures a second shown while the table moves and nothing is read."""

_NOT_UNDERSTOOD = (Following.WAITING, Following.MOVING, Following.UNSURE, Following.OUT_OF_STEP)
_DOUBTS = (Gap, Illegal, Moved, Question, Reminder, Revise, Undo, Unsure)


class Follows(Protocol):
    """What is used of the session."""

    def see(self, reading: Reading, frame: str) -> Sequence[Event]: ...
    def end(self) -> Sequence[Event]: ...
    @property
    def view(self) -> View: ...
    @property
    def record(self) -> Record: ...


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What came of one picture. ``reading`` is None where it was shown but not read; ``frame`` is
    None where the picture couldn't be had; ``lost``: because the camera sends nothing."""

    frame: Frame | None
    reading: Reading | None
    events: tuple[Event, ...]
    view: View
    lost: bool = False


def follow(
    source: Source, reader: ReadsOn, session: Follows, *, live: bool = False
) -> Iterator[Step]:
    """Read each settled picture of ``source`` and let ``session`` work out what happened.

    A picture that can't be had or read becomes an ``Unsure`` and following goes on. With ``live``
    pictures of a moving table are passed on too, unread, at ``LIVE_RATE``. The last step holds the
    session's last events. Raises ``SourceError`` where the source ends in one, or without a game.
    """
    begun = session.view.state is not Following.WAITING
    for step in _steps(source, reader, session, live):
        begun = begun or not all(isinstance(event, Unsure) for event in step.events)
        yield step
    if not begun:
        raise SourceError(
            say("No game was seen in {name}: no picture shows a row of cards.", name=source.name)
        )


def _steps(source: Source, reader: ReadsOn, session: Follows, live: bool) -> Iterator[Step]:
    stillness = Stillness()
    failures = 0
    shown_s = float("-inf")
    last: Frame | None = None
    for item in source:
        if isinstance(item, Skipped):
            unsure = Unsure(item.reason, item.name)
            lost = source.kind == "camera"
            yield Step(None, None, (unsure,), session.view, lost)
            continue
        settled = item.moment or stillness.see(item)
        source.pace_s = stillness.pace_s
        if not settled:
            last = item
            if live and item.time_s - shown_s >= 1.0 / LIVE_RATE:
                shown_s = item.time_s
                yield Step(item, None, (), _while_moving(session.view, stillness.rest))
            continue
        last = None
        step, failed = _read(item, reader, session)
        failures = failures + 1 if failed else 0
        if failed and failures >= GIVE_UP_AFTER:
            raise failed
        yield step
    if last is not None and stillness.rest is Rest.SETTLING:
        yield _read(last, reader, session)[0]
    yield Step(None, None, tuple(session.end()), session.view)


def _read(frame: Frame, reader: ReadsOn, session: Follows) -> tuple[Step, Exception | None]:
    """One picture's step, and the error that nobody foresaw, if one came.

    A game of an hour must not be lost to one picture; with ``TABLETOP_DEBUG`` the error is raised.
    """
    reading: Reading | None = None
    try:
        reading = reader.read(frame.image)
        events = tuple(session.see(reading, frame.name))
        view = session.view
        if in_doubt(events, view):
            reader.afresh()
        return Step(frame, reading, events, view), None
    except Exception as error:
        reader.afresh()
        if os.environ.get("TABLETOP_DEBUG"):
            raise
        why = " ".join(f"{type(error).__name__}: {error}".split())
        unsure = Unsure(say("this picture couldn't be followed ({why})", why=why), frame.name)
        return Step(frame, reading, (unsure,), session.view), error


def in_doubt(events: Sequence[Event], view: View) -> bool:
    """Whether the picture doesn't simply go on with the game: it may have been misread."""
    return view.state in _NOT_UNDERSTOOD or any(isinstance(event, _DOUBTS) for event in events)


def _while_moving(view: View, rest: Rest) -> View:
    if rest is Rest.STILL or view.state in (Following.WAITING, Following.ENDED):
        return view
    return msgspec.structs.replace(view, state=Following.MOVING)
