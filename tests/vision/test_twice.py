"""A card that was found twice is one; cards that lie on one another stay two."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.faces import FACE_INDEX
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.namer import Name
from tabletop.vision.twice import once

CELL = 4
WIDE, HIGH = 80, 112
Oblong = tuple[int, int, int, int]

NONE = np.zeros((80, 100, 2), np.float32)
GRID = Grid(np.zeros((80, 100, 5), np.float32), NONE, NONE, NONE, (1 / CELL, 1 / CELL), 1.0)


def card(
    centre: tuple[float, float],
    *shows: Oblong,
    face: str = "9H",
    sure: float = 0.95,
    own: float = 1.0,
    lying: bool = False,
) -> tuple[int, Found, Name]:
    """A card with its middle at ``centre`` that shows in the oblongs ``shows`` (left, top, right,
    bottom, pixels); ``lying``: its long side runs from left to right."""
    seen = np.zeros((80, 100), bool)
    for left, top, right, bottom in shows:
        seen[top // CELL : bottom // CELL, left // CELL : right // CELL] = True
    u, v = np.array([WIDE / 2, 0], np.float32), np.array([0, HIGH / 2], np.float32)
    if lying:
        u, v = v * (WIDE / HIGH), u * (HIGH / WIDE)
    middle = np.array(centre, np.float32)
    cells = np.argwhere(seen)
    visible = len(cells) * CELL * CELL / (WIDE * HIGH)
    p = np.zeros(54, np.float32)
    if face != "back":
        p[FACE_INDEX[face]] = sure
    back = sure if face == "back" else 0.0
    name = Name(p, back, 0.01, False, middle, u, v)
    return 0, Found(middle, u, v, 1.0, 0.95, cells, visible, WIDE, own), name


def strip(top: int, height: int, face: str = "9H", own: float = 1.0) -> tuple[int, Found, Name]:
    """A card of a dish, its upper edge at ``top``, of which only ``height`` shows."""
    return card((200, top + HIGH / 2), (160, top, 240, top + height), face=face, own=own)


def test_a_card_across_seen_at_both_ends_is_one() -> None:
    # What covers its middle spans 160 to 240; each end was laid out a sixth of a card too far out.
    ends = [
        card((184, 152), (128, 112, 160, 192), lying=True),
        card((208, 152), (240, 112, 264, 192), lying=True),
    ]
    ((_, made, name),) = once([GRID], ends)
    assert np.abs(made.centre - (196, 152)).max() < 3
    assert len(made.cells) == len(ends[0][1].cells) + len(ends[1][1].cells)
    assert name.p[FACE_INDEX["9H"]] > 0.9


@pytest.mark.parametrize("other", ["9S", "back"])
def test_ends_with_other_faces_are_two_cards(other: str) -> None:
    ends = [
        card((184, 152), (128, 112, 160, 192), lying=True),
        card((208, 152), (240, 112, 264, 192), face=other, lying=True),
    ]
    assert len(once([GRID], ends)) == 2


def test_equal_neighbours_of_a_dish_stay_two() -> None:
    lower, upper = strip(40, 20), strip(60, 20)
    top = card((200, 80 + HIGH / 2), (160, 80, 240, 80 + HIGH), face="9S")
    assert len(once([GRID], [lower, upper, top])) == 3
    whole = card((200, 60 + HIGH / 2), (160, 60, 240, 60 + HIGH))
    assert len(once([GRID], [lower, whole])) == 2


def test_what_shows_on_each_others_place_is_one_card() -> None:
    one = card((200, 96), (160, 40, 240, 100))
    other = card((208, 112), (164, 56, 240, 100), sure=0.6, own=0.1)
    ((_, kept, _),) = once([GRID], [one, other])
    assert (kept.centre == one[1].centre).all()
    different = card((208, 112), (164, 56, 240, 100), face="TS", sure=0.9)
    assert len(once([GRID], [one, different])) == 2


def test_a_piece_nobody_can_name_on_a_cards_place_is_that_card() -> None:
    one = card((200, 96), (160, 40, 240, 100))
    piece = card((208, 112), (164, 56, 240, 100), face="TS", sure=0.2)
    assert len(once([GRID], [one, piece])) == 1


def test_the_edge_of_a_card_is_no_second_one() -> None:
    whole = card((200, 100 + HIGH / 2), (160, 100, 240, 100 + HIGH))
    edge = card((200, 88 + HIGH / 2), (160, 96, 240, 104), own=0.4)
    assert len(once([GRID], [whole, edge])) == 1
    strip_below = card((200, 80 + HIGH / 2), (160, 80, 240, 100), own=0.9)
    assert len(once([GRID], [whole, strip_below])) == 2


def test_backs_that_lie_on_one_another_stay_two() -> None:
    lower = strip(40, 24, face="back")
    upper = card((200, 64 + HIGH / 2), (160, 64, 240, 64 + HIGH), face="back")
    assert len(once([GRID], [lower, upper])) == 2
    # The lower end of one pan, and its left edge beside the card on it, laid out too high.
    pan = card((200, 100 + HIGH / 2), (160, 164, 240, 212), face="back")
    edge = card((200, 76 + HIGH / 2), (160, 100, 168, 176), face="back", own=0.5)
    assert len(once([GRID], [pan, edge])) == 1
