"""``watch`` on a terminal that goes away."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.referee.folder import JOURNAL, read

pty = pytest.importorskip("pty", reason="no terminals of one's own on Windows")

SOURCE = "sim:seed=5,turns=4,size=640x360,tilt=5,busy=0,half=0"


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
