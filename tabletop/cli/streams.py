"""Printing: signs the terminal lacks, streams that are closed or full, foreign text."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from tabletop.language import translate

PLAIN: Final = "tabletop-plain"
"""Name of the codec error handler that writes ``10♥`` as ``10H`` where ♥ is lacking."""

_LETTERS: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "×": "x", "…": "...", "—": "-", "–": "-", "·": "-",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
    "„": '"', "“": '"', "”": '"', "’": "'", "→": "->",
}  # fmt: skip


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_LETTERS.get(sign, "?") for sign in lacking), error.end


codecs.register_error(PLAIN, _in_letters)


def prepare(*, quiet: bool) -> None:
    """Make the standard streams fit for use, however the program was started.

    Closed ones lead nowhere; signs that they lack are written in letters, as they are on a terminal
    whose locale is C: Python would send it UTF-8. With ``quiet`` what
    libraries write to stderr from C, past Python, is kept off the screen: it would tear the
    dashboard.
    """
    _open_closed_streams()
    ascii_only = _speaks_ascii(os.environ)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            encoding = "ascii" if ascii_only and stream.isatty() else None
            stream.reconfigure(encoding=encoding, errors=PLAIN)  # type: ignore[union-attr]
    if not quiet:
        return
    encoding = sys.stderr.encoding
    ours = os.dup(2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    # Textual paints through the original name.
    sys.stderr = sys.__stderr__ = os.fdopen(ours, "w", 1, encoding=encoding, errors=PLAIN)  # type: ignore[misc]


def _speaks_ascii(environment: Mapping[str, str]) -> bool:
    """Whether the locale promises ASCII and nothing else."""
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8"):
        return False
    told = {name: environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")}
    if not told["LC_ALL"] and told["LC_CTYPE"] == "C.UTF-8" and told["LANG"] in ("C", "POSIX"):
        # Python's own doing, where LANG alone was set.
        del told["LC_CTYPE"]
    return next(filter(None, told.values()), "") in ("C", "POSIX")


def _open_closed_streams() -> None:
    # The first file to be opened would get the number of a closed stream, and all that is printed.
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def print_json_lines() -> None:
    """From now on stdout is UTF-8, as JSON demands."""
    with suppress(AttributeError):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


def complain(text: str) -> None:
    """Print ``text`` on stderr as one line; control codes in it can't steer the terminal."""
    from tabletop.vision.errors import shown

    # Where stderr is full or gone the exit code must do.
    with suppress(OSError):
        print(shown(" ".join(text.split())), file=sys.stderr, flush=True)


def told_of(command: str) -> Callable[[str], None]:
    """Complains of what ``command`` has come across, which doesn't keep it from going on."""
    return lambda text: complain(f"tabletop {command}: {translate(text)}")


def give_up_output() -> None:
    """Nothing more goes to stdout: Python's own flush at exit would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
