"""Keeping the layout on the table: cards drift as they are slid, piles move, cameras are bumped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import prod

import numpy as np

from tabletop.games.mushroom_walk import Game
from tabletop.games.walk.game import BASKET, MOON, MUSHROOMS, POISON
from tabletop.referee.beliefs import Faces, faces_of
from tabletop.referee.dishes import components, kind_shares
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.layout import Layout
from tabletop.referee.observe import Observation, Seen
from tabletop.referee.plane import Plane

_GAIN = 0.3


def follow_layout(layout: Layout, observation: Observation, h: Hypothesis) -> Layout:
    """``layout`` drawn a little towards where ``observation``, understood as ``h``, shows
    things."""
    layout = _follow_row(layout, h)
    places = {
        "decay": [h.places[c] for c in h.track.decay if c in h.places],
    }
    if places["decay"]:
        middle = np.mean([(p.x, p.y) for p in places["decay"]], axis=0)
        layout = replace(layout, decay=(float(middle[0]), float(middle[1])))
    if observation.discard and h.track.discard:
        top = max(observation.discard, key=lambda c: c.visible)
        layout = replace(layout, discard=(top.x, top.y))
    for name, place in (("draw", layout.draw), ("night", layout.night)):
        zoned = [c for c in observation.seen if observation.zones[c.at] == name]
        if place is not None and zoned:
            x = place[0] + _GAIN * (zoned[0].x - place[0])
            y = place[1] + _GAIN * (zoned[0].y - place[1])
            layout = (
                replace(layout, draw=(x, y)) if name == "draw" else replace(layout, night=(x, y))
            )
    return layout


def with_dealt_discards(observation: Observation, game: Game) -> Layout:
    """The layout with the discard pile where a moon or a poison mushroom lies open at the start:
    neither ever stays in a display then (MW-3.5). Of a heap, whether it can be night cards counts
    too, of which no two are alike (MW-2.3)."""
    layout = observation.layout
    if layout.discard is not None or observation.discard:
        return layout
    faces = faces_of(game)
    height = layout.plane.card_height
    for cards in observation.displays:
        for part in components([c for c in cards if c.score > 0.5], height):
            if len(part) > 1 and not observation.decay and _thrown_away(part, faces):
                top = max(part, key=lambda c: c.visible)
                return replace(layout, discard=(top.x, top.y))
        for card in cards:
            if card.up and card.score > 0.5:
                shares = kind_shares(card, faces)
                if shares["O"] + shares["P"] > 0.8:
                    return replace(layout, discard=(card.x, card.y))
    return layout


def _thrown_away(heap: Sequence[Seen], faces: Faces) -> bool:
    """Whether a heap before the first turn is moons and poison rather than night cards and
    baskets."""
    if not all(card.up for card in heap):
        return False
    shares = [kind_shares(card, faces) for card in heap]
    thrown = prod(s[MOON] + s[POISON] for s in shares)
    kept = prod(s[BASKET] + sum(s[k] for k in MUSHROOMS) for s in shares)
    for a, b in combinations(shares, 2):
        kept *= 1 - sum(a[k] * b[k] for k in MUSHROOMS)
    return thrown > kept


def discard_places(observation: Observation, h: Hypothesis) -> list[tuple[float, float]]:
    """Where heaps of open cards lie in the displays that are none of the players' known cards and
    hold no pan: one may be the discard pile. Those nearest the draw pile's end first."""
    known = [p for c, p in h.places.items() if c in _shown(h)]
    height = observation.layout.plane.card_height
    found: list[tuple[float, tuple[float, float]]] = []
    for cards in observation.displays:
        for part in components(cards, height):
            if not all(c.up for c in part):
                continue
            if any(abs(c.x - p.x) + abs(c.y - p.y) < 0.5 for c in part for p in known):
                continue
            top = max(part, key=lambda c: c.visible)
            away = abs(top.x - observation.layout.end - 1.5) + 0.3 * abs(top.y)
            found.append((away, (top.x, top.y)))
    return [place for _, place in sorted(found)[:3]]


def open_heaps(observation: Observation) -> list[tuple[float, float]]:
    """Where open cards lie in a heap, or alone, with no pan among them and clear of what has one,
    whatever they are taken for: the heaps of several cards first, then those nearest the draw
    pile's end."""
    height = observation.layout.plane.card_height
    found: list[tuple[int, float, tuple[float, float]]] = []
    for cards in observation.displays:
        for part in components([c for c in cards if c.score > 0.4], height):
            if all(c.up for c in part):
                top = max(part, key=lambda c: c.visible)
                away = abs(top.x - observation.layout.end - 1.5) + 0.3 * abs(top.y)
                found.append((-min(len(part), 2), away, (top.x, top.y)))
    return [place for _, _, place in sorted(found)[:3]]


def _shown(h: Hypothesis) -> set[int]:
    return {c for side in h.track.sides for c in side.shown}


def _follow_row(layout: Layout, h: Hypothesis) -> Layout:
    """The row's first place follows the cards; its direction and spacing stay."""
    off = [
        (h.places[c].x - n * layout.step, h.places[c].y)
        for n, c in enumerate(h.track.forest)
        if c in h.places
    ]
    if len(off) < 3:
        return layout
    dx, dy = (float(v) for v in np.median(np.array(off), axis=0))
    shift = (_GAIN * float(np.clip(dx, -0.3, 0.3)), _GAIN * float(np.clip(dy, -0.3, 0.3)))
    return _shifted(layout, shift)


def _shifted(layout: Layout, shift: tuple[float, float]) -> Layout:
    """The layout with its origin moved by ``shift``, everything else staying where it is."""
    plane = layout.plane
    origin = (plane.origin[0] + shift[0], plane.origin[1] + shift[1])

    def moved(place: tuple[float, float] | None) -> tuple[float, float] | None:
        return None if place is None else (place[0] - shift[0], place[1] - shift[1])

    return replace(
        layout,
        plane=Plane(plane.size, plane.params, origin, plane.error),
        draw=moved(layout.draw),
        night=moved(layout.night),
        discard=moved(layout.discard),
        decay=moved(layout.decay),
        supply=None if layout.supply is None else layout.supply - np.asarray(shift),
    )


def same_table(old: Layout, fresh: Layout) -> Layout | None:
    """``fresh`` as the table of ``old`` seen by a camera that was bumped: seats and piles keep
    their names. None where the row runs another way, so that it can't be the same table."""
    ends = np.array([[0.0, 0.0], [5.0, 0.0], [0.0, 3.0]])
    before, after = old.plane.to_picture(ends), fresh.plane.to_picture(ends)
    along = [p[1] - p[0] for p in (before, after)]
    across = [p[2] - p[0] for p in (before, after)]
    if _cosine(along[0], along[1]) < 0.5:
        return None
    lower = old.lower if _cosine(across[0], across[1]) > 0 else -old.lower
    return replace(
        fresh,
        lower=lower,
        draw=fresh.draw or old.draw,
        night=fresh.night or old.night,
        discard=old.discard,
        decay=old.decay,
        supply=old.supply,
    )


def _cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / max(float(np.linalg.norm(a) * np.linalg.norm(b)), 1e-9))
