"""``watch --session`` killed at any moment and resumed, in processes of its own."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tabletop.referee.folder import JOURNAL, RECORD, read
from tabletop.referee.journal import Picture

SOURCE = "sim:seed=5,turns=4,size=640x360,tilt=5,busy=0,half=0"
KILLS = 3


def _watch(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tabletop", "watch", SOURCE, "--json", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _pictures(folder: Path) -> list[str]:
    if not (folder / JOURNAL).exists() or b"\n" not in (folder / JOURNAL).read_bytes():
        return []
    return [entry.frame for entry in read(folder) if isinstance(entry, Picture)]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_whenever_it_is_killed_it_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert _watch("--session", str(whole)).wait() == 0
    rng = random.Random(os.urandom(8))
    for _ in range(KILLS):
        there = len(_pictures(killed))
        begun = (killed / JOURNAL).exists() and b"\n" in (killed / JOURNAL).read_bytes()
        process = _watch("--resume" if begun else "--session", str(killed))
        # At any moment, but not before the one picture more without which nothing would move on.
        while process.poll() is None and len(_pictures(killed)) == there:
            time.sleep(0.02)
        time.sleep(rng.random() * 0.5)
        process.send_signal(signal.SIGKILL)
        process.wait()
    process = _watch("--resume", str(killed))
    assert process.wait() == 0, process.stderr and process.stderr.read()
    assert _pictures(killed) == _pictures(whole)
    assert (killed / RECORD).read_bytes() == (whole / RECORD).read_bytes()
    told, again = (
        [
            bytes(event)
            for entry in read(path)
            if isinstance(entry, Picture)
            for event in entry.events
        ]
        for path in (whole, killed)
    )
    assert told == again
    kept = sorted(path.name for path in (killed / "pictures").glob("*.jpg"))
    # The picture that was being written is the only thing that a kill may cost.
    assert len(_pictures(killed)) - KILLS <= len(kept) <= len(_pictures(killed))
