"""The dashboard ended from outside, whatever it is at."""

from __future__ import annotations

import os
import signal
import struct
import time
from contextlib import closing
from pathlib import Path

import pytest
from played import Played

from tabletop.referee.folder import read

pytest.importorskip("pty", reason="no terminals of one's own on Windows")

STUCK = (
    "import hashlib\n"
    "from tabletop.__main__ import main\n"
    "from tabletop.dashboard.app import Dashboard\n"
    "def stuck(self):\n"
    "    self._driver.write('<stuck>')\n"
    # One call that takes minutes and that no signal cuts short.
    "    hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)\n"
    "Dashboard.action_help = stuck\n"
    "raise SystemExit(main())"
)
"""A program whose dashboard hears nothing more after the key for help."""

ENDS = {"int": signal.SIGINT, "term": signal.SIGTERM, "hup": getattr(signal, "SIGHUP", 0)}


def painted(sent: bytes) -> bool:
    return "♣".encode() in sent


@pytest.mark.slow
@pytest.mark.parametrize("how", ["int", "term", "hup"])
def test_a_signal_ends_a_dashboard_that_is_stuck(tmp_path: Path, how: str) -> None:
    import termios

    session = tmp_path / "session"
    terminal = Played(tmp_path, "--session", str(session), program=("-c", STUCK))
    with closing(terminal):
        before = termios.tcgetattr(terminal.ours)
        terminal.until(painted)
        assert termios.tcgetattr(terminal.ours) != before
        os.write(terminal.ours, b"?")
        terminal.until(lambda sent: b"<stuck>" in sent)
        terminal.process.send_signal(ENDS[how])
        terminal.until(lambda _: terminal.process.poll() is not None, seconds=30)
        assert terminal.process.wait(30) == 128 + ENDS[how]
        terminal.until(lambda sent: sent.rfind(b"\x1b[?1049l") > sent.rfind(b"\x1b[?1049h"))
        assert termios.tcgetattr(terminal.ours) == before
    assert read(session), "what was seen is kept"


@pytest.mark.slow
def test_a_closed_terminal_ends_a_dashboard_that_is_stuck(tmp_path: Path) -> None:
    terminal = Played(tmp_path, program=("-c", STUCK))
    try:
        terminal.until(painted)
        os.write(terminal.ours, b"?")
        terminal.until(lambda sent: b"<stuck>" in sent)
    finally:
        os.close(terminal.ours)
    try:
        assert terminal.process.wait(30) == 128 + ENDS["hup"]
    finally:
        terminal.process.kill()
        terminal.process.wait()


@pytest.mark.slow
def test_a_signal_ends_a_dashboard_whose_terminal_takes_nothing(tmp_path: Path) -> None:
    import fcntl
    import termios

    with closing(Played(tmp_path)) as terminal:
        terminal.until(painted)
        # What each of these makes it paint stays where it is.
        for n in range(60):
            size = struct.pack("HHHH", 60 - n % 2, 200, 0, 0)
            fcntl.ioctl(terminal.ours, termios.TIOCSWINSZ, size)
            time.sleep(0.05)
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.process.wait(30) == 128 + signal.SIGTERM
