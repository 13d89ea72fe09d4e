"""``watch`` on terminals that go away, have no size, or speak ASCII alone."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from played import SOURCE, Played

from tabletop.referee.folder import JOURNAL, read

pty = pytest.importorskip("pty", reason="no terminals of one's own on Windows")


@pytest.mark.slow
@pytest.mark.parametrize("ignored", [True, False])
def test_a_terminal_that_goes_away_ends_the_dashboard(tmp_path: Path, ignored: bool) -> None:
    import fcntl
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    session = tmp_path / "session"
    command = [sys.executable, "-m", "tabletop", "watch", SOURCE, "--session", str(session)]
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**env, "TERM": "xterm-256color"},
    )
    signal.signal(signal.SIGHUP, before)
    os.close(theirs)
    try:
        ends = time.monotonic() + 120
        while time.monotonic() < ends and not _began(session):
            if select.select([ours], [], [], 0.1)[0]:
                os.read(ours, 1 << 16)
        os.close(ours)
        assert process.wait(60) == 128 + signal.SIGHUP
    finally:
        process.kill()
        process.wait()
    assert read(session), "what was seen is kept"


def _began(session: Path) -> bool:
    return (session / JOURNAL).exists() and (session / JOURNAL).read_bytes().count(b"\n") > 2


@pytest.mark.slow
def test_a_terminal_without_a_size_is_painted_once_and_left(tmp_path: Path) -> None:
    with closing(Played(tmp_path, size=(0, 0))) as terminal:
        terminal.until(lambda sent: "♣".encode() in sent)
        # Two guesses at the size made the screen change it for ever, at 80 kB a second.
        assert terminal.quit() == 0
        assert len(terminal.sent) < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_terminal_of_the_c_locale_gets_ascii_alone(tmp_path: Path, language: str) -> None:
    with closing(Played(tmp_path, "--language", language, LC_ALL="C")) as terminal:
        terminal.until(lambda sent: sent.count(b"#") > 50)
        for key in (b"?", b"\x1b", b"f", b"d", b"\x1b"):
            terminal.press(key)
        assert terminal.quit() == 0, terminal.sent[-3000:].decode()
        assert terminal.sent.isascii()
