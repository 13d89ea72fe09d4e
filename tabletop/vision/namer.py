"""Naming cards: a network's opinion of each cut-out card, both ways up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from tabletop.vision.crop import CROP_SIZE, card_matrix, cut, cut_mask
from tabletop.vision.errors import ModelError
from tabletop.vision.finder import Grid
from tabletop.vision.model import load_model
from tabletop.vision.votes import Found

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

LABELS = (*FACES, BACK, "nothing")
BATCH = 16


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """``p``: (54,) probability of each face; ``back`` and ``nothing``: of these; ``flipped``:
    whether the card reads better the other way up."""

    p: Floats
    back: float
    nothing: float
    flipped: bool


class Namer:
    """Runs the namer network on found cards."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises ``ModelError`` if the model can't be loaded."""
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
        for i, card in enumerate(found):
            mask = np.zeros(grid.share.shape[:2], np.uint8)
            mask[card.cells[:, 0], card.cells[:, 1]] = 255
            for k, sign in enumerate((1.0, -1.0)):
                matrix = card_matrix(
                    card.centre, card.u * np.float32(sign), card.v * np.float32(sign)
                )
                cuts[2 * i + k, :, :, :3] = cut(image, matrix)
                cuts[2 * i + k, :, :, 3] = cut_mask(mask, grid.scale, matrix)
        parts = [
            np.asarray(self._session.run(None, {"cards": cuts[i : i + BATCH]})[0], np.float32)
            for i in range(0, len(cuts), BATCH)
        ]
        logits = np.concatenate(parts).reshape(len(found), 2, len(LABELS))
        return [self._fused(pair) for pair in logits]

    def _fused(self, pair: Floats) -> Name:
        """Both ways up vote; the mean of the log probabilities, at the calibrated temperature."""
        logs = pair - np.log(
            np.exp(pair - pair.max(axis=1, keepdims=True)).sum(axis=1, keepdims=True)
        )
        logs = logs - pair.max(axis=1, keepdims=True)
        mean = logs.mean(axis=0) / self._temperature
        e = np.exp(mean - mean.max())
        p = (e / e.sum()).astype(np.float32)
        flipped = bool(logs[1].max() > logs[0].max())
        return Name(p[:54], float(p[54]), float(p[55]), flipped)
