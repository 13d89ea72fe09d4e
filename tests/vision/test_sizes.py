"""A look at the wrong size is noticed by the cards it finds."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.sizes import FAR_WIDTH, NEAR_WIDTH, best_width, better_zoom, shown

SIDE = 1280


def look(
    zoom: float, width: float, number: int = 6, visible: float = 0.97, score: float = 0.95
) -> tuple[Grid, list[Found]]:
    """A look at ``zoom`` that found ``number`` cards ``width`` pixels of the picture wide."""
    none = np.zeros((4, 4, 2), np.float32)
    grid = Grid(np.zeros((4, 4, 5), np.float32), none, none, none, (zoom / 4, zoom / 4), zoom)
    u, v = np.array([width / 2, 0], np.float32), np.array([0, 0.7 * width], np.float32)
    cells = np.zeros((9, 2), np.intp)
    cards = [
        Found(np.zeros(2, np.float32), u, v, 1.0, score, cells, visible, width * zoom)
        for _ in range(number)
    ]
    return grid, cards


@pytest.mark.parametrize(("zoom", "width"), [(0.29, 72.0), (1.4, 90.0)])
def test_cards_that_turn_out_too_small_or_too_large_are_looked_at_anew(
    zoom: float, width: float
) -> None:
    better = better_zoom([look(zoom, width)], SIDE)
    assert better is not None
    assert better * width == pytest.approx(best_width(SIDE, width))


def test_cards_seen_from_afar_are_looked_at_larger() -> None:
    assert best_width(1280, 400.0) == NEAR_WIDTH
    assert best_width(1920, 95.0) == FAR_WIDTH
    assert NEAR_WIDTH < best_width(1280, 100.0) < FAR_WIDTH


def test_a_look_that_suits_is_kept() -> None:
    assert better_zoom([look(0.75, 72.0)], SIDE) is None
    assert better_zoom([look(0.65, 72.0)], SIDE) is None


def test_strips_and_doubtful_cards_tell_nothing() -> None:
    assert better_zoom([look(0.29, 72.0, visible=0.3)], SIDE) is None
    assert better_zoom([look(0.29, 72.0, score=0.6)], SIDE) is None
    assert better_zoom([look(0.29, 72.0, number=1)], SIDE) is None


def test_two_looks_are_left_as_they_are() -> None:
    assert better_zoom([look(0.29, 72.0), look(0.75, 72.0)], SIDE) is None


def test_a_picture_is_not_made_larger_than_helps() -> None:
    assert better_zoom([look(1.5, 20.0)], SIDE) is None, "it can't be made larger"


def test_what_is_shown_counts_whole_and_sure_cards() -> None:
    assert shown([look(0.75, 72.0, number=4)]) == pytest.approx(4 * 0.95 * 0.97)
    assert shown([look(0.75, 72.0, score=0.7)]) == 0
