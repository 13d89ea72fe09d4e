"""``tabletop evaluate``: how well the cards of labelled pictures are read."""

from __future__ import annotations

import shlex
import sys
import time
from argparse import Namespace
from pathlib import Path

from tabletop import __version__
from tabletop.cli.codes import DONE, FAILED, UsageError
from tabletop.cli.output import json_line
from tabletop.cli.reading import LateReader, ReadsPictures
from tabletop.evaluation.drawing import draw_worst
from tabletop.evaluation.labels import Labelled, read_labels, without_cards
from tabletop.evaluation.markdown import markdown, missed
from tabletop.evaluation.plain import plain
from tabletop.evaluation.report import report
from tabletop.evaluation.run import evaluate
from tabletop.language import say, tr
from tabletop.vision.errors import SourceError, shown


def run(arguments: Namespace) -> int:
    """Read all pictures of the folders and print the tables."""
    models = Path(arguments.models) if arguments.models else None
    return measure(arguments, LateReader(models))


def measure(arguments: Namespace, reader: ReadsPictures) -> int:
    """As ``run``, with ``reader``; returns the exit code: ``FAILED`` too where a figure is below
    its floor.

    Raises ``LabelError`` for labels, ``SourceError`` for pictures and targets that can't be used.
    """
    if arguments.every < 1:
        raise UsageError(say("--every: give a whole number from 1 on"))
    folders = [Path(folder) for folder in arguments.folders]
    for target in (arguments.write, arguments.draw):
        _check_parent(target)
    choose = without_cards if arguments.no_cards else read_labels
    pictures = choose(folders, arguments.every)
    measured = report(evaluate(pictures, reader, _Progress(len(pictures))))
    text = markdown(measured, floors=arguments.floors)
    print(json_line(plain(measured)) if arguments.json else text, flush=True)
    if arguments.write:
        _write(Path(arguments.write), f"{_heading(arguments)}\n\n{text}")
    if arguments.draw:
        draw_worst(measured, Path(arguments.draw))
    below = missed(measured.figures) if arguments.floors else []
    for line in below:
        print(f"tabletop evaluate: {line}", file=sys.stderr)
    return FAILED if below else DONE


class _Progress:
    """A line on the terminal that counts the pictures; nothing where stderr is no terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()

    def __call__(self, number: int, _picture: Labelled) -> None:
        if self._shown:
            end = "\r" if number + 1 < self._total else "\n"
            said = tr("picture {n} of {total}", n=number + 1, total=self._total)
            print(said, end=end, file=sys.stderr, flush=True)


def _check_parent(target: str | None) -> None:
    """Said before an hour of reading, not after it."""
    if target and not Path(target).absolute().parent.is_dir():
        raise UsageError(say("{name}: the folder it is to go to doesn't exist", name=shown(target)))


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SourceError(
            say("{name} can't be written: {why}.", name=shown(target), why=error.strerror)
        ) from None


def _heading(arguments: Namespace) -> str:
    words = ["tabletop", "evaluate", *arguments.folders]
    if arguments.no_cards:
        words.append("--no-cards")
    if arguments.every > 1:
        words += ["--every", str(arguments.every)]
    if arguments.models:
        words += ["--models", arguments.models]
    return (
        "# How well cards are read\n\n"
        f"`{shlex.join(words)}`, tabletop {__version__}, {time.strftime('%Y-%m-%d')}. "
        "docs/evaluate.md says what the figures mean."
    )
