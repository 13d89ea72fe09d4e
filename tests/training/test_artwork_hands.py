"""Turning, tubes and shaded triangles: what hands are drawn with."""

from __future__ import annotations

import numpy as np
import pytest

from training.artwork import hands, raster

SQUARE = np.array([[0.0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]])
HALVES = np.array([[0, 1, 2], [0, 2, 3]])


def test_a_quarter_turn_about_z_takes_x_to_y():
    turned = hands.turn(np.array([[2.0, 1, 5]]), np.array([0, 0, 3.0]), 90, np.array([1.0, 1, 0]))
    assert turned[0] == pytest.approx([1, 2, 5])


def test_a_tube_joins_each_ring_to_the_next():
    ring = np.array([[0.0, 0, 1], [1, 0, 0], [0, 0, -1], [-1, 0, 0]])
    points, triangles = hands.tube([ring, ring + [0, 1, 0], ring + [0, 2, 0]])
    assert len(points) == 12
    assert len(triangles) == 16
    assert sorted(set(triangles.ravel())) == list(range(12))


def test_an_arm_widens_away_from_the_wrist_and_leans():
    angle = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    edge = np.stack([0.02 * np.cos(angle), np.full(12, 0.07), 0.03 * np.sin(angle)], axis=1)
    points, _ = hands.arm(edge, 0.0, 0.2, 1.0, 0.5)
    assert points[:12] == pytest.approx(edge)
    last = points[-12:]
    assert last[:, 1] == pytest.approx(np.full(12, 0.27))
    assert np.ptp(last[:, 2]) > np.ptp(edge[:, 2])
    assert last[:, 2].mean() == pytest.approx(0.1)


def test_normals_of_points_at_one_place_agree():
    doubled = np.concatenate([SQUARE, SQUARE[[0, 2, 3]] + [0, 0, 0.0]])
    found = raster.normals(doubled, np.array([[0, 1, 2], [4, 5, 6]]))
    assert found == pytest.approx(np.tile([0.0, 0, 1], (7, 1)))


def test_the_nearer_triangle_hides_the_farther():
    pytest.importorskip("cv2")
    points = np.concatenate([SQUARE, SQUARE + [0, 0, 1.0]])
    colours = np.repeat([[255.0, 0, 0], [0, 0, 255.0]], 4, axis=0)
    for order in ([0, 4], [4, 0]):
        triangles = np.concatenate([HALVES + first for first in order])
        picture, unit = raster.draw(points, triangles, colours, 32, np.inf)
        assert picture[16, 16].tolist() == [0, 0, 255, 255]
        assert unit == pytest.approx(2 / 31, rel=0.02)


def test_what_lies_below_the_cut_is_not_drawn():
    pytest.importorskip("cv2")
    picture, _ = raster.draw(SQUARE, HALVES, np.full((4, 3), 200.0), 32, 1.0)
    assert picture.shape[1] == 32
    assert picture.shape[0] == pytest.approx(16, abs=1)
