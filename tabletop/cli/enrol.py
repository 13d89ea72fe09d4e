"""``tabletop enrol``: learn the family's own deck from pictures of it laid out."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.output import json_line
from tabletop.cli.words import card
from tabletop.language import say, tr, translate
from tabletop.resources import decks_dir
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Image

if TYPE_CHECKING:
    from tabletop.vision.enrolment.views import Lying
    from tabletop.vision.sighting import Reading

MOST_PICTURES = 24
MOST_RESTS = 4
"""Of a video or a camera so many rests of the table are looked at."""


def run(arguments: Namespace) -> int:
    """Learn a deck, list the decks, or forget one."""
    from tabletop.vision.enrolment.learn import learn, missing, told_cards
    from tabletop.vision.enrolment.store import check_name, deck_names, forget_deck, save_deck
    from tabletop.vision.reader import Reader

    home = decks_dir()
    if arguments.list:
        for name in deck_names(home):
            print(json_line({"deck": name}) if arguments.json else name)
        return DONE
    progress = _Progress(as_json=arguments.json)
    if arguments.forget is not None:
        forget_deck(home, arguments.forget)
        learn(home, Reader(), progress.said)
        progress.end()
        return DONE
    if not arguments.sources and not deck_names(home):
        raise UsageError(say("give pictures of the deck laid out, a folder of them, or a camera"))
    name = check_name(arguments.name)
    # Read as anybody's cards: what was learnt earlier of another deck would mislead here.
    reader = Reader()
    if arguments.sources:
        pictures = []
        for picture in _pictures(arguments.sources):
            pictures.append((picture, reader.read(picture)))
            progress.said(tr("reading"), 0.0)
        cards = told_cards(pictures)
        if arguments.draw is not None:
            _draw(Path(arguments.draw), pictures)
        save_deck(home, name, cards)
        _report(name, cards, missing(cards), as_json=arguments.json)
    learn(home, reader, progress.said)
    progress.end()
    return DONE


def _pictures(sources: list[str]) -> Iterator[Image]:
    """The pictures to learn from. Raises ``SourceError`` where there is none."""
    from tabletop.vision.sources import open_source
    from tabletop.vision.stillness import settled

    count = 0
    for spec in sources:
        with open_source(spec) as source:
            most = MOST_PICTURES if source.kind == "pictures" else MOST_RESTS
            if source.kind == "camera":
                most = 1
            for item in islice(settled(source), most):
                if isinstance(item, Frame):
                    count += 1
                    yield item.image
                else:
                    print(f"tabletop enrol: {item.name}: {translate(item.reason)}", file=sys.stderr)
    if not count:
        raise SourceError(say("There is no picture to learn from."))


def _draw(target: Path, pictures: list[tuple[Image, Reading]]) -> None:
    """What each card was taken for, drawn on the pictures."""
    from dataclasses import replace

    import numpy as np

    from tabletop.cli.read import write_picture
    from tabletop.faces import FACE_INDEX
    from tabletop.vision.draw import draw_reading
    from tabletop.vision.enrolment.learn import told

    for number, (picture, reading) in enumerate(pictures, start=1):
        cards = []
        for labelled in told(reading):
            p = np.zeros(54, np.float32)
            p[FACE_INDEX[labelled.face]] = 1
            cards.append(replace(labelled.sighting, p=p))
        path = target
        if len(pictures) > 1:
            path = target.with_name(f"{target.stem}-{number}{target.suffix or '.png'}")
        write_picture(path, draw_reading(picture, replace(reading, cards=tuple(cards))))


def _report(name: str, cards: list[tuple[str, Lying]], absent: list[str], *, as_json: bool) -> None:
    faces = {face for face, _ in cards if face != "back"}
    if as_json:
        print(json_line({"deck": name, "learnt": sorted(faces), "missing": absent}), flush=True)
        return
    told = tr(
        "{name}: {n} of 54 faces told, {pictures} pictures of cards.",
        name=shown(name),
        n=len(faces),
        pictures=len(cards),
    )
    print(told)
    if absent:
        named = ", ".join(tr("back") if face == "back" else card(face) for face in absent)
        print(
            tr(
                "Not seen: {cards}. These are read as before; --draw shows what was taken for "
                "what.",
                cards=named,
            )
        )


class _Progress:
    """One line on a terminal that says how far learning has come."""

    def __init__(self, *, as_json: bool) -> None:
        self.shown = not as_json and sys.stderr.isatty()

    def said(self, what: str, share: float) -> None:
        if self.shown:
            print(f"\r{what} {share:4.0%} ", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
