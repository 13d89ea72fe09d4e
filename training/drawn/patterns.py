"""Woven and printed patterns for robes, bands and backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.canvas import Colour, Image

Grid = NDArray[np.float32]

KINDS = (
    "plain",
    "stripes",
    "checks",
    "lozenges",
    "dots",
    "zigzag",
    "scales",
    "bands",
    "crosses",
    "rings",
)


@dataclass(frozen=True)
class Pattern:
    """A repeated pattern of up to three colours; ``cell``: its period, ``angle``: its turn."""

    kind: str
    colours: tuple[Colour, ...]
    cell: float
    angle: float = 0.0

    def paint(self, u: Grid, v: Grid) -> Image:
        """The colour at each point (u, v), shape u.shape + (3,)."""
        c, s = np.cos(self.angle), np.sin(self.angle)
        a, b = (u * c + v * s) / self.cell, (v * c - u * s) / self.cell
        return np.array(self.colours, dtype=np.uint8)[_which(self.kind, a, b) % len(self.colours)]


def _which(kind: str, a: Grid, b: Grid) -> NDArray[np.int64]:
    """Number of the colour at each point of a grid whose cells are one wide."""
    fa, fb = a - np.floor(a) - 0.5, b - np.floor(b) - 0.5
    if kind == "stripes":
        out = (fa > 0).astype(int) + (np.abs(fa) < 0.07) * 2
    elif kind == "checks":
        out = (np.floor(a) + np.floor(b)) % 2
    elif kind == "lozenges":
        d = np.abs(fa) + np.abs(fb)
        out = (d < 0.36).astype(int) + (d < 0.16)
    elif kind == "dots":
        d = np.hypot(fa, fb)
        out = (d < 0.32).astype(int) + (d < 0.14)
    elif kind == "zigzag":
        out = np.floor((b + 2 * np.abs(fa)) * 1.5) % 3
    elif kind == "scales":
        shifted = a + 0.5 * (np.floor(b * 1.6) % 2)
        d = np.hypot(shifted - np.floor(shifted) - 0.5, (b * 1.6 - np.floor(b * 1.6)) / 1.6)
        out = (d < 0.46).astype(int) + (d < 0.3)
    elif kind == "bands":
        out = np.floor(a * 3) % 3
    elif kind == "crosses":
        near = (np.abs(fa) < 0.1) | (np.abs(fb) < 0.1)
        out = (near & (np.abs(fa) < 0.33) & (np.abs(fb) < 0.33)).astype(int)
    elif kind == "rings":
        d = np.hypot(fa, fb)
        out = (np.abs(d - 0.33) < 0.09).astype(int) + (d < 0.12)
    else:
        out = np.zeros(a.shape)
    return np.asarray(out, dtype=np.int64)


def random_pattern(rng: Generator, colours: Sequence[Colour], cell: float, busy: float) -> Pattern:
    """A pattern of two or three of ``colours``; the lower ``busy`` (0 to 1), the plainer."""
    kind = "plain" if rng.random() > busy else KINDS[int(rng.integers(1, len(KINDS)))]
    order = rng.permutation(len(colours))[: int(rng.integers(2, 4))]
    angle = float(rng.choice([0.0, 0.0, np.pi / 2, np.pi / 4, rng.uniform(0, np.pi)]))
    return Pattern(kind, tuple(colours[int(i)] for i in order), cell * rng.uniform(0.7, 1.6), angle)
