"""What one picture shows: sightings of cards, coins, and what covers the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES, JOKER_UNKNOWN, UNKNOWN

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


def quad_of(points: Iterable[Iterable[float]]) -> Quad:
    """Four ``points``, such as an array of shape (4, 2), as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One card seen in a picture.

    ``quad``: the card's four corners in pixels of the picture, in order round the card, hidden ones
    inferred; for a card lying face up it starts at the corner that is top left when its index reads
    upright (180 degrees are the same for most cards), so ``quad[0]`` to ``quad[1]`` is a short
    edge. ``up``: face up. ``p``: shape (54,), float32, a calibrated probability for each of
    ``FACES``; what is missing to 1 is doubt; all zeros for a back. ``visible``: the share of the
    card's area that shows, 0 to 1. ``score``: the probability that a card lies there at all.
    """

    quad: Quad
    up: bool
    p: NDArray[np.float32]
    visible: float = 1.0
    score: float = 1.0

    @property
    def face(self) -> str:
        """The likeliest face; ``"back"`` if face down; ``"X?"`` where only the joker's colour is
        open; ``"??"`` where no face reaches one half."""
        if not self.up:
            return BACK
        best = int(self.p.argmax())
        if self.p[best] >= 0.5:
            return FACES[best]
        if float(self.p[52:].sum()) >= 0.5:
            return JOKER_UNKNOWN
        return UNKNOWN

    @property
    def confidence(self) -> float:
        """Probability of ``face``: of the back for a back, of either joker for ``"X?"``."""
        if not self.up:
            return self.score
        if self.face == JOKER_UNKNOWN:
            return float(self.p[52:].sum())
        return float(self.p.max())

    @property
    def width(self) -> float:
        """Length of the upper edge, pixels."""
        return float(np.hypot(*np.subtract(self.quad[1], self.quad[0])))

    @property
    def centre(self) -> Point:
        """Mean of the four corners, pixels."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)


@dataclass(frozen=True, slots=True)
class Coin:
    """One coin: centre and radius in pixels, and the probability that it is one."""

    x: float
    y: float
    radius: float
    score: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything read from one picture.

    ``size``: width and height of the picture in pixels. ``cards`` are ordered bottom to top where
    cards overlap, as far as that can be seen. ``hands``: boolean grid, shape (rows, columns), that
    spans the picture evenly; true where a hand, an arm or another thing that isn't part of the game
    covers the table.
    """

    size: tuple[int, int]
    cards: tuple[Sighting, ...] = ()
    coins: tuple[Coin, ...] = ()
    hands: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((1, 1), dtype=np.bool_))

    @property
    def hand_share(self) -> float:
        """Share of the picture that hands and arms cover, 0 to 1."""
        return float(self.hands.mean()) if self.hands.size else 0.0
