"""Where cards lie: arrangements on a table plane, in units of one card width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from tabletop.simulation.table.places import Place


def _rotated(places: list[Place], angle: float, x: float, y: float) -> list[Place]:
    c, s = np.cos(angle), np.sin(angle)
    return [
        Place(x + c * p.x - s * p.y, y + s * p.x + c * p.y, p.turn + angle, p.up, p.stack)
        for p in places
    ]


def _flip(rng: Generator) -> float:
    return float(np.pi * (rng.random() < 0.4))


def row(rng: Generator, aspect: float) -> list[Place]:
    """A line of separate cards, side by side or end to end."""
    n = int(rng.integers(2, 10))
    along = rng.random() < 0.85
    step = (1.0 if along else 1 / aspect) + rng.uniform(0.02, 0.5)
    slop = rng.uniform(0, 0.12)
    return [
        Place(
            (i - n / 2) * step if along else rng.normal(0, 0.06),
            rng.normal(0, 0.06) if along else (i - n / 2) * step,
            rng.normal(0, slop) + _flip(rng),
            bool(rng.random() > 0.08),
        )
        for i in range(n)
    ]


def spread(rng: Generator, aspect: float) -> list[Place]:
    """Cards that overlap in one direction, as in a decay pile, a dish or a solitaire column."""
    n = int(rng.integers(2, 9))
    height = 1 / aspect
    sideways = rng.random() < 0.5
    step = rng.uniform(0.14, 0.7) * (1.0 if sideways else 0.6 * height)
    slop = rng.uniform(0, 0.09)
    first_down = rng.random() < 0.3
    downs = int(rng.integers(1, 4)) if first_down else 0
    sign = rng.choice([-1, 1])
    habits = _Habits(sideways, slop, stray=0.04, upside_down=0.4, across=0.08)
    return _overlapping(rng, n, sign * step, downs, habits)


def strips(rng: Generator, _aspect: float) -> list[Place]:
    """Cards of which one edge with its index shows, as players lay dishes and what they keep."""
    n = int(rng.integers(2, 8))
    sideways = rng.random() < 0.45
    step = rng.uniform(0.17, 0.42) if sideways else rng.uniform(0.2, 0.5)
    # Mostly the end that is read upright shows; whoever sits opposite lays it the other way round.
    sign = -1 if rng.random() < 0.12 else 1
    slop, stray = rng.choice([0.01, 0.04, 0.09]), rng.choice([0.01, 0.03, 0.08])
    downs = int(rng.random() < 0.3)
    habits = _Habits(sideways, slop, stray, upside_down=0.1, across=0.13)
    return _overlapping(rng, n, sign * step, downs, habits)


@dataclass(frozen=True)
class _Habits:
    """How cards are laid on one another: ``sideways`` or upwards; ``slop``: radians each is turned;
    ``stray``: card widths each lies beside the line; shares of them that lie ``upside_down`` and
    ``across``."""

    sideways: bool
    slop: float
    stray: float
    upside_down: float
    across: float


def _overlapping(rng: Generator, n: int, step: float, downs: int, habits: _Habits) -> list[Place]:
    """``n`` cards, each ``step`` from the one before it, of which the first ``downs`` lie face
    down."""
    places = []
    for i in range(n):
        at = i * step + rng.normal(0, 0.03)
        turn = rng.normal(0, habits.slop) + np.pi * (rng.random() < habits.upside_down)
        if rng.random() < habits.across:
            turn += np.pi / 2
        beside = rng.normal(0, habits.stray)
        x, y = (at, beside) if habits.sideways else (beside, at)
        places.append(Place(x, y, turn, i >= downs))
    return places


def fan(rng: Generator, aspect: float) -> list[Place]:
    """Cards turned about a point below them, as held in a hand and laid down."""
    n = int(rng.integers(3, 9))
    radius = rng.uniform(1.4, 3.0) / aspect
    step = rng.uniform(0.07, 0.22)
    sign = rng.choice([-1, 1])
    places = []
    for i in range(n):
        a = sign * (i - n / 2) * step
        places.append(
            Place(radius * np.sin(a), -radius * np.cos(a) + radius, a + rng.normal(0, 0.03), True)
        )
    return places


def pile(rng: Generator, _aspect: float) -> list[Place]:
    """A discard pile: cards thrown nearly on one another."""
    n = int(rng.integers(2, 8))
    spread_by = rng.uniform(0.03, 0.35)
    return [
        Place(
            rng.normal(0, spread_by),
            rng.normal(0, spread_by),
            rng.normal(0, rng.uniform(0.02, 0.6)) + _flip(rng),
            bool(rng.random() > 0.05),
            int(rng.integers(0, 30)) if i == 0 else 0,
        )
        for i in range(n)
    ]


def stock(rng: Generator, _aspect: float) -> list[Place]:
    """A squared-up face-down pile, or a single face-down card."""
    return [Place(0, 0, rng.normal(0, 0.15), False, int(rng.integers(0, 60)))]


def scatter(rng: Generator, _aspect: float) -> list[Place]:
    """Loose cards, some on top of others."""
    n = int(rng.integers(1, 7))
    size = rng.uniform(0.8, 2.6)
    return [
        Place(
            rng.uniform(-size, size),
            rng.uniform(-size, size),
            rng.uniform(0, 2 * np.pi),
            bool(rng.random() > 0.12),
        )
        for _ in range(n)
    ]


def single(rng: Generator, _aspect: float) -> list[Place]:
    """One card."""
    return [Place(0, 0, rng.normal(0, 0.1) + _flip(rng), bool(rng.random() > 0.1))]


GROUPS: tuple[tuple[Callable[[Generator, float], list[Place]], float], ...] = (
    (row, 0.25),
    (spread, 0.3),
    (fan, 0.08),
    (pile, 0.1),
    (stock, 0.09),
    (scatter, 0.13),
    (single, 0.05),
)


STRIPS: tuple[tuple[Callable[[Generator, float], list[Place]], float], ...] = (
    (strips, 0.8),
    (fan, 0.1),
    (row, 0.05),
    (stock, 0.05),
)


def arrangement(
    rng: Generator, aspect: float, width: float, height: float, *, crowded: bool = False
) -> list[Place]:
    """Groups of cards over a table of ``width`` by ``height`` card widths, bottom to top;
    ``crowded``: mostly such that of each card a strip shows."""
    area = width * height
    wanted = int(rng.uniform(0.25, 0.75) * area / (0.7 if crowded else 1.6)) + 1
    wanted = min(wanted, 46)
    groups = STRIPS if crowded else GROUPS
    makers = [g for g, _ in groups]
    weights = np.array([w for _, w in groups])
    square = rng.random() < 0.6
    base = rng.uniform(0, 2 * np.pi)
    places: list[Place] = []
    tries = 0
    while len(places) < wanted and tries < 60:
        tries += 1
        maker = makers[int(rng.choice(len(makers), p=weights / weights.sum()))]
        group = maker(rng, aspect)
        x = rng.uniform(-0.5, 0.5) * width
        y = rng.uniform(-0.5, 0.5) * height
        angle = (
            base + rng.choice([0, np.pi / 2, np.pi]) + rng.normal(0, 0.04)
            if square
            else rng.uniform(0, 2 * np.pi)
        )
        moved = _rotated(group, float(angle), float(x), float(y))
        # Mostly groups lie apart, as on a table; now and then one lies on another.
        apart = all((p.x - q.x) ** 2 + (p.y - q.y) ** 2 > 1.55**2 for p in moved for q in places)
        if apart or rng.random() < 0.12:
            places += moved
    return places
