"""Tables without any card, to learn from and to count what is found there all the same.

A mug, paper, a phone, coins, hands: what lies on a table and isn't a card, on every texture and
photograph of the stock, with the light and lens of the scenes that train the reader.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image, picture
from tabletop.simulation.painting.canvas import Canvas
from training.scenes import effects, things
from training.scenes.camera import random_view
from training.scenes.paint import HAND, Scene, Stock, lay_coins, turned

SIZES = ((640, 480), (960, 720), (1280, 720), (1600, 900))
"""Width and height of the pictures, pixels."""
UP = 4
"""Round things are painted this much larger and made smaller, for smooth edges."""


def paint_bare(rng: Generator, stock: Stock, ground: str | None) -> Scene:
    """A table without cards; ``ground``: the texture or photograph it shows, a painted cloth if
    none."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    card = float(np.exp(rng.uniform(np.log(40), np.log(220)))) * width / 1280
    view = random_view(rng, width, height, card)
    if ground is not None and ground in stock.photos:
        base = _filled(rng, picture(ground, 1600), width, height)
    else:
        base = things.table(rng, view, [ground] if ground else [], [])
    canvas = Canvas(base)
    for _ in range(int(rng.integers(0, 5))):
        patch, alpha = turned(rng, *things.clutter(rng, card, stock.photos))
        _put(rng, canvas, patch, alpha, 0.2)
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.6 else 0):
        patch, alpha = mug(rng, card * rng.uniform(0.7, 1.3))
        _put(rng, canvas, patch, alpha, 0.7)
    coins = lay_coins(rng, canvas, view, card)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.3 else 0):
        patch, alpha = things.arm(rng, width, height, card, stock.hands)
        canvas.shade(cv2.blur(alpha, (31, 31)).astype(np.float32), 4, 8, rng.uniform(0, 0.5))
        canvas.lay(patch, alpha, 0, 0, HAND, 0.1)
    light = effects.light(rng, canvas.image, canvas.gloss)
    return Scene(effects.lens(rng, light, min(1.0, card / 75)), canvas.owner, (), coins)


def mug(rng: Generator, radius: float) -> tuple[Image, NDArray[np.float32]]:
    """A mug, glass or plate from above: BGR and alpha."""
    n = int(radius * 3.2) + 8
    ink = np.zeros((n * UP, n * UP, 3), np.uint8)
    mask = np.zeros((n * UP, n * UP), np.uint8)
    c, r = n * UP // 2, radius * UP
    china = rng.uniform(190, 250) * np.ones(3) if rng.random() < 0.6 else rng.uniform(20, 240, 3)
    tilt = float(rng.uniform(0.75, 1.0))

    def disc(share: float, colour: NDArray[np.float64]) -> None:
        axes = (max(1, int(r * share)), max(1, int(r * share * tilt)))
        cv2.ellipse(ink, (c, c), axes, 0, 0, 360, np.clip(colour, 0, 255).tolist(), -1, cv2.LINE_AA)
        cv2.ellipse(mask, (c, c), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)

    if rng.random() < 0.4:  # a saucer
        disc(1.4, china * rng.uniform(0.85, 1.0))
        disc(1.15, china * rng.uniform(0.75, 0.95))
    if rng.random() < 0.7:  # the handle
        a = rng.uniform(0, 2 * np.pi)
        end = (int(c + np.cos(a) * r * 1.4), int(c + np.sin(a) * r * 1.4))
        thick = max(1, int(r * 0.22))
        cv2.line(ink, (c, c), end, np.clip(china * 0.85, 0, 255).tolist(), thick, cv2.LINE_AA)
        cv2.line(mask, (c, c), end, 255, thick, cv2.LINE_AA)
    disc(1.0, china)
    drinks = np.array([[20, 40, 70], [40, 90, 140], [235, 240, 240], [30, 110, 190], [60, 60, 60]])
    drink = drinks[int(rng.integers(len(drinks)))] * rng.uniform(0.8, 1.15)
    disc(rng.uniform(0.8, 0.93), china * 0.7)
    disc(rng.uniform(0.6, 0.85), drink)
    image = cv2.resize(ink, (n, n), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return image.astype(np.uint8), alpha


def _filled(rng: Generator, photo: Image, width: int, height: int) -> Image:
    """A cut-out of ``photo`` of the wanted shape, as large as fits or down to half of that."""
    h, w = photo.shape[:2]
    zoom = min(w / width, h / height) * rng.uniform(0.5, 1.0)
    cw, ch = max(2, int(width * zoom)), max(2, int(height * zoom))
    x, y = int(rng.integers(0, w - cw + 1)), int(rng.integers(0, h - ch + 1))
    mode = cv2.INTER_AREA if zoom > 1 else cv2.INTER_LINEAR
    cut = cv2.resize(photo[y : y + ch, x : x + cw], (width, height), interpolation=mode)
    return np.array(cut, np.uint8)


def _put(
    rng: Generator, canvas: Canvas, patch: Image, alpha: NDArray[np.float32], gloss: float
) -> None:
    h, w = canvas.owner.shape
    x = int(rng.uniform(0, 1) * w - patch.shape[1] / 2)
    y = int(rng.uniform(0, 1) * h - patch.shape[0] / 2)
    shadow = cv2.blur(alpha, (9, 9)).astype(np.float32)
    canvas.shade(shadow, x + 3, y + 4, float(rng.uniform(0.1, 0.5)))
    canvas.lay(patch, alpha, x, y, 0, gloss)
