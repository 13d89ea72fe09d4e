"""Reading indices: a network's opinion of each corner of a card that shows.

A card of which only a strip shows is known by its index alone, and a strip mostly shows one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACE_INDEX, FACES, JOKERS, SUITS
from tabletop.vision.crop import INDEX_SIZE, cut, cut_mask, index_matrix
from tabletop.vision.deck import Correction
from tabletop.vision.errors import ModelError
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found, along_axes, in_pixels
from tabletop.vision.middles import ends
from tabletop.vision.model import load_model, run_batches
from tabletop.vision.namer import mask_of
from tabletop.vision.picture import Picture

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

JACK_AT = [FACE_INDEX["J" + suit] for suit in SUITS]
JOKER_AT = [FACE_INDEX[joker] for joker in JOKERS]
"""Many a joker's corner begins with a J as large as a jack's: which it is the picture tells."""
BATCH = 32
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Each of a card's corners: which way up its index reads, and at which end of its edge it is."""
MISTAKEN = 0.3
"""Chance that what a corner says has nothing to do with the card: many hold no index."""
LEAST_SHARE = 0.15
"""Least share of a corner's cut-out that is the card's own: a strip a tenth of a card wide."""
STRAY = 0.02
"""Share of cells at each end of what shows that may be stray votes."""
TRUSTED, BELIEVED = 0.12, 0.4
"""Where what shows of a card ends this near one of its edges, in half widths or heights, the edge
is taken to lie there; nearer than the first, the edge as found is as good."""


class IndexReader:
    """Runs the index network on the corners of found cards."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raises ``ModelError`` if the model can't be loaded."""
        self.correction: Correction | None = None
        self._session, about = load_model("index", folder)
        if tuple(about.get("labels", ())) != FACES:
            raise ModelError("the index model's labels aren't those of this version")

        self._weights = {
            covered: (float(about[name][0]), float(about[name][1]))
            for covered, name in ((True, "weights_covered"), (False, "weights_whole"))
        }

    def fused(self, p: Floats, said: Floats, *, covered: bool) -> Floats:
        """The namer's opinion ``p`` (54,) and the corners' (54,) together, of a card that is partly
        ``covered`` or shows mostly; the sum stays that of ``p``. The weights are found by
        ``training.reader.calibrate``."""
        mass = float(p.sum())
        if mass <= 0 or not said.any():
            return p
        namer, corners = self._weights[covered]
        said = said.copy()
        said[JOKER_AT] = np.maximum(said[JOKER_AT], said[JACK_AT].max())
        logs = namer * np.log(np.maximum(p / mass, 1e-6)) + corners * said
        e = np.exp(logs - logs.max())
        return np.asarray(e * (mass / e.sum()), np.float32)

    def read(self, picture: Picture, grid: Grid, found: Sequence[Found]) -> Floats:
        """What the corners of each of ``found`` in ``picture`` say of its face: (n, 54),
        sums of log probabilities over its corners; zeros where no corner shows. Each corner may be
        mistaken (``MISTAKEN``), so that one without an index speaks against no face much."""
        said = np.zeros((len(found), len(FACES)), np.float32)
        cuts: list[Image] = []
        owners: list[int] = []
        for i, card in enumerate(found):
            mine = corner_cuts(picture, grid, card)
            cuts += mine
            owners += [i] * len(mine)
        if not cuts:
            return said
        logits, features = self.opinion(np.stack(cuts))
        if self.correction is not None:
            logits = self.correction.added(logits, features)
        e = np.exp(logits - logits.max(axis=1, keepdims=True))
        p = e / e.sum(axis=1, keepdims=True)
        np.add.at(said, owners, np.log((1 - MISTAKEN) * p + MISTAKEN / len(FACES)))
        return said

    def opinion(self, cuts: Image) -> tuple[Floats, Floats]:
        """What the network says of ``cuts`` (n, 64, 48, 4): logits (n, 54), and the features (n, f)
        that they are told from; without any correction."""
        return run_batches(self._session, "corners", cuts, BATCH)


def corner_cuts(picture: Picture, grid: Grid, card: Found) -> list[Image]:
    """Pictures and masks, each (64, 48, 4), of the corners of ``card`` that show."""
    mask = mask_of(grid, card)
    edges = _edges(grid, card)
    at = [(edges[0][-way * side], edges[1][way]) for way, side in CORNERS]
    corners = card.centre + np.array(at, np.float32) @ np.stack([card.u, card.v])
    ways, sides = np.array(CORNERS).T
    turned = -ways[:, None].astype(np.float32)
    cuts = []
    for matrix in index_matrix(corners, turned * card.u, turned * card.v, sides):
        own = cut_mask(mask, grid.scale, matrix, INDEX_SIZE)
        if cv2.mean(own)[0] >= 255 * LEAST_SHARE:
            seen = cut(picture.with_room, matrix, INDEX_SIZE)
            cuts.append(np.asarray(cv2.insertChannel(own, seen, 3), np.uint8))
    return cuts


def _edges(grid: Grid, card: Found) -> list[dict[int, np.float32]]:
    """Where the card's edges lie along ``u`` and along ``v``, by the end (-1 or 1) they are at."""
    on = along_axes(in_pixels(grid.scale, card.cells), card.centre, card.u, card.v)
    edges = []
    for along, axis in zip(on, (card.u, card.v), strict=True):
        half = grid.half_cell / max(float(np.hypot(*axis)), 1e-6)
        low, high = ends(along, STRAY)
        seen_at = {-1: low - half, 1: high + half}
        edges.append(
            {
                end: np.float32(seen if TRUSTED < abs(seen - end) < BELIEVED else end)
                for end, seen in seen_at.items()
            }
        )
    return edges
