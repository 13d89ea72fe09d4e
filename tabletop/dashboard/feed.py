"""Feed: a worker thread that follows the game and hands what it finds to the screen.

The worker never touches a widget. It puts each step into a mailbox of one place and wakes the
screen; a newer step replaces the one not yet taken, while events add up, so that none is lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from tabletop.dashboard.marks import Mark, SeenCard, marks_of
from tabletop.referee.events import Event
from tabletop.referee.view import Following, View

Image = NDArray[np.uint8]

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class _Frame(Protocol):
    @property
    def image(self) -> Image: ...


class _Reading(Protocol):
    @property
    def cards(self) -> Sequence[SeenCard]: ...


class Step(Protocol):
    """One picture that was followed: the picture itself (None where it couldn't be had), what was
    read in it (None where it was not read), the events it brought and the view after it; ``lost``:
    the camera sends nothing."""

    @property
    def frame(self) -> _Frame | None: ...
    @property
    def reading(self) -> _Reading | None: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def view(self) -> View: ...
    @property
    def lost(self) -> bool: ...


Source = Callable[[], Iterable[Step]]
"""Called in the worker thread: opens the source and gives its steps one after another."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What came since the screen last looked: the newest picture (None before the first), its marks
    and view, all events in their order, and whether the camera is lost."""

    image: Image | None
    marks: tuple[Mark, ...]
    view: View
    events: tuple[Event, ...]
    lost: bool


class Feed:
    """Runs ``source`` in a thread and keeps its newest step for the screen.

    ``wake`` is called in the worker thread whenever there is something to take. ``pace``: seconds
    between two steps at speed 1, for recorded games; None for live ones, which come as they come.
    ``current``: the view as it is now, where players may change it meanwhile: what a step says may
    be old by the time it arrives.
    """

    def __init__(
        self,
        source: Source,
        wake: Callable[[], object],
        pace: float | None,
        current: Callable[[], View] | None = None,
    ) -> None:
        self._source, self._wake, self._pace, self._current = source, wake, pace, current
        self._changed = threading.Condition()
        self._order = threading.Lock()
        self._batch: Batch | None = None
        self._speed = 1.0
        self._paused = self._stopped = self._over = False
        self._allowed = 0
        self._error: Exception | None = None
        self._frame: _Frame | None = None
        self._lost = False
        self._target = 0
        self._marks: tuple[Mark, ...] = ()
        self._thread = threading.Thread(target=self._work, name="tabletop-feed", daemon=True)

    @property
    def paused(self) -> bool:
        """Whether the worker waits for the players."""
        return self._paused

    @property
    def over(self) -> bool:
        """Whether no more steps come."""
        return self._over

    @property
    def error(self) -> Exception | None:
        """What stopped the worker, if an error did."""
        return self._error

    @property
    def paced(self) -> bool:
        """Whether speed and single steps make sense: the game is a recorded one."""
        return self._pace is not None

    @property
    def speed(self) -> float:
        """How fast a recorded game plays, one of ``SPEEDS``."""
        return self._speed

    def start(self) -> None:
        """Starts the worker."""
        self._thread.start()

    def stop(self, wait: float = 2.0) -> None:
        """Ends the worker after the step it is at; waits for that at most ``wait`` seconds."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(wait)

    def take(self) -> Batch | None:
        """What came since the last call, or None."""
        with self._changed:
            batch, self._batch = self._batch, None
        return batch

    def pause(self, on: bool) -> None:
        """Holds the worker before its next step, or lets it go on."""
        with self._changed:
            self._paused, self._allowed = on, 0
            self._changed.notify_all()

    def step(self) -> None:
        """Pauses, and lets the worker do one step more."""
        with self._changed:
            self._paused = True
            self._allowed += 1
            self._changed.notify_all()

    def change_speed(self, places: int) -> None:
        """Goes ``places`` up or down in ``SPEEDS``."""
        with self._changed:
            at = SPEEDS.index(self._speed) + places
            self._speed = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]
            self._changed.notify_all()

    def _work(self) -> None:
        steps: Any = None
        try:
            steps = iter(self._source())
            while self._may_go_on():
                step = next(steps, None)
                if step is None:
                    break
                self._put(step)
                if step.view.turn < self._target:
                    continue
                if self._target:
                    self._target = 0
                    self.pause(True)
                self._rest()
        except Exception as error:
            # What was being done when all was closed is no concern of anybody's any more.
            if not self._stopped:
                self._error = error
        finally:
            if hasattr(steps, "close"):
                steps.close()
            self._over = True
            self._wake()

    def _put(self, step: Step) -> None:
        # A step without a picture of its own leaves the last one standing, and what was read in it;
        # that holds for later pictures too, as long as the table rests.
        if step.frame is not None and (step.reading is not None or step.frame is not self._frame):
            self._frame = step.frame
            if step.reading is not None:
                self._marks = marks_of(step.reading.cards, step.view.labels)
            elif step.view.state is Following.MOVING:
                self._marks = ()
        self._hand_over(step.view, tuple(step.events), step.lost)

    def tell(self, events: Sequence[Event]) -> None:
        """Hands over what the players changed, from any thread."""
        if self._current is not None:
            self._hand_over(None, tuple(events), self._lost)

    def _hand_over(self, view: View | None, events: tuple[Event, ...], lost: bool) -> None:
        # Whoever comes last brings the newest view: it is asked for under the same lock. That may
        # take a while, and the screen must not wait for it.
        with self._order:
            self._lost = lost
            if self._current is not None:
                view = _moving(self._current(), view)
            if view is None:
                return
            image = self._frame.image if self._frame is not None else None
            new = Batch(image, self._marks, view, events, lost)
            with self._changed:
                old = self._batch
                self._batch = replace(new, events=old.events + new.events) if old else new
        if old is None:
            self._wake()

    def run_to(self, turn: int) -> None:
        """Lets a recorded game run without waiting until ``turn`` has been played."""
        with self._changed:
            self._target, self._paused = turn, False
            self._changed.notify_all()

    def _may_go_on(self) -> bool:
        with self._changed:
            while self._paused and not self._allowed and not self._stopped:
                self._changed.wait()
            self._allowed = max(0, self._allowed - 1)
            return not self._stopped

    def _rest(self) -> None:
        """Waits out the pace; a pause, a single step or the end cut it short, a change of speed
        counts from where the wait began."""
        if self._pace is None:
            return
        began = time.monotonic()
        with self._changed:
            while not (self._stopped or self._paused or self._target):
                left = began + self._pace / self._speed - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)


def _moving(now: View, then: View | None) -> View:
    """``now``, with the table moving if ``then``, the view of a step, says that it does."""
    if then is None or then.state is not Following.MOVING or now.state is Following.ENDED:
        return now
    return msgspec.structs.replace(now, state=Following.MOVING)
