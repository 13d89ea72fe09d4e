"""What only looks like a card at another's edge is told by how little shows and how it is named."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.faces import FACE_INDEX
from tabletop.vision.found import Found
from tabletop.vision.joining import shadowy
from tabletop.vision.namer import Name

MIDDLE, U, V = (np.array(at, np.float32) for at in ((200, 100), (40, 0), (0, 56)))


def piece(visible: float) -> Found:
    return Found(MIDDLE, U, V, 1.0, 0.95, np.zeros((9, 2), np.intp), visible, 80.0)


def named(face: str, sure: float) -> Name:
    p = np.zeros(54, np.float32)
    if face != "back":
        p[FACE_INDEX[face]] = sure
    return Name(p, sure if face == "back" else 0.0, 0.01, False, MIDDLE, U, V)


@pytest.mark.parametrize(("face", "sure"), [("back", 0.8), ("XR", 0.7)])
def test_a_sliver_that_is_doubtfully_a_back_or_a_joker_is_a_shadow(face: str, sure: float) -> None:
    up = face != "back"
    assert shadowy(piece(0.08), named(face, sure), up=up)
    assert not shadowy(piece(0.2), named(face, sure), up=up), "a strip"
    assert not shadowy(piece(0.08), named(face, 0.99), up=up), "named beyond doubt"


def test_a_sliver_with_an_index_is_no_shadow() -> None:
    assert not shadowy(piece(0.08), named("9H", 0.6), up=True)
