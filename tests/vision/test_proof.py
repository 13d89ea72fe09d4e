"""Where nothing in a picture is a card beyond doubt, nothing is."""

from __future__ import annotations

import numpy as np

from tabletop.faces import FACE_INDEX
from tabletop.vision.proof import shows_cards
from tabletop.vision.sighting import Sighting


def seen(
    face: str | None, p: float = 0.0, score: float = 0.95, visible: float = 0.4, width: float = 60
) -> Sighting:
    probabilities = np.zeros(54, np.float32)
    if face is not None:
        probabilities[FACE_INDEX[face]] = p
    quad = ((0.0, 0.0), (width, 0.0), (width, 84.0), (0.0, 84.0))
    return Sighting(quad, face is not None, probabilities, visible, score)


def test_a_face_that_reads_well_is_a_card() -> None:
    assert shows_cards([seen("7H", 0.95)])
    assert not shows_cards([seen("7H", 0.6)])
    assert not shows_cards([seen("7H", 0.95, score=0.55)])


def test_jokers_must_read_better_for_much_looks_like_one() -> None:
    assert not shows_cards([seen("XR", 0.95)])
    assert shows_cards([seen("XR", 0.995, score=0.995)])


def test_a_back_is_a_card_if_it_surely_lies_there_whole() -> None:
    assert not shows_cards([seen(None, score=0.99, visible=0.6)])
    assert not shows_cards([seen(None, score=0.95, visible=1.0)])
    assert shows_cards([seen(None, score=0.99, visible=1.0)])


def test_two_whole_cards_of_one_size_prove_one_another() -> None:
    one = seen("QD", 0.3, visible=1.0)
    assert not shows_cards([one])
    assert shows_cards([one, seen("2C", 0.2, visible=1.0, width=66)])
    assert not shows_cards([one, seen("2C", 0.2, visible=1.0, width=120)])


def test_nothing_shows_no_cards() -> None:
    assert not shows_cards([])
