"""Which of two overlapping cards lies on top."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, lying

Floats = NDArray[np.float32]


WAYS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
"""How many half axes from the middle the corners lie: top left, top right, bottom right, bottom
left."""


def corners(card: Found) -> Floats:
    """The card's quad, shape (4, 2), pixels: top left, top right, bottom right, bottom left."""
    return np.asarray(quads([card])[0])


def quads(found: Sequence[Found]) -> Floats:
    """The ``corners`` of all of ``found``, (n, 4, 2)."""
    lie = lying(found)
    return lie[:, :1] + WAYS @ lie[:, 1:]


def bottom_to_top(grid: Grid, found: Sequence[Found]) -> list[int]:
    """Indices of ``found`` so that a card comes after those it covers.

    Where two quads overlap, the card to which more of the shared cells belong is the upper one.
    """
    over: list[set[int]] = [set() for _ in found]
    drawn = _in_cells(grid, found)
    pairs = _perhaps_overlapping(drawn)
    inside = {k: _filled(grid, drawn[k]) for k in {k for pair in pairs for k in pair}}
    for i, j in pairs:
        mine = int(inside[j][found[i].cells[:, 0], found[i].cells[:, 1]].sum())
        others = int(inside[i][found[j].cells[:, 0], found[j].cells[:, 1]].sum())
        if mine + others < 3:
            continue
        if mine > others:
            over[i].add(j)
        elif others > mine:
            over[j].add(i)
    left = set(range(len(found)))
    order: list[int] = []
    while left:
        ready = [i for i in left if not over[i] & left]
        if not ready:
            ready = [min(left, key=lambda i: (len(over[i] & left), found[i].visible))]
        ready.sort(key=lambda i: (float(found[i].centre[1]), float(found[i].centre[0])))
        order += ready
        left -= set(ready)
    return order


def _perhaps_overlapping(drawn: NDArray[np.int32]) -> list[tuple[int, int]]:
    """Pairs of quads, (n, 4, 2), that may share cells: the upright oblongs round them meet."""
    low, high = drawn.min(axis=1), drawn.max(axis=1)
    meet = ((low[:, None] <= high) & (low <= high[:, None])).all(axis=2)
    return [(i, j) for i, j in np.argwhere(np.triu(meet, 1)).tolist()]


def outline_mask(grid: Grid, found: Sequence[Found]) -> NDArray[np.uint8]:
    """1 in the cells of ``grid`` on which the outlines of ``found`` lie, 0 elsewhere."""
    return _filled(grid, *_in_cells(grid, found))


def _filled(grid: Grid, *drawn: NDArray[np.int32]) -> NDArray[np.uint8]:
    mask = np.zeros(grid.share.shape[:2], np.uint8)
    for quad in drawn:
        cv2.fillConvexPoly(mask, quad, 1)
    return mask


def _in_cells(grid: Grid, found: Sequence[Found]) -> NDArray[np.int32]:
    """The quads of ``found``, (n, 4, 2), in columns and rows."""
    return np.round(quads(found) * np.array(grid.scale, np.float32) - 0.5).astype(np.int32)
