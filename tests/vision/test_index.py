"""What the corners of cards are asked, and how much they are believed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.faces import FACE_INDEX, FACES
from tabletop.resources import sample_frames_dir
from tabletop.vision import index as index_module
from tabletop.vision.finder import Finder, Grid
from tabletop.vision.found import Found
from tabletop.vision.index import IndexReader
from tabletop.vision.namer import Name
from tabletop.vision.outline import find_cards
from tabletop.vision.picture import Picture
from tabletop.vision.reader import Reader


@pytest.fixture(scope="module")
def seen() -> tuple[Picture, Grid, list[Found]]:
    image = cv2.imread(str(sample_frames_dir() / "000.jpg"))
    assert image is not None
    picture = Picture(image.astype(np.uint8))
    grid = Finder().look(picture, 0.7)
    return picture, grid, [f for f in find_cards(grid) if f.visible > 0.9 and f.up > 0.9]


def named(face: str, found: Found) -> Name:
    p = np.full(len(FACES), 1e-5, np.float32)
    p[FACE_INDEX[face]] = 0.99
    return Name(p, 0.0, 0.0, False, found.centre, found.u, found.v)


def test_a_court_card_is_asked_for_its_corners_however_sure_its_picture_looks(
    seen: tuple[Picture, Grid, list[Found]],
) -> None:
    picture, grid, cards = seen
    faces = ["KC", "7S", "JD", "AH"]
    names = [named(face, card) for face, card in zip(faces, cards, strict=False)]
    said = Reader()._corners(picture, grid, cards[:4], names)
    assert [bool(one.any()) for one in said] == [True, False, True, False]


def test_corners_without_an_index_dont_outvote_one_that_has_it(
    seen: tuple[Picture, Grid, list[Found]], monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, grid, cards = seen
    # Two corners are sure of the king of spades, two see some other thing each, as surely.
    logits: NDArray[np.float32] = np.zeros((4, len(FACES)), np.float32)
    for corner, face in enumerate(("KS", "KS", "7D", "AC")):
        logits[corner, FACE_INDEX[face]] = 25.0
    reader = IndexReader()
    cuts = [np.zeros((64, 48, 4), np.uint8)] * 4
    monkeypatch.setattr(index_module, "corner_cuts", lambda *_: cuts)
    monkeypatch.setattr(reader, "opinion", lambda _: (logits, np.zeros((4, 1), np.float32)))
    (said,) = reader.read(picture, grid, [replace(cards[0])])
    assert FACES[int(said.argmax())] == "KS"
    picture_says = np.full(len(FACES), 0.02 / 53, np.float32)
    picture_says[FACE_INDEX["KC"]] = 0.9
    picture_says[FACE_INDEX["KS"]] = 0.08
    assert FACES[int(reader.fused(picture_says, said, covered=False).argmax())] == "KS"
