"""The errors of vision, and how names are shown in them."""

from __future__ import annotations

import os


class VisionError(Exception):
    """Seeing isn't possible; the text is one line that says what is wrong and what to do."""


class SourceError(VisionError):
    """What was given as a picture or a source can't be read."""


class ModelError(VisionError):
    """A model that reading needs is missing, damaged, or not the one this program expects."""


def shown(path: str | os.PathLike[str]) -> str:
    """``path`` fit for a message, an event and a terminal.

    Signs that can't be printed (control codes, bytes that are no text) become ``�``: a file's name
    must not be able to steer the terminal or break the JSON it is written to. A name without a
    single sign becomes ``''``.
    """
    return "".join(sign if sign.isprintable() else "�" for sign in os.fspath(path)) or "''"
