"""Whether a card lies where one was found: what finder and namer say of the place, weighed
together.

The weights are found by ``training.reader.calibrate`` on painted tables with and without cards, so
that the result is a probability.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.errors import ModelError
from tabletop.vision.found import Found
from tabletop.vision.namer import Name

Floats = NDArray[np.float32]

FEATURES = (
    "finder",
    "nothing",
    "face",
    "joker",
    "back",
    "visible",
    "strip",
    "cells",
    "undecided",
    "small",
    "read whole",
    "blank",
    "own",
    "own of strip",
)
"""What is weighed, in this order; ``features`` says how each is measured."""
LARGEST_STRIP = 0.5
WELL_SEEN = 56.0
"""Cards narrower than this, in pixels of the resized picture, are seen less well."""
UNKNOWN_YET = (1.0, *([0.0] * (len(FEATURES) - 1)), 0.0)
"""Weights that take the finder's word alone."""


def features(found: Found, name: Name) -> Floats:
    """The ``FEATURES`` of one place, (14,)."""
    score = min(max(found.score, 1e-3), 1 - 1e-3)
    visible = min(found.visible, 1.2)
    read = max(float(name.p[:52].max()), float(name.p[52:].sum()), name.back)
    return np.array(
        [
            math.log(score / (1 - score)),
            math.log(name.nothing + 1e-4),
            name.p[:52].max(),
            name.p[52:].sum(),
            name.back,
            visible,
            min(visible, LARGEST_STRIP),
            math.log(len(found.cells)),
            found.up * (1 - found.up),
            min(0.0, math.log(max(found.width, 1.0) / WELL_SEEN)),
            # A card that shows whole can be named; what shows whole and can't be is none.
            visible * read,
            max(0.0, visible - LARGEST_STRIP) * (1 - read) ** 2,
            # Of two cards the lower one shows beside the upper one only.
            found.own,
            found.own * (1 - min(visible, 1.0)),
        ],
        np.float32,
    )


class Gate:
    """Tells cards from what only looks like one."""

    def __init__(self, weights: Sequence[float]) -> None:
        """``weights``: one for each of ``FEATURES``, and a constant. Raises ``ModelError`` if there
        are more or fewer."""
        if len(weights) != len(FEATURES) + 1:
            raise ModelError(
                f"the finder came with {len(weights)} weights, not {len(FEATURES) + 1}"
            )
        self._weights = np.array(weights[:-1], np.float32)
        self._constant = float(weights[-1])

    def probability(self, found: Found, name: Name) -> float:
        """The probability that a card lies at ``found``, to which the namer gave ``name``."""
        return 1 / (1 + math.exp(-float(features(found, name) @ self._weights + self._constant)))
