"""Smooth fields of brightness, and linear light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LINEAR = ((np.arange(256) / 255.0) ** 1.8).astype(np.float32)
"""Linear light, 0..1, of each 8-bit value."""


def smooth_field(rng: Generator, height: int, width: int, cells: int) -> Floats:
    """A smooth random field, shape (height, width), mean 0, of about ``cells`` waves a side."""
    grid = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)


def soft_spot(rng: Generator, height: int, width: int, low: float, high: float) -> Floats:
    """A soft bright spot, peak 1; ``low`` and ``high`` bound its radius as a share of the width."""
    small = 8
    h, w = height // small, width // small
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * w, rng.uniform(-0.1, 1.1) * h
    a = rng.uniform(0, np.pi)
    dx, dy = xs - cx, ys - cy
    u = np.cos(a) * dx + np.sin(a) * dy
    v = -np.sin(a) * dx + np.cos(a) * dy
    r = rng.uniform(low, high) * w
    stretch = rng.uniform(1, 2.5)
    spot = np.exp(-0.5 * ((u / (r * stretch)) ** 2 + (v / r) ** 2))
    return np.asarray(cv2.resize(spot.astype(np.float32), (width, height)), np.float32)
