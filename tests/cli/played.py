"""A terminal that a test plays for ``watch``."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="no terminals of one's own on Windows")

SOURCE = "sim:seed=5,turns=4,size=640x360,tilt=5,busy=0,half=0"


def _listening() -> None:
    """A program started in the background ignores some signals, and so would what it starts."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


class Played:
    """Runs ``watch`` with ``words`` and keeps all that it is sent. ``size``: columns and rows;
    ``program``: what Python runs as ``tabletop``."""

    def __init__(
        self,
        home: Path,
        *words: str,
        size: tuple[int, int] = (120, 40),
        program: tuple[str, ...] = ("-m", "tabletop"),
        **environment: str,
    ) -> None:
        import fcntl
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", *size[::-1], 0, 0))
        strange = ("COLUMNS", "LINES", "TMUX", "STY", "NO_COLOR", "TERM_PROGRAM")
        env = {name: value for name, value in os.environ.items() if name not in strange}
        env |= {"TERM": "xterm-256color", "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, *program, "watch", SOURCE, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_listening,
            env=env | environment,
        )
        os.close(theirs)
        self.sent = b""

    def until(self, holds: Callable[[bytes], object], seconds: float = 90) -> None:
        """Reads on until ``holds`` of all that was sent."""
        ends = time.monotonic() + seconds
        while not holds(self.sent):
            assert time.monotonic() < ends, self.sent[-500:]
            if select.select([self.ours], [], [], 0.1)[0] and not self._read():
                return

    def _read(self) -> bool:
        """Takes what was sent; False once the other end is closed."""
        try:
            self.sent += os.read(self.ours, 1 << 16)
        except OSError:
            return False
        return True

    def _rest(self, quiet: float) -> None:
        """Reads on until nothing was sent for ``quiet`` seconds."""
        while select.select([self.ours], [], [], quiet)[0] and self._read():
            pass

    def press(self, key: bytes) -> None:
        """Presses ``key`` and waits until what it shows is painted: a key close behind Escape would
        be that key with Alt."""
        seen = len(self.sent)
        os.write(self.ours, key)
        self.until(lambda sent: len(sent) > seen + 500)
        self._rest(0.7)

    def quit(self) -> int:
        """Presses q; the exit code."""
        os.write(self.ours, b"q")
        self.until(lambda _: self.process.poll() is not None)
        self._rest(0.1)
        return self.process.wait(30)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
