"""Table tops of our own: wood, cloth and felt drawn by rule."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image

Floats = NDArray[np.float32]
DENSITY = 110
"""Pixels of a table top per card width."""


def _waves(rng: Generator, shape: tuple[int, int], across: int, along: int) -> Floats:
    """Smooth noise, sigma about 1: ``across`` cells down and ``along`` cells to the right."""
    grid = rng.normal(0, 1, (across, along)).astype(np.float32)
    return cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC).astype(np.float32)


def _plank(rng: Generator, shape: tuple[int, int], dark: Floats, light: Floats) -> Floats:
    """One board, its grain running to the right."""
    h, w = shape
    ys = np.linspace(0, 1, h, dtype=np.float32)[:, None]
    bend = 0.10 * _waves(rng, shape, 2, max(2, w // 500)) + 0.02 * _waves(
        rng, shape, 4, max(3, w // 160)
    )
    rings = float(rng.uniform(5, 10)) * (ys + bend) + float(rng.uniform(0, 9))
    saw = rings - np.floor(rings)
    ring = np.where(saw < 0.8, saw / 0.8, (1 - saw) / 0.2) ** 2.2
    fibre = _waves(rng, shape, max(4, h // 2), max(4, w // 90))
    pores = np.clip(_waves(rng, shape, h, max(4, w // 26)) - 1.4, 0, 3)
    tone = 0.62 - 0.30 * ring + 0.10 * fibre - 0.22 * pores + 0.10 * _waves(rng, shape, 2, 4)
    tone += float(rng.normal(0, 0.07))
    return np.asarray(dark + (light - dark) * np.clip(tone, -0.2, 1.15)[:, :, None], np.float32)


def _wood(rng: Generator, width: int, height: int, dark: list[float], light: list[float]) -> Image:
    top = np.zeros((height, width, 3), np.float32)
    y = 0
    while y < height:
        tall = min(int(DENSITY * rng.uniform(1.7, 2.3)), height - y)
        board = _plank(
            rng, (max(tall, 8), width), np.array(dark, np.float32), np.array(light, np.float32)
        )
        top[y : y + tall] = board[:tall]
        top[y + tall - 2 : y + tall] *= 0.55
        top[y : y + 2] *= 1.06
        y += tall
    top *= 1 + 0.006 * rng.standard_normal((height, width, 1)).astype(np.float32)
    return np.clip(cv2.GaussianBlur(top, (0, 0), 1.15), 0, 255).astype(np.uint8)


def oak(rng: Generator, width: int, height: int) -> Image:
    """Warm, fairly light boards."""
    return _wood(rng, width, height, [52, 88, 134], [118, 168, 211])


def walnut(rng: Generator, width: int, height: int) -> Image:
    """Dark boards."""
    return _wood(rng, width, height, [26, 38, 58], [62, 92, 128])


def felt(rng: Generator, width: int, height: int) -> Image:
    """The green cloth of a card table."""
    top = np.full((height, width, 3), [62, 108, 38], np.float32)
    nap = _waves(rng, (height, width), height // 5, width // 5) + _waves(
        rng, (height, width), height // 2, width // 2
    )
    top *= (1 + 0.05 * nap + 0.04 * _waves(rng, (height, width), 6, 9))[:, :, None]
    return np.asarray(np.clip(top, 0, 255), np.uint8)


def _weave(rng: Generator, width: int, height: int) -> Floats:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    weave = 0.5 + 0.25 * (np.sin(xs * 1.6) + np.sin(ys * 1.6))
    threads = _waves(rng, (height, width), height // 3, 12) + _waves(
        rng, (height, width), 9, width // 3
    )
    return np.asarray(0.92 + 0.06 * weave + 0.012 * threads, np.float32)


def linen(rng: Generator, width: int, height: int) -> Image:
    """A pale, plain tablecloth."""
    top = (
        np.full((height, width, 3), [196, 210, 218], np.float32)
        * _weave(rng, width, height)[:, :, None]
    )
    return np.asarray(np.clip(top, 0, 255), np.uint8)


def check(rng: Generator, width: int, height: int) -> Image:
    """A checked tablecloth."""
    colour = np.array(
        [[52, 48, 178], [150, 88, 40], [70, 120, 60]][int(rng.integers(3))], np.float32
    )
    size = int(DENSITY * rng.uniform(0.35, 0.8))
    down = (np.arange(height) // size % 2)[:, None]
    right = (np.arange(width) // size % 2)[None]
    dye = (down + right).astype(np.float32)[:, :, None] / 2
    top = np.array([228, 232, 236], np.float32) * (1 - dye) + colour * dye
    top = top * _weave(rng, width, height)[:, :, None]
    return np.asarray(np.clip(top, 0, 255), np.uint8)


TOPS: dict[str, Callable[[Generator, int, int], Image]] = {
    "oak": oak,
    "walnut": walnut,
    "felt": felt,
    "linen": linen,
    "check": check,
}
