"""``tabletop setup``: what was found, drawn, saved, and given to ``watch``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from standins import CountingReader, ListSource, still

from tabletop.cli import setup
from tabletop.cli.codes import FAILED, USAGE
from tabletop.cli.main import run
from tabletop.games import game_named
from tabletop.referee.setup import find_setup, outlines
from tabletop.vision.errors import SourceError
from tabletop.vision.frame import Frame, Image, Skipped
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")


class _Reader:
    """Reads nothing from the first picture, then a table."""

    def __init__(self, reading: Reading) -> None:
        self.readings = [Reading((96, 54)), reading]

    def read(self, image: Image) -> Reading:
        return self.readings.pop(0)


def test_the_first_picture_with_a_table_is_taken() -> None:
    reading = next(iter(world_readings(make_world(11), "clean", 11)))[1]
    frames = [Frame(f"{i}.jpg", still(), float(i), moment=True) for i in range(3)]
    frame, found = setup.look(ListSource([Skipped("x", "broken"), *frames]), _Reader(reading), GAME)
    assert frame.name == "1.jpg"
    assert found == find_setup(reading, GAME)
    text = "\n".join(setup.lines(found, frame.name))
    assert "Found in 1.jpg, 1920 × 1080 pixels." in text
    assert "poker size" in text
    assert "The draw pile is found." in text
    unseen = setup.lines(replace(found, night=None), frame.name)
    assert "The night pile is not seen yet." in list(unseen)
    layout = found.layout(found.size)
    assert layout is not None
    image = np.full((1080, 1920, 3), 90, np.uint8)
    drawn = setup.draw_zones(image, outlines(layout))
    assert drawn.shape == image.shape
    assert (image == 90).all()
    corner = np.round(outlines(layout)["forest"][0]).astype(int)
    assert (drawn[corner[1] - 3 : corner[1] + 4, corner[0] - 3 : corner[0] + 4] != 90).any()
    assert 0.001 < (drawn != 90).any(axis=2).mean() < 0.2


def test_no_table_is_an_error() -> None:
    source = ListSource([Frame("a.jpg", still(), 0.0, moment=True)])
    with pytest.raises(SourceError, match="No table was found in list"):
        setup.look(source, CountingReader(), GAME)


def test_what_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["setup", str(tmp_path), "--draw", "zones"]) == USAGE
    assert "give the file an ending" in capsys.readouterr().err
    assert run(["watch", str(tmp_path), "--setup", str(tmp_path / "none.json")]) == FAILED
    error = capsys.readouterr().err
    assert "none.json can't be read" in error
    assert error.count("\n") == 1
