"""``tabletop setup``: what is found of a table, shown as a picture and kept as a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from math import exp
from pathlib import Path

import msgspec

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.games import pictured_game_from
from tabletop.cli.opening import open_game_source
from tabletop.cli.output import json_line
from tabletop.cli.read import WRITABLE, write_picture
from tabletop.cli.reading import LateReader, ReadsPictures
from tabletop.cli.streams import print_json_lines
from tabletop.cli.words import player
from tabletop.games import Game
from tabletop.referee.setup import Setup, find_setup, outlines, save_setup
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Image, Skipped, Source
from tabletop.vision.sighting import Point
from tabletop.vision.stillness import Stillness

MOST = 20
"""Settled pictures that are looked at."""

_BRIDGE_FROM = 1.475
"""Height by width from which cards are called bridge size: half way from 1.40 to 1.55."""


_DARK, _BRIGHT, _LIGHT = (28, 28, 28), (0, 190, 255), (250, 250, 250)
_CALLED = {"display 0": "player 1's display", "display 1": "player 2's display"}


def run(arguments: Namespace) -> int:
    """Find the table in the source's first settled picture that shows one."""
    game = pictured_game_from(arguments)
    target = None if arguments.draw is None else Path(arguments.draw)
    if target is not None and target.suffix.lower() not in WRITABLE:
        raise UsageError(f"--draw {shown(target)}: give the file an ending such as .png or .jpg")
    with open_game_source(arguments.source, game) as source:
        frame, setup = look(source, LateReader(), game)
    if target is not None:
        layout = setup.layout(setup.size)
        assert layout is not None
        write_picture(target, draw_zones(frame.image, outlines(layout)))
    if arguments.save is not None:
        save_setup(setup, Path(arguments.save))
    if arguments.json:
        print_json_lines()
        print(json_line(msgspec.to_builtins(setup)))
    else:
        print("\n".join(lines(setup, frame.name)))
    return DONE


def look(source: Source, reader: ReadsPictures, game: Game) -> tuple[Frame, Setup]:
    """The first settled picture of ``source`` that shows a row of cards, and the table there.

    Raises ``SourceError`` where none of the first ``MOST`` does.
    """
    stillness = Stillness()
    count = 0
    for item in source:
        if isinstance(item, Skipped) or (not item.moment and not stillness.see(item)):
            continue
        setup = find_setup(reader.read(item.image), game)
        if setup is not None:
            return item, setup
        count += 1
        if count == MOST:
            break
    raise SourceError(
        f"No table was found in {shown(source.name)}: no picture shows a row of cards."
    )


def lines(setup: Setup, name: str) -> Iterator[str]:
    """What was found, for a reader."""
    yield f"Found in {shown(name)}, {setup.size[0]} × {setup.size[1]} pixels."
    yield f"The camera is tilted by {setup.tilt:.0f} degrees."
    ratio = exp(setup.plane[4])
    size = "bridge" if ratio >= _BRIDGE_FROM else "poker"
    yield f"Cards are {ratio:.2f} times as high as wide: {size} size."
    piles = (
        ("draw pile", setup.draw),
        ("night pile", setup.night),
        ("discard pile", setup.discard),
    )
    for pile, place in piles:
        yield f"The {pile} is {'not seen yet' if place is None else 'found'}."
    yield f"{player(0)} sits at the side nearer to the picture's lower edge."


def draw_zones(image: Image, zones: Mapping[str, tuple[Point, ...]]) -> Image:
    """A copy of ``image``, shape (height, width, 3), with each zone outlined and named."""
    import cv2
    import numpy as np

    picture = image.copy()
    unit = max(1, round(image.shape[1] / 900))
    font, size, edge = cv2.FONT_HERSHEY_SIMPLEX, 0.5 * unit, 3 * unit
    for name, outline in zones.items():
        points = np.round(np.array(outline)).astype(np.int32)
        for colour, width in ((_DARK, 3 * unit), (_BRIGHT, unit)):
            cv2.polylines(picture, [points], True, colour, width, cv2.LINE_AA)
        text = _CALLED.get(name, name)
        (wide, high), below = cv2.getTextSize(text, font, size, unit)
        # A zone's name stands on its upper edge, a forest place's number in its middle.
        x, y = (points.mean(axis=0) if name.isdigit() else points.min(axis=0)).astype(int)
        left = int(np.clip(x, edge, image.shape[1] - wide - edge))
        base = int(np.clip(y, high + 2 * edge, image.shape[0] - below - edge))
        corner = (left + wide + edge, base + below)
        cv2.rectangle(picture, (left - edge, base - high - edge), corner, _DARK, cv2.FILLED)
        cv2.putText(picture, text, (left, base), font, size, _LIGHT, unit, cv2.LINE_AA)
    return picture
