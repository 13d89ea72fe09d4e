"""Whole cards tell how the table slants, and so the shape of cards of which little shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.vision.found import Found
from tabletop.vision.slant import Slant, doubled

LEAN = np.array([[0.9, 0.25], [0.02, 0.55]])
"""A table seen at a slant: from its plane, in half card widths, to the picture, in parts of 40
pixels."""


def axes(angle: float) -> tuple[np.ndarray, np.ndarray]:
    across, along = (
        np.array([np.cos(angle), np.sin(angle)]),
        np.array([-np.sin(angle), np.cos(angle)]),
    )
    return 40 * LEAN @ across, 40 * LEAN @ along * 1.4


def found(x: float, y: float, angle: float) -> Found:
    u, v = (a.astype(np.float32) for a in axes(angle))
    return Found(np.array([x, y], np.float32), u, v, 1.0, 1.0, np.zeros((0, 2), int), 1.0, 80.0)


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2, 2.5])
def test_a_card_turned_otherwise_has_the_shape_that_the_slant_gives_it(angle: float) -> None:
    slant = Slant([found(100, 100, 0.0), found(300, 120, 0.2), found(200, 400, 1.5)])
    u, v = axes(angle)
    got_u, got_v = slant.shape(np.array([[250, 200]], np.float32), doubled(v[None]))
    for got, true in ((got_u[0], u), (got_v[0], v)):
        off = min(np.hypot(*(got - true)), np.hypot(*(got + true)))
        assert off < 0.02 * np.hypot(*true)


def test_the_nearest_whole_card_tells_the_size_best() -> None:
    near, far = found(100, 100, 0.0), found(900, 100, 0.0)
    far = Found(far.centre, far.u / 2, far.v / 2, 1.0, 1.0, far.cells, 1.0, 40.0)
    u, _ = Slant([near, far]).shape(np.array([[140, 100]], np.float32), doubled(near.v[None]))
    assert np.hypot(*u[0]) == pytest.approx(np.hypot(*near.u), rel=0.05)


def test_a_card_nearer_to_the_camera_than_all_that_were_measured_is_larger() -> None:
    """Three rows, each a tenth larger than the one before it; a dish lies where the next would."""

    def row(n: int) -> list[Found]:
        grown = np.float32(1.1**n)
        cards = [found(x, 150.0 * n, 0.0) for x in (100.0, 250.0, 400.0)]
        return [replace(card, u=card.u * grown, v=card.v * grown) for card in cards]

    slant = Slant([card for n in range(3) for card in row(n)])
    dish = row(3)[1]
    u, v = slant.shape(dish.centre[None], doubled(dish.v[None]))
    assert np.hypot(*u[0]) == pytest.approx(np.hypot(*dish.u), rel=0.05)
    assert np.hypot(*v[0]) == pytest.approx(np.hypot(*dish.v), rel=0.05)
