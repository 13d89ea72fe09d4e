"""Zones from the first picture, whatever the table and wherever the camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.begin import is_start
from tabletop.referee.layout import find_layout, lower_side
from tabletop.referee.observe import observe
from tabletop.referee.tracking import same_table
from tabletop.vision.sighting import Reading
from tests.referee.simulate import CLEAN, USUAL, Noise, reading
from tests.referee.worlds import World, make_world


def _first(world: World, noise: Noise = CLEAN) -> Reading:
    table = replace(world.tables[0], arm=None)
    return reading(table, noise, np.random.default_rng(1))


@pytest.mark.parametrize("seed", range(20, 32))
def test_first_picture_tells_every_zone(seed: int) -> None:
    world = make_world(seed, turns=1)
    layout = find_layout(_first(world))
    assert layout is not None
    line = world.lines[0]
    spot = {
        c["zone"]: layout.plane.to_table(np.array(c["quad"]).mean(axis=0))
        for c in line["cards"]
        if c["zone"] != "forest"
    }
    for card in line["cards"]:
        if card["zone"] == "forest":
            at = layout.plane.to_table(np.array(card["quad"]).mean(axis=0))
            assert abs(layout.slot(at[0]) - (card["slot"] - 1)) < 0.3
            assert abs(at[1]) < 0.4
    assert layout.draw is not None
    assert layout.night is not None
    assert np.abs(spot["draw"] - layout.draw).max() < 0.3
    assert np.abs(spot["night"] - layout.night).max() < 0.3
    lower = world.game["seat_at_lower_edge"]
    assert layout.side(float(spot[f"pan{lower}"][1])) == 0
    assert layout.side(float(spot[f"pan{1 - lower}"][1])) == 1


@pytest.mark.parametrize("seed", range(32, 40))
def test_observation_names_what_lies_where(seed: int) -> None:
    world = make_world(seed, turns=1)
    picture = _first(world, USUAL)
    layout = find_layout(picture)
    assert layout is not None
    seen = observe(picture, layout)
    assert 7 <= len(seen.forest) <= 8
    assert seen.draw
    assert seen.night
    assert not seen.decay
    assert is_start(seen, game_named("mushroom-walk"))
    assert seen.coins == (0, 0)


def test_a_table_in_mid_game_is_no_start() -> None:
    world = make_world(33)
    at = next(n for n, line in enumerate(world.lines) if line["turns_played"] == 25)
    table = replace(world.tables[at], arm=None)
    picture = reading(table, CLEAN, np.random.default_rng(1))
    layout = find_layout(picture)
    assert layout is not None
    assert not is_start(observe(picture, layout), game_named("mushroom-walk"))


def test_players_beside_each_other_are_named_from_the_left() -> None:
    world = make_world(34, turns=1, tilt=5.0, yaw=90.0)
    layout = find_layout(_first(world))
    assert layout is not None
    assert lower_side(layout.plane, layout.step) == layout.lower
    lower = world.game["seat_at_lower_edge"]
    pan = next(c for c in world.lines[0]["cards"] if c["zone"] == f"pan{lower}")
    assert layout.side(float(layout.plane.to_table(np.array(pan["quad"]).mean(axis=0))[1])) == 0


def test_a_bumped_camera_keeps_seats_and_piles() -> None:
    layouts = [
        find_layout(_first(make_world(35, turns=1, tilt=15.0, yaw=y))) for y in (0.0, 9.0, 180.0)
    ]
    assert all(layouts)
    before, bumped, turned = layouts
    assert before is not None
    assert bumped is not None
    assert turned is not None
    same = same_table(before, bumped)
    assert same is not None
    assert same.lower == before.lower
    assert same_table(before, turned) is None


def test_no_row_no_layout() -> None:
    assert find_layout(Reading((640, 480))) is None
    world = make_world(36, turns=1)
    few = replace(_first(world), cards=_first(world).cards[:3])
    assert find_layout(few) is None
