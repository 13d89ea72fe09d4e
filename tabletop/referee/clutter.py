"""What covers the table and is no hand: a sleeve of the cloth, a plate, a plank that the reader
takes for an arm."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.masks import resized
from tabletop.vision.sighting import Reading

SOON: Final = 3
"""From how many pictures on it is known what lay there in each: no hand lies still so long."""
PICTURES: Final = 8
"""From how many pictures on it is known what often lies there."""
_EACH, _OFTEN = 0.99, 0.3
"""Shares of the pictures in which the same part is covered. Hands come to other places each time;
what only looks like one is taken for it now and then, always at the same place."""
_ITS_OWN = 0.5
"""Share of a patch from which all of it is what lies there."""
_GRID = (90, 160)
"""Rows and columns: pictures are looked at in different sizes, each with a grid of its own."""
_EDGE = np.ones((5, 5), np.uint8)
"""What lies still is seen now a little larger, now smaller."""

Grid = NDArray[np.float32]


class Clutter(NamedTuple):
    """``pictures`` seen so far; ``covered``: how often each part of them was, shape ``_GRID``."""

    pictures: int = 0
    covered: Grid = np.zeros(_GRID, np.float32)

    def seen(self, hands: NDArray[np.bool_]) -> Clutter:
        """With one picture more, of which ``hands``, shape (rows, columns), were covered."""
        pictures = self.pictures + 1
        now = resized(hands, _GRID).astype(np.float32)
        share = self.covered + (now - self.covered) / min(pictures, 2 * PICTURES)
        return Clutter(pictures, np.asarray(share, np.float32))

    def cleared(self, reading: Reading) -> Reading:
        """``reading`` without what always covers the table."""
        always = self._always()
        if not reading.hands.any() or not always.any():
            return reading
        around = cv2.dilate(always.astype(np.uint8), _EDGE)
        clutter = resized(np.asarray(around, np.bool_), reading.hands.shape)
        count, patches = cv2.connectedComponents(reading.hands.astype(np.uint8))
        total = np.bincount(patches.ravel(), minlength=count)
        own = np.bincount(patches[clutter], minlength=count)
        hands = (own < _ITS_OWN * total)[patches] & reading.hands & ~clutter
        return replace(reading, hands=hands)

    def _always(self) -> NDArray[np.bool_]:
        if self.pictures >= PICTURES:
            return np.asarray(self.covered > _OFTEN)
        if self.pictures >= SOON:
            return np.asarray(self.covered > _EACH)
        return np.zeros(_GRID, np.bool_)
