"""A pushed camera is told and followed; what players slide is no push."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.events import Event, Moved, Turn
from tabletop.referee.session import Session
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")
TURNS = 10
AT = 6


@pytest.fixture(scope="module")
def readings() -> list[tuple[str, Reading]]:
    world = make_world(33, turns=TURNS, busy=0.0, half=0.0)
    return list(world_readings(world, "usual", 33))


def _seen_from(
    reading: Reading, degrees: float, zoom: float, shift: tuple[float, float]
) -> Reading:
    """The reading of the same table by a camera that was turned, raised and shifted, pixels."""
    a, middle = np.radians(degrees), np.array(reading.size) / 2
    turn = zoom * np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])

    def there(x: float, y: float) -> tuple[float, float]:
        p = (np.array([x, y]) - middle) @ turn + middle + shift
        return float(p[0]), float(p[1])

    cards = tuple(replace(c, quad=tuple(there(x, y) for x, y in c.quad)) for c in reading.cards)
    coins = tuple(replace(c, x=there(c.x, c.y)[0], y=there(c.x, c.y)[1]) for c in reading.coins)
    return replace(reading, cards=cards, coins=coins)


def _told(readings: Iterator[tuple[str, Reading]]) -> list[list[Event]]:
    session = Session(GAME)
    return [list(session.see(reading, name)) for name, reading in readings]


@pytest.mark.parametrize(
    ("degrees", "zoom", "shift"),
    [
        (2.0, 1.0, (0.0, 0.0)),
        (0.0, 0.94, (0.0, 0.0)),
        (0.0, 1.0, (30.0, -10.0)),
        (-3.0, 1.05, (-40.0, 60.0)),
        (8.0, 0.9, (250.0, 40.0)),
    ],
)
def test_a_push_is_told_at_once_and_nothing_is_lost(
    degrees: float, zoom: float, shift: tuple[float, float], readings: list[tuple[str, Reading]]
) -> None:
    pushed = [
        (name, reading if n < AT else _seen_from(reading, degrees, zoom, shift))
        for n, (name, reading) in enumerate(readings)
    ]
    steady, moved = _told(iter(readings)), _told(iter(pushed))
    assert not any(isinstance(e, Moved) for events in steady for e in events)
    assert [n for n, events in enumerate(moved) for e in events if isinstance(e, Moved)] == [AT]
    turns = [
        [(e.n, e.move) for es in told for e in es if isinstance(e, Turn)]
        for told in (steady, moved)
    ]
    assert turns[0] == turns[1]
    assert len(turns[0]) == TURNS


def test_a_row_that_players_slide_is_no_push(readings: list[tuple[str, Reading]]) -> None:
    session = Session(GAME)
    for name, reading in readings[:AT]:
        session.see(reading, name)
    name, reading = readings[AT - 1]
    forest = {n for n, zone in enumerate(session.view.labels) if zone.startswith("forest")}
    assert len(forest) == 8
    width = np.hypot(*np.subtract(reading.cards[0].quad[1], reading.cards[0].quad[0]))
    slid = tuple(
        replace(c, quad=tuple((x + 0.3 * width, y) for x, y in c.quad)) if n in forest else c
        for n, c in enumerate(reading.cards)
    )
    assert session.see(replace(reading, cards=slid), name) == ()
