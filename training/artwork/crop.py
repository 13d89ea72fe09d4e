"""Cutting a rendered card tightly to its edge.

Pictures are ``(height, width, 4)`` uint8 arrays, RGBA with straight (not premultiplied) alpha.
Boxes are ``(x0, y0, x1, y1)`` in pixels, the far edges excluded.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Box = tuple[int, int, int, int]

SOLID = 200
"""Alpha from which a pixel counts as card rather than as drop shadow."""


def card_box(alpha: NDArray[np.uint8], solid: int = SOLID) -> Box:
    """The card in ``alpha`` (height, width), or ``ValueError`` where it shows none.

    An edge is the first row (or column) that is solid over half of the card's width (or height):
    rounded corners still have that, a stray mark or the end of a drop shadow does not.
    """
    card = alpha >= solid
    rows, cols = card.sum(axis=1), card.sum(axis=0)
    if not rows.any():
        raise ValueError("the picture is empty: nothing in it is solid")
    ys = np.flatnonzero(rows >= 0.5 * rows.max())
    xs = np.flatnonzero(cols >= 0.5 * cols.max())
    return int(xs[0]), int(ys[0]), int(xs[-1]) + 1, int(ys[-1]) + 1


def common_box(boxes: Sequence[Box], width: int, height: int, slack: float = 0.015) -> list[Box]:
    """``boxes`` with the ones that differ from the deck's usual size brought to it.

    A card whose edge the artist drew open or overdrew gets the deck's median size around its own
    centre, kept inside the ``width`` by ``height`` picture. ``slack`` is a share of the size.
    """
    sizes = np.array([(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes])
    usual_w, usual_h = (int(v) for v in np.median(sizes, axis=0))
    mended = []
    for box in boxes:
        x0, y0, x1, y1 = box
        if abs(x1 - x0 - usual_w) > slack * usual_w or abs(y1 - y0 - usual_h) > slack * usual_h:
            x0 = min(max(0, round((x0 + x1 - usual_w) / 2)), width - usual_w)
            y0 = min(max(0, round((y0 + y1 - usual_h) / 2)), height - usual_h)
            box = x0, y0, x0 + usual_w, y0 + usual_h
        mended.append(box)
    return mended


def drop_shadow(picture: Picture, shadow: int) -> Picture:
    """``picture`` without what is at most ``shadow`` opaque; the rest is spread over 0..255."""
    alpha = picture[..., 3].astype(np.float32)
    out = picture.copy()
    out[..., 3] = np.clip((alpha - shadow) * 255 / (255 - shadow), 0, 255).round()
    return out


def fit_height(picture: Picture, height: int, width: int | None = None) -> Picture:
    """``picture`` resized to ``height`` (``width`` follows unless given), colours unspoilt by
    what lies under transparent pixels."""
    import cv2

    if width is None:
        width = round(picture.shape[1] * height / picture.shape[0])
    alpha = picture[..., 3:].astype(np.float32) / 255
    both = np.concatenate([picture[..., :3] * alpha, alpha], axis=2)
    way = cv2.INTER_AREA if height < picture.shape[0] else cv2.INTER_CUBIC
    both = cv2.resize(both, (width, height), interpolation=way)
    alpha = np.clip(both[..., 3:], 0, 1)
    colour = both[..., :3] / np.maximum(alpha, 1e-3)
    out = np.concatenate([colour, alpha * 255], axis=2)
    return bleed(np.clip(out.round(), 0, 255).astype(np.uint8))


def bleed(picture: Picture) -> Picture:
    """``picture`` with its edge's colour under the transparent pixels, so that sampling between
    pixels later brings in no dark rim."""
    clear = picture[..., 3] < 16
    if not clear.any():
        return picture
    rim: Any = np.concatenate([picture[:4].reshape(-1, 4), picture[-4:].reshape(-1, 4)])
    rim = rim[rim[:, 3] > 250]
    if len(rim) == 0:
        return picture
    out = picture.copy()
    out[clear, :3] = np.median(rim[:, :3], axis=0).astype(np.uint8)
    return out


def round_corners(picture: Picture, radius: float) -> Picture:
    """``picture`` with transparent corners of ``radius``, a share of its width."""
    height, width = picture.shape[:2]
    r = radius * width
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - r)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - r)
    outside = np.hypot(np.maximum(x, 0)[None], np.maximum(y, 0)[:, None]) - r
    cover = np.clip(0.5 - outside, 0, 1)
    out = picture.copy()
    out[..., 3] = (out[..., 3] * cover).round()
    return out


def outline(pictures: Sequence[Picture], reach: float = 0.06) -> int:
    """How wide the line is that the artist drew around the cards, pixels; 0 where there is none.

    Real cards have no such line. ``pictures`` are cut cards with plain stock along their long
    edges (pip cards); a line is what differs from the stock ``reach`` (a share of the width) in.
    """
    height, width = pictures[0].shape[:2]
    depth = max(4, round(reach * width))
    middle = slice(height * 4 // 10, height * 6 // 10)
    found = []
    for picture in pictures:
        for side in (picture[middle, :depth], picture[middle, ::-1][:, :depth]):
            profile = np.median(side[..., :3].astype(np.float32), axis=0)
            stock = np.median(profile[depth // 2 :], axis=0)
            off = np.abs(profile - stock).max(axis=1) > 24
            found.append(int(off[: depth // 2].nonzero()[0].max(initial=-1)) + 1)
    return int(np.median(found))


def corner_radius(alpha: NDArray[np.uint8]) -> float:
    """The radius of a cut card's rounded corners, a share of its width: from how much of the
    corners is missing, ``(1 - pi / 4) r**2`` each."""
    width = int(alpha.shape[1])
    missing: float = float((255 - alpha.astype(np.float32)).sum()) / 255 / 4
    return math.sqrt(missing / (1 - math.pi / 4)) / width


def without_outline(picture: Picture, line: int, radius: float) -> Picture:
    """``picture`` (a cut card with corners of ``radius``) less ``line`` pixels all around, its
    corners rounded anew."""
    if line == 0:
        return picture
    height, width = picture.shape[:2]
    inner = picture[line : height - line, line : width - line].copy()
    inner[..., 3] = 255
    return round_corners(inner, max(0.01, (radius * width - line) / (width - 2 * line)))


def on_paper(picture: Picture) -> Picture:
    """``picture`` printed on white card of its own size."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    out = np.full_like(picture, 255)
    out[..., :3] = (picture[..., :3] * alpha + 255 * (1 - alpha)).round()
    return out
