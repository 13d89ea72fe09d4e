"""The one error of sources and pictures, and how names are shown in it."""

from __future__ import annotations

import os


class SourceError(Exception):
    """What was given can't be read; the text is one line that says what is wrong and what to do."""


def shown(path: str | os.PathLike[str]) -> str:
    """``path`` fit for a message, an event and a terminal.

    Signs that can't be printed (control codes, bytes that are no text) become ``�``: a file's name
    must not be able to steer the terminal or break the JSON it is written to.
    """
    return "".join(sign if sign.isprintable() else "�" for sign in os.fspath(path))
