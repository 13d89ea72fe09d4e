"""Exit codes, and the error that says the command line can't be carried out as it stands."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
FAILED: Final = 1
ILLEGAL: Final = 1
"""The answer of commands that judge; what goes wrong there is USAGE, so that the two differ."""
USAGE: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
"""The last two are what a shell reports of programs that SIGINT and SIGPIPE ended."""


class UsageError(Exception):
    """The command line asks for something that can't be; the text is one line."""
