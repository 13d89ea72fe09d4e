"""Hands come and go: where nothing changed since the bare table was seen there is none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from tabletop.vision.coins import without_specks
from tabletop.vision.masks import Mask, resized
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import Reduced, changes

_AROUND = np.ones((3, 3), np.uint8)
"""The edge of what changed changes too little to be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Uncovered:
    """``picture``: the last one, reduced; ``table``: where it is known to show no hand, a mask of
    that shape."""

    picture: Reduced
    table: Mask

    @staticmethod
    def after(
        picture: Reduced, reading: Reading, before: Uncovered | None
    ) -> tuple[Uncovered, Reading]:
        """What is known after ``picture``, and its ``reading`` without what can be no hand.
        ``before``: what was known after the picture before it."""
        if before is None or before.picture.shape != picture.shape:
            return Uncovered(picture, ~resized(reading.hands, picture.shape)), reading
        changed = changes(before.picture, picture).astype(np.uint8)
        table = before.table & ~np.asarray(cv2.dilate(changed, _AROUND), np.bool_)
        hands = without_specks(reading.hands & ~resized(table, reading.hands.shape))
        known = table | ~resized(hands, picture.shape)
        return Uncovered(picture, known), replace(reading, hands=hands)
