"""Cutting one card out of a picture, upright and to a fixed size."""

from __future__ import annotations

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Vectors = NDArray[np.float32]

CROP_SIZE: Final = (88, 128)
"""Width and height in pixels of the picture the namer looks at."""
CROP_MARGIN: Final = 4
"""Pixels of that picture outside each edge of the card."""

INDEX_SIZE: Final = (48, 64)
"""Width and height in pixels of the picture in which an index is read."""
INDEX_WIDTH: Final = 0.56
"""Width of that picture in card widths."""
INDEX_OUTSIDE: Final = 0.12
"""Card widths of it that lie outside the card's edges, should the card lie a little elsewhere."""


def card_matrix(centre: Vectors, u: Vectors, v: Vectors) -> Vectors:
    """Affine map, shape (…, 2, 3), from the cut-out to the picture the card lies in.

    ``centre``, ``u``, ``v``: shape (…, 2), pixels: the card's middle, and the vectors from there to
    the middle of its right and of its lower edge.
    """
    w, h = CROP_SIZE
    sx = u / (w / 2 - CROP_MARGIN)
    sy = v / (h / 2 - CROP_MARGIN)
    origin = centre - sx * ((w - 1) / 2) - sy * ((h - 1) / 2)
    return np.stack([sx, sy, origin], axis=-1).astype(np.float32)


def turned(matrices: Vectors) -> Vectors:
    """``matrices`` (…, 2, 3) of ``card_matrix`` for the same cards, seen upside down."""
    w, h = CROP_SIZE
    sides = matrices[..., :2]
    last = sides @ np.array([w - 1, h - 1], np.float32) + matrices[..., 2]
    return np.concatenate([-sides, last[..., None]], axis=-1)


def residual(matrix: Vectors, centre: Vectors, u: Vectors, v: Vectors) -> Vectors:
    """How far a cut-out missed its card, shape (6,): shifts of centre, ``u`` and ``v`` (x, y each).

    Measured in the cut-out, in halves of a rightly cut card's width (x) and height (y); all zeros
    where ``matrix`` fits the card whose ``centre``, ``u`` and ``v`` (pixels) are given.
    """
    w, h = CROP_SIZE
    half = np.array([w / 2 - CROP_MARGIN, h / 2 - CROP_MARGIN], np.float32)
    back = np.linalg.inv(matrix[:, :2])
    middle = np.array([(w - 1) / 2, (h - 1) / 2], np.float32)
    shift = (back @ (centre - matrix[:, 2]) - middle) / half
    right, down = (back @ u) / half - (1, 0), (back @ v) / half - (0, 1)
    return np.concatenate([shift, right, down]).astype(np.float32)


def corrected(matrices: Vectors, missed: Vectors) -> Vectors:
    """Centre, ``u`` and ``v`` of the cards that cut-outs missed, shape (n, 3, 2), pixels; undoes
    ``residual``. ``matrices``: (n, 2, 3); ``missed``: (n, 6)."""
    w, h = CROP_SIZE
    half = np.array([w / 2 - CROP_MARGIN, h / 2 - CROP_MARGIN], np.float32)
    middle = np.array([(w - 1) / 2, (h - 1) / 2], np.float32)
    aims = (missed.reshape(-1, 3, 2) + np.array([(0, 0), (1, 0), (0, 1)], np.float32)) * half
    aims[:, 0] += middle
    placed = np.einsum("nij,nkj->nki", matrices[:, :, :2], aims)
    placed[:, 0] += matrices[:, :, 2]
    return np.asarray(placed, np.float32)


def index_matrix(
    corner: Vectors, right: Vectors, down: Vectors, side: int | NDArray[np.intp]
) -> Vectors:
    """Affine maps, shape (…, 2, 3), from cut-outs of corners' indices to the picture.

    ``corner``: shape (…, 2), pixels, a corner of the card; ``right``, ``down``: shape (…, 2), half
    the card's width and height, turned so that the index there reads upright; ``side``, shape (…):
    -1 for the index at the left end of its edge, 1 for the right end.
    """
    w = INDEX_SIZE[0]
    sx = right * np.float32(2 * INDEX_WIDTH / w)
    sy = down * (_length(right) / _length(down)) * np.float32(2 * INDEX_WIDTH / w)
    inner = w * (INDEX_OUTSIDE / INDEX_WIDTH)
    across = np.where(np.asarray(side)[..., None] < 0, inner, w - inner)
    origin = corner - sx * (across - 0.5) - sy * (inner - 0.5)
    return np.stack([sx, sy, origin], axis=-1).astype(np.float32)


def _length(vectors: Vectors) -> Vectors:
    """Of ``vectors`` (…, 2): (…, 1)."""
    return np.asarray(np.hypot(vectors[..., :1], vectors[..., 1:]))


def cut(
    image: Image,
    matrix: Vectors,
    size: tuple[int, int] = CROP_SIZE,
    into: Image | None = None,
) -> Image:
    """What lies in ``image`` (h, w, c) under ``matrix``, shape (``size[1]``, ``size[0]``, c);
    averaged over areas where it is larger than that. It is put ``into`` an array of that shape, if
    one is given."""
    w, h = size
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    (a, b, _), (c, d, _) = matrix.tolist()
    step = math.sqrt(abs(a * d - b * c))
    if step <= 1.6:
        small = cv2.warpAffine(image, matrix, size, into, flags=flags)
        return np.asarray(small, np.uint8)
    k = min(math.ceil(step), 12)
    fine = matrix.copy()
    fine[:, :2] /= k
    fine[:, 2] -= (matrix[:, 0] + matrix[:, 1]) * (k - 1) / (2 * k)
    big = cv2.warpAffine(image, fine, (w * k, h * k), flags=flags)
    return np.asarray(cv2.resize(big, size, into, interpolation=cv2.INTER_AREA), np.uint8)


def cut_mask(
    grid: Image,
    scale: tuple[float, float],
    matrix: Vectors,
    size: tuple[int, int] = CROP_SIZE,
) -> Image:
    """``grid``, a coarse mask of the whole picture (0 or 255), seen through ``matrix``.

    ``scale``: columns and rows of the grid per pixel of the picture.
    """
    moved = matrix * np.array(scale, np.float32)[:, None]
    moved[:, 2] += np.array(scale, np.float32) / 2 - np.float32(0.5)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grid, moved, size, flags=flags), np.uint8)
