"""From the grid's votes to cards: cells that mean the same card are gathered.

Each cell that shows a card says where that card's middle lies and how it is turned. Cells of one
card agree, however little of it shows; cells of its neighbour mean another middle. So two equal
cards stay two, and a card seen in two pieces stays one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import CARD_FROM, Grid
from tabletop.vision.found import Found, in_pixels, share_inside
from tabletop.vision.middles import medians
from tabletop.vision.pieces import Piece, merged, united

Floats = NDArray[np.float32]

NEAR = 0.15
"""Votes within this many card widths of one another mean the same card."""
AROUND = 4.0
"""Votes farther than so many times that are never looked at again: a heap's middle moves twice, and
hardly ever by more than that each time."""
NEAR_KNOWN = 0.14
"""The same where it is known how wide cards are."""
REACH = 0.25
"""A vote so far from all cards, in card widths, means none of them."""
TURNED_ALIKE = 0.75
"""Least cosine of twice the angle between two votes for the same card."""
HIGH_ALIKE = 0.45
"""Largest difference of the logarithms of two voted heights of the same card."""
LEAST_CELLS = 4
LEAST_DENSITY = 0.45
"""About two votes for the same cell; fewer are noise, and noise is slow to sort."""
LEAST_VISIBLE, LEAST_KNOWN = 0.02, 0.06
"""Of a card at least this share must show; more where its size is known and the share is sure."""
ON_CARD, MOSTLY = 1.2, 0.65
"""A card's cells lie within this many half axes of its middle, at least this share of them."""


class Sizes(Protocol):
    """Tells how large a card is."""

    def __call__(self, centre: Floats, direction: Floats) -> tuple[Floats, Floats]:
        """Width and height in pixels, each (n,), of cards with their middles at ``centre`` (n, 2)
        whose upright edges run along ``direction`` (n, 2) as doubled angles of length 1."""
        ...


def gather(
    grid: Grid, *, free: NDArray[np.bool_] | None = None, sizes: Sizes | None = None
) -> list[Found]:
    """The cards that ``grid`` votes for.

    ``free``: (rows, columns), cells to be looked at, all if not given. ``sizes``: how large cards
    are; if not given, that is voted too.
    """
    card = grid.card
    rows, columns = np.nonzero(card > CARD_FROM if free is None else (card > CARD_FROM) & free)
    if len(rows) == 0:
        return []
    ballots = _ballots(grid, rows, columns, card[rows, columns], sizes)
    heaps = _heaps(ballots, alike=sizes is None)
    if sizes is not None:
        heaps = _shared_out(ballots, heaps)
    least = LEAST_VISIBLE if sizes is None else LEAST_KNOWN

    def card_of(members: NDArray[np.intp]) -> Piece | None:
        return _piece(grid, ballots, members, least)

    pieces = [piece for piece in map(card_of, heaps) if piece is not None]
    return merged(united(pieces, card_of))


@dataclass(frozen=True, slots=True, eq=False)
class _Ballots:
    """The votes of the cells that show cards, one column a cell, in the order of ``y``.

    ``place`` (8, n) holds ``x``, ``y`` (the card's middle), its half axes as doubled angles (two
    numbers each) and its width and height, pixels; ``turn`` (2, n) the second axis at length 1;
    ``at`` (n, 2) the cell's middle; ``weight`` the probability of a card, ``faces`` of one face up,
    ``up`` whether it rather lies face up, ``density`` how many votes fall near.
    """

    cells: NDArray[np.intp]
    place: Floats
    turn: Floats
    tallness: Floats
    at: Floats
    weight: Floats
    faces: Floats
    up: NDArray[np.bool_]
    density: Floats


def _ballots(
    grid: Grid,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    weight: Floats,
    sizes: Sizes | None,
) -> _Ballots:
    order = np.argsort(grid.centre[rows, columns, 1], kind="stable")
    rows, columns, weight = rows[order], columns[order], weight[order]
    centre = grid.centre[rows, columns]
    place = np.empty((8, len(rows)), np.float32)
    place[0:2] = centre.T
    place[2:4] = grid.u2[rows, columns].T
    place[4:6] = grid.v2[rows, columns].T
    place[6] = np.maximum(2 * np.hypot(place[2], place[3]), 1e-3)
    place[7] = 2 * np.hypot(place[4], place[5])
    turn = place[4:6] / np.maximum(place[7] / 2, 1e-3)
    if sizes is not None:
        # How far the hidden edges of a strip are is voted badly; whole cards nearby tell it.
        place[6], place[7] = sizes(centre, turn.T)
    share = grid.share[rows, columns]
    at = np.stack([rows, columns], axis=1)
    return _Ballots(
        at,
        place,
        turn,
        np.log(np.maximum(place[7], np.float32(1e-3))),
        in_pixels(grid.scale, at),
        weight,
        share[:, 1],
        share[:, 1] > share[:, 2],
        _density(grid, centre, weight),
    )


def _density(grid: Grid, centre: Floats, weight: Floats) -> Floats:
    """How many votes fall near each vote, from a smoothed count on the grid."""
    pad = 24
    rows, columns = grid.share.shape[0] + 2 * pad, grid.share.shape[1] + 2 * pad
    xs = np.clip((centre[:, 0] * grid.scale[0]).astype(int) + pad, 0, columns - 1)
    ys = np.clip((centre[:, 1] * grid.scale[1]).astype(int) + pad, 0, rows - 1)
    heap = np.bincount(ys * columns + xs, weight, rows * columns).reshape(rows, columns)
    smooth = cv2.GaussianBlur(heap.astype(np.float32), (0, 0), 0.9)
    return np.asarray(smooth[ys, xs], np.float32)


def _heaps(ballots: _Ballots, *, alike: bool) -> list[NDArray[np.intp]]:
    """The votes for each card, as columns of ``ballots``, densest votes first."""
    # Bytes are asked for one by one much faster than an array is.
    flags = bytearray(b"\1" * len(ballots.cells))
    left = np.frombuffer(flags, bool)
    # The densest come first, of equals the upper left one. One number says both (the bits of
    # positive floats are in their order); sorting by three takes ten times as long.
    rank = ballots.density.view(np.int32).astype(np.int64) << 32
    order = np.argsort((ballots.cells[:, 0] << 16) + ballots.cells[:, 1] - rank)
    dense = int(np.count_nonzero(ballots.density >= LEAST_DENSITY))
    heaps = []
    for seed in order[:dense].tolist():
        if flags[seed]:
            members = _members(ballots, seed, left, alike=alike)
            left[seed] = False
            left[members] = False
            if len(members) >= LEAST_CELLS:
                heaps.append(members)
    return heaps


def _members(
    ballots: _Ballots, seed: int, left: NDArray[np.bool_], *, alike: bool
) -> NDArray[np.intp]:
    """The votes for the same card as ``seed``'s. ``alike``: they must be for like sizes."""
    x, y, _, _, _, _, width, height = ballots.place[:, seed].tolist()
    turn = ballots.turn[:, seed]
    near_by, alignment = (NEAR, TURNED_ALIKE) if alike else (NEAR_KNOWN, 0.0)
    far = AROUND * near_by * width
    first, last = ballots.place[1].searchsorted((y - far, y + far)).tolist()
    about = np.abs(ballots.place[0, first:last] - x) < far
    about &= left[first:last]
    about &= ballots.up[first:last] == ballots.up[seed]
    around = about.nonzero()[0] + first
    xs, ys = ballots.place[:2].take(around, axis=1)
    turns = ballots.turn.take(around, axis=1)
    if alike:
        heights = ballots.tallness[around]
    chosen = b""
    for round_ in range(3):
        reach = near_by * width
        near = (xs - x) ** 2 + (ys - y) ** 2 < reach * reach
        near &= turn @ turns > alignment
        if alike:
            near &= np.abs(heights - math.log(max(height, 1e-9))) < HIGH_ALIKE
        members = around[near]
        # Votes chosen a second time would be chosen again.
        if round_ == 2 or not len(members) or near.tobytes() == chosen:
            break
        chosen = near.tobytes()
        mine = ballots.place.take(members, axis=1)
        x, y = medians(mine[:2]).tolist()
        down, right, width, height = (np.add.reduce(mine[4:], axis=1) / len(members)).tolist()
        turn = np.array([down, right], np.float32) / max(math.hypot(down, right), 1e-6)
    return np.asarray(members)


def _shared_out(ballots: _Ballots, heaps: list[NDArray[np.intp]]) -> list[NDArray[np.intp]]:
    """``heaps`` with every vote at the card to whose middle it comes nearest."""
    if not heaps:
        return heaps
    middles = np.stack([medians(ballots.place[:2, members]) for members in heaps], axis=1)
    far = (ballots.place[0] - middles[0][:, None]) ** 2
    far += (ballots.place[1] - middles[1][:, None]) ** 2
    nearest = far.argmin(axis=0)
    off = np.sqrt(far[nearest, np.arange(far.shape[1])])
    nearest[off > REACH * ballots.place[6]] = len(heaps)
    order = np.argsort(nearest, kind="stable")
    starts = np.searchsorted(nearest[order], np.arange(1, len(heaps) + 1))
    return [members for members in np.split(order, starts)[:-1] if len(members) >= LEAST_CELLS]


def _axis(doubled: tuple[float, float], length: float) -> tuple[float, float]:
    """The half axis that ``doubled`` (angle) means, half of ``length`` long; its sign is
    arbitrary."""
    angle = math.atan2(doubled[1], doubled[0]) / 2
    # A vote for no direction at all is a vote for no length.
    half = length / 2 if math.hypot(*doubled) > 1e-6 else 0.0
    return math.cos(angle) * half, math.sin(angle) * half


def _piece(grid: Grid, ballots: _Ballots, members: NDArray[np.intp], least: float) -> Piece | None:
    """The card that ``members`` vote for, if it shows well enough.

    Votes that take its width for its height are outvoted, not averaged with the others.
    """
    turn = ballots.turn.take(members, axis=1)
    agree = np.add.reduce(turn, axis=1) @ turn > 0
    agreed = members[agree] if 0 < np.count_nonzero(agree) < len(members) else members
    x, y, u0, u1, v0, v1, width, height = medians(ballots.place.take(agreed, axis=1)).tolist()
    (ux, uy), (vx, vy) = _axis((u0, u1), width), _axis((v0, v1), height)
    turned = ux * vy - uy * vx
    if turned < 0:
        ux, uy = -ux, -uy
    cell_area = 1 / (grid.scale[0] * grid.scale[1])
    area = 4 * abs(turned)
    if area < 4 * cell_area:
        return None
    visible = min(1.0, len(members) * cell_area / area)
    if visible < least:
        return None
    centre, u, v = np.array([[x, y], [ux, uy], [vx, vy]], np.float32)
    at = ballots.at.take(members, axis=0)
    if share_inside(at, centre, u, v, ON_CARD) < MOSTLY:
        return None
    weight = float(np.add.reduce(ballots.weight[members]))
    card = Found(
        centre,
        u,
        v,
        float(np.add.reduce(ballots.faces[members])) / max(weight, 1e-6),
        weight / len(members),
        ballots.cells[members],
        visible,
        math.hypot(ux, uy) * 2 * grid.zoom,
    )
    return Piece(members, at, card)
