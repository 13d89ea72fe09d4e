"""Fitting the correction of a network's last layer: regularised multinomial logistic regression."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.deck import Correction

Floats = NDArray[np.float32]

ROUNDS = 250
RATE = 0.3
DECAY = 8e-4
"""How strongly the correction is held small, so that other decks are read as before."""


def fit(logits: Floats, features: Floats, names: NDArray[np.intp]) -> Correction:
    """The correction with which ``logits`` (n, k) become right, from ``features`` (n, f) and the
    right ``names`` (n,), each below k. Full-batch Adam (Kingma and Ba, 2015) on the mean
    cross-entropy and half the squared size of the correction."""
    count, width = features.shape
    kinds = logits.shape[1]
    scale = np.float32(1 / max(float(np.sqrt((features**2).mean() * width)), 1e-6))
    x = np.concatenate([features * scale, np.full((count, 1), 0.3, np.float32)], axis=1)
    target = np.zeros((count, kinds), np.float32)
    target[np.arange(count), names] = 1
    # Each name weighs alike, however often it was seen.
    weight = 1 / np.maximum(np.bincount(names, minlength=kinds), 1)[names]
    weight = (weight / weight.sum()).astype(np.float32)[:, None]
    w = np.zeros((width + 1, kinds), np.float32)
    mean, square = np.zeros_like(w), np.zeros_like(w)
    for step in range(1, ROUNDS + 1):
        z = logits + x @ w
        e = np.exp(z - z.max(axis=1, keepdims=True))
        error = (e / e.sum(axis=1, keepdims=True) - target) * weight
        gradient = x.T @ error + DECAY * w
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        rate = RATE * (1 - step / (ROUNDS + 1))
        w -= (rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)).astype(
            np.float32
        )
    return Correction((w[:-1] * scale).astype(np.float32), (w[-1] * 0.3).astype(np.float32))
