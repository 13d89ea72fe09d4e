"""Finding the two displays on a finished table, where no forest shows which way it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi

import numpy as np

from tabletop.games.walk.game import BASKET, PAN
from tabletop.referee.beliefs import Faces
from tabletop.referee.dishes import Groups, components, kind_shares, sort_display
from tabletop.referee.layout import Layout, find_layout, lower_side, read_plane, spots
from tabletop.referee.observe import Seen, observe, seen_on
from tabletop.referee.plane import Floats
from tabletop.vision.sighting import Reading

_NEAR = 0.75
"""Heaps nearer to the row's line than this, in card heights, belong to it."""


@dataclass(frozen=True)
class Displays:
    """Both players' open cards in groups, player 0 at the picture's lower edge; ``height``: of a
    card, in card widths; ``forest``: cards that lie in the forest, 0 where no forest is seen."""

    groups: tuple[Groups, Groups]
    height: float
    forest: int = 0


def find_displays(reading: Reading, faces: Faces, known: Layout | None = None) -> Displays | None:
    """Both displays; None where no table is seen. ``known``: how the table lies, where it was set
    up by hand or before."""
    if known is not None:
        observation = observe(reading, known)
        first, second = observation.displays
        found = _sorted(first, second, faces, known.plane.card_height)
        return replace(found, forest=len(observation.forest)) if reading.cards else None
    layout = find_layout(reading)
    if layout is not None and layout.draw is not None:
        observation = observe(reading, layout)
        if len(observation.forest) >= 4:
            first, second = observation.displays
            found = _sorted(first, second, faces, layout.plane.card_height)
            return replace(found, forest=len(observation.forest))
    return _from_leftovers(reading, faces)


def _sorted(first: Sequence[Seen], second: Sequence[Seen], faces: Faces, height: float) -> Displays:
    both = [
        sort_display([c for c in cards if c.score > 0.4], faces, height)
        for cards in (first, second)
    ]
    return Displays((both[0], both[1]), height)


def _from_leftovers(reading: Reading, faces: Faces) -> Displays | None:
    """The displays of a table without a forest. The row's line runs through what remains of it, the
    decay pile, the night pile and the discard pile, along the cards' short edges; what lies clear
    of it is the players'."""
    plane = read_plane(reading)
    if plane is None:
        return None
    plane = plane.turned(_main_angle(spots(reading, plane).angle), (0.0, 0.0))
    height = plane.card_height
    cards = [c for c in seen_on(reading, spots(reading, plane)) if c.score > 0.4]
    parts = components(cards, height)
    if not parts:
        return None
    middle = plane.to_table(np.array([[reading.size[0] / 2, reading.size[1] / 2]]))[0]
    scored = [(_line_score(parts, y, float(middle[1]), faces, height), -y) for y in _levels(parts)]
    line = -max(scored)[1]
    lower = lower_side(plane.turned(0.0, (float(middle[0]) - 4.0, line)), 1.15)
    sides: list[list[Seen]] = [[], []]
    for part in parts:
        off = _mean_y(part) - line
        if abs(off) > _NEAR * height or _pile_like(part, faces, height) <= -2:
            sides[0 if off * lower > 0 else 1] += part
    return _sorted(sides[0], sides[1], faces, height)


def _mean_y(part: Sequence[Seen]) -> float:
    return float(np.mean([c.y for c in part]))


def _main_angle(angles: Floats) -> float:
    """The direction most cards stand in, radians, within a quarter turn of upright."""
    best = (0.0, 0.0)
    for a in angles:
        near = np.abs(np.sin(angles - a)) < 0.25
        if near.sum() > best[0]:
            best = (float(near.sum()), float(a + np.median(_wrapped(angles[near] - a))))
    return best[1]


def _wrapped(angles: Floats) -> Floats:
    return np.asarray((angles + pi / 2) % pi - pi / 2)


def _levels(parts: Sequence[Sequence[Seen]]) -> list[float]:
    return sorted({round(_mean_y(part), 3) for part in parts})


def _line_score(
    parts: Sequence[Sequence[Seen]], y: float, middle: float, faces: Faces, height: float
) -> float:
    """How well a row of piles fits at height ``y``: piles on it, displays clear of it."""
    score = -0.3 * abs(y - middle)
    xs: list[float] = []
    sides = [0, 0]
    for part in parts:
        at = _mean_y(part) - y
        kind = _pile_like(part, faces, height)
        if abs(at) < 0.75:
            score += kind
            if kind > 0:
                xs.append(float(np.mean([c.x for c in part])))
        else:
            sides[int(at > 0)] += 1
            if abs(at) < 1.3:
                score -= 0.5
            # Most players let dishes grow towards themselves.
            score += 1.2 * _growth(part, faces) * (1 if at > 0 else -1)
    if len(xs) > 1 and max(xs) - min(xs) > 4:
        score += 1.5
    return score + (0.7 if min(sides) > 0 else 0.0)


def _growth(part: Sequence[Seen], faces: Faces) -> float:
    """Which way a heap with pans in it grows from them: 1 towards greater y, -1 the other way, 0
    for sideways or no dish."""
    pans = [c.y for c in part if kind_shares(c, faces)["N"] > 0.5]
    rest = [c.y for c in part if kind_shares(c, faces)["N"] <= 0.5]
    if not pans or not rest:
        return 0.0
    off = float(np.mean(rest) - np.mean(pans))
    return float(np.clip(off / 0.3, -1, 1)) if abs(off) > 0.12 else 0.0


def _pile_like(part: Sequence[Seen], faces: Faces, height: float) -> float:
    """How much a heap looks like a pile of the row (above 0) or like part of a display."""
    likely = []
    for c in part:
        shares = kind_shares(c, faces)
        likely.append(max(shares, key=lambda k: (shares[k], k)))
    kinds = set(likely)
    if len(part) == 1:
        return 0.6 if part[0].look is None else 0.2
    if kinds == {BASKET}:
        return -2.0
    angles = np.array([c.angle for c in part])
    messy = float(np.abs(np.sin(angles - angles[-1])).max())
    ranks = [k for k in likely if k in "23456789T"]
    mixed = len(set(ranks)) > 1 or bool(kinds & set("OP"))
    dishes = sort_display(part, faces, height).dishes
    for dish in dishes:
        pan = 0.0 if dish.pan is None else kind_shares(dish.pan, faces)[PAN]
        # Of a pile's cards some can hardly be read, and may be anything.
        if pan > 0.5 and len(dish.mushrooms) > 1 and dish.sure > 0.3:
            return -3.0
    return (1.0 if mixed else 0.2) + (0.7 if 0.1 < messy < 0.8 else 0.0)
