"""Naming cards: a network's opinion of each cut-out card, both ways up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from tabletop.vision.crop import CROP_SIZE, card_matrix, corrected, cut, cut_mask
from tabletop.vision.deck import Correction
from tabletop.vision.errors import ModelError
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.model import load_model, run_batches

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

LABELS = (*FACES, BACK, "nothing")
BATCH = 16
UPSIDE_DOWN = np.array([[1, 1, 1, 1, 1, 1], [-1, -1, 1, 1, 1, 1]], np.float32)
"""How far a cut-out missed its card, told from one upside down, is turned by these signs."""
FARTHEST = 0.5
"""A cut-out that missed its card by more, in half widths and heights, isn't corrected further."""


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """``p``: (54,) probability of each face; ``back`` and ``nothing``: of these; ``flipped``:
    whether the card reads better the other way up; ``centre``, ``u``, ``v``: (2,) pixels, where the
    card lies as seen from close; ``missed``: how far from there it was cut out, in half sizes."""

    p: Floats
    back: float
    nothing: float
    flipped: bool
    centre: Floats
    u: Floats
    v: Floats
    missed: float = 0.0


class Namer:
    """Runs the namer network on found cards."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises ``ModelError`` if the model can't be loaded."""
        self.correction: Correction | None = None
        self._session, about = load_model("namer", folder)
        if tuple(about.get("labels", ())) != LABELS:
            raise ModelError("the namer's labels aren't those of this version")
        self._temperature = float(about["temperature"])

    def name(self, image: Image, grid: Grid, found: Sequence[Found]) -> list[Name]:
        """A name for each of ``found`` in ``image`` (BGR, (h, w, 3))."""
        if not found:
            return []
        width, height = CROP_SIZE
        cuts = np.empty((len(found), 2, height, width, 4), np.uint8)
        matrices = np.empty((len(found), 2, 3), np.float32)
        for i, card in enumerate(found):
            matrices[i] = card_matrix(card.centre, card.u, card.v)
            cuts[i, 0, :, :, :3] = cut(image, matrices[i])
            cuts[i, 0, :, :, 3] = cut_mask(mask_of(grid, card), grid.scale, matrices[i])
        cuts[:, 1] = cuts[:, 0, ::-1, ::-1]
        logits, features = self.opinion(cuts.reshape(-1, height, width, 4))
        if self.correction is not None:
            logits = self.correction.added(logits, features)
        return self._fused(logits.reshape(len(found), 2, -1), matrices)

    def opinion(self, cuts: Image) -> tuple[Floats, Floats]:
        """What the network says of ``cuts`` (n, 128, 88, 4): its output (n, 62), and the features
        (n, f) that its names are told from; without any correction."""
        return run_batches(self._session, "cards", cuts, BATCH)

    def _fused(self, pairs: Floats, matrices: Floats) -> list[Name]:
        """Names from what was said of each card both ways up, ``pairs`` (n, 2, 62), when it was cut
        out by ``matrices`` (n, 2, 3).

        Both vote: the mean of the log probabilities at the calibrated temperature, and the mean of
        where they see the card.
        """
        logits = pairs[:, :, : len(LABELS)]
        logits = logits - logits.max(axis=2, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=2, keepdims=True))
        mean = logs.mean(axis=1) / self._temperature
        e = np.exp(mean - mean.max(axis=1, keepdims=True))
        p = (e / e.sum(axis=1, keepdims=True)).astype(np.float32)
        flipped = logs[:, 1].max(axis=1) > logs[:, 0].max(axis=1)
        off = pairs[:, :, len(LABELS) :]
        missed = np.abs(off).max(axis=(1, 2))
        # What lies right of the middle lies left of it the other way up; how long an axis is stays.
        off = np.clip(off, -FARTHEST, FARTHEST) * UPSIDE_DOWN
        placed = corrected(matrices, off.mean(axis=1))
        return [
            Name(q[:54], float(q[54]), float(q[55]), bool(flip), centre, u, v, float(miss))
            for q, flip, (centre, u, v), miss in zip(p, flipped, placed, missed, strict=True)
        ]


def mask_of(grid: Grid, card: Found) -> Image:
    """255 in the cells of ``grid`` where ``card`` shows, 0 elsewhere."""
    mask = np.zeros(grid.share.shape[:2], np.uint8)
    mask[card.cells[:, 0], card.cells[:, 1]] = 255
    return mask
