"""From the grid's votes to cards: cells that mean the same card are gathered.

Each cell that shows a card says where that card's middle lies and how it is turned. Cells of one
card agree, however little of it shows; cells of its neighbour mean another middle. So two equal
cards stay two, and a card seen in two pieces stays one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import Grid

Floats = NDArray[np.float32]

CARD_FROM = 0.5
"""Least probability of showing a card for a cell to vote."""
NEAR = 0.15
"""Votes within this many card widths of one another mean the same card."""
AROUND = 6.0
"""Votes farther than so many times that are never looked at again."""
NEAR_KNOWN = 0.14
"""The same where it is known how wide cards are."""
REACH = 0.25
"""A vote so far from all cards, in card widths, means none of them."""
TURNED_ALIKE = 0.75
"""Least cosine of twice the angle between two votes for the same card."""
LEAST_CELLS = 4
LEAST_DENSITY = 0.45
"""About two votes for the same cell; fewer are noise, and noise is slow to sort."""
LEAST_VISIBLE, LEAST_KNOWN = 0.02, 0.06
"""Of a card at least this share must show; more where its size is known and the share is sure."""
SAME = 0.8
"""What shows of two heaps of votes lies on both, to this share, if they mean one card."""
TIGHT = 0.17
"""Cards turned alike whose middles lie nearer, in widths, would not show their indices: they are
one."""
FARTHEST = 1.3
"""Half heights from a card's middle to its corner, and a little more."""
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
    card = grid.share[:, :, 1] + grid.share[:, :, 2]
    rows, columns = np.nonzero(card > CARD_FROM if free is None else (card > CARD_FROM) & free)
    if len(rows) == 0:
        return []
    ballots = _ballots(grid, rows, columns, card[rows, columns], sizes)
    heaps = _heaps(ballots, alike=sizes is None)
    if sizes is not None:
        heaps = _shared_out(ballots, heaps)
    least = LEAST_VISIBLE if sizes is None else LEAST_KNOWN

    def card_of(members: NDArray[np.intp]) -> Found | None:
        return _card(grid, ballots, members, least)

    cards = [(members, card_of(members)) for members in heaps]
    pieces = [(members, card) for members, card in cards if card is not None]
    return _merged(_united(grid, pieces, card_of))


def _heaps(ballots: _Ballots, *, alike: bool) -> list[NDArray[np.intp]]:
    """The cells of each card, as rows of ``ballots``, densest votes first."""
    left = np.ones(len(ballots.rows), bool)
    heaps = []
    for seed in np.argsort(-ballots.density, kind="stable"):
        if ballots.density[seed] < LEAST_DENSITY:
            break
        if left[seed]:
            members = _members(ballots, seed, left, alike=alike)
            left[seed] = False
            left[members] = False
            if len(members) >= LEAST_CELLS:
                heaps.append(members)
    return heaps


def _shared_out(ballots: _Ballots, heaps: list[NDArray[np.intp]]) -> list[NDArray[np.intp]]:
    """``heaps`` with every cell at the card whose middle its vote comes nearest to."""
    if not heaps:
        return heaps
    middles = np.stack([np.median(ballots.centre[members], axis=0) for members in heaps])
    off = ballots.centre[:, None] - middles[None]
    far = np.hypot(off[..., 0], off[..., 1]) / ballots.width[:, None]
    nearest = far.argmin(axis=1)
    nearest[far.min(axis=1) > REACH] = -1
    shared = [np.nonzero(nearest == k)[0] for k in range(len(heaps))]
    return [members for members in shared if len(members) >= LEAST_CELLS]


@dataclass(frozen=True, slots=True, eq=False)
class _Ballots:
    """The votes of the cells that show cards, one row a cell: where the cell lies, the card's
    middle, half axes as doubled angles, ``turn`` (the second one at length 1), size in pixels, the
    probability of a card, whether it lies face up, how many votes fall near, and the cell's middle
    in pixels."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    centre: Floats
    u2: Floats
    v2: Floats
    turn: Floats
    width: Floats
    height: Floats
    weight: Floats
    up: NDArray[np.bool_]
    density: Floats
    at: Floats


def _ballots(
    grid: Grid,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    weight: Floats,
    sizes: Sizes | None,
) -> _Ballots:
    centre = grid.centre[rows, columns]
    u2, v2 = grid.u2[rows, columns], grid.v2[rows, columns]
    up = grid.share[rows, columns, 1] > grid.share[rows, columns, 2]
    width = np.maximum(np.hypot(u2[:, 0], u2[:, 1]) * 2, 1e-3)
    height = np.hypot(v2[:, 0], v2[:, 1]) * 2
    turn = (v2 / np.maximum(height[:, None] / 2, 1e-3)).astype(np.float32)
    if sizes is not None:
        # How far the hidden edges of a strip are is voted badly; whole cards nearby tell it.
        width, height = sizes(centre, turn)
    density = _density(grid, centre, weight)
    at = ((np.stack([columns, rows], axis=1) + 0.5) / np.array(grid.scale)).astype(np.float32)
    return _Ballots(rows, columns, centre, u2, v2, turn, width, height, weight, up, density, at)


def _members(
    ballots: _Ballots, seed: np.intp, left: NDArray[np.bool_], *, alike: bool
) -> NDArray[np.intp]:
    """The cells that mean the same card as ``seed``. ``alike``: they must vote for like sizes."""
    mean_c, mean_t = ballots.centre[seed], ballots.turn[seed]
    mean_w, mean_h = ballots.width[seed], ballots.height[seed]
    near_by = NEAR if alike else NEAR_KNOWN
    far = AROUND * near_by * mean_w
    # Column by column: a maximum over rows of two is slow.
    about = np.abs(ballots.centre[:, 0] - mean_c[0]) < far
    about &= np.abs(ballots.centre[:, 1] - mean_c[1]) < far
    around = np.nonzero(about & left & (ballots.up == ballots.up[seed]))[0]
    centre, turn, v2 = ballots.centre[around], ballots.turn[around], ballots.v2[around]
    width, height = ballots.width[around], ballots.height[around]
    members = np.array([seed])
    for last in (False, False, True):
        off = centre - mean_c
        near = (np.hypot(off[:, 0], off[:, 1]) < near_by * mean_w) & (
            turn @ mean_t > (TURNED_ALIKE if alike else 0)
        )
        if alike:
            near &= np.abs(np.log(np.maximum(height, 1e-3) / mean_h)) < 0.45
        members = around[near]
        if len(members) == 0:
            break
        if last:
            break
        mean_c = np.median(centre[near], axis=0)
        share = near.astype(np.float32) / np.float32(len(members))
        mean_t = share @ v2
        mean_t = mean_t / max(math.hypot(*mean_t), 1e-6)
        mean_w, mean_h = share @ width, share @ height
    return members


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


def _axis(doubled: Floats, length: Floats) -> Floats:
    """The half axis that ``doubled`` (n, 2) mean together, half of ``length`` (n,) long."""
    axis = _single(np.median(doubled, axis=0).astype(np.float32))
    return axis * np.float32(np.median(length) / 2 / max(float(np.hypot(*axis)), 1e-6))


def _place(ballots: _Ballots, members: NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Middle and half axes of the card that ``members`` vote for, each (2,).

    Those that take its width for its height are outvoted, not averaged with the others.
    """
    turn = ballots.turn[members]
    common = turn.mean(axis=0)
    agree = turn @ common > 0
    if not agree.any() or agree.all():
        agree = np.ones(len(members), bool)
    agreed = members[agree]
    middle = np.median(ballots.centre[agreed], axis=0).astype(np.float32)
    u = _axis(ballots.u2[agreed], ballots.width[agreed])
    v = _axis(ballots.v2[agreed], ballots.height[agreed])
    return middle, -u if u[0] * v[1] - u[1] * v[0] < 0 else u, v


def _inside(
    points: Floats, middle: Floats, u: Floats, v: Floats, reach: float
) -> NDArray[np.bool_]:
    """Which of ``points`` (n, 2) lie within ``reach`` half axes of ``middle``."""
    across = float(u[0] * v[1] - u[1] * v[0])
    if abs(across) < 1e-6:
        return np.zeros(len(points), bool)
    off = points - middle
    right = (off[:, 0] * v[1] - off[:, 1] * v[0]) / across
    down = (u[0] * off[:, 1] - u[1] * off[:, 0]) / across
    return np.asarray((np.abs(right) < reach) & (np.abs(down) < reach))


def _card(grid: Grid, ballots: _Ballots, members: NDArray[np.intp], least: float) -> Found | None:
    cell_area = 1 / (grid.scale[0] * grid.scale[1])
    rows, columns = ballots.rows[members], ballots.columns[members]
    middle, u, v = _place(ballots, members)
    area = 4 * abs(float(u[0] * v[1] - u[1] * v[0]))
    if area < 4 * cell_area:
        return None
    visible = min(1.0, len(members) * cell_area / area)
    cells = np.stack([rows, columns], axis=1)
    on = _inside(ballots.at[members], middle, u, v, ON_CARD)
    if visible < least or float(on.mean()) < MOSTLY:
        return None
    shares = grid.share[rows, columns]
    total = float((shares[:, 1] + shares[:, 2]).sum())
    return Found(
        middle,
        u,
        v,
        float(shares[:, 1].sum()) / max(total, 1e-6),
        float(ballots.weight[members].mean()),
        cells,
        visible,
        float(np.hypot(*u)) * 2 * grid.zoom,
    )


def same_card(a: Found, b: Found, near: float) -> bool:
    """Whether ``a`` and ``b`` mean one card: middles within ``near`` widths, turned and sized
    alike."""
    apart = math.dist(a.centre.tolist(), b.centre.tolist())
    if apart > 2 * near * min(math.hypot(*a.u.tolist()), math.hypot(*b.u.tolist())):
        return False
    av, bv = math.hypot(*a.v), math.hypot(*b.v)
    return abs(float(a.v @ b.v)) > 0.9 * av * bv and 0.6 < av / bv < 1.67


Piece = tuple[NDArray[np.intp], Found]
"""A heap of ballots, and the card they make."""


def _united(
    grid: Grid, pieces: list[Piece], card_of: Callable[[NDArray[np.intp]], Found | None]
) -> list[Found]:
    """The cards of ``pieces``, those made one (``card_of``) that lie on one another.

    Of two cards the lower one shows beside the upper one only; where each shows on the other's
    place, the votes for one card have fallen into two heaps. So they have where both would lie in
    about the same place.
    """
    left = sorted(pieces, key=lambda piece: -len(piece[0]))
    done: list[Found] = []
    while left:
        members, card = left.pop(0)
        for k, (others, other) in enumerate(left):
            apart = share_on(grid, card, other) < SAME or share_on(grid, other, card) < SAME
            if apart and not same_card(card, other, TIGHT):
                continue
            both = np.concatenate([members, others])
            made = card_of(both)
            if made is not None:
                left[k] = both, made
                break
        else:
            done.append(card)
    return done


def along_axes(grid: Grid, card: Found) -> NDArray[np.float64]:
    """Where the cells of ``card``, found in ``grid``, lie along its half axes from its middle:
    (2, n)."""
    points = (card.cells[:, ::-1] + 0.5) / np.array(grid.scale) - card.centre
    return np.linalg.solve(np.stack([card.u, card.v], axis=1), points.T)


def share_on(grid: Grid, card: Found, other: Found, reach: float = 1.0) -> float:
    """The share of the cells of ``card``, found in ``grid``, that lie within ``reach`` half axes of
    the middle of ``other``; 0 where the two lie far from one another."""
    apart = math.dist(card.centre.tolist(), other.centre.tolist())
    if apart > math.hypot(*card.v.tolist()) + reach * math.hypot(*other.v.tolist()) * FARTHEST:
        return 0.0
    at = ((card.cells[:, ::-1] + 0.5) / np.array(grid.scale)).astype(np.float32)
    return float(_inside(at, other.centre, other.u, other.v, reach).mean())


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
