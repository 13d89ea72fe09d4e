"""Many views of a card from one picture of it: shifted, covered, darker, blurred.

A deck is enrolled under one lamp, lying apart; it is played with in piles, in another light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.vision.crop import CROP_SIZE, INDEX_SIZE, card_matrix, cut, index_matrix
from tabletop.vision.sighting import Sighting

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A card in its picture: ``centre``, ``u``, ``v`` (2,) pixels, its index upright to ``-v``."""

    picture: Image
    centre: Floats
    u: Floats
    v: Floats


def lying(picture: Image, card: Sighting) -> Lying:
    """``card`` as it lies in ``picture``."""
    quad = np.array(card.quad, np.float32)
    u = (quad[1] - quad[0] + quad[2] - quad[3]) / 4
    v = (quad[3] - quad[0] + quad[2] - quad[1]) / 4
    return Lying(picture, quad.mean(axis=0), u, v)


def _jittered(rng: Generator, card: Lying) -> Lying:
    rough = float(rng.choice([0.6, 1.3, 2.2], p=[0.5, 0.35, 0.15]))
    a = rng.normal(0, 0.02) * rough
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)
    grow = np.float32(1 + rng.normal(0, 0.025) * rough)
    shift = card.u * rng.normal(0, 0.05) * rough + card.v * rng.normal(0, 0.035) * rough
    return Lying(
        card.picture,
        (card.centre + shift).astype(np.float32),
        (card.u @ turn * grow).astype(np.float32),
        (card.v @ turn * grow).astype(np.float32),
    )


def _lit(rng: Generator, image: Image) -> Image:
    """Another light, a cheaper lens."""
    gain = np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.08, 3))
    gamma = np.exp(rng.normal(0, 0.2))
    table = np.clip((np.arange(256)[:, None] / 255.0) ** gamma * gain * 255, 0, 255)
    out = np.asarray(cv2.LUT(image, table.astype(np.uint8)[:, None, :]), np.uint8)
    if rng.random() < 0.45:
        h, w = out.shape[:2]
        less = float(rng.uniform(0.35, 0.9))
        small = cv2.resize(
            out, (max(8, round(w * less)), max(8, round(h * less))), interpolation=cv2.INTER_AREA
        )
        out = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    noise = rng.normal(0, rng.uniform(0, 5), out.shape)
    return np.clip(out + noise, 0, 255).astype(np.uint8)


def _covered(rng: Generator, image: Image, other: Image) -> tuple[Image, Image]:
    """``image`` with ``other`` laid over all but a strip or a corner of it, and the mask of what
    is still its own."""
    h, w = image.shape[:2]
    mask = np.full((h, w), 255, np.uint8)
    if rng.random() < 0.45:
        return image, mask
    wide, tall = rng.uniform(0.15, 0.6), rng.uniform(0.15, 0.6)
    left = round(wide * w) if rng.random() < 0.6 else 0
    top = round(tall * h) if rng.random() < 0.6 or left == 0 else 0
    over = np.zeros((h, w), np.uint8)
    over[top:, left:] = 255
    if rng.random() < 0.5:
        over = np.asarray(cv2.flip(over, 1), np.uint8)
    if rng.random() < 0.5:
        over = np.asarray(cv2.flip(over, 0), np.uint8)
    out = np.where(over[:, :, None] > 0, other, image)
    return out.astype(np.uint8), np.asarray(255 - over, np.uint8)


def _soft(rng: Generator, mask: Image) -> Image:
    """``mask`` as coarse as votes make it."""
    h, w = mask.shape
    cells = float(rng.uniform(4, 9))
    small = cv2.resize(mask, (round(w / cells), round(h / cells)), interpolation=cv2.INTER_AREA)
    small = ((small > 127) * 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)


def card_views(rng: Generator, card: Lying, others: list[Lying], count: int) -> Image:
    """``count`` pictures and masks as the namer takes them, (count, 128, 88, 4), either way up."""
    views = np.empty((count, CROP_SIZE[1], CROP_SIZE[0], 4), np.uint8)
    for k in range(count):
        mine, other = _jittered(rng, card), _jittered(rng, others[int(rng.integers(len(others)))])
        sign = np.float32(rng.choice([-1.0, 1.0]))
        picture = cut(mine.picture, card_matrix(mine.centre, mine.u * sign, mine.v * sign))
        over = cut(other.picture, card_matrix(other.centre, other.u, other.v))
        picture, mask = _covered(rng, picture, over)
        views[k, :, :, :3], views[k, :, :, 3] = _lit(rng, picture), _soft(rng, mask)
    return views


def index_views(rng: Generator, card: Lying, others: list[Lying], count: int) -> Image:
    """``count`` pictures and masks of each corner as the index network takes them, (4 * count, 64,
    48, 4)."""
    views = np.empty((4 * count, INDEX_SIZE[1], INDEX_SIZE[0], 4), np.uint8)
    k = 0
    for way in (-1, 1):
        for side in (-1, 1):
            for _ in range(count):
                views[k] = _corner(rng, card, others[int(rng.integers(len(others)))], way, side)
                k += 1
    return views


def _corner(rng: Generator, card: Lying, other: Lying, way: int, side: int) -> Image:
    parts = []
    for lies in (_jittered(rng, card), _jittered(rng, other)):
        right, down = -way * lies.u, -way * lies.v
        matrix = index_matrix(lies.centre + side * right - down, right, down, side)
        parts.append(cut(lies.picture, matrix, INDEX_SIZE))
    picture, mask = _covered(rng, parts[0], parts[1])
    return np.dstack([_lit(rng, picture), _soft(rng, mask)]).astype(np.uint8)
