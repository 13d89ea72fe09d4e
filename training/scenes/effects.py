"""Light and lens: what a lamp, a cheap camera and its compression do to a picture."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.fields import LINEAR, smooth_field, soft_spot

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]


@functools.lru_cache(maxsize=1)
def _grain() -> Floats:
    """A sheet of white noise, cut anew for each picture: drawing it each time is slow."""
    return np.random.default_rng(5).standard_normal((1500, 1900, 3), dtype=np.float32)


def _noise(rng: Generator, height: int, width: int, channels: int) -> Floats:
    sheet = _grain()
    y = int(rng.integers(0, sheet.shape[0] - height))
    x = int(rng.integers(0, sheet.shape[1] - width))
    cut = sheet[y : y + height, x : x + width, :channels]
    return cut[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])]


def light(rng: Generator, image: Image, gloss: Floats) -> Floats:
    """Lamp and daylight over ``image``; ``gloss`` (same height and width) says how much shines.

    Returns linear-ish float32 0..1, same shape.
    """
    h, w = image.shape[:2]
    x = LINEAR[image]
    kind = rng.random()
    if kind < 0.45:
        warm = rng.uniform(-0.12, 0.15)
    elif kind < 0.85:
        warm = rng.uniform(0.1, 0.55)
    else:
        warm = rng.uniform(-0.35, -0.05)
    green = rng.normal(0, 0.04)
    tint = np.array([1 - warm * 0.75, 1 - warm * 0.22 + green, 1 + warm * 0.15], np.float32)
    field = np.ones((h, w), np.float32)
    field += smooth_field(rng, h, w, int(rng.integers(2, 4))) * np.float32(rng.uniform(0.0, 0.22))
    if rng.random() < 0.5:
        field *= np.float32(0.45) + np.float32(rng.uniform(0.5, 1.1)) * soft_spot(
            rng, h, w, 0.3, 0.8
        )
    if rng.random() < 0.3:
        shade = np.full((h, w), 1.0, np.float32)
        pts = (rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * [w, h]).astype(np.int32)
        cv2.fillPoly(shade, [cv2.convexHull(pts)], float(rng.uniform(0.35, 0.8)))
        k = int(rng.uniform(2, 40)) * 2 + 1
        field *= cv2.blur(shade, (k, k))
    x *= np.clip(field, 0.12, 2.2)[:, :, None] * tint
    if rng.random() < 0.45:
        strength = rng.uniform(0.15, 1.4)
        spot = soft_spot(rng, h, w, 0.04, 0.25) * gloss * strength
        spot = spot.astype(np.float32)
        x += spot[:, :, None] * np.array([1 - warm * 0.3, 1.0, 1.0], np.float32)
    level = float(np.percentile(x[::8, ::8], 97)) + 1e-3
    x *= np.float32(np.exp(rng.normal(0.0, 0.22)) * 0.95 / max(level, 0.2))
    return np.clip(x, 0, 1.3).astype(np.float32)


def _motion_kernel(rng: Generator, length: float) -> Floats:
    n = int(length) * 2 + 3
    kernel = np.zeros((n, n), np.float32)
    a = rng.uniform(0, np.pi)
    c = (n - 1) / 2
    d = length / 2
    p = (int(round(c - d * np.cos(a))), int(round(c - d * np.sin(a))))
    q = (int(round(c + d * np.cos(a))), int(round(c + d * np.sin(a))))
    cv2.line(kernel, p, q, 1.0, 1, cv2.LINE_AA)
    return (kernel / kernel.sum()).astype(np.float32)


def lens(rng: Generator, x: Floats, sharpness: float = 1.0) -> Image:
    """Blur, noise, tone curve, sharpening and JPEG; ``x`` linear float32. Returns BGR uint8.

    ``sharpness`` scales down the blur where cards are small, so that they stay readable.
    """
    h, w = x.shape[:2]
    if rng.random() < 0.75:
        sigma = abs(rng.normal(0, 0.9)) * sharpness
        if sigma > 0.25:
            x = cv2.GaussianBlur(x, (0, 0), sigma).astype(np.float32)
    if rng.random() < 0.1:
        x = cv2.filter2D(x, -1, _motion_kernel(rng, rng.uniform(1.5, 5.0) * sharpness)).astype(
            np.float32
        )
    noise = rng.choice([0.004, 0.01, 0.02, 0.04], p=[0.3, 0.35, 0.25, 0.1]) * rng.uniform(0.5, 1.3)
    colour = cv2.resize(np.ascontiguousarray(_noise(rng, h // 2, w // 2, 3)), (w, h))
    x = np.clip(x, 0, 1)
    x = x + (_noise(rng, h, w, 1) * np.float32(0.7 * noise) + colour * np.float32(0.6 * noise)) * (
        0.25 + 0.75 * x
    )
    x = cv2.pow(np.clip(x, 0, 1), 1 / rng.uniform(1.6, 2.4))
    if rng.random() < 0.5:
        contrast = np.float32(rng.uniform(0.8, 1.25))
        x = (x - np.float32(0.5)) * contrast + np.float32(0.5 + rng.normal(0, 0.04))
    if rng.random() < 0.4:
        grey = x.mean(axis=2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0.45, 1.5))
    if rng.random() < 0.4:
        amount = float(rng.uniform(0.2, 1.3))
        soft = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.7, 1.8))
        x = cv2.addWeighted(x, 1 + amount, soft, -amount, 0)
    out = (np.clip(x, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(35, 96))
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
        assert decoded is not None
        out = decoded.astype(np.uint8)
    return out
