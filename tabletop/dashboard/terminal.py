"""The terminal of the dashboard, which may go away while a game is followed.

Textual's own driver reads an ended input again and again, at the full speed of a core, and waits
for ever to write where nobody reads. This one also asks how the terminal shows pictures, and hears
the answers before anybody takes them for keys. Systems whose terminals can't be hung up keep
Textual's.
"""

from __future__ import annotations

import fcntl
import os
import selectors
import signal
import struct
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable
from typing import IO, Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from tabletop.dashboard.ending import Ends
from tabletop.dashboard.pixels import ASK_CELL, QUESTIONS, Answers, worth_asking
from tabletop.dashboard.sharp import SharpApp
from tabletop.preferences import PIXELS

GONE = 128 + signal.SIGHUP
"""Exit code of a dashboard whose terminal went away: that of one that hanging up ended."""

_LOOK_S = 0.1
"""Seconds from one look at the clock to the next: a lone Escape is told from the start of a key."""

_AS_BEFORE = (
    # The end of what may have been cut short, and of holding back what is painted.
    "\x1b\\\x1b[0m\x1b[?2026l"
    # Pasting, wrapping, the mouse, resizing and the keyboard as Textual gives them back.
    "\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1016l"
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u"
    "\x1b[?1049l\x1b[?25h\x1b[?1004l"
)


class Terminal(LinuxDriver):
    """Ends the app with ``GONE`` once the terminal can't be read or written any more."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        assert self._file is not None
        self._out = _Output(self._file, self._gone)
        self._file = self._out  # type: ignore[assignment]
        self._answers = Answers(asked=False)

    def _gone(self) -> None:
        """From any thread."""
        if isinstance(self._app, Ends):
            if self._app.ending is not None:
                self._app.ending.now(GONE)
            self._app.end(GONE)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and rows, as the app takes them: where the terminal has none (0 by 0), two
        guesses would contradict each other, and the screen change its size for ever."""
        width, height = self._app.console.size
        return width, height

    @property
    def at_leisure(self) -> bool:
        """Whether the terminal has taken all that was written."""
        thread = self._writer_thread
        return not self._out.writing and (thread is None or thread._queue.empty())

    def start_application_mode(self) -> None:
        """As Textual's; then asks how pictures are shown."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        wished = self._wished
        self._answers = Answers(asked=wished != "off")
        if wished != "off" and self._writer_thread is not None:
            if wished != "auto":
                self._tell()
            self.write(QUESTIONS)
            self.flush()

    def stop_application_mode(self) -> None:
        """As Textual's, once the pictures are cleared away."""
        if isinstance(self._app, SharpApp) and self._writer_thread is not None:
            self.write(self._app.last_words())
        super().stop_application_mode()

    def give_back(self) -> None:
        """Gives the terminal back as it was, past everything that waits to be written, while the
        app is stuck. From any thread."""
        self._out.shut()
        termios.tcflush(self.fileno, termios.TCOFLUSH)
        if self.attrs_before is not None:
            termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        # Opened anew, or what isn't to wait wouldn't wait for the players' shell either.
        at = os.open(os.ttyname(self.fileno), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        os.write(at, _AS_BEFORE.encode())
        os.close(at)

    def ask_cell(self) -> None:
        """Asks anew how large a cell is: letters may have been made larger."""
        if self._wished != "off" and self._writer_thread is not None:
            self.write(ASK_CELL)

    @property
    def _wished(self) -> str:
        app = self._app
        if not isinstance(app, SharpApp) or app.wished not in PIXELS:
            return "off"
        if app.wished == "auto" and not worth_asking(os.environ):
            return "off"
        return app.wished

    def _tell(self) -> None:
        """Tells the app what is known of the terminal by now. From any thread."""
        if isinstance(self._app, SharpApp):
            pixels = self._answers.pixels(self._wished, self._cell())
            self._loop.call_soon_threadsafe(self._app.can_show, pixels)

    def _cell(self) -> tuple[int, int] | None:
        """Width and height of a cell in pixels, as the system has them; most often it doesn't."""
        try:
            told = fcntl.ioctl(self.fileno, termios.TIOCGWINSZ, bytes(8))
        except OSError:
            return None
        rows, columns, width, height = struct.unpack("HHHH", told)
        if not (rows and columns and width >= columns and height >= rows):
            return None
        return width // columns, height // rows

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
                    text = self._answers.sift(decode(data))
                    if self._answers.news:
                        self._answers.news = False
                        self._tell()
                else:
                    text = self._answers.release()
                # Nothing at all would end the parser.
                for message in parser.feed(text) if text else ():
                    self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)


class _Output:
    """``file``, until writing to it fails; then nothing more is written and ``gone`` is called."""

    def __init__(self, file: IO[str], gone: Callable[[], None]) -> None:
        self._file, self._gone, self._open = file, gone, True
        self.writing = False
        """Whether something is being written that the terminal hasn't taken yet."""

    def write(self, text: str) -> None:
        self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        self._try(self._file.flush)

    def fileno(self) -> int:
        return self._file.fileno()

    def isatty(self) -> bool:
        return self._file.isatty()

    def shut(self) -> None:
        """Writes nothing more."""
        self._open = False

    def _try(self, do: Callable[[], object]) -> None:
        if not self._open:
            return
        self.writing = True
        try:
            do()
        except OSError:
            self._open = False
            # What is left in the buffers would fail again when Python ends, and change its code.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._file.fileno())
            self._gone()
        finally:
            self.writing = False
