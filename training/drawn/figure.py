"""A pen for figures: outlined shapes, filled plain or with a pattern, inside a court's frame.

x runs from -1 to 1 across the frame; y is in the same unit, 0 at the card's middle, negative
upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from training.drawn.canvas import Colour, Image, Points, fill, fixed, line, oval
from training.drawn.patterns import Pattern

Fill = Colour | Pattern


def pts(*pairs: tuple[float, float]) -> Points:
    """Points given one by one."""
    return np.array(pairs, dtype=float)


def smooth(points: Points, closed: bool = True, steps: int = 6) -> Points:
    """A Catmull-Rom curve through ``points``."""
    p = np.asarray(points, dtype=float)
    n = len(p)
    around = np.arange(-1, n + 2) % n if closed else np.clip(np.arange(-1, n + 2), 0, n - 1)
    q = p[around]
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for i in range(n if closed else n - 1):
        a, b, c, d = q[i], q[i + 1], q[i + 2], q[i + 3]
        parts.append(
            0.5
            * (
                2 * b
                + (c - a) * t
                + (2 * a - 5 * b + 4 * c - d) * t**2
                + (3 * b - a - 3 * c + d) * t**3
            )
        )
    return np.concatenate(parts if closed else [*parts, p[-1:]])


def band(a: tuple[float, float], b: tuple[float, float], wide_a: float, wide_b: float) -> Points:
    """A strip from ``a`` to ``b`` with the given widths at its ends."""
    start, stop = np.array(a), np.array(b)
    along = (stop - start) / (np.linalg.norm(stop - start) + 1e-9)
    out = np.array([-along[1], along[0]]) / 2
    return np.array(
        [start + out * wide_a, stop + out * wide_b, stop - out * wide_b, start - out * wide_a]
    )


def ribbon(spine: Points, widths: Sequence[float]) -> Points:
    """A strip along a smooth curve through ``spine``, as wide as ``widths`` say at its points."""
    n = len(spine)
    middle = smooth(spine, closed=False)
    wide = np.interp(np.linspace(0, n - 1, len(middle)), np.arange(n), widths)[:, None] / 2
    along = np.gradient(middle, axis=0)
    out = np.stack([-along[:, 1], along[:, 0]], axis=1)
    out /= np.linalg.norm(out, axis=1, keepdims=True) + 1e-9
    return np.concatenate([middle + out * wide, (middle - out * wide)[::-1]])


@dataclass
class Figure:
    """``rgb``: the frame's picture; ``unit``: half its width, ``stroke``: a line's, in pixels."""

    rgb: Image
    unit: float
    outline: Colour
    stroke: float

    def _move(self, points: Points) -> Points:
        h, w = self.rgb.shape[:2]
        return np.asarray(points) + np.array([w, h]) / (2 * self.unit)

    def shape(self, points: Points, paint: Fill | None, edge: float | None = 1.0) -> None:
        """Fill a polygon and draw its edge, ``edge`` strokes wide."""
        where = self._move(points)
        if isinstance(paint, Pattern) and paint.kind != "plain":
            self._patterned(where, paint)
        elif paint is not None:
            fill(
                self.rgb,
                [where],
                paint.colours[0] if isinstance(paint, Pattern) else paint,
                self.unit,
            )
        if edge:
            line(self.rgb, where, self.outline, self.stroke * edge, self.unit, closed=True)

    def _patterned(self, where: Points, paint: Pattern) -> None:
        h, w = self.rgb.shape[:2]
        px = where * self.unit
        x0, y0 = np.clip(np.floor(px.min(axis=0)).astype(int), 0, (w, h))
        x1, y1 = np.clip(np.ceil(px.max(axis=0)).astype(int) + 1, 0, (w, h))
        if x0 >= x1 or y0 >= y1:
            return
        mask = np.zeros((y1 - y0, x1 - x0), dtype=np.uint8)
        cv2.fillPoly(mask, [fixed(px - (x0, y0))], 255, cv2.LINE_8, 4)
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32) / np.float32(self.unit)
        inside = mask > 0
        area = self.rgb[y0:y1, x0:x1]
        area[inside] = paint.paint(
            xs[inside] - w / (2 * self.unit), ys[inside] - h / (2 * self.unit)
        )

    def stroke_line(self, points: Points, colour: Colour | None = None, edge: float = 1.0) -> None:
        """An open line, ``edge`` strokes wide."""
        line(self.rgb, self._move(points), colour or self.outline, self.stroke * edge, self.unit)

    def spot(
        self, x: float, y: float, r: float, paint: Fill, edge: float | None = 1.0, tall: float = 1.0
    ) -> None:
        """A circle, or an oval ``tall`` times as high as wide."""
        self.shape(oval(x, y, r, r * tall, 24), paint, edge)


def two_way(picture: Image, tilt: float) -> Image:
    """The upper half of ``picture`` and, below a line tilted by ``tilt`` radians, itself turned."""
    h, w = picture.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    upper = (ys - (h - 1) / 2) * np.cos(tilt) - (xs - (w - 1) / 2) * np.sin(tilt) < 0
    return np.where(upper[..., None], picture, picture[::-1, ::-1])
