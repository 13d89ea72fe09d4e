"""Cards as rectangles on the table."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from tabletop.referee.plane import Floats


def box(x: float, y: float, angle: float, height: float) -> Floats:
    """A card's corners: shape (4, 2), card widths. ``angle``: of its upright direction from the y
    axis, radians; ``height``: of a card."""
    up = np.array([sin(angle), -cos(angle)]) * height / 2
    side = np.array([cos(angle), sin(angle)]) / 2
    middle = np.array([x, y])
    return np.array(
        [middle - side + up, middle + side + up, middle + side - up, middle - side - up]
    )


def overlap(first: Floats, second: Floats) -> float:
    """How far two rectangles reach into each other, card widths; 0 or less where they don't
    (separating axes)."""
    least = np.inf
    for corners in (first, second):
        for i in (0, 1):
            edge = corners[i + 1] - corners[i]
            axis = np.array([-edge[1], edge[0]]) / max(float(np.hypot(*edge)), 1e-9)
            p, q = first @ axis, second @ axis
            least = min(least, float(p.max() - q.min()), float(q.max() - p.min()))
    return float(least)


def reach_into(
    a: tuple[float, float, float], b: tuple[float, float, float], height: float
) -> float:
    """``overlap`` of two cards of ``height`` given as x, y and angle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    turn = b[2] - a[2]
    c, s = abs(cos(turn)) / 2, abs(sin(turn)) / 2
    across, along = 0.5 + c + s * height, height / 2 + s + c * height
    least = across
    for angle in (a[2], b[2]):
        u, v = cos(angle), sin(angle)
        least = min(least, across - abs(dx * u + dy * v), along - abs(dx * v - dy * u))
    return least
