"""The bodies of court figures: half figures for two-way courts, full-length ones, children's."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Colour, mix, oval
from training.drawn.figure import Figure, band, pts, smooth
from training.drawn.heads import Look, draw_face, draw_hair, draw_hat
from training.drawn.patterns import random_pattern
from training.drawn.robes import draw_collar, draw_held, draw_robe
from training.drawn.style import Court


def draw_bust(
    fig: Figure, rank: str, look: Look, court: Court, tall: float, rng: Generator
) -> None:
    """Half a figure from the crown to the middle of the card."""
    size = court.head * rng.uniform(0.92, 1.06)
    hx = rng.uniform(-0.06, 0.06) - 0.06 * court.suit_side * (size > 0.9)
    hy = -tall + 0.66 * size + rng.uniform(-0.02, 0.1)
    neck = hy + 0.3 * size
    # the free hand is the one away from the suit sign, mostly
    side = -court.suit_side if rng.random() < 0.8 else court.suit_side
    draw_hair(fig, rank, look, hx, hy, size, rng)
    draw_robe(fig, look, court, hx, neck, rng)
    draw_held(fig, rank, look, side, neck, tall, rng)
    draw_face(fig, rank, look, hx, hy, size, rng)
    draw_hat(fig, rank, look, hx, hy, size, rng, plume=-court.suit_side)


def draw_full_length(
    fig: Figure, rank: str, look: Look, court: Court, tall: float, rng: Generator
) -> None:
    """A one-way figure that stands on the ground."""
    size = court.head * 0.78
    hx, hy = rng.uniform(-0.1, 0.1), -tall + 0.62 * size + 0.1
    neck = hy + 0.3 * size
    foot = tall - 0.12
    ground = mix(court.palette[2], look.stock, 0.5)
    if rng.random() < 0.5:
        fig.shape(
            pts((-1.2, foot - 0.1), (1.2, foot - 0.2), (1.2, tall + 0.1), (-1.2, tall + 0.1)),
            ground,
        )
    draw_hair(fig, rank, look, hx, hy, size, rng)
    cloth = [random_pattern(rng, look.robes, 0.16, court.busy) for _ in range(5)]
    if rank == "Q" or rng.random() < 0.3:
        gown = smooth(
            pts(
                (hx - 0.2, neck),
                (hx - 0.3, neck + 0.5),
                (-0.75, foot),
                (0.75, foot),
                (hx + 0.3, neck + 0.5),
                (hx + 0.2, neck),
            ),
            steps=4,
        )
        fig.shape(gown, cloth[0])
        fig.shape(band((hx, neck), (hx, foot), 0.16, 0.5), cloth[1])
    else:
        for side in (-1, 1):
            fig.shape(
                band((hx + side * 0.14, neck + 0.9), (hx + side * 0.24, foot), 0.24, 0.16), cloth[2]
            )
            fig.shape(
                smooth(pts((-0.08, 0), (0.08, 0), (0.26 * side + 0.05, 0.12), (-0.1, 0.12)))
                + np.array([hx + side * 0.24, foot - 0.06]),
                look.deep,
            )
        fig.shape(
            pts(
                (hx - 0.4, neck), (hx + 0.4, neck), (hx + 0.5, neck + 1.15), (hx - 0.5, neck + 1.15)
            ),
            cloth[0],
        )
        fig.shape(band((hx - 0.5, neck + 0.7), (hx + 0.5, neck + 0.7), 0.14, 0.14), cloth[1])
    for side in (-1, 1):
        fig.shape(
            band((hx + side * 0.3, neck + 0.08), (hx + side * 0.62, neck + 0.62), 0.2, 0.24),
            cloth[3],
        )
    if rank == "K":
        fig.stroke_line(smooth(pts((-0.5, neck + 0.1), (-0.8, 0.2), (-0.85, foot)), False), edge=7)
        fig.stroke_line(
            smooth(pts((-0.5, neck + 0.1), (-0.8, 0.2), (-0.85, foot)), False), look.warm, edge=5
        )
    draw_held(fig, rank, look, -court.suit_side, neck + 0.25, tall, rng)
    draw_collar(fig, look, hx, neck, rng)
    draw_face(fig, rank, look, hx, hy, size, rng)
    draw_hat(fig, rank, look, hx, hy, size, rng)


def draw_round_face(fig: Figure, rank: str, look: Look, tall: float, rng: Generator) -> None:
    """A child's deck: a big round head, of a person or a beast."""
    beast = rng.random() < 0.6
    r = 0.5
    x, y = 0.1, -tall / 2 - 0.02
    furs: tuple[Colour, ...] = (
        (214, 160, 100),
        (236, 196, 120),
        (200, 196, 190),
        (226, 140, 80),
        (180, 200, 150),
    )
    fur = furs[int(rng.integers(len(furs)))] if beast else look.skin
    fig.shape(
        smooth(pts((-0.9, 0.8), (-0.7, -0.25), (x, -0.45), (0.8, -0.25), (1.0, 0.8))),
        random_pattern(rng, look.robes, 0.25, 0.8),
    )
    if beast:
        kind = rng.integers(3)
        for side in (-1, 1):
            if kind == 0:
                ear = oval(x + side * 0.4, y - 0.36, 0.2, 0.2)
            elif kind == 1:
                ear = pts(
                    (x + side * 0.1, y - 0.4),
                    (x + side * 0.5, y - 0.75),
                    (x + side * 0.48, y - 0.15),
                )
            else:
                ear = oval(x + side * 0.24, y - 0.66, 0.12, 0.36)
            fig.shape(ear, fur, 1.4)
    else:
        fig.shape(oval(x, y - 0.04, r * 1.14, r * 1.12), look.hair, 1.4)
    fig.shape(oval(x, y, r, r * 0.95), fur, 1.4)
    for side in (-1, 1):
        fig.spot(x + side * 0.18, y - 0.06, 0.1, (255, 255, 255), 1.0, tall=1.2)
        fig.spot(x + side * 0.16, y - 0.04, 0.05, (20, 20, 24), None, tall=1.2)
        fig.spot(x + side * 0.3, y + 0.14, 0.08, mix(fur, (240, 90, 90), 0.5), None)
    fig.spot(
        x, y + 0.08, 0.06 if beast else 0.04, look.deep if beast else mix(fur, look.warm, 0.4), 0.8
    )
    fig.stroke_line(
        smooth(pts((x - 0.16, y + 0.2), (x, y + 0.28), (x + 0.16, y + 0.2)), False), edge=1.6
    )
    if rank == "K":
        fig.shape(
            smooth(pts((x - 0.22, y + 0.15), (x, y + 0.11), (x + 0.22, y + 0.15), (x, y + 0.19))),
            look.deep,
            0.5,
        )
    if rank == "Q":
        for side in (-1, 1):
            for k in range(3):
                lash = x + side * (0.2 + 0.04 * k)
                fig.stroke_line(pts((lash, y - 0.15), (lash + side * 0.04, y - 0.22)), edge=1.0)
    draw_hat(fig, rank, look, x, y - 0.18, 1.25, rng)
