"""From the grid's votes to cards: cells that mean the same card are gathered.

Each cell that shows a card says where that card's middle lies and how it is turned. Cells of one
card agree, however little of it shows; cells of its neighbour mean another middle. So two equal
cards stay two, and a card seen in two pieces stays one.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid

Floats = NDArray[np.float32]

CARD_FROM = 0.5
"""Least probability of showing a card for a cell to vote."""
NEAR = 0.15
"""Votes within this many card widths of one another mean the same card."""
TURNED_ALIKE = 0.75
"""Least cosine of twice the angle between two votes for the same card."""
LEAST_CELLS = 4
LEAST_DENSITY = 0.45
"""About two votes for the same cell; fewer are noise, and noise is slow to sort."""
LEAST_VISIBLE = 0.02
ON_CARD, MOSTLY = 1.2, 0.65
"""A card's cells lie within this many half axes of its middle, at least this share of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One card: ``centre``, ``u``, ``v`` (2,) pixels, middle and half axes; ``up`` probability that
    it lies face up; ``score`` mean probability of its cells; ``cells`` (n, 2) rows and columns;
    ``visible`` share of its area; ``width`` in pixels of the resized picture."""

    centre: Floats
    u: Floats
    v: Floats
    up: float
    score: float
    cells: NDArray[np.intp]
    visible: float
    width: float


def _single(doubled: Floats) -> Floats:
    """Vectors from their doubled-angle form; the sign is arbitrary."""
    length = np.hypot(doubled[..., 0], doubled[..., 1])
    angle = np.arctan2(doubled[..., 1], doubled[..., 0]) / 2
    out = np.stack([np.cos(angle), np.sin(angle)], axis=-1) * length[..., None]
    return np.asarray(out, np.float32)


def gather(grid: Grid) -> list[Found]:
    """The cards that ``grid`` votes for."""
    card = grid.share[:, :, 1] + grid.share[:, :, 2]
    rows, columns = np.nonzero(card > CARD_FROM)
    if len(rows) == 0:
        return []
    centre = grid.centre[rows, columns]
    u2, v2 = grid.u2[rows, columns], grid.v2[rows, columns]
    weight = card[rows, columns]
    up = grid.share[rows, columns, 1] > grid.share[rows, columns, 2]
    width = np.hypot(u2[:, 0], u2[:, 1]) * 2
    height = np.hypot(v2[:, 0], v2[:, 1]) * 2
    width = np.maximum(width, 1e-3)
    turn = v2 / np.maximum(height[:, None] / 2, 1e-3)
    density = _density(grid, centre, weight)
    free = np.ones(len(rows), bool)
    found: list[Found] = []
    cell_area = 1 / (grid.scale[0] * grid.scale[1])
    for seed in np.argsort(-density, kind="stable"):
        if density[seed] < LEAST_DENSITY:
            break
        if not free[seed]:
            continue
        mean_c, mean_t, mean_w, mean_h = centre[seed], turn[seed], width[seed], height[seed]
        members = np.array([seed])
        for _ in range(3):
            near = (
                free
                & (up == up[seed])
                & (np.hypot(centre[:, 0] - mean_c[0], centre[:, 1] - mean_c[1]) < NEAR * mean_w)
                & (turn @ mean_t > TURNED_ALIKE)
                & (np.abs(np.log(height / mean_h)) < 0.45)
            )
            members = np.nonzero(near)[0]
            if len(members) == 0:
                break
            mean_c = np.median(centre[members], axis=0)
            mean_t = turn[members].mean(axis=0)
            mean_t = mean_t / max(float(np.hypot(*mean_t)), 1e-6)
            mean_w, mean_h = np.median(width[members]), np.median(height[members])
        free[seed] = False
        free[members] = False
        if len(members) < LEAST_CELLS:
            continue
        card_found = _card(grid, members, rows, columns, centre, u2, v2, weight, cell_area)
        if card_found is not None:
            found.append(card_found)
    return _merged(found)


def _density(grid: Grid, centre: Floats, weight: Floats) -> Floats:
    """How many votes fall near each vote, from a smoothed count on the grid."""
    rows, columns = grid.share.shape[:2]
    pad = 24
    heap = np.zeros((rows + 2 * pad, columns + 2 * pad), np.float32)
    xs = np.clip((centre[:, 0] * grid.scale[0]).astype(int) + pad, 0, heap.shape[1] - 1)
    ys = np.clip((centre[:, 1] * grid.scale[1]).astype(int) + pad, 0, heap.shape[0] - 1)
    np.add.at(heap, (ys, xs), weight)
    heap = np.asarray(cv2.GaussianBlur(heap, (0, 0), 0.9), np.float32)
    return np.asarray(heap[ys, xs], np.float32)


def _card(
    grid: Grid,
    members: NDArray[np.intp],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    centre: Floats,
    u2: Floats,
    v2: Floats,
    weight: Floats,
    cell_area: float,
) -> Found | None:
    middle = np.median(centre[members], axis=0).astype(np.float32)
    u = _single(np.median(u2[members], axis=0).astype(np.float32))
    v = _single(np.median(v2[members], axis=0).astype(np.float32))
    if u[0] * v[1] - u[1] * v[0] < 0:
        u = -u
    area = 4 * abs(float(u[0] * v[1] - u[1] * v[0]))
    if area < 4 * cell_area:
        return None
    visible = min(1.0, len(members) * cell_area / area)
    if visible < LEAST_VISIBLE or not _sound(grid, members, rows, columns, middle, u, v):
        return None
    shares = grid.share[rows[members], columns[members]]
    total = float((shares[:, 1] + shares[:, 2]).sum())
    return Found(
        middle,
        u,
        v,
        float(shares[:, 1].sum()) / max(total, 1e-6),
        float(weight[members].mean()),
        np.stack([rows[members], columns[members]], axis=1),
        visible,
        float(np.hypot(*u)) * 2 * grid.zoom,
    )


def _sound(
    grid: Grid,
    members: NDArray[np.intp],
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    middle: Floats,
    u: Floats,
    v: Floats,
) -> bool:
    """Whether most of the cells that vote for a card lie on that card."""
    at = np.stack([columns[members] + 0.5, rows[members] + 0.5], axis=1) / np.array(grid.scale)
    try:
        on = np.linalg.solve(np.stack([u, v], axis=1), (at - middle).T)
    except np.linalg.LinAlgError:
        return False
    return float((np.abs(on).max(axis=0) < ON_CARD).mean()) >= MOSTLY


def same_card(a: Found, b: Found, near: float) -> bool:
    """Whether ``a`` and ``b`` mean one card: middles within ``near`` widths, turned and sized
    alike."""
    wide = 2 * min(float(np.hypot(*a.u)), float(np.hypot(*b.u)))
    if float(np.hypot(*(a.centre - b.centre))) > near * wide:
        return False
    av, bv = a.v / np.hypot(*a.v), b.v / np.hypot(*b.v)
    alike = abs(float(av @ bv)) > 0.9
    ratio = float(np.hypot(*a.v) / np.hypot(*b.v))
    return alike and 0.6 < ratio < 1.67


def _merged(found: list[Found]) -> list[Found]:
    """Without the splinters of a card whose votes fell into two heaps."""
    kept: list[Found] = []
    for card in sorted(found, key=lambda f: -len(f.cells)):
        twin = next(
            (k for k in kept if same_card(k, card, 0.22) and len(card.cells) < 0.3 * len(k.cells)),
            None,
        )
        close = next((k for k in kept if same_card(k, card, 0.1)), None)
        if twin is None and close is None:
            kept.append(card)
    return kept
