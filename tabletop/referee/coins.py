"""Counting coins: which of what looks like a coin is one, which lie in the supply, which before a
player.

Patterned cloths are full of round things. But all coins of a table are of one size, those of the
supply lie together, and what looked like a coin elsewhere when the game began is part of the cloth.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np

from tabletop.referee.plane import Floats, Plane
from tabletop.vision.sighting import Coin, Reading

LEAST, CLEAR, SURE = 0.5, 0.62, 0.8
"""Probability from which something may be a coin, from which it is one on any cloth, and from which
it tells how large coins are."""
RADIUS = (0.08, 0.36)
"""Of all coins there are, in card widths."""
ONE_SIZE = (0.62, 1.4)
"""A coin's radius on the table, as a multiple of what the sure ones measure."""
APART = 0.5
"""Middles nearer than so many times the sum of both radii, in the picture, are one coin's: coins
may touch, and at a slant they do so at three quarters of it."""
LINKED = 1.0
"""Coins of the supply lie no farther from the next one than this, in card widths."""
AROUND = 0.45
"""The supply reaches so far beyond the middles of its coins, in card widths."""
STILL = 0.2
"""What looks like a coin within this distance of where it did at first is the same thing."""
ROW = 0.6
"""No stash lies so near to the forest's line."""


def coins_on(reading: Reading, plane: Plane, *, patterned: bool = True) -> Floats:
    """Middles of the coins of ``reading`` on the table, shape (n, 2), surest first.

    Where the cloth isn't ``patterned`` with things like coins, what is doubtful is one too: a coin
    that the picture's edge cuts, or that lies in a shadow.
    """
    likely = sorted((c for c in reading.coins if c.score >= LEAST), key=lambda c: -c.score)
    if not likely:
        return np.zeros((0, 2))
    measured = list(zip(likely, _radii(likely, plane), strict=True))
    if patterned:
        coins = _clear(measured)
    else:
        coins = [coin for coin, radius in measured if radius < RADIUS[1]]
    kept: list[Coin] = []
    for coin in coins:
        if not any(_same(coin, other) for other in kept):
            kept.append(coin)
    if not kept:
        return np.zeros((0, 2))
    return plane.to_table(np.array([(c.x, c.y) for c in kept]))


def stashed(reading: Reading, plane: Plane, supply: Floats | None) -> Floats | None:
    """Middles of the coins that are players', shape (n, 2); ``None`` where there is nothing like a
    coin in the picture. ``supply``: the coins of the game's first picture, (n, 2)."""
    if not reading.coins:
        return None
    if supply is None:
        at = coins_on(reading, plane)
    else:
        # What looked like a coin away from the supply before anybody had one is part of the cloth.
        together = _largest_heap(supply)
        at = coins_on(reading, plane, patterned=not bool(together.all()))
        at = at[~_in_supply(at, supply[together], supply[~together])]
    mine: Floats = at[np.abs(at[:, 1]) >= ROW]
    return mine


def _clear(measured: Sequence[tuple[Coin, float]]) -> list[Coin]:
    """Those of ``measured``, coins with their radii on the table, that are coins on any cloth."""
    sure = [r for coin, r in measured if coin.score >= SURE and _possible(r)]
    usual = float(np.median(sure)) if sure else None
    return [
        coin
        for coin, r in measured
        if coin.score >= CLEAR
        and _possible(r)
        and (usual is None or ONE_SIZE[0] < r / usual < ONE_SIZE[1])
    ]


def _radii(coins: list[Coin], plane: Plane) -> list[float]:
    """Radius of each on the table, in card widths, from the area it covers."""
    middle = np.array([(c.x, c.y) for c in coins])
    r = np.array([max(c.radius, 1e-3) for c in coins])[:, None]
    at = plane.to_table(middle)
    right = plane.to_table(middle + r * (1.0, 0.0)) - at
    down = plane.to_table(middle + r * (0.0, 1.0)) - at
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    return [float(a) for a in np.sqrt(area)]


def _possible(radius: float) -> bool:
    return RADIUS[0] < radius < RADIUS[1]


def _same(a: Coin, b: Coin) -> bool:
    """Whether one coin was reported twice."""
    return hypot(a.x - b.x, a.y - b.y) < APART * (a.radius + b.radius)


def _in_supply(
    at: Floats, supply: Floats, cloth: Floats
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which of ``at`` (n, 2) lie in the ``supply``, or where the ``cloth`` looks like a coin."""
    inside = np.zeros(len(at), bool)
    if len(supply):
        low, high = supply.min(axis=0) - AROUND, supply.max(axis=0) + AROUND
        inside |= ((at >= low) & (at <= high)).all(axis=1)
    if len(cloth):
        off = np.hypot(*(at[:, None] - cloth[None]).transpose(2, 0, 1))
        inside |= (off < STILL).any(axis=1)
    return inside


def _largest_heap(supply: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which coins belong to the largest heap of coins that lie close to one another."""
    near = np.hypot(*(supply[:, None] - supply[None]).transpose(2, 0, 1)) < LINKED
    left = np.ones(len(supply), bool)
    best = np.zeros(len(supply), bool)
    while left.any():
        heap = np.zeros(len(supply), bool)
        heap[int(left.argmax())] = True
        while True:
            grown = near[heap].any(axis=0)
            if (grown == heap).all():
                break
            heap = grown
        left &= ~heap
        if heap.sum() > best.sum():
            best = heap
    return best
