"""The view of the table plane: a pinhole camera, as a homography."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from tabletop.simulation.painting.sheet import View


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
