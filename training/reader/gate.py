"""Learning how much each sign counts that a card lies where one was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.found import Found
from tabletop.vision.gate import features
from tabletop.vision.namer import Name
from training.reader.samples import Saved, axes

Places = list[tuple[Found, Name]]
NEAR = 0.3
"""A place is a card's if its middle is so near to the card's, in card widths."""
LEAST_VISIBLE = 0.04
STEPS, SMALL_WEIGHTS = 50, 1e-3


def are_cards(places: Places, scene: Saved) -> list[bool]:
    """Whether a card of ``scene`` lies at each of ``places``."""
    shows = scene.visible > LEAST_VISIBLE
    if not shows.any():
        return [False] * len(places)
    centre, u, _ = axes(scene.quads[shows])
    wide = np.maximum(2 * np.hypot(u[:, 0], u[:, 1]), 1)
    return [bool((np.hypot(*(centre - found.centre).T) / wide).min() < NEAR) for found, _ in places]


def fit_gate(places: Places, real: Sequence[bool]) -> NDArray[np.float64]:
    """Weights of ``FEATURES`` and a constant, by logistic regression (Newton's method)."""
    x = np.array([features(*place) for place in places], np.float64)
    y = np.array(real, np.float64)
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    z = np.concatenate([(x - mean) / spread, np.ones((len(x), 1))], axis=1)
    w = np.zeros(z.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-z @ w))
        slope = z.T @ (p - y) / len(y) + SMALL_WEIGHTS * np.append(w[:-1], 0)
        bend = (z * (p * (1 - p))[:, None]).T @ z / len(y) + SMALL_WEIGHTS * np.eye(len(w))
        w -= np.linalg.solve(bend, slope)
    weights = w[:-1] / spread
    return np.append(weights, w[-1] - weights @ mean)
