"""Cutting cards to their edge, on cards drawn here."""

from __future__ import annotations

import numpy as np
import pytest

from training.artwork import crop


def card(width=120, height=168, radius=0.08, air=6, line=0, stock=(250, 250, 250)):
    """A white card with rounded corners and ``air`` around, a black line at its edge if asked."""
    inside = np.full((height, width, 4), 255, np.uint8)
    inside[..., :3] = stock
    if line:
        edge = np.ones((height, width), bool)
        edge[line:-line, line:-line] = False
        inside[edge, :3] = 0
    inside = crop.round_corners(inside, radius)
    return np.pad(inside, ((air, air), (air, air), (0, 0)))


def cut(picture):
    x0, y0, x1, y1 = crop.card_box(picture[..., 3])
    return picture[y0:y1, x0:x1]


def test_the_box_is_the_card_without_the_air_around():
    assert crop.card_box(card(air=6)[..., 3]) == (6, 6, 126, 174)


def test_a_drop_shadow_and_a_stray_dot_do_not_widen_the_box():
    picture = card(air=10)
    picture[178:183, 15:135, 3] = 90
    picture[2, 60, 3] = 255
    assert crop.card_box(picture[..., 3]) == (10, 10, 130, 178)


def test_an_empty_picture_is_refused():
    with pytest.raises(ValueError, match="empty"):
        crop.card_box(np.zeros((20, 20), np.uint8))


def test_an_odd_card_gets_the_usual_size_around_its_own_centre():
    usual = (10, 10, 110, 150)
    boxes = crop.common_box([usual, usual, usual, (30, 10, 90, 150)], 120, 160)
    assert boxes == [usual] * 4


def test_the_usual_size_stays_inside_the_picture():
    boxes = crop.common_box([(0, 0, 100, 140)] * 3 + [(60, 0, 100, 140)], 100, 140)
    assert boxes[3] == (0, 0, 100, 140)


def test_small_differences_of_size_are_left_alone():
    boxes = [(0, 0, 100, 140), (0, 0, 101, 140), (0, 0, 100, 140)]
    assert crop.common_box(boxes, 120, 160) == boxes


@pytest.mark.parametrize("line", [0, 1, 3])
def test_the_line_around_a_card_is_found(line):
    assert crop.outline([cut(card(line=line))] * 3) == line


@pytest.mark.parametrize("radius", [0.03, 0.06, 0.1])
def test_the_corner_radius_is_measured(radius):
    assert crop.corner_radius(cut(card(radius=radius))[..., 3]) == pytest.approx(radius, abs=0.01)


def test_cutting_the_line_off_leaves_plain_stock_and_round_corners():
    picture = cut(card(line=3))
    inner = crop.without_outline(picture, 3, 0.08)
    assert inner.shape[:2] == (162, 114)
    assert inner[80, 0, :3].min() == 250
    assert inner[0, 57, :3].min() == 250
    assert inner[0, 0, 3] == 0
    assert inner[80, 0, 3] == 255


def test_a_shadow_is_dropped_and_the_card_stays_solid():
    picture = card()
    picture[:3, :, 3] = 100
    dropped = crop.drop_shadow(picture, 120)
    assert dropped[:3, :, 3].max() == 0
    assert dropped[80, 60, 3] == 255


def test_no_dark_rim_is_left_under_transparent_corners():
    picture = cut(card())
    assert picture[0, 0, 3] == 0
    picture[picture[..., 3] == 0, :3] = 0
    assert crop.bleed(picture)[0, 0, :3].tolist() == [250, 250, 250]


def test_resizing_keeps_colours_clean_of_what_lies_under_clear_pixels():
    pytest.importorskip("cv2")
    picture = cut(card(width=240, height=336))
    picture[picture[..., 3] == 0, :3] = 0
    small = crop.fit_height(picture, 84)
    assert small.shape == (84, 60, 4)
    assert small[small[..., 3] > 32][:, :3].min() > 240


def test_print_without_a_card_is_put_on_white_paper():
    ink = np.zeros((10, 8, 4), np.uint8)
    ink[4:6, 3:5] = (200, 0, 0, 255)
    on_paper = crop.on_paper(ink)
    assert on_paper[0, 0].tolist() == [255, 255, 255, 255]
    assert on_paper[4, 3].tolist() == [200, 0, 0, 255]
