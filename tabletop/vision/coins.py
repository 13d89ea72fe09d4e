"""Coins and hands, from the finder's grid."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid
from tabletop.vision.middles import medians
from tabletop.vision.sighting import Coin

COIN_FROM = 0.5
SPLINTER, TOUCHING = 0.65, 1.4
"""What is so much smaller than a coin and so near to its middle, in its radii, is part of it."""
LEAST_HAND = 0.0015
"""Smaller specks, as a share of the picture, are no hand."""
SURE_HAND = 0.9
"""Of a hand the finder is surer than this, by its median; of planks of its colour mostly less."""


def coins(grid: Grid) -> tuple[Coin, ...]:
    """The coins that ``grid`` votes for."""
    share = grid.share[:, :, 4]
    rows, columns = np.nonzero(share > COIN_FROM)
    if len(rows) == 0:
        return ()
    _, labels = cv2.connectedComponents((share > COIN_FROM).astype(np.uint8), connectivity=8)
    x, y = grid.centre[rows, columns].T.copy()
    weight = share[rows, columns]
    patch = labels[rows, columns]
    cell = float(1 / np.sqrt(grid.scale[0] * grid.scale[1]))
    heap = np.zeros((share.shape[0] * 2 + 8, share.shape[1] * 2 + 8), np.float32)
    xs = np.clip((x * grid.scale[0] * 2).astype(int) + 4, 0, heap.shape[1] - 1)
    ys = np.clip((y * grid.scale[1] * 2).astype(int) + 4, 0, heap.shape[0] - 1)
    np.add.at(heap, (ys, xs), weight)
    heap = np.asarray(cv2.GaussianBlur(heap, (0, 0), 1.0), np.float32)
    density = heap[ys, xs]
    free = np.ones(len(rows), bool)
    found: list[Coin] = []
    for seed in np.argsort(-density, kind="stable"):
        if not free[seed]:
            continue
        near = (x - x[seed]) ** 2 + (y - y[seed]) ** 2 < (1.3 * cell) ** 2
        near &= free & (patch == patch[seed])
        free[near] = False
        free[seed] = False
        n = int(near.sum())
        if n < 2:
            continue
        across, down = medians(np.stack([x[near], y[near]])).tolist()
        radius = float(np.sqrt(n / np.pi) * cell)
        found.append(Coin(across, down, radius, float(weight[near].mean())))
    return _without_splinters(found)


def _without_splinters(found: list[Coin]) -> tuple[Coin, ...]:
    """Without what a few stray votes at the edge of a coin make."""
    kept: list[Coin] = []
    for coin in sorted(found, key=lambda c: -c.radius):
        if all(
            coin.radius > SPLINTER * k.radius
            or np.hypot(coin.x - k.x, coin.y - k.y) > TOUCHING * k.radius
            for k in kept
        ):
            kept.append(coin)
    return tuple(kept)


def hands(grid: Grid) -> NDArray[np.bool_]:
    """Where a hand or an arm covers the table: boolean, shape (rows, columns)."""
    share = grid.share[:, :, 3]
    patches, count, kept = _patches(share > 0.5)
    for i in range(1, count):
        kept[i] = kept[i] and float(np.median(share[patches == i])) > SURE_HAND
    return kept[patches]


def without_specks(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``mask`` (rows, columns) without what is too small for a hand."""
    patches, _, kept = _patches(mask)
    return kept[patches]


def _patches(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int32], int, NDArray[np.bool_]]:
    """The number of the patch that each cell of ``mask`` is in, how many there are, and which of
    them are large enough for a hand; 0 is none."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, patches, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= LEAST_HAND * mask.size
    large[0] = False
    return np.asarray(patches, np.int32), count, large
