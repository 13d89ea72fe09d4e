"""A session's folder: journal, record and pictures, safe against being killed and against two
programs at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from tabletop.language import say
from tabletop.referee.files import replace_file
from tabletop.referee.journal import Entry, JournalError, line, parse, whole
from tabletop.referee.sound import MOST_BYTES
from tabletop.regular import read_regular
from tabletop.vision.errors import shown

JOURNAL = "journal.jsonl"
RECORD = "record.txt"
PICTURES = "pictures"
_LOCK = "lock"


class Folder:
    """An open session folder. Only one program at a time has it open: closing lets go of it, and so
    does the program's end, however it comes."""

    def __init__(self, path: Path, lock: BinaryIO, journal: BinaryIO) -> None:
        self.path = path
        self._lock = lock
        self._journal = journal

    @classmethod
    def create(cls, path: Path, first: Entry) -> Folder:
        """A new folder at ``path`` whose journal begins with ``first``. Raises ``JournalError``
        where there is a journal already, and ``OSError``."""
        (path / PICTURES).mkdir(parents=True, exist_ok=True)
        lock = locked(path)
        try:
            # One that was killed before its first line was written is no session yet.
            if (path / JOURNAL).exists() and whole(journal_text(path)):
                raise JournalError(
                    say(
                        "{path} holds a session already: go on with --resume or name "
                        "another folder",
                        path=shown(path),
                    )
                )
            folder = cls(path, lock, (path / JOURNAL).open("wb"))
        except BaseException:
            lock.close()
            raise
        folder.append(first)
        return folder

    @classmethod
    def open(cls, path: Path) -> tuple[Folder, Sequence[Entry]]:
        """The folder at ``path``, to go on with, and its journal's entries. Raises ``JournalError``
        where it holds none, or another program has it open."""
        entries = read(path)
        lock = locked(path)
        try:
            # Whoever had it open may have written since.
            entries = read(path)
            os.truncate(path / JOURNAL, len(whole(journal_text(path))))
            return cls(path, lock, (path / JOURNAL).open("ab")), entries
        except BaseException:
            lock.close()
            raise

    def append(self, entry: Entry) -> None:
        """Add ``entry`` to the journal; it is on the disk when this returns."""
        self._journal.write(line(entry))
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def keep_picture(self, number: int, jpeg: bytes) -> None:
        """Keep picture ``number``, from 1, of the journal's pictures: whole or not at all."""
        target = self.picture(number)
        draft = target.with_suffix(".part")
        draft.write_bytes(jpeg)
        os.replace(draft, target)

    def picture(self, number: int) -> Path:
        """The file of picture ``number``, from 1, which may not be there."""
        return picture_file(self.path, number)

    def keep_record(self, text: str) -> None:
        """Let ``text`` take the place of the record."""
        replace_file(self.path / RECORD, text)

    def close(self) -> None:
        """Let go of the folder."""
        self._journal.close()
        self._lock.close()


def picture_file(path: Path, number: int) -> Path:
    """The file of picture ``number``, from 1, in the session folder ``path``."""
    return path / PICTURES / f"{number:06d}.jpg"


def read(path: Path) -> Sequence[Entry]:
    """The entries of the journal in the folder ``path``. Raises ``JournalError``."""
    try:
        return parse(journal_text(path))
    except (FileNotFoundError, NotADirectoryError):
        raise JournalError(
            say(
                "{path} is no session folder: it has no {journal}",
                path=shown(path),
                journal=JOURNAL,
            )
        ) from None
    except JournalError as error:
        raise JournalError(
            say("{name}: {error}", name=shown(path / JOURNAL), error=error)
        ) from None


def breaks_off(path: Path) -> bool:
    """Whether the journal in the folder ``path`` ends in the middle of a line, as one does whose
    program was killed or that was copied in part; False where there is none to be read."""
    try:
        text = journal_text(path)
    except (OSError, JournalError):
        return False
    return len(whole(text)) < len(text)


def journal_text(path: Path) -> bytes:
    """The bytes of the journal in the folder ``path``. Raises ``JournalError`` where it is larger
    than any journal or can't be read, ``FileNotFoundError``, and ``NotADirectoryError``."""
    try:
        text = read_regular(path / JOURNAL, MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise JournalError(say("it can't be read: {error}", error=error.strerror)) from None
    if len(text) > MOST_BYTES:
        raise JournalError(say("the journal is larger than {what} MB", what=MOST_BYTES // 2**20))
    return text


def locked(path: Path, name: str = _LOCK) -> BinaryIO:
    """The lock called ``name`` of the folder ``path``, held until it is closed or the program ends,
    however it comes. Raises ``JournalError`` where another program holds it, and ``OSError``."""
    place = path / name
    # A stranger's folder may hold a link to a file of the user's, or a pipe, which never opens.
    if place.is_symlink() or (place.exists() and not place.is_file()):
        raise JournalError(
            say("{path} is no file that tabletop made: delete it first", path=shown(place))
        )
    file = place.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalError(
            say("another program is using {path}: end it first", path=shown(path))
        ) from None
    return file
