"""A program in a terminal of its own, and how long it takes to answer a key."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self


def go_first(level: int, process: int = 0) -> bool:
    """Lets ``process`` (0: this one) and those it starts later go before all others, and before
    those of a lower ``level``, so that what else a busy machine does counts little; whether the
    system allows it."""
    try:
        os.sched_setscheduler(process, os.SCHED_RR, os.sched_param(level))
    except (AttributeError, OSError):
        return False
    return True


class Terminal:
    """``command`` in a terminal of ``size`` (columns, rows). Use it in a ``with`` block."""

    def __init__(self, command: Sequence[str], size: tuple[int, int]) -> None:
        self.began = time.perf_counter()
        self.bytes = 0
        self._pid, self._end = pty.fork()
        if not self._pid:
            os.environ.update({"TERM": "xterm-256color", "COLORTERM": "truecolor"})
            os.environ.pop("NO_COLOR", None)
            # Whatever ends the benchmark, closing the terminal ends the program in it.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            go_first(2)
            os.execvp(command[0], list(command))
        rows = struct.pack("HHHH", size[1], size[0], 0, 0)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, rows)

    def press(self, keys: str) -> None:
        """Types ``keys``."""
        os.write(self._end, keys.encode())

    def until(self, text: str, seconds: float = 20.0) -> float:
        """When ``text`` has come, on the clock of ``time.perf_counter``. Raises ``TimeoutError``
        after ``seconds``; what came before this call doesn't count."""
        wanted, seen = text.encode(), b""
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends:
            came = self._read(0.05)
            seen = seen[-len(wanted) :] + came
            if wanted in seen:
                return time.perf_counter()
        raise TimeoutError(f"{text!r} didn't come")

    def rest(self, seconds: float) -> str:
        """What comes in the next ``seconds``."""
        ends, seen = time.perf_counter() + seconds, b""
        while (left := ends - time.perf_counter()) > 0:
            seen += self._read(left)
        return seen.decode(errors="replace")

    def _read(self, seconds: float) -> bytes:
        if not select.select([self._end], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            came = os.read(self._end, 1 << 16)
        except OSError:
            raise TimeoutError("the program ended") from None
        self.bytes += len(came)
        return came

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._end)
