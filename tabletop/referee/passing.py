"""Folders that are there only while a program needs them."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tabletop.referee.folder import locked
from tabletop.referee.journal import JournalError

_PREFIX: Final = "tabletop-passing-"
_LOCK: Final = "lock"
_MARK: Final = "passing"
"""An empty file that no session has: a user may call a session as such a folder is called."""
_NEW_S: Final = 60.0
"""A folder as new as this may be one whose program hasn't locked it yet."""


@contextmanager
def passing_folder() -> Iterator[Path]:
    """A folder that goes when the block is left. A program that is killed leaves its folder, with
    the pictures of a game in it, behind: such folders go first."""
    _clear_away()
    with (
        tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as name,
        locked(Path(name), _LOCK),
    ):
        (Path(name) / _MARK).touch()
        yield Path(name)


def _clear_away() -> None:
    """Removes what programs that are no more left behind; whatever can't be removed stays."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
            with suppress(OSError, JournalError):
                if _left_behind(folder):
                    shutil.rmtree(folder)


def _left_behind(folder: Path) -> bool:
    about = folder.lstat()
    ours = all((folder / name).is_file() for name in (_LOCK, _MARK))
    # Other people's folders lie there too.
    mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    if folder.is_symlink() or not (mine and ours):
        return False
    if time.time() - about.st_mtime < _NEW_S:
        return False
    locked(folder, _LOCK).close()
    return True
