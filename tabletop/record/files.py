"""Reading a record from a file that may hold anything."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from tabletop.language import say
from tabletop.record.errors import RecordError
from tabletop.record.formatting import MAGIC
from tabletop.record.parsing import MOST_SIGNS, parse_record
from tabletop.record.record import Record

_MOST_BYTES = 4 * MOST_SIGNS
_START_BYTES = 400
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""How zip files begin: with a file, empty, or in several parts."""
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def load_record(path: str | os.PathLike[str]) -> Record:
    """The record in the file at ``path``, in UTF-8 (or UTF-16 with its mark).

    Raises RecordError if it holds no record, OSError if it can't be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    return parse_record(decoded(data))


def starts_a_record(path: str | os.PathLike[str]) -> bool:
    """Whether the file at ``path`` begins as a record does. Raises OSError if it can't be read."""
    with Path(path).open("rb") as file:
        start = file.read(_START_BYTES)
    coding = "utf-16" if start.startswith(_UTF16_MARKS) else "utf-8"
    text = start.decode(coding, "replace").removeprefix("\ufeff")
    return text.lower().split()[:2] == MAGIC.split()


def starts_a_zip(path: str | os.PathLike[str]) -> bool:
    """Whether the file at ``path`` begins as zip files do, and so is no record but a bundle, or is
    called one without being a record; False where it can't be read."""
    try:
        with Path(path).open("rb") as file:
            if file.read(4) in _ZIP_MARKS:
                return True
        return Path(path).suffix.lower() == ".zip" and not starts_a_record(path)
    except (OSError, ValueError):
        return False


def decoded(data: bytes) -> str:
    """``data`` as text. Raises RecordError where it is none, or more than a record may be."""
    if len(data) > _MOST_BYTES:
        raise RecordError(
            say("no game record: it is larger than {most_bytes} bytes", most_bytes=_MOST_BYTES), 1
        )
    coding = "utf-8"
    if data.startswith(_UTF16_MARKS):
        coding = "utf-16"
    try:
        return data.decode(coding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(coding, "replace")
        line = before.count("\n") + 1
        column = len(before) - before.rfind("\n")
        message = f"this is no text in {coding.upper()}: save the file as UTF-8"
        raise RecordError(message, line, column) from None
