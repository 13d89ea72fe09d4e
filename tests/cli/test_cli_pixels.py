"""``watch`` on terminals that can show pictures, played by this test."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="no terminals of one's own on Windows")

SOURCE = "sim:seed=5,turns=4,size=640x360,tilt=5,busy=0,half=0"
KITTY = b"\x1bP>|kitty(0.35.2)\x1b\\\x1b_Gi=4171;OK\x1b\\\x1b[6;20;10t\x1b[?62;c"
SIXEL = b"\x1b[6;20;10t\x1b[?1;0;256S\x1b[?62;4c"


class Played:
    """A terminal of 120 by 40 cells that runs ``watch`` and keeps all that it is sent."""

    def __init__(self, home: Path, *words: str, **environment: str) -> None:
        import fcntl
        import termios

        self.ours, theirs = pty.openpty()
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        strange = ("COLUMNS", "LINES", "TMUX", "STY", "NO_COLOR", "TERM_PROGRAM")
        env = {name: value for name, value in os.environ.items() if name not in strange}
        env |= {"TERM": "xterm-256color", "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", "watch", SOURCE, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=env | environment,
        )
        os.close(theirs)
        self.sent = b""

    def until(self, holds: Callable[[bytes], object], seconds: float = 90) -> None:
        """Reads on until ``holds`` of all that was sent."""
        ends = time.monotonic() + seconds
        while not holds(self.sent):
            assert time.monotonic() < ends, self.sent[-500:]
            if select.select([self.ours], [], [], 0.1)[0]:
                try:
                    self.sent += os.read(self.ours, 1 << 16)
                except OSError:
                    return

    def quit(self) -> int:
        """Presses q; the exit code."""
        os.write(self.ours, b"q")
        self.until(lambda _: self.process.poll() is not None)
        while select.select([self.ours], [], [], 0.1)[0]:
            try:
                self.sent += os.read(self.ours, 1 << 16)
            except OSError:
                break
        return self.process.wait(30)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)


@pytest.mark.slow
def test_kitty_is_asked_sent_the_table_and_cleared(tmp_path: Path) -> None:
    terminal = Played(tmp_path)
    try:
        terminal.until(lambda sent: b"\x1b[c" in sent)
        os.write(terminal.ours, KITTY)
        terminal.until(lambda sent: re.search(rb"a=T,[^;]*i=(\d+)", sent))
        # Its signs, in a colour of 24 bits, though the terminal's name promises but 256.
        terminal.until(lambda sent: "\U0010eeee\u0305\u0305".encode() in sent)
        number = int(re.search(rb"a=T,[^;]*i=(\d+)", terminal.sent)[1])
        red, green, blue = number >> 16, number >> 8 & 255, number & 255
        assert b"38;2;%d;%d;%d" % (red, green, blue) in terminal.sent
        assert terminal.quit() == 0
        assert set(re.findall(rb"a=T,[^;]*i=(\d+)", terminal.sent)) == set(
            re.findall(rb"a=d,d=I,i=(\d+)", terminal.sent)
        )
        assert b"4171" not in terminal.sent.replace(b"i=4171,a=q", b"")
    finally:
        terminal.close()


@pytest.mark.slow
def test_sixels_are_sent_where_they_are_known(tmp_path: Path) -> None:
    terminal = Played(tmp_path)
    try:
        terminal.until(lambda sent: b"\x1b[c" in sent)
        os.write(terminal.ours, SIXEL)
        terminal.until(lambda sent: b"\x1bP0;1q" in sent)
        assert terminal.quit() == 0
        assert b"a=T" not in terminal.sent
        assert terminal.sent.rindex(b"\x1b[2J") > terminal.sent.rindex(b"\x1bP0;1q")
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "environment"),
    [((), {"TMUX": "/tmp/tmux-0/default,1,0"}), (("--pixels", "off"), {})],
)
def test_who_is_not_asked_gets_half_blocks(
    tmp_path: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    terminal = Played(tmp_path, *words, **environment)
    try:
        terminal.until(lambda sent: sent.count("▀".encode()) > 200)
        assert terminal.quit() == 0
        assert b"\x1b_G" not in terminal.sent
        assert b"\x1b[c" not in terminal.sent
        assert b"\x1bP" not in terminal.sent
    finally:
        terminal.close()
