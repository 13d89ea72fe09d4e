"""The view of the table plane: a pinhole camera, as a homography."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """``plane``: 3x3 homography from table (card widths, centre of view at 0,0) to pixels."""

    plane: Array
    width: int
    height: int

    def project(self, points: Array) -> Array:
        """Table points, shape (n, 2), to pixels, shape (n, 2)."""
        h = np.c_[points, np.ones(len(points))] @ self.plane.T
        return np.asarray(h[:, :2] / h[:, 2:])


def random_view(rng: Generator, width: int, height: int, card: float) -> View:
    """A camera above the table that sees a card ``card`` pixels wide at the middle of the
    picture."""
    tilt = np.deg2rad(abs(rng.normal(0, 24)) if rng.random() < 0.85 else rng.uniform(30, 58))
    tilt = min(float(tilt), np.deg2rad(60))
    axis = rng.uniform(0, 2 * np.pi)
    focal = rng.uniform(0.65, 1.7) * width
    k = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    c, s = np.cos(axis), np.sin(axis)
    about = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    ct, st = np.cos(tilt), np.sin(tilt)
    lean = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    r = about @ lean @ about.T
    distance = focal / card
    plane = k @ np.column_stack([r[:, 0], r[:, 1], [0, 0, distance]])
    return View(plane / plane[2, 2], width, height)


def card_corners(x: float, y: float, turn: float, aspect: float) -> Array:
    """Corners of a card, shape (4, 2), card widths: top left, top right, bottom right, bottom
    left."""
    hw, hh = 0.5, 0.5 / aspect
    local = np.array([[-hw, -hh], [hw, -hh], [hw, hh], [-hw, hh]])
    c, s = np.cos(turn), np.sin(turn)
    return local @ np.array([[c, s], [-s, c]]) + [x, y]
