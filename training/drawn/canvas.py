"""A card-sized drawing surface measured in millimetres.

Everything is drawn twice as large as it is wanted and shrunk at the end, which smooths the edges.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Image = NDArray[np.uint8]
Points = NDArray[np.float64]

_SHIFT = 4  # fractional bits of the coordinates that OpenCV's drawing functions take


def fixed(points: Points, scale: float = 1.0) -> NDArray[np.int32]:
    """``points`` times ``scale`` as OpenCV's fixed-point coordinates; pixel centres at halves."""
    return np.round((np.asarray(points) * scale - 0.5) * (1 << _SHIFT)).astype(np.int32)


def fill(image: Image, polygons: Sequence[Points], colour: Colour | int, scale: float) -> None:
    """Fill each polygon, shape (n, 2) in units of ``scale`` pixels, on ``image``, overlaps too."""
    paint = (colour,) if isinstance(colour, int) else colour
    for polygon in polygons:
        cv2.fillPoly(image, [fixed(polygon, scale)], paint, cv2.LINE_AA, _SHIFT)


def line(
    image: Image,
    points: Points,
    colour: Colour | int,
    width_px: float,
    scale: float,
    closed: bool = False,
) -> None:
    """Draw a polyline of a width in pixels, at least one."""
    paint = (colour,) if isinstance(colour, int) else colour
    width = max(1, round(width_px))
    cv2.polylines(image, [fixed(points, scale)], closed, paint, width, cv2.LINE_AA, _SHIFT)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """``a`` with ``share`` (0 to 1) of ``b``."""
    r, g, b_ = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return r, g, b_


def shrunk(mask: Image, width: float, height: float | None = None) -> Image:
    """``mask`` scaled to ``width`` pixels, and to ``height`` or else in proportion."""
    h = height if height is not None else mask.shape[0] * width / mask.shape[1]
    size = (max(1, round(width)), max(1, round(h)))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


class Canvas:
    """An RGB picture of ``width`` by ``height`` millimetres at ``scale`` pixels a millimetre."""

    def __init__(self, width: float, height: float, scale: float, colour: Colour) -> None:
        self.width, self.height, self.scale = width, height, scale
        shape = (round(height * scale), round(width * scale), 3)
        self.rgb: Image = np.empty(shape, dtype=np.uint8)
        self.rgb[:] = colour

    def fill(self, polygons: Sequence[Points], colour: Colour) -> None:
        fill(self.rgb, polygons, colour, self.scale)

    def line(self, points: Points, colour: Colour, width: float, closed: bool = False) -> None:
        line(self.rgb, points, colour, width * self.scale, self.scale, closed)

    def stamp(
        self,
        mask: Image,
        colour: Colour | Image,
        x: float,
        y: float,
        turn: bool = False,
        opacity: float = 1.0,
    ) -> None:
        """Lay ``colour`` (or a picture of the mask's size) through ``mask``, centred on (x, y) mm.

        ``turn`` rotates mask and picture by 180 degrees. What sticks out of the card is cut off.
        """
        if turn:
            mask = mask[::-1, ::-1]
            if isinstance(colour, np.ndarray):
                colour = colour[::-1, ::-1]
        h, w = mask.shape
        left, top = round(x * self.scale - w / 2), round(y * self.scale - h / 2)
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + w, self.rgb.shape[1]), min(top + h, self.rgb.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        alpha = mask[part].astype(np.float32)[..., None] * (opacity / 255)
        paint = colour[part] if isinstance(colour, np.ndarray) else np.array(colour)
        under = self.rgb[y0:y1, x0:x1].astype(np.float32)
        self.rgb[y0:y1, x0:x1] = np.round(under + (paint - under) * alpha).astype(np.uint8)

    def stamp_both(self, mask: Image, colour: Colour | Image, x: float, y: float) -> None:
        """Stamp at (x, y) and, turned, at the opposite place of the card."""
        self.stamp(mask, colour, x, y)
        self.stamp(mask, colour, self.width - x, self.height - y, turn=True)


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> Points:
    """The outline of a rectangle with round corners, shape (n, 2)."""
    radius = max(0.0, min(radius, (x1 - x0) / 2, (y1 - y0) / 2))
    turns = np.linspace(0, np.pi / 2, 8)
    parts = []
    for k, (cx, cy) in enumerate(
        (
            (x1 - radius, y1 - radius),
            (x0 + radius, y1 - radius),
            (x0 + radius, y0 + radius),
            (x1 - radius, y0 + radius),
        )
    ):
        a = turns + k * np.pi / 2
        parts.append(np.stack([cx + radius * np.cos(a), cy + radius * np.sin(a)], axis=1))
    return np.concatenate(parts)


def oval(cx: float, cy: float, rx: float, ry: float, n: int = 40) -> Points:
    """The outline of an ellipse, shape (n, 2)."""
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.stack([cx + rx * np.cos(a), cy + ry * np.sin(a)], axis=1)


def mirrored(points: Points) -> Points:
    """``points`` mirrored left to right about x = 0."""
    return np.asarray(points) * (-1.0, 1.0)
