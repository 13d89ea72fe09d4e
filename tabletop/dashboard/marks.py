"""Marks: what was read in a picture, as outlines and labels over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tabletop.dashboard import glyphs
from tabletop.language import say, translate
from tabletop.referee.view import ZoneView

RGB = tuple[int, int, int]
Corners = tuple[tuple[float, float], ...]


class SeenCard(Protocol):
    """A card read in a picture, as the reader gives it."""

    @property
    def quad(self) -> Corners: ...
    @property
    def face(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def visible(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Mark:
    """One card over the picture. ``quad``: corners in pixels of the picture, in order round the
    card from the one at its index; ``text``: one to three columns; ``sure``:
    the reading can be relied on; ``colour``: of the outline, by zone."""

    quad: Corners
    text: str
    sure: bool
    colour: RGB
    visible: float = 1.0

    def anchors(self) -> tuple[tuple[float, float], ...]:
        """Where the text may stand, best place first: the middle of a card that lies free, the
        index ends of one that is covered."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.quad
        mx, my = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        top = ((ax + bx) / 2 * 0.7 + mx * 0.3, (ay + by) / 2 * 0.7 + my * 0.3)
        foot = ((cx + dx) / 2 * 0.7 + mx * 0.3, (cy + dy) / 2 * 0.7 + my * 0.3)
        return ((mx, my), top, foot) if self.visible > 0.7 else (top, foot, (mx, my))


SURE: Final = 0.8

ZONES: Final[dict[str, RGB]] = {
    "forest": (120, 220, 110),
    "decay": (245, 180, 60),
    "draw": (150, 170, 190),
    "night": (150, 170, 190),
    "discard": (150, 170, 190),
}
SEATS: Final[tuple[RGB, RGB]] = ((90, 200, 240), (235, 130, 215))
NOWHERE: Final[RGB] = (170, 170, 170)


def zone_colour(label: str) -> RGB:
    """The outline's colour for a zone label such as ``"forest 3"`` or ``"dish 0.1"``: one for each
    kind of pile, one for each player, grey where the card was taken to be none of the game's."""
    name, _, place = label.partition(" ")
    if place[:1] in ("0", "1") and name not in ("forest", "decay"):
        return SEATS[int(place[0])]
    return ZONES.get(name.rstrip("0123456789."), NOWHERE)


def marks_of(cards: Sequence[SeenCard], labels: Sequence[str]) -> tuple[Mark, ...]:
    """Marks for ``cards``; ``labels[i]`` is the zone of ``cards[i]``, left out where not known."""
    marks = []
    for place, card in enumerate(cards):
        label = labels[place] if place < len(labels) else ""
        text = glyphs.short(card.face)
        marks.append(
            Mark(card.quad, text, card.confidence >= SURE, zone_colour(label), card.visible)
        )
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Outline:
    """A zone over the picture: ``name``, what it is called on the screen, ``corners`` in pixels of
    the picture, and its colour."""

    name: str
    called: str
    corners: Corners
    colour: RGB


_CALLED: Final = {
    str(name): name
    for name in (
        say("forest"),
        say("decay pile"),
        say("draw pile"),
        say("night pile"),
        say("discard pile"),
    )
}


def outlines_of(zones: Sequence[ZoneView], names: tuple[str, str]) -> tuple[Outline, ...]:
    """The outlines of ``zones``; a player's display is called by the name of the player."""
    outlines = []
    for zone in zones:
        kind, _, place = zone.name.partition(" ")
        seat = int(place) if kind == "display" and place in ("0", "1") else None
        colour = ZONES.get(kind, NOWHERE) if seat is None else SEATS[seat]
        called = translate(_CALLED.get(zone.name, zone.name) if seat is None else names[seat])
        outlines.append(Outline(zone.name, called, zone.outline, colour))
    return tuple(outlines)


def shifted(mark: Mark, dx: float, dy: float) -> Mark:
    """``mark`` on a picture cut so that its corner (dx, dy) became (0, 0)."""
    return replace(mark, quad=tuple((x - dx, y - dy) for x, y in mark.quad))
