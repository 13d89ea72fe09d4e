"""What a card may be: a probability for each face, sharpened by every look at it."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACES
from tabletop.games.mushroom_walk import Game
from tabletop.vision.sighting import Sighting

Belief = NDArray[np.float64]
"""Shape (54,), sums to 1, read-only; arrays are shared and told apart by identity."""

Look = NDArray[np.float64]
"""Shape (54,): how much likelier one sighting is for each face than for a card picked at random."""

N: Final = len(FACES)

_CACHE = 4096

_TWIN, _SUIT = 0.45, 0.45
"""Of cards that a reader is sure of and misreads: how many are of the other suit of that colour,
and how many of another rank of that suit."""


def _mistaken() -> NDArray[np.float64]:
    """Shape (54, 54): in column ``r`` what a card is that was surely misread as ``r``."""
    twin = {"S": "C", "C": "S", "H": "D", "D": "H", "R": "B", "B": "R"}
    colour = {"B": "SC", "R": "HD"}
    out = np.full((N, N), (1 - _TWIN - _SUIT) / N)
    for read, face in enumerate(FACES):
        rank, suit = face[0], face[1]
        out[FACES.index(rank + twin[suit]), read] += _TWIN
        # A joker's corner may look like a jack's.
        if suit in colour:
            alike = ["J" + s for s in colour[suit]]
        else:
            alike = [f for f in FACES if f[1] == suit and f != face]
        for other in alike:
            out[FACES.index(other), read] += _SUIT / len(alike)
    return out


_MISTAKEN: Final = _mistaken()

GAINS: Final = "HKOP"
"""What becomes of a card that is taken: into the hand, basket, moon, poison."""


def look_of(sighting: Sighting) -> Look:
    """The evidence of one face-up sighting. The share of pictures in which a reader is sure of a
    wrong face is taken to be 1 % for a card in full view and 4 % for a mostly covered one; it is
    rather a face that looks like it."""
    doubt = 0.01 if sighting.visible > 0.55 else 0.04
    p = np.asarray(sighting.p, dtype=np.float64)
    p = np.maximum(p, 0.0)
    total = float(p.sum())
    p = p / total if total > 1 else p + (1 - total) / N
    like: Look = ((1 - doubt) * p + doubt * (_MISTAKEN @ p)) * N
    like.setflags(write=False)
    return like


def settle(values: NDArray[np.float64]) -> Belief:
    """``values`` scaled to sum to 1, read-only."""
    total = float(values.sum())
    belief: Belief = values / total if total > 0 else np.full(N, 1 / N)
    belief.setflags(write=False)
    return belief


class Faces:
    """A game's faces and kinds as arrays. One per game: use ``faces_of``."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = [game.kind_of(face) for face in FACES]
        self.mask = {
            kind: np.array([k == kind for k in self.kinds], dtype=np.float64)
            for kind in set(self.kinds)
        }
        gain = {"K": "K", "O": "O", "P": "P"}
        self.gain_mask = {
            g: np.array([gain.get(k, "H") == g for k in self.kinds], dtype=np.float64)
            for g in GAINS
        }
        self.kind_names = sorted(self.mask)
        self._kinds_known: dict[int, tuple[Belief, str]] = {}
        self._stack = np.stack([self.mask[k] for k in self.kind_names])
        copies = 3 if game.name == "original-numbers" else 2
        self.copies = np.full(N, float(copies))
        self.deck = settle(self._deck())
        self.night_deck = settle(np.isin(self.kinds, list(set(game.night_deck))).astype(np.float64))
        self.dealt = settle(self.deck * self.gain_mask["H"])

    def _deck(self) -> NDArray[np.float64]:
        weights = np.zeros(N)
        for kind, mask in self.mask.items():
            weights += mask * self.game.forest_deck.count(kind) / mask.sum()
        return weights

    def kind_of(self, belief: Belief) -> str:
        """The likeliest kind, ``"?"`` where it doesn't reach one half."""
        known = self._kinds_known.get(id(belief))
        if known is not None:
            return known[1]
        if len(self._kinds_known) > _CACHE:
            self._kinds_known.clear()
        sums = self._stack @ belief
        best = int(sums.argmax())
        kind = self.kind_names[best] if sums[best] >= 0.5 else "?"
        # The belief is kept with its kind, so that its identity isn't given to another meanwhile.
        self._kinds_known[id(belief)] = (belief, kind)
        return kind

    def mass(self, belief: Belief, kind: str) -> float:
        """Probability that the card is of ``kind``."""
        return float(self.mask[kind] @ belief)

    def gain(self, belief: Belief, gain: str) -> float:
        """Probability that taking the card has the effect ``gain`` (one of ``GAINS``)."""
        return float(self.gain_mask[gain] @ belief)

    def unseen(self, seen: NDArray[np.float64], base: Belief) -> Belief:
        """``base`` less the faces already on the table. ``seen``: shape (54,), expected copies."""
        left = np.clip(self.copies - seen, 0.02, None) / self.copies
        return settle(base * left)


@cache
def faces_of(game: Game) -> Faces:
    """The arrays of ``game``."""
    return Faces(game)


def face_of(belief: Belief, least: float = 0.0) -> str:
    """The likeliest face, ``"??"`` where it doesn't reach ``least``."""
    best = int(belief.argmax())
    return FACES[best] if belief[best] >= least else "??"
