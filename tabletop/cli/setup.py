"""``tabletop setup``: what is found of a table, shown as a picture and kept as a file."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from pathlib import Path

import msgspec

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.games import pictured_game_from
from tabletop.cli.opening import open_game_source
from tabletop.cli.output import json_line
from tabletop.cli.read import WRITABLE, write_picture
from tabletop.cli.reading import LateReader, ReadsPictures
from tabletop.cli.streams import complain, print_json_lines
from tabletop.cli.words import player
from tabletop.games import Game
from tabletop.language import say, tr, translate
from tabletop.referee.placed import cornered_setup, marked_setup
from tabletop.referee.setup import Setup, SetupError, find_setup, outlines, save_setup
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Image, Skipped, Source
from tabletop.vision.markers import find_markers
from tabletop.vision.sighting import Point
from tabletop.vision.stillness import Stillness

MOST = 20
"""Settled pictures that are looked at."""

_BRIDGE_FROM = 1.475
"""Height by width from which cards are called bridge size: half way from 1.40 to 1.55."""


_DARK, _BRIGHT, _LIGHT = (28, 28, 28), (0, 190, 255), (250, 250, 250)
_CALLED = {
    "forest": say("forest"),
    "decay pile": say("decay pile"),
    "draw pile": say("draw pile"),
    "night pile": say("night pile"),
    "discard pile": say("discard pile"),
    "display 0": say("player 1's display"),
    "display 1": say("player 2's display"),
}


def run(arguments: Namespace) -> int:
    """Find the table in the source's first settled picture that shows one; or write the sheet of
    markers."""
    if arguments.markers is not None:
        return _write_markers(arguments)
    if arguments.source is None:
        raise UsageError(say("give a SOURCE, or --markers FILE.pdf for the sheet of markers"))
    game = pictured_game_from(arguments)
    target = None if arguments.draw is None else Path(arguments.draw)
    if target is not None and target.suffix.lower() not in WRITABLE:
        raise UsageError(
            say(
                "--draw {target}: give the file an ending such as .png or .jpg",
                target=shown(target),
            )
        )
    corners = None if arguments.corners is None else corners_from(arguments.corners)
    with open_game_source(arguments.source, game) as source:
        frame, setup = look(source, LateReader(), game, corners)
    if target is not None:
        layout = setup.layout(setup.size)
        assert layout is not None
        write_picture(target, draw_zones(frame.image, outlines(layout)))
    if arguments.save is not None:
        save_setup(setup, Path(arguments.save))
        complain(tr("{file} is written.", file=shown(arguments.save)))
    if arguments.json:
        print_json_lines()
        print(json_line(msgspec.to_builtins(setup)))
    else:
        print("\n".join(lines(setup, frame.name)))
    return DONE


def _write_markers(arguments: Namespace) -> int:
    from tabletop.cli.marker_sheet import marker_sheet

    if arguments.source is not None or arguments.corners is not None:
        raise UsageError(say("--markers only writes the sheet: leave SOURCE and --corners out"))
    target = Path(arguments.markers)
    if target.suffix.lower() != ".pdf":
        raise UsageError(
            say("--markers {target}: give the file the ending .pdf", target=shown(target))
        )
    try:
        target.write_bytes(marker_sheet())
    except OSError as error:
        raise SetupError(
            say("{target} can't be written: {why}.", target=shown(target), why=error.strerror)
        ) from None
    print(tr("{file}: page 1 is for A4, page 2 for US Letter.", file=shown(target)))
    return DONE


def corners_from(words: Sequence[str]) -> tuple[Point, ...]:
    """Four corners, each written ``x,y`` in pixels. Raises ``UsageError``."""
    corners = []
    for word in words:
        try:
            x, y = (float(number) for number in word.split(","))
        except ValueError:
            raise UsageError(
                say(
                    "--corners: {word!r} is no corner: write x,y in pixels, such as 312,540",
                    word=word,
                )
            ) from None
        corners.append((x, y))
    return tuple(corners)


def look(
    source: Source, reader: ReadsPictures, game: Game, corners: Sequence[Point] | None = None
) -> tuple[Frame, Setup]:
    """The first settled picture of ``source`` that shows where the table's zones lie: by
    ``corners`` of the row, in pixels of the picture as given, else by printed markers, else by a
    row of cards.

    Raises ``SourceError`` where none of the first ``MOST`` does, and ``SetupError`` where corners
    or markers can't be.
    """
    stillness = Stillness()
    count = 0
    wrong: SetupError | None = None
    for item in source:
        if isinstance(item, Skipped) or (not item.moment and not stillness.see(item)):
            continue
        reading = reader.read(item.image)
        if corners is not None:
            placed = [(x * item.scale, y * item.scale) for x, y in corners]
            return item, cornered_setup(placed, reading)
        markers = find_markers(item.image)
        try:
            if markers:
                return item, marked_setup(markers, reading.size, reading)
        except SetupError as error:
            wrong = error
        setup = find_setup(reading, game)
        if setup is not None:
            return item, setup
        count += 1
        if count == MOST:
            break
    if wrong is not None:
        raise wrong
    raise SourceError(
        say(
            "No table was found in {name}: no picture shows a row of cards. tabletop "
            "setup --help tells of other ways.",
            name=shown(source.name),
        )
    )


def lines(setup: Setup, name: str) -> Iterator[str]:
    """What was found, for a reader."""
    wide, high = setup.size
    picture = shown(name)
    match setup.by:
        case "cards":
            yield tr(
                "Found in {picture}, {wide} × {high} pixels.", picture=picture, wide=wide, high=high
            )
        case "markers":
            yield tr(
                "Found by its markers in {picture}, {wide} × {high} pixels.",
                picture=picture,
                wide=wide,
                high=high,
            )
        case "corners":
            yield tr(
                "Set up by the row's corners in {picture}, {wide} × {high} pixels.",
                picture=picture,
                wide=wide,
                high=high,
            )
    yield tr("The camera is tilted by {n} degrees.", n=f"{setup.tilt:.0f}")
    ratio = exp(setup.plane[4])
    if ratio >= _BRIDGE_FROM:
        yield tr("Cards are {n} times as high as wide: bridge size.", n=f"{ratio:.2f}")
    else:
        yield tr("Cards are {n} times as high as wide: poker size.", n=f"{ratio:.2f}")
    yield tr("The draw pile is found.") if setup.draw else tr("The draw pile is not seen yet.")
    yield tr("The night pile is found.") if setup.night else tr("The night pile is not seen yet.")
    if setup.discard:
        yield tr("The discard pile is found.")
    else:
        yield tr("The discard pile is not seen yet.")
    yield tr("{name} sits at the side nearer to the picture's lower edge.", name=player(0))


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
        text = translate(_CALLED.get(name, name))
        (wide, high), below = cv2.getTextSize(text, font, size, unit)
        # A zone's name stands on its upper edge, a forest place's number in its middle.
        x, y = (points.mean(axis=0) if name.isdigit() else points.min(axis=0)).astype(int)
        left = int(np.clip(x, edge, image.shape[1] - wide - edge))
        base = int(np.clip(y, high + 2 * edge, image.shape[0] - below - edge))
        corner = (left + wide + edge, base + below)
        cv2.rectangle(picture, (left - edge, base - high - edge), corner, _DARK, cv2.FILLED)
        cv2.putText(picture, text, (left, base), font, size, _LIGHT, unit, cv2.LINE_AA)
    return picture
