"""The command ``tabletop``: runs the command asked for and turns every failure into one line."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module

from tabletop.cli.codes import FAILED, INTERRUPTED, PIPE_CLOSED, USAGE, UsageError
from tabletop.cli.parser import build_parser

DEBUG = "TABLETOP_DEBUG"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``tabletop`` as a program; returns its exit code."""
    _quiet_libraries()
    try:
        code = run(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has enough. Python's own flush at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def run(arguments: Sequence[str] | None = None) -> int:
    """Parse and carry out ``arguments``; failures are printed as one line and become exit codes."""
    try:
        parsed = build_parser().parse_args(arguments)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else FAILED
    try:
        command: Callable[[Namespace], int] = import_module(f"tabletop.cli.{parsed.command}").run
        return command(parsed)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except UsageError as error:
        print(f"tabletop {parsed.command}: {error}", file=sys.stderr)
        return USAGE
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        print(f"tabletop: {explain(error)}", file=sys.stderr)
        return FAILED


def explain(error: Exception) -> str:
    """``error`` as one line: its own words where it was made for users, else what to do."""
    # By name: importing vision for an error that something else raised would cost half a second.
    if any(kind.__name__ == "VisionError" for kind in type(error).__mro__):
        return str(error)
    if isinstance(error, ImportError):
        return _explain_import(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this."
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{os.fsdecode(error.filename)}: {error.strerror.lower()}."
    text = " ".join(str(error).split()) or "no details"
    return f"something went wrong: {type(error).__name__}: {text} ({DEBUG}=1 shows where)"


def _explain_import(error: ImportError) -> str:
    text = str(error)
    if "shared object" in text:
        library = text.split(":")[0]
        return (
            f"OpenCV needs the system library {library}. "
            "On Debian and Ubuntu: sudo apt-get install libgl1 libglib2.0-0; "
            "on Fedora: sudo dnf install mesa-libGL glib2."
        )
    return f"this installation isn't complete ({text}); run python3 start.py setup."


def _quiet_libraries() -> None:
    """Keep what OpenCV's decoders write to stderr off the screen; our own messages still come.

    They write from C, past Python, into a dashboard or between one-line errors.
    """
    if os.environ.get(DEBUG):
        return
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    try:
        ours = os.fdopen(os.dup(2), "w", 1, encoding=sys.stderr.encoding, errors="replace")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    except (OSError, AttributeError):
        return
    # Textual paints through the original name.
    sys.stderr = sys.__stderr__ = ours  # type: ignore[misc]
