"""Readings as a card reader might give them, made from tables whose truth is known.

``Noise`` says how bad the reader is. ``reading`` turns cards with known faces, corners and visible
shares into a ``Reading``: probabilities blurred and now and then wrong (look-alikes first), corners
shaken, cards missed, phantoms added, an arm laid over the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACE_INDEX, FACES
from tabletop.vision.sighting import Coin, Quad, Reading, Sighting

_LIKE = {
    "A": "4", "4": "A", "6": "98", "8": "69", "9": "6", "Q": "KT", "K": "QJ", "J": "QK",
    "T": "Q9", "2": "7", "7": "2", "3": "8", "5": "6", "X": "X",
}  # fmt: skip
_SUIT_LIKE = {"C": "S", "S": "C", "H": "D", "D": "H", "R": "B", "B": "R"}


@dataclass(frozen=True)
class Noise:
    """``sure``: usual probability given to the right face; ``wrong``: share of cards whose first
    choice is wrong; ``miss``/``miss_covered``: share of cards not seen at all; ``phantom``: mean
    number of cards that aren't there; ``shake``: corner noise, share of a card's width; ``coin``:
    share of coins not seen; ``least``: cards that show less than this share are not seen."""

    sure: float = 0.995
    wrong: float = 0.0
    miss: float = 0.0
    miss_covered: float = 0.0
    phantom: float = 0.0
    shake: float = 0.01
    coin: float = 0.0
    least: float = 0.12


CLEAN = Noise()
LIGHT = Noise(sure=0.98, wrong=0.005, miss=0.002, miss_covered=0.02, phantom=0.02, coin=0.02)
USUAL = Noise(
    sure=0.95, wrong=0.015, miss=0.005, miss_covered=0.05, phantom=0.05, shake=0.02, coin=0.05
)
ROUGH = Noise(
    sure=0.9, wrong=0.04, miss=0.01, miss_covered=0.12, phantom=0.15, shake=0.035, coin=0.12
)
BLURRED = Noise(
    sure=0.7, wrong=0.15, miss=0.06, miss_covered=0.4, phantom=0.3, shake=0.05, coin=0.3, least=0.25
)
"""A picture out of focus or shaken."""


@dataclass(frozen=True)
class Card:
    """A card on the table: ``quad`` shape (4, 2), pixels; ``visible`` 0 to 1."""

    face: str
    quad: NDArray[np.float64]
    visible: float


@dataclass
class Table:
    """A table as a camera sees it. ``arm``: outline of an arm over it, pixels, or None."""

    size: tuple[int, int]
    cards: list[Card]
    coins: list[tuple[float, float, float]] = field(default_factory=list)
    arm: NDArray[np.float64] | None = None


def _alike(face: str, rng: np.random.Generator) -> str:
    if rng.random() < 0.5:
        return face[0] + _SUIT_LIKE[face[1]]
    if face[0] == "X":
        return "JS" if rng.random() < 0.3 else "X" + _SUIT_LIKE[face[1]]
    return str(rng.choice(list(_LIKE[face[0]]))) + face[1]


def probabilities(
    face: str, visible: float, noise: Noise, rng: np.random.Generator
) -> NDArray[np.float32]:
    """A reader's probabilities for a card that is ``face``."""
    p = np.zeros(54)
    covered = visible < 0.5
    sure = noise.sure - (0.06 if covered else 0.0) * (1 - noise.sure) / 0.05
    sure = float(np.clip(rng.normal(sure, (1 - noise.sure) / 2), 0.4, 0.9995))
    first = face
    if rng.random() < noise.wrong * (2.5 if covered else 1):
        first = _alike(face, rng)
        sure = float(rng.uniform(0.45, 0.9))
        p[FACE_INDEX[face]] += (1 - sure) * rng.uniform(0.3, 0.9)
    p[FACE_INDEX[first]] += sure
    rest = max(0.0, 1 - p.sum())
    for _ in range(3):
        p[FACE_INDEX[_alike(face, rng)]] += rest * 0.25
    p += rest * 0.2 / len(FACES)
    return (p / max(p.sum(), 1.0)).astype(np.float32)


def _covered(quad: NDArray[np.float64], mask: NDArray[np.bool_], size: tuple[int, int]) -> float:
    rows, cols = mask.shape
    u, v = np.meshgrid(np.linspace(0.05, 0.95, 8), np.linspace(0.05, 0.95, 8))
    pts = (
        quad[0] * ((1 - u) * (1 - v))[..., None]
        + quad[1] * (u * (1 - v))[..., None]
        + quad[2] * (u * v)[..., None]
        + quad[3] * ((1 - u) * v)[..., None]
    )
    c = np.clip((pts[..., 0] / size[0] * cols).astype(int), 0, cols - 1)
    r = np.clip((pts[..., 1] / size[1] * rows).astype(int), 0, rows - 1)
    return float(mask[r, c].mean())


def arm_mask(outline: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """A grid like a reader's: shape (36, 64), true inside the arm's outline."""
    rows, cols = 36, 64
    x = (np.arange(cols) + 0.5) / cols * size[0]
    y = (np.arange(rows) + 0.5) / rows * size[1]
    gx, gy = np.meshgrid(x, y)
    inside = np.zeros((rows, cols), dtype=bool)
    n = len(outline)
    for i in range(n):
        (x0, y0), (x1, y1) = outline[i], outline[(i + 1) % n]
        crosses = ((y0 > gy) != (y1 > gy)) & (gx < (x1 - x0) * (gy - y0) / (y1 - y0 + 1e-9) + x0)
        inside ^= crosses
    return inside


def arm(
    target: tuple[float, float], from_edge: tuple[float, float], width: float
) -> NDArray[np.float64]:
    """Outline of an arm that reaches from outside the picture to ``target``, pixels."""
    a, b = np.asarray(from_edge, float), np.asarray(target, float)
    along = (b - a) / np.linalg.norm(b - a)
    side = np.array([-along[1], along[0]]) * width / 2
    return np.array([a + side * 1.4, b + side, b + along * width * 0.6, b - side, a - side * 1.4])


def reading(table: Table, noise: Noise, rng: np.random.Generator) -> Reading:
    """What a reader with ``noise`` makes of ``table``."""
    mask = np.zeros((36, 64), dtype=np.bool_)
    if table.arm is not None:
        mask = arm_mask(table.arm, table.size)
    seen: list[Sighting] = []
    for card in table.cards:
        hidden = _covered(card.quad, mask, table.size) if mask.any() else 0.0
        visible = card.visible * (1 - hidden)
        inside = (
            (card.quad >= 0).all(axis=1) & (card.quad < np.asarray(table.size)).all(axis=1)
        ).mean()
        visible = visible if inside == 1 else visible * (0.3 + 0.7 * inside)
        if visible < noise.least or inside < 0.5:
            continue
        miss = noise.miss_covered if visible < 0.5 else noise.miss
        if rng.random() < miss:
            continue
        width = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        quad = card.quad + rng.normal(0, noise.shake * width, (4, 2))
        if rng.random() < 0.5:
            quad = np.roll(quad, 2, axis=0)
        corners: Quad = tuple((float(x), float(y)) for x, y in quad)  # type: ignore[assignment]
        guess = float(np.clip(visible + rng.normal(0, 0.04), 0.02, 1.0))
        if card.face == "back":
            seen.append(Sighting(corners, False, np.zeros(54, dtype=np.float32), guess, 0.98))
        else:
            p = probabilities(card.face, visible, noise, rng)
            seen.append(Sighting(corners, True, p, guess, 0.98))
    for _ in range(rng.poisson(noise.phantom)):
        seen.append(_phantom(table, rng))
    coins = tuple(
        Coin(x + rng.normal(0, r * 0.1), y + rng.normal(0, r * 0.1), r, 0.9)
        for x, y, r in table.coins
        if rng.random() >= noise.coin
    )
    return Reading(table.size, tuple(seen), coins, mask)


def _phantom(table: Table, rng: np.random.Generator) -> Sighting:
    """Half of the time a second sighting of a card that is there, else anything anywhere."""
    p = rng.dirichlet(np.full(54, 0.05)).astype(np.float32) * np.float32(0.7)
    if table.cards and rng.random() < 0.5:
        quad = table.cards[int(rng.integers(len(table.cards)))].quad
        quad = quad + rng.normal(0, 12, 2)
    else:
        x, y = rng.uniform(0, table.size[0]), rng.uniform(0, table.size[1])
        w = table.size[0] / 16
        quad = np.array([[x, y], [x + w, y], [x + w, y + 1.4 * w], [x, y + 1.4 * w]])
    corners: Quad = tuple((float(a), float(b)) for a, b in quad)  # type: ignore[assignment]
    return Sighting(corners, True, p, float(rng.uniform(0.15, 0.5)), float(rng.uniform(0.3, 0.6)))
