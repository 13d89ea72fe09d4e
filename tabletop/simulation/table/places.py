"""A card's place on the table, in card widths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Place:
    """A card's centre (card widths), its turn in radians, and whether it lies face up.

    ``stack``: how many cards lie under it, for the thickness of a pile.
    """

    x: float
    y: float
    turn: float
    up: bool = True
    stack: int = 0


def card_corners(x: float, y: float, turn: float, aspect: float) -> Array:
    """Corners of a card, shape (4, 2), card widths: top left, top right, bottom right, bottom
    left. ``aspect``: width / height."""
    hw, hh = 0.5, 0.5 / aspect
    local = np.array([[-hw, -hh], [hw, -hh], [hw, hh], [-hw, hh]])
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(local @ np.array([[c, s], [-s, c]]) + [x, y])
