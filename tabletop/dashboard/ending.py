"""The end of the dashboard, which comes even where the app can't bring it about any more.

Who ends a program from outside, or closes its terminal, isn't there any more to wait for it. The
app ends of itself as a rule, between two messages; but a screen may be stuck, a machine too busy,
or a terminal take nothing any more.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, Final

from textual.app import App

GRACE_S: Final = 2.0
"""Seconds that the dashboard has to end once it was ended from outside."""

QUIT_S: Final = 8.0
"""Seconds that it has once a player left it, who sees that it takes its time."""

_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Ending:
    """``ask`` is called when a signal asks for the end, with the exit code; ``last`` right before
    the process is ended by force, to give the terminal back. It may take ``GRACE_S`` at most.

    Only for a process that is there for nothing but the dashboard: a session's folder is whole
    after each write, and the process that reads pictures ends with this one.
    """

    def __init__(self, ask: Callable[[int], object], last: Callable[[], object]) -> None:
        self._ask, self._last = ask, last
        self._before: dict[int, Any] = {}
        self._written: tuple[int, int] | None = None
        self._done = threading.Event()
        self.outside = False
        """Whether a signal or a closed terminal asked for the end."""

    def __enter__(self) -> Ending:
        # Not by the event loop: a stuck one hears nothing. Windows lacks some of the signals. What
        # is to be ignored is: whether the terminal is gone, its driver notices.
        for name in _ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._heard)
        if os.name == "posix" and self._before:
            self._watch()
        return self

    def __exit__(self, *_: object) -> None:
        """The dashboard has ended; a process that was ended from outside has yet to."""
        if self.outside:
            return
        self._done.set()
        for number, before in self._before.items():
            signal.signal(number, before)
        if self._written is not None:
            written, earlier = self._written
            signal.set_wakeup_fd(earlier)
            os.close(written)

    def _watch(self) -> None:
        """Has a thread hear the signals too. A handler runs in the main thread alone, and not
        before the one call that this is at has returned, however long that takes."""
        heard, written = os.pipe()
        os.set_blocking(written, False)
        self._written = written, signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        threading.Thread(target=self._listen, args=(heard,), daemon=True).start()

    def _listen(self, heard: int) -> None:
        while numbers := os.read(heard, 64):
            for number in numbers:
                if number in self._before:
                    self._heard(number)
        os.close(heard)

    def _heard(self, number: int, _: FrameType | None = None) -> None:
        """From the handler and from the thread, whichever comes first."""
        if not self.outside:
            self.now(128 + number)
            self._ask(128 + number)

    def now(self, code: int) -> None:
        """The process is ended from outside, with ``code``: it has ``GRACE_S`` left, whatever it is
        at after the dashboard. From any thread."""
        self.outside = True
        self.within(GRACE_S, code)

    def within(self, seconds: float, code: int) -> None:
        """Ends the process with ``code`` after ``seconds``, if the dashboard hasn't ended by then
        or an earlier call ended it. From any thread."""
        threading.Thread(target=self._force, args=(seconds, code), daemon=True).start()

    def _force(self, seconds: float, code: int) -> None:
        if self._done.wait(seconds):
            return
        # What gives the terminal back may hang as well: with that, only the terminal is lost.
        last = threading.Thread(target=self._give_back, daemon=True)
        last.start()
        last.join(GRACE_S)
        os._exit(code)

    def _give_back(self) -> None:
        with suppress(Exception):
            self._last()


class Ends(App[int]):
    """An app that may be ended from outside."""

    ending: Ending | None = None
    """What sees to it that the process ends too, where it is there for this app alone."""

    def end(self, code: int) -> None:
        """Leaves with ``code``. From any thread, and from a signal's handler."""
        if self._loop is None:
            self.exit(code)
        else:
            # Closed: it has ended already.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.exit, code)
