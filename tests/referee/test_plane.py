"""The plane of the table from cards alone."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.referee.plane import fit_plane
from tabletop.simulation.camera import Camera, aim
from tabletop.simulation.table.places import card_corners

SIZE = (1920, 1080)


def _table(rng: np.random.Generator, height: float, tilt: float, yaw: float) -> tuple[Camera, list]:
    spots = rng.uniform([-6, -4], [6, 4], (14, 2))
    turns = rng.normal(0, 0.2, 14)
    cards = [card_corners(x, y, t, 1 / height) for (x, y), t in zip(spots, turns, strict=True)]
    camera = aim(np.concatenate(cards), SIZE, tilt, yaw, float(rng.uniform(0.6, 1.0)), -0.06, 0.04)
    return camera, cards


@pytest.mark.parametrize("tilt", [0.0, 20.0, 45.0])
@pytest.mark.parametrize("height", [1.4, 1.55])
def test_cards_become_equal_rectangles(tilt: float, height: float) -> None:
    rng = np.random.default_rng(int(tilt) + int(100 * height))
    camera, cards = _table(rng, height, tilt, float(rng.uniform(0, 360)))
    quads = np.array([camera.project(c) for c in cards]) + rng.normal(0, 1.0, (14, 4, 2))
    plane = fit_plane(quads, SIZE)
    assert plane is not None
    flat = plane.to_table(np.array([camera.project(c) for c in cards]))
    edges = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
    assert np.abs(edges[:, ::2] - 1).max() < 0.06
    assert np.abs(edges[:, 1::2] / height - 1).max() < 0.06
    assert plane.card_height == pytest.approx(height, rel=0.05)


def test_distances_between_cards_are_right() -> None:
    rng = np.random.default_rng(5)
    camera, cards = _table(rng, 1.4, 30.0, 12.0)
    plane = fit_plane(np.array([camera.project(c) for c in cards]), SIZE)
    assert plane is not None
    middles = np.array([c.mean(axis=0) for c in cards])
    flat = plane.to_table(camera.project(middles))
    true = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    found = np.linalg.norm(flat[:, None] - flat[None], axis=2)
    assert np.abs(found - true).max() < 0.35


def test_a_third_of_wild_corners_does_no_harm() -> None:
    rng = np.random.default_rng(6)
    camera, cards = _table(rng, 1.4, 25.0, 0.0)
    quads = np.array([camera.project(c) for c in cards])
    quads[:4] += rng.normal(0, 60, (4, 4, 2))
    plane = fit_plane(quads, SIZE)
    assert plane is not None
    flat = plane.to_table(quads[4:])
    edges = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
    assert np.median(np.abs(edges[:, ::2] - 1)) < 0.05


def test_there_and_back_again() -> None:
    rng = np.random.default_rng(7)
    camera, cards = _table(rng, 1.4, 35.0, 100.0)
    plane = fit_plane(np.array([camera.project(c) for c in cards]), SIZE)
    assert plane is not None
    plane = plane.turned(0.7, (1.0, -2.0))
    points = rng.uniform([0, 0], SIZE, (50, 2))
    assert np.abs(plane.to_picture(plane.to_table(points)) - points).max() < 0.5


def test_too_few_cards_or_nonsense_give_none() -> None:
    rng = np.random.default_rng(8)
    assert fit_plane(np.zeros((3, 4, 2)), SIZE) is None
    assert fit_plane(rng.uniform(0, 1000, (8, 4, 2)), SIZE) is None
