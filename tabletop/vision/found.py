"""A card found in the finder's grid, and how two of them lie to each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid

Floats = NDArray[np.float32]

FARTHEST = 1.3
"""Half heights from a card's middle to its corner, and a little more."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One card: ``centre``, ``u``, ``v`` (2,) pixels, middle and half axes; ``up`` probability that
    it lies face up; ``score`` mean probability of its cells; ``cells`` (n, 2) rows and columns;
    ``visible`` share of its area; ``width`` in pixels of the resized picture; ``own``: the share of
    its cells that lie where its outline shows, beneath no other card's."""

    centre: Floats
    u: Floats
    v: Floats
    up: float
    score: float
    cells: NDArray[np.intp]
    visible: float
    width: float
    own: float = 1.0


def lying(found: Sequence[Found]) -> Floats:
    """Middles and half axes of ``found``, (n, 3, 2), pixels."""
    if not found:
        return np.zeros((0, 3, 2), np.float32)
    # Of many small arrays numpy makes one much faster so than by ``array``.
    parts = [part for card in found for part in (card.centre, card.u, card.v)]
    return np.concatenate(parts).reshape(-1, 3, 2)


def same_cards(found: Sequence[Found], near: float) -> NDArray[np.bool_]:
    """Which two of ``found`` mean one card, (n, n), as ``same_place`` tells."""
    lie = lying(found)
    return same_place(lie[:, None], lie, near)


def same_place(one: Floats, other: Floats, near: float) -> NDArray[np.bool_]:
    """Whether cards that lie as ``one`` and ``other`` say, (…, 3, 2) middles and half axes, mean
    one card: middles within ``near`` widths, turned and sized alike."""
    apart = _length(one[..., 0, :] - other[..., 0, :])
    same = apart <= 2 * near * np.minimum(_length(one[..., 1, :]), _length(other[..., 1, :]))
    height, others = _length(one[..., 2, :]), _length(other[..., 2, :])
    along = one[..., 2, 0] * other[..., 2, 0] + one[..., 2, 1] * other[..., 2, 1]
    same &= np.abs(along) > 0.9 * height * others
    ratio = height / np.maximum(others, 1e-9)
    return np.asarray(same & (ratio > 0.6) & (ratio < 1.67))


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.hypot(vectors[..., 0], vectors[..., 1]))


def in_pixels(scale: tuple[float, float], cells: NDArray[np.intp]) -> Floats:
    """The middles of ``cells``, (n, 2) rows and columns of a grid with so many columns and rows to
    a pixel of the picture: (n, 2), pixels."""
    at = (cells[:, ::-1] + np.float32(0.5)) / np.array(scale, np.float32)
    return np.asarray(at, np.float32)


def along_axes(at: Floats, centre: Floats, u: Floats, v: Floats) -> Floats:
    """Where ``at`` (n, 2) lie along the half axes ``u`` and ``v`` from ``centre``: (2, n); far
    away, all of them, if the axes span nothing."""
    (ux, uy), (vx, vy), (cx, cy) = u.tolist(), v.tolist(), centre.tolist()
    across = ux * vy - uy * vx
    if abs(across) < 1e-6:
        return np.full((2, len(at)), np.inf, np.float32)
    back = np.array([[vy, -vx], [-uy, ux]], np.float32) / np.float32(across)
    return np.asarray(back @ (at - np.array([cx, cy], np.float32)).T)


def share_inside(at: Floats, centre: Floats, u: Floats, v: Floats, reach: float) -> float:
    """The share of ``at`` (n, 2), n at least 1, that lies within ``reach`` half axes of
    ``centre``."""
    across, down = np.abs(along_axes(at, centre, u, v)) < reach
    return int(np.count_nonzero(across & down)) / len(at)


def share_on(grid: Grid, card: Found, other: Found, reach: float = 1.0) -> float:
    """The share of the cells of ``card``, found in ``grid``, that lie within ``reach`` half axes of
    the middle of ``other``; 0 where the two lie far from one another."""
    apart = math.dist(card.centre.tolist(), other.centre.tolist())
    if apart > math.hypot(*card.v.tolist()) + reach * math.hypot(*other.v.tolist()) * FARTHEST:
        return 0.0
    at = in_pixels(grid.scale, card.cells)
    return share_inside(at, other.centre, other.u, other.v, reach)
