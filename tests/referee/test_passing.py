"""Folders that go when their program has ended, however it ended."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tabletop.games import game_named
from tabletop.referee.kept import KeptSession
from tabletop.referee.passing import passing_folder

KILLED = """
import os
from tabletop.referee.passing import passing_folder
with passing_folder() as folder:
    (folder / "game").mkdir()
    (folder / "game" / "journal.jsonl").write_text("a game")
    print(folder, flush=True)
    os._exit(9)
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where folders that pass are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def left_behind(age_s: float) -> Path:
    """The folder of a program that was ended by force ``age_s`` ago."""
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True)
    assert done.returncode == 9, done.stderr
    folder = Path(done.stdout.strip())
    assert (folder / "game" / "journal.jsonl").is_file()
    then = time.time() - age_s
    os.utime(folder, (then, then))
    return folder


def test_a_folder_goes_when_its_block_is_left(home: Path) -> None:
    with passing_folder() as folder:
        (folder / "picture.jpg").write_bytes(b"x")
        assert folder.parent == home
    assert not folder.exists()


def test_what_a_killed_program_left_behind_goes_with_the_next_one() -> None:
    old, new = left_behind(3600), left_behind(0)
    with passing_folder():
        assert not old.exists()
        assert new.exists(), "its program may only just have made it"


def test_a_folder_in_use_stays_however_old_it_is() -> None:
    with passing_folder() as first:
        then = time.time() - 1_000_000
        os.utime(first, (then, then))
        with passing_folder() as second:
            assert first.is_dir()
            assert second != first


def test_a_session_that_a_user_called_alike_stays(home: Path) -> None:
    mine = home / "tabletop-passing-evening"
    KeptSession.create(mine, game_named("mushroom-walk")).close()
    os.utime(mine, (1, 1))
    with passing_folder():
        pass
    assert (mine / "journal.jsonl").is_file()


def test_what_is_none_of_ours_stays(home: Path) -> None:
    (other := home / "tabletop-passing-other").mkdir()
    (precious := home / "precious").mkdir()
    (precious / "lock").touch()
    links = [home / "tabletop-passing-link"] if hasattr(os, "symlink") else []
    for link in links:
        link.symlink_to(precious)
    for path in (other, precious):
        os.utime(path, (1, 1))
    with passing_folder():
        pass
    assert other.is_dir(), "it has no lock: nobody knows whose it is"
    assert precious.is_dir()
    assert all(link.is_symlink() for link in links)
