"""Which of two overlapping cards lies on top."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.found import Found


def corners(card: Found) -> NDArray[np.float32]:
    """The card's quad, shape (4, 2), pixels: top left, top right, bottom right, bottom left."""
    c, u, v = card.centre, card.u, card.v
    return np.stack([c - u - v, c + u - v, c + u + v, c - u + v]).astype(np.float32)


def bottom_to_top(grid: Grid, found: Sequence[Found]) -> list[int]:
    """Indices of ``found`` so that a card comes after those it covers.

    Where two quads overlap, the card to which more of the shared cells belong is the upper one.
    """
    over: list[set[int]] = [set() for _ in found]
    quads = [_in_cells(grid, card) for card in found]
    pairs = _perhaps_overlapping(found, quads)
    inside = {k: outline_mask(grid, found[k]) for k in {k for pair in pairs for k in pair}}
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


def _perhaps_overlapping(
    found: Sequence[Found], quads: Sequence[NDArray[np.float32]]
) -> list[tuple[int, int]]:
    """Pairs whose quads may share cells: the upright oblongs round them meet."""
    if not found:
        return []
    low = np.round(np.stack([quad.min(axis=0) for quad in quads]))
    high = np.round(np.stack([quad.max(axis=0) for quad in quads]))
    meet = ((low[:, None] <= high) & (low <= high[:, None])).all(axis=2)
    return [(i, j) for i, j in np.argwhere(np.triu(meet, 1)).tolist()]


def outline_mask(grid: Grid, card: Found) -> NDArray[np.uint8]:
    """1 in the cells of ``grid`` on which the outline of ``card`` lies, 0 elsewhere."""
    mask = np.zeros(grid.share.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(_in_cells(grid, card)).astype(np.int32), 1)
    return mask


def _in_cells(grid: Grid, card: Found) -> NDArray[np.float32]:
    """The card's quad, (4, 2), in columns and rows; the middle of the first cell is at 0, 0."""
    return np.asarray(corners(card) * np.array(grid.scale, np.float32) - 0.5, np.float32)
