"""Which of two overlapping cards lies on top."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.votes import Found


def corners(card: Found) -> NDArray[np.float32]:
    """The card's quad, shape (4, 2), pixels: top left, top right, bottom right, bottom left."""
    c, u, v = card.centre, card.u, card.v
    return np.stack([c - u - v, c + u - v, c + u + v, c - u + v]).astype(np.float32)


def bottom_to_top(grid: Grid, found: Sequence[Found]) -> list[int]:
    """Indices of ``found`` so that a card comes after those it covers.

    Where two quads overlap, the card to which more of the shared cells belong is the upper one.
    """
    scale = np.array(grid.scale, np.float32)
    shape = grid.share.shape[:2]
    inside = []
    for card in found:
        mask = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners(card) * scale - 0.5).astype(np.int32), 1)
        inside.append(mask)
    over: list[set[int]] = [set() for _ in found]
    for i in range(len(found)):
        for j in range(i + 1, len(found)):
            reach = np.hypot(*found[i].v) + np.hypot(*found[j].v) + np.hypot(*found[i].u)
            if np.hypot(*(found[i].centre - found[j].centre)) > reach:
                continue
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
