"""The overlay: every kind of sighting shows, nothing breaks at the edges, the picture stays."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.faces import FACE_INDEX
from tabletop.vision.draw import (
    BACK,
    COIN,
    DOUBTFUL,
    FAIR,
    HAND,
    SURE,
    colour_of,
    draw_reading,
    label_of,
)
from tabletop.vision.sighting import Coin, Quad, Reading, Sighting


def quad(x: float, y: float, width: float = 60, height: float = 90) -> Quad:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def card(x: float, y: float, up: bool = True, **p: float) -> Sighting:
    vector = np.zeros(54, dtype=np.float32)
    for face, share in p.items():
        vector[FACE_INDEX[face]] = share
    return Sighting(quad(x, y), up, vector)


def shows(image: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((abs(image.astype(int) - np.array(colour)) < 12).all(axis=-1).sum())


@pytest.mark.parametrize(
    ("sighting", "label", "colour"),
    [
        (card(0, 0, TH=0.98), "10♥", SURE),
        (card(0, 0, TH=0.62, TS=0.30), "10♥ 62% / 10♠ 30%", FAIR),
        (card(0, 0, AD=0.45, AC=0.02), "A♦ 45%", DOUBTFUL),
        (card(0, 0, XR=0.95), "red joker", SURE),
        (card(0, 0, XR=0.48, XB=0.46), "joker", SURE),
        (card(0, 0), "?", DOUBTFUL),
        (card(0, 0, up=False), "back", BACK),
    ],
)
def test_labels_and_colours_tell_the_doubt(
    sighting: Sighting, label: str, colour: tuple[int, int, int]
) -> None:
    assert label_of(sighting) == label
    assert colour_of(sighting) == colour


def test_everything_is_drawn_on_a_copy() -> None:
    image = np.full((360, 640, 3), 60, np.uint8)
    hands = np.zeros((9, 16), dtype=np.bool_)
    hands[6:, 12:] = True
    reading = Reading(
        (640, 360),
        (card(50, 50, TH=0.98), card(200, 50, TH=0.62, TS=0.3), card(350, 50, up=False)),
        (Coin(100, 300, 12),),
        hands,
    )
    drawn = draw_reading(image, reading)
    assert (image == 60).all()
    for colour in (SURE, FAIR, BACK, COIN, HAND):
        assert shows(drawn, colour) > 5
    assert shows(drawn, DOUBTFUL) == 0


def test_an_empty_reading_leaves_the_picture_as_it_is() -> None:
    image = np.random.default_rng(1).integers(0, 256, (90, 160, 3), dtype=np.uint8)
    assert (draw_reading(image, Reading((160, 90))) == image).all()


@pytest.mark.parametrize("size", [(1, 1), (20, 12), (640, 360), (3840, 2160)])
def test_cards_across_and_far_beyond_the_edge(size: tuple[int, int]) -> None:
    width, height = size
    cards = (
        card(-30, -40, TH=0.98),
        card(width - 20, height - 20, KS=0.5, QS=0.4),
        card(5e6, -7e7, up=False),
        Sighting(((1, 1), (1, 1), (1, 1), (1, 1)), True, np.zeros(54, np.float32)),
    )
    reading = Reading(size, cards, (Coin(-50, 1e7, 1e3),), np.ones((3, 4), dtype=np.bool_))
    drawn = draw_reading(np.zeros((height, width, 3), np.uint8), reading)
    assert drawn.shape == (height, width, 3)
    assert drawn.dtype == np.uint8


def test_labels_of_a_fanned_pile_do_not_cover_one_another() -> None:
    image = np.full((360, 640, 3), 60, np.uint8)
    one = draw_reading(image, Reading((640, 360), (card(200, 200, TH=0.98),)))
    pile = tuple(card(200, 60 + 40 * i, TH=0.98) for i in range(4))
    four = draw_reading(image, Reading((640, 360), pile))
    red_suit = (110, 110, 255)
    assert shows(four, red_suit) == pytest.approx(4 * shows(one, red_suit), rel=0.2)
