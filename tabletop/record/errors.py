"""What is wrong with a record."""

from __future__ import annotations

from typing import Final

from tabletop.language import say

_LONGEST: Final = 300


class RecordError(ValueError):
    """A text that is no game record. ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int = 1) -> None:
        told = say(
            "line {line}, column {column}: {what}", line=line, column=column, what=_clipped(message)
        )
        super().__init__(told)
        self.line = line
        self.column = column


class ReplayError(ValueError):
    """A record whose lines don't fit together; ``line`` is the one where that shows, 0 if the
    record wasn't read from a text."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(say("line {line}: {what}", line=line, what=message) if line else message)
        self.line = line


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
