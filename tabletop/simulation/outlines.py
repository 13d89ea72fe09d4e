"""The exact truth of a moment without painting it: each card's corners and how much of it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.simulation.camera import Camera
from tabletop.simulation.table.lay import Scene
from tabletop.simulation.table.places import card_corners
from tabletop.simulation.truth import Shown

THICK: Final = 0.3 / 63
"""A card's thickness in card widths."""

_SCALE = 0.5


def outlines(scene: Scene, camera: Camera, aspect: float) -> Sequence[Shown]:
    """The cards of ``scene`` as ``camera`` sees them; no arm lies over them."""
    size = (int(camera.height * _SCALE), int(camera.width * _SCALE))
    owner = np.zeros(size, np.int32)
    quads: list[NDArray[np.float64]] = []
    for i, laid in enumerate(scene.cards):
        p = laid.place
        quad = camera.project(card_corners(p.x, p.y, p.turn, aspect), laid.level * THICK)
        quads.append(quad)
        cv2.fillConvexPoly(owner, np.round(quad * _SCALE).astype(np.int32), i + 1)
    counts = np.bincount(owner.ravel(), minlength=len(quads) + 1)
    found = []
    for i, (laid, quad) in enumerate(zip(scene.cards, quads, strict=True)):
        area = max(1.0, _SCALE**2 * float(cv2.contourArea(quad.astype(np.float32))))
        found.append(Shown(laid, quad, min(1.0, float(counts[i + 1]) / area)))
    return found
