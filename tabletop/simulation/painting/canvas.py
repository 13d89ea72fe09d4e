"""A picture while it is being painted: cards with their shadows, and who covers whom."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image, Levels
from tabletop.simulation.painting.sheet import View
from tabletop.simulation.table.places import Place, card_corners

HAND = -1
"""Value in ``Canvas.owner`` of a hand, an arm or a loose thing lying over cards."""

Window = tuple[slice, slice]
"""Rows and columns."""


class Canvas:
    """The picture while it is being painted."""

    def __init__(self, base: Image) -> None:
        self.image = base
        h, w = base.shape[:2]
        self.owner = np.zeros((h, w), np.int16)
        self.gloss = np.full((h, w), 0.15, np.float32)

    def lay(
        self, patch: Image, alpha: NDArray[np.float32], x: int, y: int, owner: int, gloss: float
    ) -> None:
        """Put ``patch`` with its top left at (x, y); parts outside the picture are cut."""
        place, within = self._cut(alpha, x, y)
        part, a, under = patch[within].astype(np.float32), alpha[within], self.image[place]
        self.image[place] = (under + (part - under) * a[:, :, None]).astype(np.uint8)
        solid = a > 0.5
        self.owner[place][solid] = owner
        self.gloss[place][solid] = gloss

    def shade(self, alpha: NDArray[np.float32], x: int, y: int, depth: float) -> None:
        """Darken what lies under a shadow."""
        place, within = self._cut(alpha, x, y)
        a = alpha[within] * depth
        self.image[place] = (self.image[place] * (1 - a[:, :, None])).astype(np.uint8)

    def _cut(self, alpha: NDArray[np.float32], x: int, y: int) -> tuple[Window, Window]:
        """Which part of the picture ``alpha`` covers with its top left at (x, y), and which part of
        ``alpha`` that is; both empty where it lies outside."""
        (h, w), (tall, wide) = self.owner.shape, alpha.shape
        x0, y0 = min(max(0, x), w), min(max(0, y), h)
        x1, y1 = max(x0, min(w, x + wide)), max(y0, min(h, y + tall))
        within = slice(y0 - y, y1 - y), slice(x0 - x, x1 - x)
        return (slice(y0, y1), slice(x0, x1)), within


@dataclass(frozen=True)
class Look:
    """How the cards of one scene look: stock colour, ink, shadow."""

    stock: NDArray[np.float32]
    ink: float
    shadow: tuple[float, float, float, float]
    edge: float
    gloss: float
    tones: tuple[float, float] = (0.9, 1.06)
    """Between what bounds the brightness of single cards lies."""


def _level(pictures: tuple[Image, ...], pixels: float) -> Image:
    for image in reversed(pictures):
        if image.shape[0] >= pixels * 0.95:
            return image
    return pictures[0]


def _bent(rng: Generator, art: Image) -> Image:
    """A card whose middle bows a little: rows or columns shifted along a curve."""
    h, w = art.shape[:2]
    amount = rng.normal(0, 0.02)
    t = np.linspace(-1, 1, h, dtype=np.float32)
    xs = np.tile(np.arange(w, dtype=np.float32), (h, 1)) + (amount * w * (t**2 - 0.5))[:, None]
    ys = np.tile(np.arange(h, dtype=np.float32)[:, None], (1, w))
    return cv2.remap(art, xs, ys, cv2.INTER_LINEAR).astype(np.uint8)


def paint_card(
    rng: Generator,
    canvas: Canvas,
    view: View,
    place: Place,
    aspect: float,
    levels: Levels,
    look: Look,
    owner: int,
    flat: bool,
) -> NDArray[np.float32] | None:
    """Paint one card; its corners (4, 2) in pixels, or None where it lies outside the picture.

    ``levels``: its artwork; ``owner``: its mark in the owner map; ``flat``: never bent.
    """
    corners = view.project(card_corners(place.x, place.y, place.turn, aspect)).astype(np.float32)
    h, w = canvas.owner.shape
    if (
        corners[:, 0].max() < -5
        or corners[:, 1].max() < -5
        or corners[:, 0].min() > w + 5
        or corners[:, 1].min() > h + 5
    ):
        return None
    tall = max(
        float(np.linalg.norm(corners[3] - corners[0])),
        float(np.linalg.norm(corners[2] - corners[1])),
    )
    art = _level(levels, tall)
    if not flat and rng.random() < 0.25:
        art = _bent(rng, art)
    pad = 2
    x0, y0 = np.floor(corners.min(axis=0)).astype(int) - pad
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + pad
    x0c, y0c, x1c, y1c = max(-300, x0), max(-300, y0), min(w + 300, x1), min(h + 300, y1)
    size = (int(x1c - x0c), int(y1c - y0c))
    if min(size) < 4:
        return None
    ah, aw = art.shape[:2]
    source = np.array([[0, 0], [aw, 0], [aw, ah], [0, ah]], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(source, corners - np.array([x0c, y0c], np.float32))
    warped = cv2.warpPerspective(
        art, m, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    alpha = np.asarray(warped[:, :, 3] / np.float32(255), np.float32)
    tone = look.stock * rng.uniform(*look.tones)
    colour = warped[:, :, :3].astype(np.float32)
    if look.ink:
        colour += (235 - colour) * look.ink
    colour *= tone
    if look.edge:
        inner = cv2.erode(alpha, np.ones((3, 3), np.float32))
        colour *= (1 - look.edge * (alpha - inner))[:, :, None]
    dx, dy, soft, depth = look.shadow
    k = max(1, int(soft)) * 2 + 1
    wide = cv2.copyMakeBorder(alpha, k, k, k, k, cv2.BORDER_CONSTANT)
    shadow = np.asarray(cv2.blur(wide, (k, k)), np.float32)
    canvas.shade(shadow, int(x0c - k + dx), int(y0c - k + dy), depth)
    patch = np.clip(colour, 0, 255).astype(np.uint8)
    if place.stack:
        lift = place.stack * tall * 0.0032
        a = rng.uniform(0, 2 * np.pi)
        steps = max(1, int(lift))
        side = np.full_like(patch, 0)
        side[:] = (tone * rng.uniform(150, 235)).astype(np.uint8)
        for i in range(steps, 0, -1):
            ox, oy = int(round(np.cos(a) * i)), int(round(np.sin(a) * i))
            canvas.lay(
                (side * (0.8 + 0.2 * (i % 2))).astype(np.uint8),
                alpha,
                int(x0c) + ox,
                int(y0c) + oy,
                owner,
                look.gloss,
            )
    canvas.lay(patch, alpha, int(x0c), int(y0c), owner, look.gloss)
    return corners
