"""Finding cards: a network's view of a coarse grid over the picture, and its votes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.errors import ModelError
from tabletop.vision.model import load_model
from tabletop.vision.picture import Picture

Floats = NDArray[np.float32]

CLASSES = ("table", "up", "back", "hand", "coin")
TURNS = 3
"""Directions of a card's long side for each of which a cell makes a guess of its own; two that a
strip can't be told between, a quarter turn apart, never share one."""
CARD_FROM = 0.5
"""Least probability of showing a card for a cell to count as one that does."""
VOTERS, VOTES_FROM = (1, 2, 4), 0.5
"""Cells that show one of these classes, cards and coins, at least this likely, vote for middles and
sizes."""
_ALIGN = 32


@dataclass(frozen=True, eq=False)
class Grid:
    """What the finder says of each cell.

    ``share``: (rows, columns, 5), probability of each of ``CLASSES``. ``centre``: (rows, columns,
    2), pixels of the picture, where the middle of the cell's card lies. ``u2``, ``v2``: (rows,
    columns, 2), half width and half height of that card as (length cos 2a, length sin 2a), pixels;
    all zeros where neither a card nor a coin shows.
    ``scale``: columns and rows per pixel of the picture. ``zoom``: how much the picture was
    resized.
    """

    share: Floats
    centre: Floats
    u2: Floats
    v2: Floats
    scale: tuple[float, float]
    zoom: float

    @cached_property
    def card(self) -> Floats:
        """(rows, columns): the probability that a card shows, whichever side is up."""
        return np.asarray(self.share[:, :, 1] + self.share[:, :, 2])

    @property
    def half_cell(self) -> float:
        """Pixels of the picture from the middle of a cell to its edge."""
        return 1 / sum(self.scale)

    def filled(self, u: Floats, v: Floats) -> float:
        """How many cells a whole card with the half axes ``u`` and ``v``, (2,) pixels, fills."""
        return 4 * abs(float(u[0] * v[1] - u[1] * v[0])) * self.scale[0] * self.scale[1]


class Finder:
    """Runs the finder network on a picture at a chosen size."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises ``ModelError`` if the model can't be loaded."""
        self._session, about = load_model("finder", folder)
        if tuple(about.get("labels", ())) != CLASSES:
            raise ModelError(f"the finder's labels are {about.get('labels')}, not {CLASSES}")
        self._stride = int(about["stride"])
        self._unit = float(about["unit"])
        self.gate_weights = tuple(float(w) for w in about["gate"])

    def look(self, picture: Picture, zoom: float) -> Grid:
        """The grid over ``picture`` resized by ``zoom``."""
        w, h = picture.size
        small = picture.resized(zoom)
        sh, sw = small.shape[:2]
        padded = cv2.copyMakeBorder(
            small, 0, -sh % _ALIGN, 0, -sw % _ALIGN, cv2.BORDER_CONSTANT, value=(70, 70, 70)
        )
        out = np.asarray(self._session.run(None, {"image": padded[None]})[0], np.float32)[0]
        out = out[:, : -(-sh // self._stride), : -(-sw // self._stride)]
        zx, zy = sw / w, sh / h
        share = _shares(out[: len(CLASSES)])
        votes = np.zeros((*share.shape[:2], 6), np.float32)
        rows, columns = np.nonzero(share[:, :, list(VOTERS)].sum(axis=2) > VOTES_FROM)
        guess = _guesses(out[:, rows, columns]) * np.float32(self._unit)
        guess[:, 0] += (columns.astype(np.float32) + 0.5) * self._stride
        guess[:, 1] += (rows.astype(np.float32) + 0.5) * self._stride
        back = np.array([1 / zx, 1 / zy], np.float32)
        votes[rows, columns] = guess * np.concatenate([back, np.full(4, back.mean(), np.float32)])
        return Grid(
            share,
            votes[..., :2],
            votes[..., 2:4],
            votes[..., 4:],
            (zx / self._stride, zy / self._stride),
            zoom,
        )


def _shares(logits: Floats) -> Floats:
    """Probabilities (rows, columns, classes) of ``logits`` (classes, rows, columns)."""
    e = np.exp(logits - logits.max(axis=0))
    e /= e.sum(axis=0)
    return np.ascontiguousarray(e.transpose(1, 2, 0))


def _guesses(out: Floats) -> Floats:
    """Of the guesses that each of n cells makes, one for each way a card's long side may run, the
    one it holds likeliest: (n, 6), middle and half axes. ``out``: (channels, n).

    Which way a strip's card runs is often hard to say; the mean of two guesses would be neither.
    """
    first = len(CLASSES)
    likeliest = out[first : first + TURNS].argmax(axis=0)
    guesses = out[first + TURNS :].reshape(TURNS, 6, out.shape[1])
    return np.asarray(guesses[likeliest, :, np.arange(out.shape[1])])
