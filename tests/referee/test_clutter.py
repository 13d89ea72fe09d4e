"""What always covers the table keeps no picture from being read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tabletop.games import game_named
from tabletop.referee.clutter import PICTURES, SOON, Clutter
from tabletop.referee.events import Start, Turn
from tabletop.referee.follower import HAND_SHARE, Follower
from tabletop.vision.sighting import Reading
from tests.referee import simulate
from tests.referee.worlds import make_world


def covered(rows: int, columns: int, part: tuple[slice, slice]) -> Reading:
    """A reading with a grid of hands of its own, covered in ``part`` of 10 by 10."""
    tenth: NDArray[np.bool_] = np.zeros((10, 10), np.bool_)
    tenth[part] = True
    at = np.ix_(np.arange(rows) * 10 // rows, np.arange(columns) * 10 // columns)
    return Reading((640, 360), hands=tenth[at])


PLATE = (slice(0, 2), slice(0, 3))
ARM = (slice(5, 10), slice(6, 8))


def test_what_lies_still_is_known_whatever_the_size_of_the_grid() -> None:
    clutter = Clutter()
    for n in range(SOON):
        seen = covered(130 + 5 * n, 230 + 7 * n, PLATE)
        assert clutter.cleared(seen).hand_share > HAND_SHARE
        clutter = clutter.seen(seen.hands)
    assert clutter.cleared(covered(120, 200, PLATE)).hand_share == 0
    assert clutter.cleared(covered(120, 200, ARM)).hand_share > HAND_SHARE


def test_what_is_taken_for_a_hand_now_and_then_at_one_place_is_known_too() -> None:
    clutter = Clutter()
    for n in range(PICTURES):
        clutter = clutter.seen(covered(100, 180, PLATE if n % 2 else ARM).hands)
        clutter = clutter.seen(covered(100, 180, PLATE).hands)
    assert clutter.cleared(covered(100, 180, PLATE)).hand_share == 0


def test_a_game_begins_with_its_first_picture_though_a_plate_lies_there() -> None:
    world = make_world(seed=3, turns=6, busy=0.0, half=0.0, bumps=0)
    rng = np.random.default_rng(3)
    follower = Follower(game_named("mushroom-walk"))
    events = []
    plate = covered(132, 235, PLATE).hands
    for line, table in zip(world.lines, world.tables, strict=True):
        seen = simulate.reading(table, simulate.CLEAN, rng)
        events += follower.see(replace(seen, hands=plate), line["frame"])
    (start,) = [e for e in events if isinstance(e, Start)]
    assert start.frame == world.lines[0]["frame"]
    assert not start.joined
    assert [e.n for e in events if isinstance(e, Turn)] == [1, 2, 3, 4, 5, 6]


def test_a_grid_of_hands_without_cells_covers_nothing() -> None:
    none: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)
    reading = Reading((640, 360), hands=none)
    assert reading.hand_share == 0
    clutter = Clutter().seen(none)
    assert clutter.pictures == 1
    assert clutter.cleared(reading).hand_share == 0
