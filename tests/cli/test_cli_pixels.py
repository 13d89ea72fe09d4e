"""``watch`` on terminals that can show pictures, played by this test."""

from __future__ import annotations

import os
import re
from contextlib import closing
from pathlib import Path

import pytest
from played import Played

KITTY = b"\x1bP>|kitty(0.35.2)\x1b\\\x1b_Gi=4171;OK\x1b\\\x1b[6;20;10t\x1b[?62;c"
SIXEL = b"\x1b[6;20;10t\x1b[?1;0;256S\x1b[?62;4c"


@pytest.mark.slow
def test_kitty_is_asked_sent_the_table_and_cleared(tmp_path: Path) -> None:
    with closing(Played(tmp_path)) as terminal:
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


@pytest.mark.slow
def test_sixels_are_sent_where_they_are_known(tmp_path: Path) -> None:
    with closing(Played(tmp_path)) as terminal:
        terminal.until(lambda sent: b"\x1b[c" in sent)
        os.write(terminal.ours, SIXEL)
        terminal.until(lambda sent: b"\x1bP0;1q" in sent)
        assert terminal.quit() == 0
        assert b"a=T" not in terminal.sent
        assert terminal.sent.rindex(b"\x1b[2J") > terminal.sent.rindex(b"\x1bP0;1q")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "environment"),
    [((), {"TMUX": "default,1,0"}), (("--pixels", "off"), {})],
)
def test_who_is_not_asked_gets_half_blocks(
    tmp_path: Path, words: tuple[str, ...], environment: dict[str, str]
) -> None:
    with closing(Played(tmp_path, *words, **environment)) as terminal:
        terminal.until(lambda sent: sent.count("▀".encode()) > 200)
        assert terminal.quit() == 0
        assert b"\x1b_G" not in terminal.sent
        assert b"\x1b[c" not in terminal.sent
        assert b"\x1bP" not in terminal.sent
