"""Cutting one card out of a picture, upright and to a fixed size."""

from __future__ import annotations

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


def card_matrix(centre: Vectors, u: Vectors, v: Vectors) -> Vectors:
    """Affine map, shape (2, 3), from the cut-out to the picture the card lies in.

    ``centre``, ``u``, ``v``: shape (2,), pixels: the card's middle, and the vectors from there to
    the middle of its right and of its lower edge.
    """
    w, h = CROP_SIZE
    sx = u / (w / 2 - CROP_MARGIN)
    sy = v / (h / 2 - CROP_MARGIN)
    origin = centre - sx * ((w - 1) / 2) - sy * ((h - 1) / 2)
    return np.stack([sx, sy, origin], axis=1).astype(np.float32)


def cut(image: Image, matrix: Vectors) -> Image:
    """The card's picture, shape (128, 88, 3); averaged over areas where the card is larger than
    that."""
    w, h = CROP_SIZE
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    step = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if step <= 1.6:
        small = cv2.warpAffine(image, matrix, CROP_SIZE, flags=flags)
        return np.asarray(small, np.uint8)
    k = min(int(np.ceil(step)), 12)
    fine = matrix.copy()
    fine[:, :2] /= k
    fine[:, 2] -= (matrix[:, 0] + matrix[:, 1]) * (k - 1) / (2 * k)
    big = cv2.warpAffine(image, fine, (w * k, h * k), flags=flags)
    return np.asarray(cv2.resize(big, CROP_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def cut_mask(grid: Image, scale: tuple[float, float], matrix: Vectors) -> Image:
    """``grid``, a coarse mask of the whole picture (0 or 255), seen through ``matrix``: (128, 88).

    ``scale``: columns and rows of the grid per pixel of the picture.
    """
    to_grid = np.diag(np.array(scale, np.float32))
    moved = np.concatenate([to_grid @ matrix[:, :2], to_grid @ (matrix[:, 2:] + 0.5) - 0.5], axis=1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(grid, moved, CROP_SIZE, flags=flags), np.uint8)
