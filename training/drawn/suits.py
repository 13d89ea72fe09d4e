"""The four suit signs as parametric curves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Image, Points, fill, mirrored, oval

Spot = tuple[float, float]


def bezier(p0: Spot, c1: Spot, c2: Spot, p1: Spot, n: int = 14) -> Points:
    """A cubic Bézier curve, end point left out, shape (n, 2)."""
    t = np.linspace(0, 1, n, endpoint=False)[:, None]
    a, b, c, d = (np.asarray(p, dtype=float) for p in (p0, c1, c2, p1))
    return a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3


def _path(*segments: tuple[Spot, Spot, Spot, Spot]) -> Points:
    return np.concatenate([bezier(a, b, c, d) for a, b, c, d in segments])


def _closed(half: Points) -> Points:
    return np.concatenate([half, mirrored(half[::-1])])


@dataclass(frozen=True)
class SuitForm:
    """How a deck draws its suit signs: all lengths are shares of half the sign's height."""

    heart_width: float = 0.94
    heart_notch: float = 0.42
    heart_lobe: float = 0.5
    heart_bulge: float = 0.45
    heart_tip: float = 0.25
    diamond_width: float = 0.78
    diamond_bend: float = 0.08
    club_radius: float = 0.42
    club_spread: float = 0.47
    club_drop: float = 0.14
    spade_width: float = 0.86
    spade_bulge: float = 0.5
    spade_tip: float = 0.18
    stem_width: float = 0.36
    stem_waist: float = 0.08
    stem_curve: float = 0.6

    @staticmethod
    def random(rng: Generator) -> SuitForm:
        """Any form that a printed deck might have."""
        u = rng.uniform
        return SuitForm(
            heart_width=u(0.82, 1.06),
            heart_notch=u(0.28, 0.55),
            heart_lobe=u(0.42, 0.58),
            heart_bulge=u(0.3, 0.7),
            heart_tip=u(0.05, 0.5),
            diamond_width=u(0.62, 0.92),
            diamond_bend=float(rng.choice([0.0, u(0, 0.16), -u(0, 0.08)])),
            club_radius=u(0.37, 0.46),
            club_spread=u(0.42, 0.54),
            club_drop=u(0.05, 0.24),
            spade_width=u(0.76, 0.98),
            spade_bulge=u(0.3, 0.7),
            spade_tip=u(0.02, 0.4),
            stem_width=u(0.2, 0.5),
            stem_waist=u(0.03, 0.14),
            stem_curve=u(0.2, 0.95),
        )


def _heart(f: SuitForm) -> list[Points]:
    w, lobe = f.heart_width, f.heart_lobe * f.heart_width
    side = -0.42
    half = _path(
        ((0, -1 + f.heart_notch), (0.02, -1 + f.heart_notch * 0.3), (lobe * 0.5, -1), (lobe, -1)),
        ((lobe, -1), (lobe + (w - lobe) * 0.6, -1), (w, -0.78), (w, side)),
        ((w, side), (w, side + f.heart_bulge), (0.06 + f.heart_tip * 0.5, 1 - f.heart_tip), (0, 1)),
    )
    return [_closed(half)]


def _diamond(f: SuitForm) -> list[Points]:
    w, b = f.diamond_width, f.diamond_bend
    # a positive bend pulls the sides inwards, as on English decks
    half = _path(
        ((0, -1), (w * (0.33 - b), -0.67 + b), (w * (0.67 - b), -0.33 + b), (w, 0)),
        ((w, 0), (w * (0.67 - b), 0.33 - b), (w * (0.33 - b), 0.67 - b), (0, 1)),
    )
    return [_closed(half)]


def _stem(f: SuitForm, top: float) -> Points:
    w, waist = f.stem_width, f.stem_waist
    half = _path(
        ((waist, top), (waist, top + (1 - top) * f.stem_curve), (w * 0.6, 0.97), (w, 1)),
        ((w, 1), (w * 0.6, 1), (w * 0.3, 1), (0, 1)),
    )
    return _closed(half)


def _club(f: SuitForm) -> list[Points]:
    r, s = f.club_radius, f.club_spread
    low = -1 + r + 0.66 + f.club_drop * 0.5
    core = np.array(
        [(-0.12, -0.5), (0.12, -0.5), (0.3, low), (0.1, low + 0.2), (-0.1, low + 0.2), (-0.3, low)]
    )
    return [
        oval(0, -1 + r, r, r),
        oval(-s, low, r, r),
        oval(s, low, r, r),
        core,
        _stem(f, low - 0.1),
    ]


def _spade(f: SuitForm) -> list[Points]:
    w = f.spade_width
    half = _path(
        (
            (0, -1),
            (0.04 + f.spade_tip * 0.5, -1 + f.spade_tip),
            (w, 0.3 - f.spade_bulge),
            (w, 0.24),
        ),
        ((w, 0.24), (w, 0.56), (w * 0.8, 0.7), (w * 0.52, 0.7)),
        ((w * 0.52, 0.7), (w * 0.3, 0.7), (0.1, 0.58), (0, 0.3)),
    )
    return [_closed(half), _stem(f, 0.25)]


_DRAW = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}


def suit_outline(suit: str, form: SuitForm) -> list[Points]:
    """Polygons whose union is the sign of ``suit``: centred on (0, 0), one unit high."""
    parts = _DRAW[suit](form)
    every = np.concatenate(parts)
    low, high = every.min(axis=0), every.max(axis=0)
    return [(p - (low + high) / 2) / (high[1] - low[1]) for p in parts]


def suit_mask(suit: str, form: SuitForm, height_px: float) -> Image:
    """The sign of ``suit``, ``height_px`` high, as an alpha mask cut to its box."""
    parts = suit_outline(suit, form)
    every = np.concatenate(parts)
    size = every.max(axis=0) - every.min(axis=0)
    w, h = int(np.ceil(size[0] * height_px)) + 2, int(np.ceil(height_px)) + 2
    mask = np.zeros((h, w), dtype=np.uint8)
    fill(mask, [p + np.array([w, h]) / (2 * height_px) for p in parts], 255, height_px)
    return mask
