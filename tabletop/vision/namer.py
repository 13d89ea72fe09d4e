"""Naming cards: a network's opinion of each cut-out card, both ways up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from tabletop.vision.crop import CROP_SIZE, card_matrix, corrected, cut, cut_mask, turned
from tabletop.vision.deck import Correction
from tabletop.vision.errors import ModelError
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, lying
from tabletop.vision.model import load_model, run_batches
from tabletop.vision.picture import Picture

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

LABELS = (*FACES, BACK, "nothing")
BATCH = 16
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

    @property
    def best(self) -> float:
        """The probability of what the card most likely is: a face, or a back."""
        return max(float(self.p.max()), self.back)


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Cut-outs of n cards: ``pictures`` (n, 128, 88, 4), BGR and the mask of what is the card's
    own; ``matrices`` (n, 2, 3) from these to the picture; ``way`` up: 1 or -1."""

    pictures: Image
    matrices: Floats
    way: int = 1

    def of(self, which: Sequence[int]) -> Cuts:
        """The same of some of the cards."""
        some = list(which)
        return Cuts(self.pictures[some], self.matrices[some], self.way)

    def turned(self) -> Cuts:
        """The same upside down."""
        pixels = np.ascontiguousarray(self.pictures.view(np.uint32)[:, ::-1, ::-1])
        return Cuts(pixels.view(np.uint8), turned(self.matrices), -self.way)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one look at n cards says: ``logs`` (n, 56) log probabilities of ``LABELS``, ``placed``
    (n, 3, 2) centre, u and v, pixels, ``missed`` (n,) as in ``Name``; ``way`` up: 1 or -1."""

    logs: Floats
    placed: Floats
    missed: Floats
    way: int

    def of(self, which: Sequence[int]) -> Look:
        """The same of some of the cards."""
        some = list(which)
        return Look(self.logs[some], self.placed[some], self.missed[some], self.way)


class Namer:
    """Runs the namer network on found cards."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises ``ModelError`` if the model can't be loaded."""
        self.correction: Correction | None = None
        self._session, about = load_model("namer", folder)
        if tuple(about.get("labels", ())) != LABELS:
            raise ModelError("the namer's labels aren't those of this version")
        self._temperature = float(about["temperature"])

    def name(self, picture: Picture, grid: Grid, found: Sequence[Found]) -> list[Name]:
        """A name for each of ``found`` in ``picture``, looked at both ways up."""
        cuts = cut_out(picture, grid, found)
        return self.names(self.looks(cuts, cuts.turned()))

    def looks(self, *several: Cuts) -> list[Look]:
        """What is seen in each of ``several``."""
        pictures = np.concatenate([cuts.pictures for cuts in several])
        if not len(pictures):
            return [_look(cuts, np.zeros((0, len(LABELS) + 6), np.float32)) for cuts in several]
        logits, features = self.opinion(pictures)
        if self.correction is not None:
            logits = self.correction.added(logits, features)
        ends = np.cumsum([len(cuts.pictures) for cuts in several])
        parts = np.split(logits, ends[:-1])
        return [_look(cuts, part) for cuts, part in zip(several, parts, strict=True)]

    def opinion(self, cuts: Image) -> tuple[Floats, Floats]:
        """What the network says of ``cuts`` (n, 128, 88, 4): its output (n, 62), and the features
        (n, f) that its names are told from; without any correction."""
        return run_batches(self._session, "cards", cuts, BATCH)

    def names(self, looks: Sequence[Look]) -> list[Name]:
        """The names of cards, all of which ``looks`` saw.

        All vote: the mean of the log probabilities at the calibrated temperature, and the mean of
        where they see the card.
        """
        mean = np.mean([look.logs for look in looks], axis=0) / self._temperature
        e = np.exp(mean - mean.max(axis=1, keepdims=True))
        p = (e / e.sum(axis=1, keepdims=True)).astype(np.float32)
        placed = np.mean([look.placed for look in looks], axis=0)
        missed = np.max([look.missed for look in looks], axis=0)
        best = np.array([look.logs.max(axis=1) for look in looks]).argmax(axis=0)
        flipped = np.array([look.way for look in looks])[best] < 0
        return [
            Name(q[:54], float(q[54]), float(q[55]), bool(flip), centre, u, v, float(miss))
            for q, flip, (centre, u, v), miss in zip(p, flipped, placed, missed, strict=True)
        ]


def _look(cuts: Cuts, logits: Floats) -> Look:
    """What the network's ``logits`` (n, 62) say of ``cuts``."""
    off = logits[:, len(LABELS) :]
    logits = logits[:, : len(LABELS)]
    logits = logits - logits.max(axis=1, keepdims=True)
    logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    placed = corrected(cuts.matrices, np.clip(off, -FARTHEST, FARTHEST))
    placed[:, 1:] *= np.float32(cuts.way)
    return Look(logs, placed, np.abs(off).max(axis=1), cuts.way)


def cut_out(picture: Picture, grid: Grid, found: Sequence[Found]) -> Cuts:
    """Each of ``found`` cut out of ``picture`` as it lies."""
    width, height = CROP_SIZE
    pictures = np.empty((len(found), height, width, 4), np.uint8)
    matrices = card_matrix(*lying(found).transpose(1, 0, 2))
    for matrix, card, out in zip(matrices, found, pictures, strict=True):
        cut(picture.with_room, matrix, into=out)
        cv2.insertChannel(cut_mask(mask_of(grid, card), grid.scale, matrix), out, 3)
    return Cuts(pictures, matrices)


def mask_of(grid: Grid, card: Found) -> Image:
    """255 in the cells of ``grid`` where ``card`` shows, 0 elsewhere."""
    mask = np.zeros(grid.share.shape[:2], np.uint8)
    mask[card.cells[:, 0], card.cells[:, 1]] = 255
    return mask
