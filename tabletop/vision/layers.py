"""What shows of each card, once it is known where all of them lie.

The votes tell well which card lies where and badly whose the cells along an edge are. Laid on one
another from the bottom to the top, the outlines tell those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import CARD_FROM, Grid
from tabletop.vision.found import Found
from tabletop.vision.order import bottom_to_top, quads

LEAST_CELLS = 4
MOSTLY = 0.8
"""A card of which more shows keeps the cells that voted for it."""
FINE = 4
"""Bits of a cell's fraction to which outlines are drawn."""


def laid_out(grid: Grid, cards: Sequence[Found]) -> list[Found]:
    """``cards``, found in ``grid``, each with the cells in which its outline shows a card and none
    above it does, and with the share of its voted cells that are among them.

    One whose outline leaves it nothing keeps its cells.
    """
    shape = grid.share.shape[:2]
    outlines = (quads(cards) * np.array(grid.scale, np.float32) - 0.5) * 2**FINE
    outlines = np.round(outlines).astype(np.int32)
    owner = np.full(shape, -1, np.int32)
    for i in bottom_to_top(grid, cards):
        cv2.fillConvexPoly(owner, outlines[i], i, shift=FINE)
    owner[grid.card <= CARD_FROM] = -1
    shown = _cells_of(owner, len(cards))
    laid = []
    for i, (card, cells) in enumerate(zip(cards, shown, strict=True)):
        own = float((owner[card.cells[:, 0], card.cells[:, 1]] == i).mean())
        if card.visible >= MOSTLY or len(cells) < LEAST_CELLS:
            cells = card.cells
        laid.append(replace(card, cells=cells, own=own))
    return laid


def _cells_of(owner: NDArray[np.int32], count: int) -> list[NDArray[np.intp]]:
    """The cells, (n, 2), of each of ``count`` owners; ``owner`` (rows, columns) names them by their
    numbers, -1 where there is none."""
    cells = np.argwhere(owner >= 0)
    whose = owner[cells[:, 0], cells[:, 1]]
    order = np.argsort(whose, kind="stable")
    bounds = np.searchsorted(whose[order], np.arange(count + 1)).tolist()
    return [cells[order[low:high]] for low, high in pairwise(bounds)]
