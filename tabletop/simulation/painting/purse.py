"""Coins: one kind a game, as a purse holds them, told apart by wear."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image

METALS = ([62, 104, 168], [86, 158, 200], [168, 172, 176], [128, 138, 146])
CHIPS = ([52, 52, 170], [150, 96, 44], [70, 120, 58])
UP = 4


def purse_colour(rng: Generator) -> NDArray[np.float64]:
    """Copper, brass, silver or nickel; now and then coloured chips (BGR)."""
    kinds = METALS if rng.random() < 0.85 else CHIPS
    colour = np.array(kinds[int(rng.integers(len(kinds)))], np.float64)
    return np.asarray(np.clip(colour * rng.uniform(0.9, 1.1), 5, 240))


def coin_picture(
    radius: float, colour: NDArray[np.float64], bend: float
) -> tuple[Image, NDArray[np.float32]]:
    """A coin ``radius`` pixels wide, ``bend`` times as high: BGR and alpha, just large enough."""
    n = int(max(2.0, radius) * 2 + 4)
    side, c, r = n * UP, n * UP // 2, radius * UP
    ink = np.zeros((side, side, 3), np.float32)
    mask = np.zeros((side, side), np.float32)

    def disc(share: float, gain: float) -> None:
        paint = np.clip(colour * gain, 0, 255).tolist()
        cv2.ellipse(
            ink, (c, c), (int(r * share), int(r * bend * share)), 0, 0, 360, paint, -1, cv2.LINE_AA
        )

    disc(1.0, 0.62)
    disc(0.94, 1.18)
    disc(0.84, 0.78)
    disc(0.79, 1.0)
    disc(0.44, 1.12)
    disc(0.38, 0.92)
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    ink *= (1 - 0.12 * ramp[None, :] - 0.14 * ramp[:, None])[:, :, None]
    cv2.ellipse(mask, (c, c), (int(r), int(r * bend)), 0, 0, 360, 1.0, -1)
    image = cv2.resize(ink, (n, n), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32)
    # The ink's own soft edge would darken the rim: what is half covered keeps the rim's colour.
    image = image / np.maximum(alpha, 0.25)[:, :, None]
    return np.clip(image, 0, 255).astype(np.uint8), alpha
