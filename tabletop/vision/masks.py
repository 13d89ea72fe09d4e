"""Masks of a picture: grids of cells, each of which covers a part of it, whatever their number."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]


def resized(mask: Mask, shape: tuple[int, ...]) -> Mask:
    """``mask`` (rows, columns) as a grid of ``shape`` that spans the same picture; one without any
    cell marks nothing."""
    rows, columns = shape
    if not mask.size:
        return np.zeros((rows, columns), np.bool_)
    size = (columns, rows)
    return np.asarray(
        cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST), np.bool_
    )
