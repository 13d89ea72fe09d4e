"""A simulated game as a folder: its pictures, ``truth.jsonl`` and ``game.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import cv2

from tabletop.games import Game
from tabletop.language import say
from tabletop.simulation.painter import Painter, open_deck
from tabletop.simulation.stage import make_stage
from tabletop.simulation.truth import game_line, picture_line
from tabletop.simulation.wishes import Wishes
from tabletop.vision.errors import SourceError, shown

QUALITY = 85


def write_game(game: Game, wishes: Wishes, out: Path, quality: int = QUALITY) -> Iterator[str]:
    """Paint the game that ``wishes`` ask for into ``out``; the pictures' names as they are done.

    ``quality``: of the JPEG files, 1 to 100. Raises ``SourceError``.
    """
    deck = open_deck(wishes.deck)
    stage = make_stage(game, wishes, deck.aspect)
    painter = Painter(stage, deck, wishes.cloth)
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    options += [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]
    try:
        out.mkdir(parents=True, exist_ok=True)
        about = game_line(stage, deck.name, painter.cloth.rpartition("/")[2])
        (out / "game.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        with (out / "truth.jsonl").open("w", encoding="utf-8") as lines:
            for number, moment in enumerate(stage.moments):
                image, cards = painter.paint(number, moment)
                name = f"{number:03d}.jpg"
                _, jpeg = cv2.imencode(".jpg", image, options)
                (out / name).write_bytes(jpeg.tobytes())
                camera = stage.cameras[moment.camera]
                lines.write(json.dumps(picture_line(name, moment, cards, camera)) + "\n")
                lines.flush()
                yield name
    except OSError as error:
        raise SourceError(
            say("{name} can't be written: {why}.", name=shown(out), why=error.strerror)
        ) from None
