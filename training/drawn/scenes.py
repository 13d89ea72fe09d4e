"""Textures and pretend photographs made of noise."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.canvas import Image


def noise(rng: Generator, shape: tuple[int, int], cells: float) -> NDArray[np.float32]:
    """Smooth noise of mean 0 and spread 1, about ``cells`` blobs across."""
    h, w = shape
    rows = max(2, round(cells * h / max(w, 1)))
    coarse = rng.standard_normal((rows + 1, max(2, round(cells)) + 1)).astype(np.float32)
    soft = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(soft, dtype=np.float32)


def landscape(rng: Generator, shape: tuple[int, int]) -> Image:
    """A blurred picture with a sky, hills and speckles, RGB."""
    h, w = shape
    colours = rng.integers(30, 240, (5, 3)).astype(np.float32)
    colours += 0.6 * (colours.mean(axis=1, keepdims=True) - colours)
    colours[0] = np.array([150, 190, 225]) + rng.normal(0, 20, 3)
    down = np.linspace(0, 1, h, dtype=np.float32)[:, None] + np.zeros((1, w), dtype=np.float32)
    picture = colours[0] * (1 - 0.4 * down[..., None]) + 60 * down[..., None]
    for k in range(1, 5):
        ridge = 0.15 + 0.19 * k + 0.09 * noise(rng, (1, w), rng.uniform(2, 9))[0]
        inside = (down > ridge[None])[..., None]
        light = 1 + 0.22 * noise(rng, shape, rng.uniform(4, 30))[..., None]
        picture = np.where(inside, colours[k] * light, picture)
    picture += 9 * noise(rng, shape, 60)[..., None]
    soft: Image = np.clip(cv2.GaussianBlur(picture, (0, 0), 1.5), 0, 255).astype(np.uint8)
    return soft
