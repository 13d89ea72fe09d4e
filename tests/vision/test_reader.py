"""The shipped models read the bundled sample game, and pictures that hold no card at all."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.resources import models_dir, sample_frames_dir
from tabletop.vision.errors import ModelError
from tabletop.vision.finder import Finder
from tabletop.vision.found import Found
from tabletop.vision.gate import Gate
from tabletop.vision.namer import Name
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Sighting
from tabletop.vision.stillness import changes, reduce


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def truth_of(frame: str) -> list[dict[str, object]]:
    lines = (sample_frames_dir() / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    cards: list[dict[str, object]] = next(
        t["cards"] for t in map(json.loads, lines) if t["frame"] == frame
    )
    return cards


def forest_of(frame: str) -> list[dict[str, object]]:
    return [card for card in truth_of(frame) if card["zone"] == "forest"]


def nearest(cards: tuple[Sighting, ...], quad: object) -> Sighting:
    x, y = np.array(quad, float).mean(axis=0)
    return min(cards, key=lambda c: (c.centre[0] - x) ** 2 + (c.centre[1] - y) ** 2)


@pytest.mark.parametrize("frame", ["000.jpg", "030.jpg"])
def test_the_forest_of_the_sample_game_is_read(reader: Reader, frame: str) -> None:
    image = cv2.imread(str(sample_frames_dir() / frame))
    assert image is not None
    reading = reader.read(image.astype(np.uint8))
    forest = forest_of(frame)
    read = [nearest(reading.cards, c["quad"]).face for c in forest]
    right = sum(
        a == c["face"] or (a[0] == "X" == str(c["face"])[0])
        for a, c in zip(read, forest, strict=True)
    )
    assert len(forest) == 8
    assert right >= 7, read


def test_a_night_card_beneath_others_is_read_as_it_lies(reader: Reader) -> None:
    image = cv2.imread(str(sample_frames_dir() / "036.jpg"))
    assert image is not None
    reading = reader.read(image.astype(np.uint8))
    (night,) = [
        c
        for c in truth_of("036.jpg")
        if c["night"] and c["zone"] == "dish0.2" and c["face"] == "8S"
    ]
    card = nearest(reading.cards, night["quad"])
    (ax, ay), (bx, by) = card.quad[0], card.quad[3]
    assert card.face == "8S"
    assert abs(bx - ax) > 3 * abs(by - ay), "its long side runs along the table"


def test_quads_lie_on_the_cards(reader: Reader) -> None:
    image = cv2.imread(str(sample_frames_dir() / "000.jpg"))
    assert image is not None
    reading = reader.read(image.astype(np.uint8))
    for card in forest_of("000.jpg"):
        there = np.array(card["quad"], np.float32)
        seen = np.array(nearest(reading.cards, there).quad, np.float32)
        common, _ = cv2.intersectConvexConvex(cv2.convexHull(there), cv2.convexHull(seen))
        assert common > 0.75 * abs(cv2.contourArea(there))


def test_squares_of_a_cloth_dont_hide_how_large_cards_are(reader: Reader) -> None:
    image = cv2.imread(str(Path(__file__).parent / "fixtures" / "checked_cloth.jpg"))
    assert image is not None
    cards = reader.read(image.astype(np.uint8)).cards
    assert sum(card.visible > 0.8 for card in cards) >= 7
    assert {"4H", "6D", "9C", "2H"} <= {card.face for card in cards}


def test_what_changed_is_read_again_and_all_else_is_kept(reader: Reader) -> None:
    before = cv2.imread(str(sample_frames_dir() / "000.jpg"))
    assert before is not None
    earlier = reader.read(before.astype(np.uint8))
    after = before.copy()
    taken, stays = (nearest(earlier.cards, c["quad"]) for c in forest_of("000.jpg")[:2])
    cv2.fillConvexPoly(after, np.array(taken.quad).astype(np.int32), (60, 90, 60))
    changed = changes(reduce(before.astype(np.uint8)), reduce(after.astype(np.uint8)))
    reading = reader.read_again(after.astype(np.uint8), earlier, changed)
    kept = [card for card in earlier.cards if card in reading.cards]
    assert stays in kept
    assert taken not in reading.cards
    assert len(kept) >= len(earlier.cards) - 3
    back = reader.read_again(before.astype(np.uint8), reading, changed)
    assert nearest(back.cards, taken.quad).face == taken.face
    assert np.abs(np.subtract(nearest(back.cards, taken.quad).quad, taken.quad)).max() < 6
    assert len(back.cards) == len(earlier.cards)


@pytest.mark.parametrize("shape", [(1, 1), (7, 9), (40, 3000), (480, 640)])
def test_a_picture_without_cards_gives_none(reader: Reader, shape: tuple[int, int]) -> None:
    for value in (0, 120, 255):
        reading = reader.read(np.full((*shape, 3), value, np.uint8))
        assert reading.cards == ()
        assert reading.size == (shape[1], shape[0])


def test_a_model_that_isnt_the_manifests_is_refused(tmp_path: Path) -> None:
    for file in models_dir().iterdir():
        if file.is_file():
            (tmp_path / file.name).write_bytes(file.read_bytes())
    broken = tmp_path / "namer.onnx"
    broken.write_bytes(broken.read_bytes()[:-1] + b"x")
    with pytest.raises(ModelError, match="hash"):
        Reader(tmp_path)
    broken.unlink()
    with pytest.raises(ModelError, match="can't be loaded"):
        Reader(tmp_path)


def test_a_gate_of_another_version_is_refused() -> None:
    with pytest.raises(ModelError, match="weights"):
        Gate((1.0, 2.0))


def test_what_neither_finder_nor_namer_believes_in_does_not_pass() -> None:
    gate = Gate(Finder().gate_weights)
    at, zero = np.zeros(2, np.float32), np.zeros(54, np.float32)
    u, v = np.array([28, 0], np.float32), np.array([0, 39], np.float32)
    cells = np.argwhere(np.ones((19, 14), bool))
    sure = zero.copy()
    sure[3] = 0.99
    card = Found(at, u, v, 1.0, 0.99, cells, 1.0, 56.0)
    assert gate.probability(card, Name(sure, 0.0, 0.001, False, at, u, v)) > 0.95
    speck = Found(at, u, v, 0.5, 0.6, cells[:6], 0.03, 56.0)
    assert gate.probability(speck, Name(zero, 0.05, 0.7, False, at, u, v)) < 0.5
