"""Set-ups that don't come from the cards: printed markers, or the row's corners placed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final

import numpy as np

from tabletop.language import Text, commas, say
from tabletop.referee.layout import FOREST, Layout, draw_pile, lower_side, name_piles
from tabletop.referee.plane import CARD_HEIGHT, Floats, Plane, fit_plane
from tabletop.referee.setup import Setup, SetupError, along_row, measured, setup_of
from tabletop.vision.sighting import Point, Quad, Reading

MARKER_MM: Final = 49.0
"""Side of a printed marker, millimetres."""

CARD_MM: Final = 63.0
PAPER_MM: Final = 88.0
"""Width and height of a poker card, and of the paper round a marker, millimetres. The marker lies
at its upper edge, as far from it as from the sides."""

FIRST, LAST, DRAW, NIGHT, DISCARD, DECAY = range(6)
PLACES: Final[tuple[Text, ...]] = (
    say("first forest card, at the feet"),
    say("eighth forest card"),
    say("draw pile"),
    say("night pile"),
    say("discard pile"),
    say("decay pile"),
)
"""What lies where each marker, by its number, is put."""

_NEEDED = (FIRST, LAST, DRAW)
_USUAL_STEP = 1.15
_LEAST_PIXELS = 8.0
_STEEPEST = 1.7
"""Slope of a table, as the camera sees it, beyond which nobody films one."""


def marked_setup(markers: Mapping[int, Quad], size: tuple[int, int], reading: Reading) -> Setup:
    """The set-up that ``markers``, by number, show in a picture of ``size``; cards of the
    ``reading`` that lie there already make it more exact. Raises ``SetupError`` where those for
    both ends of the row and the draw pile aren't all there, or don't lie on one table."""
    known = {n: quad for n, quad in markers.items() if n < len(PLACES)}
    missing = [PLACES[n] for n in _NEEDED if n not in known]
    if missing:
        raise SetupError(say("These markers can't be seen: {places}.", places=commas(missing)))
    quads = np.array(list(known.values()))
    plane = fit_plane(quads, size, height=1.0, slack=0.002, least=len(_NEEDED))
    if plane is None:
        raise SetupError(say("The markers don't lie flat on one table."))
    plane = plane.scaled(MARKER_MM / CARD_MM, CARD_HEIGHT)
    middles = {n: plane.to_picture(_middle(plane, quad)) for n, quad in known.items()}
    plane, step = along_row(plane, np.concatenate([middles[FIRST], middles[LAST]]))
    if not 1 <= step < 3:
        raise SetupError(
            say(
                "The markers for the first and the eighth forest card lie {n} card widths apart: "
                "for eight cards side by side it must be 7 to 21.",
                n=f"{step * (FOREST - 1):.1f}",
            )
        )
    at = {n: _point(plane.to_table(middle)) for n, middle in middles.items()}
    layout = Layout(
        plane,
        step,
        lower_side(plane, step),
        at[DRAW],
        at.get(NIGHT),
        at.get(DISCARD),
        at.get(DECAY),
    )
    return setup_of(measured(layout, reading), "markers")


def cornered_setup(corners: Sequence[Point], reading: Reading) -> Setup:
    """The set-up where ``corners``, pixels, are those of the row of eight forest cards: first the
    two of a long side from the first card to the eighth, then back along the other. Raises
    ``SetupError`` where no row can lie there."""
    _check(corners, reading.size)
    p = np.array(corners, dtype=np.float64)
    length = (_USUAL_STEP * (FOREST - 1) + 1) / CARD_HEIGHT
    quad = p[[3, 0, 1, 2]][None]
    plane = fit_plane(quad, reading.size, height=length, slack=0.15, least=1)
    step = 0.0 if plane is None else (plane.card_height * CARD_HEIGHT - 1) / (FOREST - 1)
    if plane is None or not 0.9 < step < 3 or hypot(*plane.params[1:3]) > _STEEPEST:
        raise SetupError(
            say(
                "No row of eight cards has these corners: begin at the first card, at the feet, "
                "and go along the row, then back along its other side."
            )
        )
    plane = plane.scaled(CARD_HEIGHT, CARD_HEIGHT)
    flat = plane.to_table(p)
    ends = np.array([flat[[0, 3]].mean(axis=0), flat[[1, 2]].mean(axis=0)])
    half = (ends[1] - ends[0]) / (2 * (step * (FOREST - 1) + 1))
    row = plane.to_picture(np.array([ends[0] + half, ends[1] - half]))
    plane, step = along_row(plane, row)
    layout = measured(Layout(plane, step, lower_side(plane, step)), reading)
    if not 0.9 < layout.step < 3:
        raise SetupError(
            say("The cards in the picture are too large or too small for eight in this row.")
        )
    return setup_of(name_piles(reading, layout, draw_pile(reading, layout)), "corners")


def _check(corners: Sequence[Point], size: tuple[int, int]) -> None:
    for x, y in corners:
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            raise SetupError(
                say(
                    "The corner {x},{y} lies outside the picture, which has {wide} × {high} "
                    "pixels.",
                    x=f"{x:g}",
                    y=f"{y:g}",
                    wide=size[0],
                    high=size[1],
                )
            )
    p = np.array(corners, dtype=np.float64)
    edges = np.roll(p, -1, axis=0) - p
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    if float(np.hypot(edges[:, 0], edges[:, 1]).min()) < _LEAST_PIXELS:
        raise SetupError(say("Two of the corners lie in one place."))
    if not (np.all(turns > 0) or np.all(turns < 0)):
        raise SetupError(
            say(
                "The corners don't go round the row: give them in order, from the first card to "
                "the eighth and back along the other side."
            )
        )


def _middle(plane: Plane, quad: Quad) -> Floats:
    """The middle of the paper round a marker, which has the size of a card: shape (1, 2), table."""
    corners = plane.to_table(np.array(quad))
    down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    below = ((PAPER_MM - MARKER_MM) / 2 - (CARD_MM - MARKER_MM) / 2) / MARKER_MM
    middle: Floats = corners.mean(axis=0, keepdims=True) + below * down
    return middle


def _point(at: Floats) -> Point:
    return float(at[0, 0]), float(at[0, 1])
