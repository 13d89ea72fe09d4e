"""The command ``tabletop``: runs the command asked for and turns every failure into one line."""

from __future__ import annotations

import errno
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise

from tabletop.cli import streams
from tabletop.cli.choices import chosen
from tabletop.cli.codes import FAILED, INTERRUPTED, PIPE_CLOSED, USAGE, UsageError
from tabletop.cli.parser import build_parser
from tabletop.language import LANGUAGES, LanguageError, preferred, tr, translate, use, words_of

DEBUG = "TABLETOP_DEBUG"

_OF_OURS = {"VisionError", "JournalError", "CorrectionError", "SetupError"}
"""Errors whose text was made for users."""

_OUTPUT_ERRORS = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``tabletop`` as a program; returns its exit code."""
    if not os.environ.get(DEBUG):
        os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    streams.prepare(quiet=not os.environ.get(DEBUG))
    try:
        code = run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has enough.
        streams.give_up_output()
        return PIPE_CLOSED
    except OSError as error:
        if not _is_of_output(error):
            raise
        streams.give_up_output()
        reason = (error.strerror or "no details").lower()
        streams.complain(tr("tabletop: the output can't be written: {reason}.", reason=reason))
        return FAILED


def run(arguments: Sequence[str] | None = None) -> int:
    """Parse and carry out ``arguments``; failures are printed as one line and become exit codes.

    Raises ``OSError`` if stdout takes no more.
    """
    try:
        use(_spoken(sys.argv[1:] if arguments is None else arguments))
        parsed = build_parser().parse_args(arguments)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else FAILED
    trouble = FAILED
    try:
        use(getattr(parsed, "language", None) or preferred(chosen().language))
        module = import_module(f"tabletop.cli.{parsed.command}")
        trouble = getattr(module, "TROUBLE", FAILED)
        command: Callable[[Namespace], int] = module.run
        return command(parsed)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, LanguageError) as error:
        streams.complain(f"tabletop {parsed.command}: {translate(words_of(error))}")
        return USAGE
    except Exception as error:
        if os.environ.get(DEBUG) or _is_of_output(error):
            raise
        streams.complain(f"tabletop: {explain(error)}")
        return trouble


def _spoken(arguments: Sequence[str]) -> str:
    """The language in which help and mistakes of ``arguments`` are told."""
    asked = [word.partition("=")[2] for word in arguments if word.startswith("--language=")]
    asked += [word for before, word in pairwise(arguments) if before == "--language"]
    if asked and asked[-1] in LANGUAGES:
        return asked[-1]
    try:
        return preferred(chosen().language)
    except LanguageError:
        # Told once the arguments are known.
        return "en"


def _is_of_output(error: Exception) -> bool:
    """Whether stdout failed: an ``OSError`` of a file opened by name carries that name."""
    return isinstance(error, OSError) and error.filename is None and error.errno in _OUTPUT_ERRORS


def explain(error: Exception) -> str:
    """``error`` as one line: its own words where it was made for users, else what to do."""
    # By name: importing vision for an error that something else raised would cost half a second.
    if any(kind.__name__ in _OF_OURS for kind in type(error).__mro__):
        return translate(words_of(error))
    if isinstance(error, ImportError):
        return _explain_import(error)
    if isinstance(error, MemoryError):
        return tr("there is not enough memory for this.")
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{os.fsdecode(error.filename)}: {error.strerror.lower()}."
    text = " ".join(str(error).split()) or "no details"
    return tr(
        "something went wrong: {error}: {text} ({variable}=1 shows where)",
        error=type(error).__name__,
        text=text,
        variable=DEBUG,
    )


def _explain_import(error: ImportError) -> str:
    text = str(error)
    if "shared object" in text:
        library = text.split(":")[0]
        return tr(
            "OpenCV needs the system library {library}. On Debian and Ubuntu: sudo apt-get install "
            "libgl1 libglib2.0-0; on Fedora: sudo dnf install mesa-libGL glib2.",
            library=library,
        )
    return tr("this installation isn't complete ({text}); run python3 start.py setup.", text=text)
