"""A bumped camera: noticed by what lies still on the table and yet lies elsewhere in the picture.

Piles, dishes, pans and the forest's places don't move together by themselves. Where one shift, turn
and zoom of the whole picture puts most of them back where they were, the camera has moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.referee.beliefs import look_of
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.layout import Layout, find_layout
from tabletop.referee.plane import Floats, Plane
from tabletop.vision.sighting import Reading

_REACHES = (1.2, 1.2, 0.8, 0.5, 0.35, 0.25, 0.25)
"""Card widths within which things are taken for the same, step by step."""

_SAME = 0.2
"""Card widths from which a thing is not where it was."""

_PUSHED = 0.09
"""Card widths by which something must have moved in the picture for a push to be told."""

_LEAST = 3
"""Things beside the forest that must have moved together: the forest alone can be slid."""

_SHARE = 0.6
_BETTER = 0.3
"""The squares of how far these lie off must have fallen to this share."""

_EXPLAINED = 0.2
"""Where less than this share of the things is not where it was, no other plane is tried."""

_FAR = 0.5
_TURNED = 0.35
_ZOOMED = 0.4


class _Things(NamedTuple):
    """What lies still. ``at``: shape (n, 2); ``up``, ``row``: shape (n,), face up and of the
    forest; ``look``: shape (n, 54), how likely each face is; ones where any may lie there."""

    at: Floats
    up: NDArray[np.bool_]
    row: NDArray[np.bool_]
    look: Floats


class _Move(NamedTuple):
    """Points turned by ``angle``, enlarged by ``zoom``, then shifted."""

    angle: float = 0.0
    zoom: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)

    def of(self, points: Floats) -> Floats:
        c, s = np.cos(self.angle), np.sin(self.angle)
        moved: Floats = self.zoom * (points @ np.array([[c, s], [-s, c]])) + self.shift
        return moved


def bumped(layout: Layout, reading: Reading, h: Hypothesis) -> Layout | None:
    """``layout`` as it lies in ``reading`` after the camera was pushed; None if it was not, as far
    as what lay still as ``h`` knows it tells."""
    things = _lying_still(layout, h)
    seen = _seen(reading)
    if len(things.at) < 2 * _LEAST or len(seen.at) < 2 * _LEAST:
        return None
    flat = layout.plane.to_table(seen.at)
    fits = _fits(things, seen)
    best = layout.plane
    cost, moved = _cost(things, flat, fits), False
    for plane in _planes(layout, reading):
        move = _aligned(things, plane.to_table(seen.at), fits)
        if abs(move.angle) > _TURNED or abs(np.log(move.zoom)) > _ZOOMED:
            continue
        new = _after(plane, move)
        cost_now = _cost(things, new.to_table(seen.at), fits)
        if cost_now < cost - 0.5:
            best, cost, moved = new, cost_now, True
        if cost_now < _EXPLAINED * len(things.at):
            break
    if not moved or not _pushed(things, flat, best.to_table(seen.at), fits):
        return None
    return replace(layout, plane=best)


def _lying_still(layout: Layout, h: Hypothesis) -> _Things:
    every = list(_each(layout, h))
    look = np.array([look for *_, look in every]) if every else np.zeros((0, 54))
    return _Things(
        np.array([at for at, *_ in every]).reshape(-1, 2),
        np.array([up for _, up, _, _ in every], dtype=np.bool_),
        np.array([row for _, _, row, _ in every], dtype=np.bool_),
        look,
    )


def _each(
    layout: Layout, h: Hypothesis
) -> Iterator[tuple[tuple[float, float], bool, bool, Floats]]:
    anything = np.ones(54)
    for n in range(len(h.track.forest)):
        yield (n * layout.step, 0.0), True, True, anything
    for place, left in ((layout.draw, h.track.draw), (layout.night, h.track.night)):
        if place is not None and left:
            yield place, False, False, anything
    for side in h.track.sides:
        for card in side.shown:
            spot = h.places.get(card)
            if spot is not None:
                up = card not in h.backs
                yield (spot.x, spot.y), up, False, h.beliefs[card] if up else anything


def _seen(reading: Reading) -> _Things:
    """The cards of ``reading``; ``at`` in pixels."""
    cards = [c for c in reading.cards if c.score > 0.5 and c.visible > 0.1]
    return _Things(
        np.array([np.mean(c.quad, axis=0) for c in cards]).reshape(-1, 2),
        np.array([c.up for c in cards], dtype=np.bool_),
        np.zeros(len(cards), dtype=np.bool_),
        np.array([look_of(c) if c.up else np.ones(54) for c in cards]).reshape(-1, 54),
    )


def _fits(things: _Things, seen: _Things) -> NDArray[np.bool_]:
    """Which sighting can be which thing: shape (things, sightings)."""
    likely = things.look @ seen.look.T > 1.0
    same: NDArray[np.bool_] = (things.up[:, None] == seen.up[None]) & (
        likely | ~things.up[:, None] | things.row[:, None]
    )
    return same


def _planes(layout: Layout, reading: Reading) -> Iterator[Plane]:
    """Planes from which to look for the push: the old one, and that of the row where it is seen
    now, which may be far from it, and takes long to find."""
    yield layout.plane
    fresh = find_layout(reading)
    if fresh is not None:
        yield fresh.plane


def _distances(things: _Things, at: Floats, fits: NDArray[np.bool_]) -> Floats:
    """From each thing to each sighting that it can be; infinite to the others."""
    apart: Floats = np.hypot(
        things.at[:, None, 0] - at[None, :, 0], things.at[:, None, 1] - at[None, :, 1]
    )
    return np.where(fits, apart, np.inf)


def _cost(things: _Things, at: Floats, fits: NDArray[np.bool_]) -> float:
    """How many things are not where they were, those that are nearly so in part."""
    nearest = np.minimum(_distances(things, at, fits).min(axis=1), _SAME) / _SAME
    return float((nearest**2).sum())


def _aligned(things: _Things, at: Floats, fits: NDArray[np.bool_]) -> _Move:
    """The move of the sightings ``at`` that puts most things where they were."""
    move = _Move()
    for reach in _REACHES:
        moved = move.of(at)
        apart = _distances(things, moved, fits)
        nearest = apart.argmin(axis=1)
        one = np.arange(len(things.at))
        # Each must be the other's nearest: dishes are full of equal cards.
        both = (apart[:, nearest].argmin(axis=0) == one) & (apart[one, nearest] < reach)
        if both.sum() < _LEAST:
            return _Move()
        move = _best_move(at[nearest[both]], things.at[both])
    return move


def _best_move(source: Floats, target: Floats) -> _Move:
    """The move that takes ``source`` to ``target``, shape (n, 2), with the least squares; those far
    off count less."""
    weight = np.ones(len(source))
    move = _Move()
    for _ in range(3):
        share = (weight / weight.sum())[:, None]
        a, b = (share * source).sum(axis=0), (share * target).sum(axis=0)
        u, v = source - a, target - b
        dot = float((share[:, 0] * (u * v).sum(axis=1)).sum())
        cross = float((share[:, 0] * (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])).sum())
        spread = float((share * u**2).sum())
        if spread < 1e-6:
            return move
        zoom, angle = np.hypot(dot, cross) / spread, np.arctan2(cross, dot)
        turned = _Move(float(angle), float(zoom)).of(a[None])[0]
        move = _Move(float(angle), float(zoom), (float((b - turned)[0]), float((b - turned)[1])))
        off = np.hypot(*(move.of(source) - target).T)
        weight = 1 / np.maximum(off, 0.05)
    return move


def _after(plane: Plane, move: _Move) -> Plane:
    """``plane`` with all its table points moved."""
    angle, log_zoom = plane.params[6] + move.angle, plane.params[3] + float(np.log(move.zoom))
    params = (*plane.params[:3], log_zoom, *plane.params[4:6], angle)
    origin = move._replace(shift=(0.0, 0.0)).of(np.array(plane.origin)) - move.shift
    return Plane(plane.size, params, (float(origin[0]), float(origin[1])), plane.error)


def _pushed(things: _Things, before: Floats, after: Floats, fits: NDArray[np.bool_]) -> bool:
    """Whether most of what is seen now lies where it was only if the camera was pushed, and not the
    forest alone."""
    apart = _distances(things, after, fits)
    nearest = apart.argmin(axis=1)
    off = apart[np.arange(len(things.at)), nearest]
    found = off < _SAME
    if found.sum() < _SHARE * len(found):
        return False
    others = found & ~things.row
    if others.sum() < _LEAST:
        return False
    stayed = np.minimum(_distances(things, before, fits).min(axis=1), _FAR)
    if (off[others] ** 2).sum() > _BETTER * (stayed[others] ** 2).sum():
        return False
    push = np.hypot(*(after[nearest] - before[nearest]).T)
    return bool(push[found].max() > _PUSHED)
