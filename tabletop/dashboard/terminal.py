"""The terminal of the dashboard, which may go away while a game is followed.

Textual's own driver reads an ended input again and again, at the full speed of a core, and waits
for ever to write where nobody reads. Systems whose terminals can't be hung up keep theirs.
"""

from __future__ import annotations

import os
import selectors
import signal
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

GONE = 128 + signal.SIGHUP
"""Exit code of a dashboard whose terminal went away: that of one that hanging up ended."""

_LOOK_S = 0.1
"""Seconds from one look at the clock to the next: a lone Escape is told from the start of a key."""


class Terminal(LinuxDriver):
    """Ends the app with ``GONE`` once the terminal can't be read or written any more."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        assert self._file is not None
        self._file = _Output(self._file, self._gone)  # type: ignore[assignment]

    def _gone(self) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(self._app.exit, GONE)

    def run_input_thread(self) -> None:
        """As Textual's, but ends with its input."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_LOOK_S):
                    try:
                        data = os.read(self.fileno, 4096)
                    except OSError:
                        data = b""
                    if not data:
                        self._gone()
                        return
                    for message in parser.feed(decode(data)):
                        self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)


class _Output:
    """``file``, until writing to it fails; then nothing more is written and ``gone`` is called."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file, self._gone, self._open = file, gone, True

    def write(self, text: str) -> None:
        self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def _try(self, do: Callable[[], object]) -> None:
        if not self._open:
            return
        try:
            do()
        except OSError:
            self._open = False
            # What is left in the buffers would fail again when Python ends, and change its code.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._file.fileno())
            self._gone()
