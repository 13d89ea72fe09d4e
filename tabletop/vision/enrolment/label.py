"""Which face each card of a laid-out deck has, from what was read and how the deck lies.

A strange deck is read badly card by card. But each face is there once, and a deck that was laid
out lies in rows, each a suit from ace to king or back; both together name what single cards leave
open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACES, RANKS, SUITS
from tabletop.vision.sighting import Sighting

Floats = NDArray[np.float32]

LEAST_P = 0.002
"""No face of a strange deck is ruled out by more than this."""
WHOLE = 0.75
"""Cards that show less aren't learnt from, if another card lies near enough to cover them."""
APART = 0.08
"""Share of its area that other outlines may take of a card that lies apart: of a strange deck the
finder may see only parts of a card that shows whole."""
IN_ROW = 0.35
"""Cards of one row lie within this many card heights of its line."""
LEAST_ROW = 5
SURE = 2.0
"""A name is taken where the next best naming of the picture is less likely by this much (natural
logarithm); the same for the order of a row, for each of its cards."""
LEAST_RIGHT = 0.34
"""Share of a row that must read as its order says, or be second best."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card of the picture and its face."""

    sighting: Sighting
    face: str


def label(cards: Sequence[Sighting]) -> list[Labelled]:
    """The cards of one picture of a laid-out deck that can be told, each face at most once."""
    whole = [c for c in cards if c.up and (c.visible >= WHOLE or _lies_apart(c, cards))]
    if not whole:
        return []
    logs = np.log(np.maximum(np.stack([c.p for c in whole]), LEAST_P)).astype(np.float32)
    fixed = _by_rows(whole, logs)
    free = [i for i in range(len(whole)) if i not in fixed]
    open_faces = [k for k in range(len(FACES)) if k not in fixed.values()]
    for i, k in _once_each(logs[np.ix_(free, open_faces)]).items():
        fixed[free[i]] = open_faces[k]
    return [Labelled(whole[i], FACES[k]) for i, k in sorted(fixed.items())]


def _lies_apart(card: Sighting, cards: Sequence[Sighting]) -> bool:
    """Whether no other of ``cards`` takes more of the place of ``card`` than an edge."""
    mine = np.array(card.quad, np.float32)
    taken = [
        cv2.intersectConvexConvex(mine, np.array(other.quad, np.float32))[0]
        for other in cards
        if other is not card
    ]
    return sum(taken) < APART * cv2.contourArea(mine)


def _rows(cards: Sequence[Sighting]) -> list[list[int]]:
    """Indices of the cards in each row, in order along it."""
    middles = np.array([c.centre for c in cards])
    ups = np.array([np.array(c.quad[0]) - np.array(c.quad[3]) for c in cards])
    angles = np.arctan2(ups[:, 1], ups[:, 0])
    turn = np.angle(np.exp(2j * angles).sum()) / 2
    up = np.array([np.cos(turn), np.sin(turn)])
    along, across = middles @ np.array([-up[1], up[0]]), middles @ up
    tall = float(np.median(np.hypot(*ups.T)))
    rows: list[list[int]] = []
    # A picture taken at an angle bends rows a little: each card is held against the last of a row.
    for i in np.argsort(along):
        near = [r for r in rows if abs(across[r[-1]] - across[i]) < IN_ROW * tall]
        if near:
            min(near, key=lambda r: abs(across[r[-1]] - across[i])).append(int(i))
        else:
            rows.append([int(i)])
    return [r for r in rows if len(r) >= LEAST_ROW]


def _by_rows(cards: Sequence[Sighting], logs: Floats) -> dict[int, int]:
    """Card to face for rows that lie in order, no face twice."""
    claims: list[tuple[float, list[int], list[int]]] = []
    for whole_row in _rows(cards):
        # A joker or a back may lie at the end of a suit's row.
        count = min(len(whole_row), len(RANKS))
        runs = [whole_row[k : k + count] for k in range(len(whole_row) - count + 1)]
        best = sorted(
            (
                (float(logs[run, faces].sum()), run, faces)
                for run in runs
                for faces in _orders(count)
            ),
            key=lambda item: item[0],
            reverse=True,
        )
        lead = best[0][0] - best[1][0]
        _, row, faces = best[0]
        second = np.sort(logs[row], axis=1)[:, -2]
        fits = float((logs[row, faces] >= second).mean())
        if lead > SURE and fits >= LEAST_RIGHT:
            claims.append((best[0][0] / len(row), row, faces))
    named: dict[int, int] = {}
    for _, row, faces in sorted(claims, reverse=True):
        if not set(faces) & set(named.values()):
            named |= dict(zip(row, faces, strict=True))
    return named


def _orders(count: int) -> list[list[int]]:
    """Faces of every run of ``count`` cards of a suit, up or down, the ace low or high."""
    orders = []
    for suit in SUITS:
        for circle in (RANKS, RANKS[1:] + RANKS[0]):
            for start in range(len(circle) - count + 1):
                run = [FACES.index(r + suit) for r in circle[start : start + count]]
                orders += [run, run[::-1]]
    unique = {tuple(order) for order in orders}
    return [list(order) for order in sorted(unique)]


def _once_each(logs: Floats) -> dict[int, int]:
    """Card to face, the likeliest naming in which no face comes twice; cards whose face the
    naming leaves open are left out."""
    taken: dict[int, int] = {}
    left = logs.copy()
    # The clearest card first: what it takes is no longer open to the others.
    for _ in range(min(logs.shape)):
        order = np.sort(np.maximum(left, np.log(LEAST_P)), axis=1)
        lead = order[:, -1] - (order[:, -2] if left.shape[1] > 1 else np.log(LEAST_P))
        lead[list(taken)] = -np.inf
        i = int(np.argmax(lead))
        if lead[i] < SURE:
            break
        k = int(np.argmax(left[i]))
        if left[i, k] <= np.log(LEAST_P) + 1e-6:
            break
        taken[i] = k
        left[:, k] = -np.inf
    return taken
