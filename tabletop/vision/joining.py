"""Which of the places where a card was found and named are cards at all."""

from __future__ import annotations

import cv2
import numpy as np

from tabletop.faces import JOKERS
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, share_on
from tabletop.vision.namer import Name

FIRM, WEAK, SPLINTER = 0.8, 0.5, 0.17
"""A card reads well from ``FIRM`` on; a splinter's best name is below ``WEAK``, its area too."""
HOLE = 7
"""Cells of the finder's grid across which a card's own are taken to go on."""
SLIVER = 0.1
NAMELESS, COVERED = 0.3, 0.1
"""What shows less than ``COVERED`` and has no name is a few stray votes."""
SHADOW, SURE_BACK, SURE_JOKER = 0.15, 0.93, 0.85
"""What shows less than the first and bears no index (a shadow beside a card looks like a back, an
edge like a joker's) is there only if it is named so surely."""
HARDLY, WHOLE = 0.1, 0.8
"""A card that shows ``WHOLE`` can be told better than ``HARDLY``; what can't is stray votes too."""


def without_splinters(
    grids: list[Grid], cards: list[tuple[int, Found, Name]]
) -> list[tuple[int, Found, Name]]:
    """Without what stray votes make: pieces nobody can name, pieces on a card that shows whole
    (no other can lie on it), and small weak ones on a card that reads well."""

    whole = [(k, f) for k, f, n in cards if f.visible > WHOLE and n.best > WEAK]
    firm = [(k, f) for k, f, n in cards if n.best > FIRM]
    kept = []
    for k, found, name in cards:
        sure = name.best
        if (sure < NAMELESS and found.visible < COVERED) or (
            sure < HARDLY and found.visible < WHOLE
        ):
            continue
        if found.visible < WHOLE and _lies_on(grids, k, found, whole):
            continue
        weak = found.visible < (SPLINTER if sure < WEAK else SLIVER)
        if weak and any(j == k and _lies_in(grids[k], found, f) for j, f in firm):
            continue
        kept.append((k, found, name))
    return kept


def shadowy(found: Found, name: Name, *, up: bool) -> bool:
    """Whether so little of ``found``, taken to lie face ``up`` or not, shows, and so doubtfully a
    back or a joker, that it rather is the shadow or the edge of another card."""
    if found.visible >= SHADOW:
        return False
    if not up:
        return name.back < SURE_BACK
    joker = float(name.p[-len(JOKERS) :].sum())
    return float(name.p.max()) <= joker < SURE_JOKER


def _lies_on(grids: list[Grid], k: int, piece: Found, cards: list[tuple[int, Found]]) -> bool:
    """Whether most of ``piece``, seen at look ``k``, lies on a larger one of ``cards``, seen at
    whatever look."""
    area = _area(grids[k], piece)
    return any(
        _area(grids[j], f) > area and share_on(grids[k], piece, f, 1.08) > 0.6 for j, f in cards
    )


def _area(grid: Grid, card: Found) -> float:
    """Square pixels of the picture in which ``card`` shows."""
    return len(card.cells) / (grid.scale[0] * grid.scale[1])


def _lies_in(grid: Grid, piece: Found, card: Found) -> bool:
    """Whether most of ``piece`` fills holes in what shows of ``card``, which shows in more cells.

    What lies beside that is another matter: in a dish each strip lies on the card before it.
    """
    if len(card.cells) <= len(piece.cells):
        return False
    low = np.maximum(card.cells.min(axis=0) - HOLE, 0)
    high = np.minimum(card.cells.max(axis=0) + HOLE + 1, grid.share.shape[:2])
    near = piece.cells[((piece.cells >= low) & (piece.cells < high)).all(axis=1)] - low
    if len(near) <= 0.6 * len(piece.cells):
        return False
    shows = np.zeros(high - low, np.uint8)
    shows[tuple((card.cells - low).T)] = 1
    closed = cv2.morphologyEx(shows, cv2.MORPH_CLOSE, np.ones((HOLE, HOLE), np.uint8))
    return int(np.count_nonzero(closed[tuple(near.T)])) > 0.6 * len(piece.cells)
