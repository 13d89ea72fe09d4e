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
from tabletop.vision.model import load_model, run_batches
from tabletop.vision.votes import Found

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

LABELS = (*FACES, BACK, "nothing")
BATCH = 16
WAYS_UP = (np.float32(1), np.float32(-1))
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
        cuts = np.empty((2 * len(found), height, width, 4), np.uint8)
        matrices: list[Floats] = []
        for i, card in enumerate(found):
            mask = np.zeros(grid.share.shape[:2], np.uint8)
            mask[card.cells[:, 0], card.cells[:, 1]] = 255
            for k, sign in enumerate(WAYS_UP):
                matrix = card_matrix(card.centre, card.u * sign, card.v * sign)
                cuts[2 * i + k, :, :, :3] = cut(image, matrix)
                cuts[2 * i + k, :, :, 3] = cut_mask(mask, grid.scale, matrix)
                matrices.append(matrix)
        logits, features = self.opinion(cuts)
        if self.correction is not None:
            logits = self.correction.added(logits, features)
        out = logits.reshape(len(found), 2, -1)
        return [self._fused(out[i], matrices[2 * i : 2 * i + 2]) for i in range(len(found))]

    def opinion(self, cuts: Image) -> tuple[Floats, Floats]:
        """What the network says of ``cuts`` (n, 128, 88, 4): its output (n, 62), and the features
        (n, f) that its names are told from; without any correction."""
        return run_batches(self._session, "cards", cuts, BATCH)

    def _fused(self, pair: Floats, matrices: Sequence[Floats]) -> Name:
        """Both ways up vote: the mean of the log probabilities at the calibrated temperature, and
        the mean of where they see the card."""
        logits = pair[:, : len(LABELS)]
        top = logits.max(axis=1, keepdims=True)
        logs = logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
        mean = logs.mean(axis=0) / self._temperature
        e = np.exp(mean - mean.max())
        p = (e / e.sum()).astype(np.float32)
        places = [
            corrected(matrix, np.clip(out[len(LABELS) :], -FARTHEST, FARTHEST))
            for matrix, out in zip(matrices, pair, strict=True)
        ]
        half = np.float32(0.5)
        centre = (places[0][0] + places[1][0]) * half
        u, v = (places[0][1] - places[1][1]) * half, (places[0][2] - places[1][2]) * half
        flipped = bool(logs[1].max() > logs[0].max())
        missed = float(np.abs(pair[:, len(LABELS) :]).max())
        return Name(p[:54], float(p[54]), float(p[55]), flipped, centre, u, v, missed)
