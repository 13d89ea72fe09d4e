"""A picture made smaller, and cards cut out of it either way up."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.crop import card_matrix, turned
from tabletop.vision.picture import Image, Picture


def board(square: int) -> Image:
    """Black and white squares, 480×270."""
    rows, columns = np.mgrid[0:270, 0:480] // square
    return np.repeat((255 * ((rows + columns) % 2)).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("zoom", [1.3, 1.0, 0.7, 0.5, 0.37, 0.125, 0.01])
def test_a_picture_gets_the_size_that_was_asked_for(zoom: float) -> None:
    small = Picture(board(9)).resized(zoom)
    assert small.shape == (max(1, round(270 * zoom)), max(1, round(480 * zoom)), 3)


@pytest.mark.parametrize("zoom", [0.5, 0.3, 0.125])
def test_what_is_too_fine_for_a_small_picture_is_grey_there(zoom: float) -> None:
    small = Picture(board(1)).resized(zoom)
    assert small.min() > 120
    assert small.max() < 136


def test_looks_at_several_sizes_leave_the_picture_as_it_is() -> None:
    image = board(9)
    picture = Picture(image)
    picture.resized(0.125)
    assert (picture.resized(1.0) == image).all()
    assert (picture.with_room[:, :, :3] == image).all()


def test_a_turned_cut_out_is_that_of_the_turned_card() -> None:
    rng = np.random.default_rng(3)
    centre, u, v = rng.normal(0, 50, (3, 5, 2)).astype(np.float32)
    upside_down = card_matrix(centre, -u, -v)
    assert np.abs(turned(card_matrix(centre, u, v)) - upside_down).max() < 1e-3
