"""From sightings to zones: what lies in the forest, the piles and the displays of one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from tabletop.referee.beliefs import Look, look_of
from tabletop.referee.coins import stashed
from tabletop.referee.items import Spots as Points
from tabletop.referee.layout import Layout, Spots
from tabletop.vision.sighting import Reading

_DECAY_REACH = 6.0
_PILE = 1.35
_SLIVER = 0.05
_FAINT = 0.25
_SAME = 0.35
"""Card widths within which a place is the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One card of the picture on the table. ``at``: its place in the reading; ``look``: what it
    says of the face, None for a back; ``angle`` as in ``Spots``."""

    at: int
    x: float
    y: float
    angle: float
    look: Look | None
    visible: float
    score: float

    @property
    def up(self) -> bool:
        """Face up."""
        return self.look is not None


class Hidden(NamedTuple):
    """What can't be seen in a picture, since something lies over it. ``spots``: places of cards in
    the displays; ``piles``: names of piles; for each player whether a part of the display is hidden
    (``sides``), and whether coins may be (``coins``)."""

    spots: Points = ()
    piles: frozenset[str] = frozenset()
    sides: tuple[bool, bool] = (False, False)
    coins: tuple[bool, bool] = (False, False)

    def over(self, x: float, y: float) -> bool:
        """Whether what lies at (x, y) is hidden."""
        return any(abs(x - a) < _SAME and abs(y - b) < _SAME for a, b in self.spots)


@dataclass(frozen=True, eq=False)
class Observation:
    """One picture, in zones. ``forest`` in order away from the feet; ``decay`` and ``discard``
    bottom to top; ``coins``: sticks counted before each player, None where coins can't be seen.
    ``draw``/``night``: whether the pile shows. ``zones``: the name of each sighting's zone, in the
    reading's order; ``stashes``: where the coins before each player lie."""

    layout: Layout
    seen: tuple[Seen, ...]
    forest: tuple[Seen, ...]
    decay: tuple[Seen, ...]
    discard: tuple[Seen, ...]
    displays: tuple[tuple[Seen, ...], tuple[Seen, ...]]
    draw: bool
    night: bool
    coins: tuple[int | None, int | None]
    hand_share: float
    zones: tuple[str, ...] = field(default=())
    stashes: tuple[Points, Points] = ((), ())
    hidden: Hidden = field(default=Hidden())


def observe(reading: Reading, layout: Layout) -> Observation:
    """``reading`` sorted into the zones of ``layout``."""
    s = layout.spots(reading)
    coins = _coins(reading, layout)
    seen = seen_on(reading, s)
    zones = _zones(seen, layout)
    of = {z: [c for c in seen if zones[c.at] == z] for z in set(zones)}
    return Observation(
        layout,
        seen,
        tuple(sorted(of.get("forest", []), key=lambda c: c.x)),
        tuple(of.get("decay", [])),
        tuple(of.get("discard", [])),
        (tuple(of.get("display 0", [])), tuple(of.get("display 1", []))),
        "draw" in of,
        "night" in of,
        (None, None) if coins is None else (len(coins[0]), len(coins[1])),
        reading.hand_share,
        tuple(zones),
        coins or ((), ()),
    )


def seen_on(reading: Reading, s: Spots) -> tuple[Seen, ...]:
    """The reading's cards at the places ``s`` gives them."""
    return tuple(
        Seen(
            i,
            float(s.at[i][0]),
            float(s.at[i][1]),
            float(s.angle[i]),
            look_of(c) if c.up else None,
            float(c.visible),
            float(c.score),
        )
        for i, c in enumerate(reading.cards)
    )


def _zones(seen: Sequence[Seen], layout: Layout) -> list[str]:
    zones = [""] * len(seen)
    real = [card for card in seen if not _is_echo(card, seen)]
    for card in real:
        zones[card.at] = _zone(card, layout)
    _thin_row([card for card in real if zones[card.at] == "forest"], zones)
    _take_piles(real, zones, layout)
    _grow_decay(real, zones, layout)
    return zones


def _thin_row(row: list[Seen], zones: list[str]) -> None:
    """Forest cards don't overlap: of two sightings in one place the fainter one is no card."""
    ranked = sorted(row, key=lambda c: (-c.score * c.visible, c.at))
    for n, card in enumerate(ranked):
        if any(abs(card.x - o.x) < 0.5 and abs(card.y - o.y) < 0.6 for o in ranked[:n]):
            zones[card.at] = ""


def _is_echo(card: Seen, seen: Sequence[Seen]) -> bool:
    """A sliver that is hardly there, or a face-down card reported a second time under itself."""
    if card.visible < _SLIVER or card.score < _FAINT:
        return True
    return not card.up and any(
        not other.up
        and other.visible > card.visible + 0.3
        and abs(other.x - card.x) + abs(other.y - card.y) < 0.4
        for other in seen
    )


def _zone(card: Seen, layout: Layout) -> str:
    x, y = card.x, card.y
    if layout.discard is not None and card.up and _near((x, y), layout.discard, _PILE):
        return "discard"
    if card.up and abs(y) < 0.85 and -0.5 * layout.step < x < layout.end:
        return "forest"
    if card.up and abs(y) < 1.15 and -_DECAY_REACH < x <= -0.5 * layout.step:
        return "decay"
    if layout.discard is None and card.up and abs(y) < 1.6 and x >= layout.end:
        return "discard"
    return f"display {layout.side(y)}"


def _take_piles(seen: Sequence[Seen], zones: list[str], layout: Layout) -> None:
    for name, place in (("draw", layout.draw), ("night", layout.night)):
        if place is None:
            continue
        near = [
            (np.hypot(c.x - place[0], c.y - place[1]), c.at)
            for c in seen
            if not c.up and zones[c.at] not in ("draw", "night")
        ]
        if near and min(near)[0] < 0.9:
            zones[min(near)[1]] = name


def _grow_decay(seen: Sequence[Seen], zones: list[str], layout: Layout) -> None:
    """A card that overlaps the decay pile belongs to it, however the pile is spread."""
    pile = [c for c in seen if zones[c.at] == "decay"]
    for _ in range(3):
        for card in seen:
            if not card.up or not zones[card.at].startswith("display") or abs(card.y) > 2.6:
                continue
            if card.x > -0.4 * layout.step:
                continue
            if any(_overlap(card, other, layout.plane.card_height) for other in pile):
                zones[card.at] = "decay"
                pile.append(card)


def _overlap(a: Seen, b: Seen, height: float) -> bool:
    return abs(a.x - b.x) < 0.8 and abs(a.y - b.y) < 0.75 * height


def _near(a: tuple[float, float], b: tuple[float, float], reach: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < reach**2


def _coins(reading: Reading, layout: Layout) -> tuple[Points, Points] | None:
    """Where the coins before each player lie; None where no coins can be seen."""
    at = stashed(reading, layout.plane, layout.supply)
    if at is None:
        return None
    mine: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    for x, y in at:
        mine[layout.side(float(y))].append((float(x), float(y)))
    return tuple(mine[0]), tuple(mine[1])
