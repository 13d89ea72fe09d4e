"""Hands come and go: where nothing changed since the bare table was seen there is none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.coins import without_specks
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import Reduced, changes, reduce

Mask = NDArray[np.bool_]

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
        image: Image, reading: Reading, before: Uncovered | None
    ) -> tuple[Uncovered, Reading]:
        """What is known after ``image``, and its ``reading`` without what can be no hand.
        ``before``: what was known after the picture before it."""
        picture = reduce(image)
        if before is None or before.picture.shape != picture.shape:
            return Uncovered(picture, ~_resized(reading.hands, picture.shape)), reading
        changed = changes(before.picture, picture).astype(np.uint8)
        table = before.table & ~np.asarray(cv2.dilate(changed, _AROUND), np.bool_)
        hands = without_specks(reading.hands & ~_resized(table, reading.hands.shape))
        known = table | ~_resized(hands, picture.shape)
        return Uncovered(picture, known), replace(reading, hands=hands)


def _resized(mask: Mask, shape: tuple[int, ...]) -> Mask:
    rows, columns = shape
    size = (columns, rows)
    return np.asarray(
        cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST), np.bool_
    )
