"""What court figures wear and carry: robes, collars, swords, flowers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.random import Generator

from training.drawn.figure import Figure, Fill, band, pts, smooth
from training.drawn.heads import Look
from training.drawn.patterns import random_pattern
from training.drawn.style import Court


def draw_robe(fig: Figure, look: Look, court: Court, x: float, neck: float, rng: Generator) -> None:
    """The robe below the neck at (``x``, ``neck``), down past the middle of the card."""

    def cloth(cell: float = 0.14) -> Fill:
        return random_pattern(rng, look.robes, cell, court.busy)

    slope = rng.uniform(0.14, 0.34)
    sh = neck + rng.uniform(0.02, 0.1)
    low = 0.75
    outer = pts(
        (x - 0.16, neck - 0.12),
        (x - 0.42, sh),
        (-0.86, sh + slope),
        (-1.08, low),
        (1.08, low),
        (0.86, sh + slope),
        (x + 0.42, sh),
        (x + 0.16, neck - 0.12),
    )
    fig.shape(outer, cloth(0.2))
    kind = int(rng.integers(5))
    if kind == 0:  # lapels and a middle band
        for side in (-1, 1):
            lapel = pts(
                (x + side * 0.1, neck),
                (x + side * 0.44, sh),
                (x + side * 0.66, low),
                (x + side * 0.18, low),
            )
            fig.shape(lapel, cloth())
            fig.shape(lapel * (0.45, 1) + (x * 0.55 + side * 0.14, 0), cloth(0.1), 0.8)
        fig.shape(band((x, neck), (x, low), 0.2, 0.34), cloth(0.12))
        for k in range(6):
            fig.spot(x, neck + 0.14 + k * 0.16, 0.035, look.light, 0.7)
    elif kind == 1:  # a sash that crosses the middle
        side = int(rng.choice([-1, 1]))
        wide = rng.uniform(0.22, 0.4)
        for extra in (wide + 0.16, wide):
            fig.shape(
                band((-side * 1.2, sh - 0.1), (side * 1.2, low * 0.6), extra, extra), cloth(0.12)
            )
        fig.shape(band((side * 0.9, sh + 0.1), (side * 0.1, low), 0.16, 0.2), cloth(0.1))
    elif kind == 2:  # chevrons
        for k in range(5):
            top = neck + 0.02 + k * 0.2
            v = pts(
                (x, top + 0.24),
                (-1.1, top - 0.08),
                (-1.1, top + 0.04),
                (x, top + 0.38),
                (1.1, top + 0.04),
                (1.1, top - 0.08),
            )
            if k:
                fig.shape(v, cloth(0.12))
    elif kind == 3:  # upright panels
        edges = np.linspace(-1.05, 1.05, int(rng.integers(5, 9)))
        for a, b in pairwise(edges):
            top = sh + slope * max(abs(a), abs(b)) ** 2 + 0.08
            fig.shape(pts((a, top), (b, top), (b * 1.1, low), (a * 1.1, low)), cloth())
    else:  # a mantle open over a tunic
        fig.shape(
            smooth(
                pts(
                    (x, neck),
                    (x - 0.3, neck + 0.3),
                    (x - 0.45, low),
                    (x + 0.45, low),
                    (x + 0.3, neck + 0.3),
                )
            ),
            cloth(0.12),
        )
        for side in (-1, 1):
            edge = smooth(
                pts((x + side * 0.2, neck), (x + side * 0.42, neck + 0.35), (x + side * 0.5, low)),
                False,
            )
            fig.stroke_line(edge, edge=4.5)
            fig.stroke_line(edge, look.stock, edge=3.0)
    if rng.random() < 0.7:
        y = rng.uniform(-0.2, -0.05)
        fig.shape(pts((-1.1, y), (1.1, y), (1.1, -y), (-1.1, -y)), cloth(0.12))
        for edge_y in (y + 0.035, -y - 0.035):
            fig.stroke_line(pts((-1.1, edge_y), (1.1, edge_y)), look.light, 1.6)
    draw_collar(fig, look, x, neck, rng)


def draw_collar(fig: Figure, look: Look, x: float, neck: float, rng: Generator) -> None:
    fig.shape(band((x, neck - 0.16), (x, neck + 0.06), 0.22, 0.26), look.skin)
    kind = rng.integers(3)
    if kind == 0:
        ring = smooth(
            pts(
                (x - 0.4, neck + 0.02),
                (x, neck + 0.2),
                (x + 0.4, neck + 0.02),
                (x + 0.36, neck + 0.16),
                (x, neck + 0.36),
                (x - 0.36, neck + 0.16),
            )
        )
        fig.shape(ring, look.stock)
        for k in range(-3, 4):
            fig.spot(x + k * 0.1, neck + 0.24 - abs(k) * 0.04, 0.022, look.deep, None, tall=1.8)
    elif kind == 1:
        for k in range(-3, 4):
            fig.spot(
                x + k * 0.1, neck + 0.1 - abs(k) * 0.03, 0.07, look.light if k % 2 else look.stock
            )
    else:
        for side in (-1, 1):
            fig.shape(
                pts(
                    (x, neck + 0.04), (x + side * 0.34, neck - 0.02), (x + side * 0.22, neck + 0.26)
                ),
                look.light,
            )


def draw_held(
    fig: Figure, rank: str, look: Look, side: int, neck: float, tall: float, rng: Generator
) -> None:
    """What the figure carries, and the arm that carries it."""
    at = (side * rng.uniform(0.55, 0.74), neck + rng.uniform(0.28, 0.42))
    top = -tall + rng.uniform(0.1, 0.4)
    sleeve = random_pattern(rng, look.robes, 0.12, 0.8)
    elbow = (side * 0.98, at[1] + 0.42)
    fig.shape(band((side * 0.78, neck + 0.3), elbow, 0.3, 0.34), sleeve)
    fig.shape(band(elbow, at, 0.34, 0.24), sleeve)
    fig.shape(band((at[0] + side * 0.1, at[1] + 0.12), at, 0.3, 0.26), look.light)
    kind = {
        "K": rng.choice(["sword", "sword", "sceptre", "axe"]),
        "Q": rng.choice(["flower", "flower", "fan", "sceptre"]),
        "J": rng.choice(["halberd", "baton", "leaf", "arrow"]),
    }[rank]
    lean = side * rng.uniform(-0.05, 0.2)
    head = (at[0] + lean, top)
    if kind in ("sword", "halberd", "sceptre", "axe", "baton", "arrow"):
        wide = 0.1 if kind in ("sword", "baton") else 0.05
        fig.shape(
            band(
                (at[0] - lean * 0.5, at[1] + 0.5),
                head,
                wide,
                wide * (0.4 if kind == "sword" else 1.0),
            ),
            look.stock if kind == "sword" else look.light,
        )
    if kind == "sword":
        fig.shape(
            band((at[0] - 0.17, at[1] - 0.12), (at[0] + 0.17, at[1] - 0.12), 0.06, 0.06), look.light
        )
    elif kind in ("halberd", "axe"):
        blade = np.concatenate(
            [
                smooth(pts((0, 0.06), (0.1, 0.04), (0.2, -0.08)), False),
                smooth(pts((0.2, -0.08), (0.27, 0.12), (0.2, 0.32)), False),
                smooth(pts((0.2, 0.32), (0.1, 0.2), (0, 0.18)), False),
            ]
        ) * (-side, 1)
        fig.shape(blade + head, look.stock)
        fig.shape(pts((-0.04, 0.02), (0, -0.2), (0.04, 0.02)) + np.array(head), look.stock)
    elif kind == "sceptre":
        fig.spot(*head, 0.1, look.light)
        fig.spot(*head, 0.05, look.warm)
    elif kind == "arrow":
        fig.shape(pts((-0.08, 0.06), (0, -0.12), (0.08, 0.06)) + np.array(head), look.warm)
    else:
        flower = (at[0] + lean * 0.4, at[1] - 0.24)
        fig.stroke_line(pts((at[0], at[1] + 0.3), flower), edge=1.6)
        petals = 6 if kind == "flower" else 5
        for k in range(petals):
            a = k * 2 * np.pi / petals
            fig.spot(
                flower[0] + 0.085 * np.cos(a), flower[1] + 0.085 * np.sin(a), 0.07, look.warm, 0.7
            )
        fig.spot(*flower, 0.05, look.light, 0.7)
        for s in (-1, 1):
            leaf = smooth(pts((0, 0.1), (s * 0.14, 0.04), (s * 0.2, -0.06), (s * 0.08, 0.02)))
            fig.shape(leaf + np.array([at[0], at[1] - 0.05]), look.cool, 0.7)
    fig.shape(
        smooth(pts((-0.09, 0.05), (-0.08, -0.08), (0.08, -0.09), (0.1, 0.06))) + np.array(at),
        look.skin,
    )
    for k in range(3):
        fig.stroke_line(
            pts((-0.07, -0.05 + 0.04 * k), (0.03, -0.05 + 0.04 * k)) + np.array(at), edge=0.6
        )
