"""Heads of court figures and jesters: faces, hair, beards, crowns, caps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Colour, Points, mix, oval
from training.drawn.figure import Figure, pts, ribbon, smooth
from training.drawn.patterns import Pattern


@dataclass(frozen=True)
class Look:
    """Colours of a figure. ``light``, ``warm``, ``cool``, ``deep``: the deck's palette."""

    light: Colour
    warm: Colour
    cool: Colour
    deep: Colour
    skin: Colour
    blush: Colour
    hair: Colour
    stock: Colour

    @property
    def robes(self) -> tuple[Colour, ...]:
        return (self.light, self.warm, self.cool, self.deep, self.stock)


def _place(shape: Points, x: float, y: float, size: float) -> Points:
    return shape * size + (x, y)


def draw_hair(
    fig: Figure, rank: str, look: Look, x: float, y: float, size: float, rng: Generator
) -> None:
    """The hair behind the face; call before :func:`draw_face`."""
    long = {"J": rng.uniform(0.3, 0.5), "Q": rng.uniform(0.38, 0.75), "K": rng.uniform(0.22, 0.5)}[
        rank
    ]
    wide = rng.uniform(0.34, 0.46)
    kind = rng.integers(3)
    if kind == 0:  # rolled locks left and right
        for side in (-1, 1):
            for k in range(3):
                r = 0.13 - 0.015 * k
                at = (side * (wide - 0.1 + 0.03 * k), -0.02 + k * long / 2.4)
                fig.shape(_place(oval(*at, r, r * 1.05, 20), x, y, size), look.hair)
                fig.shape(_place(oval(*at, r * 0.5, r * 0.5, 16), x, y, size), None, 0.7)
    else:
        flare = 0.06 if kind == 1 else -0.04
        half = pts(
            (0, -0.42),
            (wide * 0.8, -0.34),
            (wide, 0.0),
            (wide + flare, long),
            (wide - 0.12, long + 0.05),
        )
        shape = smooth(np.concatenate([half, half[::-1] * (-1, 1)]))
        fig.shape(_place(shape, x, y, size), look.hair)
        for side in (-1, 1):
            for k in range(int(rng.integers(1, 4))):
                edge = wide - 0.05 - 0.06 * k
                strand = smooth(
                    pts((edge, -0.1), (edge + 0.02, long * 0.5), (edge - 0.02, long)), closed=False
                )
                fig.stroke_line(_place(strand * (side, 1), x, y, size), edge=0.6)


def draw_face(
    fig: Figure, rank: str, look: Look, x: float, y: float, size: float, rng: Generator
) -> None:
    """Face, eyes, nose, mouth, and what grows on it. ``size`` 1 is 0.64 units high."""
    turn = float(rng.choice([0.0, 0.0, rng.uniform(-0.1, 0.1)]))
    jaw = {"J": 0.17, "Q": 0.13, "K": 0.2}[rank] + rng.uniform(-0.02, 0.02)
    half = pts((0, -0.33), (0.2, -0.29), (0.255, -0.08), (0.23, 0.12), (jaw, 0.25), (0.06, 0.33))
    outline = smooth(np.concatenate([half, half[:0:-1] * (-1, 1)]))
    fig.shape(_place(outline, x, y, size), look.skin)
    if rank == "K" or (rank == "J" and rng.random() < 0.12):
        _beard(fig, look, x, y, size, rng)
    cheek = mix(look.skin, look.blush, 0.28)
    if rng.random() < 0.5:
        for side in (-1, 1):
            fig.spot(x + (side * 0.14 + turn) * size, y + 0.08 * size, 0.045 * size, cheek, None)
    for side in (-1, 1):
        ex, ey = side * 0.1 + turn, -0.06
        lid = smooth(
            pts((ex - 0.06, ey + 0.005), (ex, ey - 0.035), (ex + 0.06, ey + 0.005)), closed=False
        )
        fig.stroke_line(_place(lid, x, y, size), edge=0.9)
        fig.spot(x + (ex + turn * 0.3) * size, y + ey * size, 0.024 * size, fig.outline, None)
        brow = smooth(
            pts((ex - 0.07, ey - 0.07), (ex, ey - 0.105), (ex + 0.07, ey - 0.075)), closed=False
        )
        fig.stroke_line(_place(brow, x, y, size), edge=1.1)
    side = 1 if turn >= 0 else -1
    nose = pts(
        (turn * 1.3, -0.08), (turn * 1.6 + side * 0.035, 0.07), (turn * 1.3 - side * 0.015, 0.08)
    )
    fig.stroke_line(_place(nose, x, y, size), edge=0.8)
    lips = look.blush if rank != "K" or rng.random() < 0.5 else fig.outline
    my = 0.16
    wide = 0.06 if rank == "Q" else 0.075
    mouth = smooth(
        pts((turn - wide, my), (turn, my - 0.018), (turn + wide, my), (turn, my + 0.028))
    )
    fig.shape(_place(mouth, x, y, size), lips, 0.5)
    if rank == "K" or (rank == "J" and rng.random() < 0.2):
        hair = look.hair
        for s in (-1, 1):
            curl = smooth(
                pts(
                    (turn, 0.115),
                    (turn + s * 0.1, 0.1),
                    (turn + s * 0.19, 0.15),
                    (turn + s * 0.1, 0.145),
                )
            )
            fig.shape(_place(curl, x, y, size), hair, 0.7)


def _beard(fig: Figure, look: Look, x: float, y: float, size: float, rng: Generator) -> None:
    low = rng.uniform(0.42, 0.66)
    fork = rng.random() < 0.4
    half = [(0.245, 0.0), (0.2, 0.14), (0.09, 0.12)]
    outer = [(0.27, 0.16), (0.2, low - 0.1), (0.1, low)]
    tip = [(0.0, low - 0.09 if fork else low + 0.05)]
    right = np.array(half[::-1] + outer)
    ring = np.concatenate([right, np.array(tip), right[::-1] * (-1, 1), np.array([(0, 0.215)])])
    fig.shape(_place(smooth(ring, steps=4), x, y, size), look.hair)
    for k in range(-2, 3):
        strand = smooth(
            pts((k * 0.06, 0.24), (k * 0.065 + 0.015, low * 0.75), (k * 0.045, low - 0.05)),
            closed=False,
        )
        fig.stroke_line(_place(strand, x, y, size), edge=0.6)


def draw_hat(
    fig: Figure,
    rank: str,
    look: Look,
    x: float,
    y: float,
    size: float,
    rng: Generator,
    plume: int = 0,
) -> None:
    """A crown for king and queen, a cap for the jack; its lower edge lies on the forehead.

    ``plume``: the side, -1 or 1, on which a cap's feather may hang; 0 for either.
    """
    if rank == "J":
        _cap(fig, look, x, y, size, rng, plume)
    else:
        _crown(fig, rank, look, x, y, size, rng)


def _crown(
    fig: Figure, rank: str, look: Look, x: float, y: float, size: float, rng: Generator
) -> None:
    king = rank == "K"
    base, brim = -0.2, 0.29
    high = rng.uniform(0.3, 0.42) if king else rng.uniform(0.2, 0.32)
    flare = rng.uniform(0.0, 0.14)
    points = int(rng.choice([3, 3, 5, 5, 7] if king else [3, 5, 5, 7]))
    cloth = look.warm if rng.random() < 0.6 else look.cool
    if king and rng.random() < 0.6:
        dome = smooth(
            pts(
                (-brim, base - 0.1),
                (-brim - flare, base - high * 0.8),
                (0, base - high * 1.15),
                (brim + flare, base - high * 0.8),
                (brim, base - 0.1),
            )
        )
        fig.shape(_place(dome, x, y, size), cloth)
    xs = np.linspace(-1, 1, points)
    edge = [(-brim, base)]
    for i, t in enumerate(xs):
        at = t * (brim + flare)
        edge.append((at, base - high * (1 if i % 2 == 0 or points == 3 else 0.85)))
        if i < points - 1:
            edge.append(((t + 1 / (points - 1)) * (brim + flare * 0.6), base - high * 0.45))
    edge.append((brim, base))
    gold = Pattern("plain", (look.light,), 1.0)
    fig.shape(_place(pts(*edge), x, y, size), gold)
    for t in xs:
        at = t * (brim + flare)
        fig.spot(
            x + at * size,
            y + (base - high - 0.02) * size,
            0.038 * size,
            look.warm if king else look.stock,
        )
    rim = pts(
        (-brim - 0.02, base + 0.05),
        (-brim - 0.02, base - 0.06),
        (brim + 0.02, base - 0.06),
        (brim + 0.02, base + 0.05),
    )
    fig.shape(_place(rim, x, y, size), look.cool if rng.random() < 0.6 else look.warm)
    for k in range(-2, 3):
        fig.spot(x + k * 0.12 * size, y + base * size, 0.03 * size, look.light, 0.6)
    if king and rng.random() < 0.7:
        top = base - high - 0.12
        for bar in (
            pts((0, top - 0.12), (0, top + 0.08)),
            pts((-0.07, top - 0.04), (0.07, top - 0.04)),
        ):
            fig.stroke_line(_place(bar, x, y, size), edge=2.2)
            fig.stroke_line(_place(bar, x, y, size), look.light, edge=1.0)


def _cap(
    fig: Figure, look: Look, x: float, y: float, size: float, rng: Generator, plume: int
) -> None:
    side = float(-plume or rng.choice([-1, 1]))
    cloth, trim = (look.warm, look.light) if rng.random() < 0.6 else (look.cool, look.warm)
    kind = rng.integers(3)
    if kind == 0:  # flat beret
        top = pts(
            (-0.3, -0.18), (-0.42, -0.3), (-0.3, -0.44), (0.1, -0.5), (0.44, -0.4), (0.36, -0.2)
        )
    elif kind == 1:  # tall round cap
        top = pts((-0.3, -0.16), (-0.3, -0.42), (0, -0.56), (0.3, -0.42), (0.3, -0.16))
    else:  # pointed cap
        top = pts((-0.32, -0.16), (-0.2, -0.42), (0.3, -0.62), (0.5, -0.36), (0.32, -0.16))
    fig.shape(_place(smooth(top * (side, 1)), x, y, size), cloth)
    rim = pts((-0.31, -0.13), (-0.33, -0.25), (0.33, -0.25), (0.31, -0.13))
    fig.shape(_place(rim, x, y, size), trim)
    for k in range(-2, 3):
        fig.stroke_line(_place(pts((k * 0.12, -0.15), (k * 0.12, -0.24)), x, y, size), edge=0.7)
    if rng.random() < 0.75:
        feather = smooth(
            pts(
                (0.25, -0.25), (0.5, -0.42), (0.66, -0.4), (0.74, -0.2), (0.6, -0.28), (0.42, -0.26)
            )
        )
        fig.shape(
            _place(feather * (-side, 1), x, y, size),
            look.stock if rng.random() < 0.5 else look.light,
        )
        fig.stroke_line(
            _place(pts((0.27, -0.25), (0.5, -0.35), (0.68, -0.32)) * (-side, 1), x, y, size),
            edge=0.7,
        )


def draw_fools_cap(
    fig: Figure, look: Look, x: float, y: float, size: float, rng: Generator
) -> None:
    """Cap and bells: two to four horns that hang over."""
    horns = int(rng.choice([2, 3, 3, 4]))
    colours = [look.warm, look.cool, look.light, look.deep]
    droop = rng.uniform(0.0, 0.35)
    flop = float(rng.choice([-1, 1]))
    spread = np.linspace(-1, 1, horns)
    for i, t in sorted(enumerate(spread), key=lambda it: -abs(it[1])):
        if abs(t) < 0.1:
            spine = pts((0, -0.16), (0.02 * flop, -0.5), (0.16 * flop, -0.74), (0.34 * flop, -0.7))
        else:
            lift = -0.62 + 0.12 * (1 - abs(t))
            spine = pts(
                (0.16 * t, -0.16),
                (0.3 * t, -0.42),
                (0.56 * t, lift),
                (0.76 * t, lift + 0.12 + droop * 0.5),
                (0.86 * t, lift + 0.26 + droop),
            )
        widths = (0.34, 0.3, 0.2, 0.06) if len(spine) == 4 else (0.32, 0.32, 0.24, 0.14, 0.05)
        fig.shape(_place(ribbon(spine, widths), x, y, size), colours[i % len(colours)])
        tip = spine[-1]
        fig.spot(x + tip[0] * size, y + tip[1] * size, 0.06 * size, look.light)
        fig.spot(x + tip[0] * size, y + (tip[1] + 0.025) * size, 0.016 * size, fig.outline, None)
    rim = smooth(
        pts((-0.31, -0.1), (-0.31, -0.24), (0, -0.27), (0.31, -0.24), (0.31, -0.1), (0, -0.15))
    )
    fig.shape(_place(rim, x, y, size), look.light)
