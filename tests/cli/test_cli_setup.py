"""``tabletop setup``: what was found, drawn, saved, and given to ``watch``."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from standins import CountingReader, ListSource, still

from tabletop.cli import setup
from tabletop.cli.codes import DONE, FAILED, USAGE
from tabletop.cli.main import run
from tabletop.games import game_named
from tabletop.referee.setup import SetupError, find_setup, outlines
from tabletop.vision.errors import SourceError
from tabletop.vision.frame import Frame, Image, Skipped
from tabletop.vision.sighting import Reading
from tests.referee.papers import papers
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


def _table() -> Reading:
    return next(iter(world_readings(make_world(11), "clean", 11)))[1]


def test_corners_are_of_the_picture_as_given() -> None:
    reading = _table()
    found = find_setup(reading, GAME)
    assert found is not None
    layout = found.layout(found.size)
    assert layout is not None
    half = layout.plane.card_height / 2
    end = 7 * layout.step + 0.5
    row = layout.plane.to_picture(
        np.array([[-0.5, half], [end, half], [end, -half], [-0.5, -half]])
    )
    words = [f"{2 * x:.1f},{2 * y:.1f}" for x, y in row]
    frame = Frame("0.jpg", still(), 0.0, moment=True, scale=0.5)
    reader = _Reader(reading)
    reader.readings.pop(0)
    _, placed = setup.look(ListSource([frame]), reader, GAME, setup.corners_from(words))
    assert placed.by == "corners"
    assert placed.step == pytest.approx(found.step, rel=0.02)
    assert placed.draw == pytest.approx(found.draw, abs=0.1)
    assert "Set up by the row's corners in 0.jpg" in next(iter(setup.lines(placed, "0.jpg")))


def test_markers_count_for_more_than_cards(tmp_path: Path) -> None:
    reading = _table()
    picture = np.full((1080, 1920, 3), 90, np.uint8)
    for number, x in ((0, 300), (1, 1300), (2, 1450)):
        paper = cv2.resize(papers()[number], (91, 127), interpolation=cv2.INTER_AREA)
        picture[500:627, x : x + 91] = paper[..., None]
    reader = _Reader(reading)
    reader.readings.pop(0)
    frame = Frame("0.jpg", picture, 0.0, moment=True)
    _, placed = setup.look(ListSource([frame]), reader, GAME)
    assert placed.by == "markers"
    # Some of them are not enough: then the cards count, and without cards it is said.
    picture[500:627, 1450:1541] = 90
    _, found = setup.look(ListSource([frame, frame]), _Reader(reading), GAME)
    assert found.by == "cards"
    with pytest.raises(SetupError, match="can't be seen: draw pile"):
        setup.look(ListSource([frame]), CountingReader(), GAME)


def test_the_sheet_of_markers_is_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "markers.pdf"
    assert run(["setup", "--markers", str(sheet), "--language", "de"]) == DONE
    data = sheet.read_bytes()
    assert data.startswith(b"%PDF-")
    assert "Nachziehstapel".encode("cp1252") in data
    assert data.count(b"/Type /Page ") == 2
    start = int(data.split(b"startxref\n")[1].split()[0])
    assert data[start:].startswith(b"xref")
    for number, entry in enumerate(data[start:].split(b"\n")[3:-6], 1):
        assert data[int(entry[:10]) :].startswith(b"%d 0 obj" % number)
    capsys.readouterr()
    for words, says in (
        (["setup"], "give a SOURCE"),
        (["setup", "--markers", "m.png"], "give the file the ending .pdf"),
        (["setup", "demo", "--markers", "m.pdf"], "leave SOURCE and --corners out"),
        (["setup", "demo", "--corners", "1,2", "3,4", "5", "6,7"], "'5' is no corner"),
    ):
        assert run(words) == USAGE
        assert says in capsys.readouterr().err
