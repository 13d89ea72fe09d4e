"""Set-ups by printed markers and by the row's corners."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.placed import cornered_setup, marked_setup
from tabletop.referee.setup import Setup, SetupError, fitting_layout
from tabletop.referee.table_score import score_table
from tabletop.simulation.camera import Camera
from tabletop.simulation.stage import Stage, make_stage
from tabletop.simulation.table.places import card_corners
from tabletop.simulation.wishes import Wishes
from tabletop.vision.markers import find_markers
from tabletop.vision.sighting import Reading, Sighting
from tests.referee.papers import laid, photographed
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")
SIZE = (1280, 720)


def _stage(seed: int, tilt: float, aspect: float = 1 / 1.4) -> Stage:
    return make_stage(GAME, Wishes(seed, turns=1, size=SIZE, tilt=tilt), aspect)


def _places(stage: Stage) -> dict[int, tuple[float, float, float]]:
    layout = stage.layout
    spots = (
        layout.forest_spot(1),
        layout.forest_spot(8),
        layout.draw,
        layout.night,
        layout.discard,
        layout.decay_spot(1),
    )
    return {n: (x, y, 0.06 * (n - 2)) for n, (x, y) in enumerate(spots)}


def _photograph(stage: Stage, places: dict[int, tuple[float, float, float]]) -> np.ndarray:
    table = np.full((SIZE[1], SIZE[0], 3), (60, 80, 110), np.uint8)
    picture = laid(table, stage.cameras[0], places)
    return photographed(picture, 1.2, np.random.default_rng(1))


def _off(setup: Setup, stage: Stage, camera: Camera) -> float:
    """How far the found forest places lie beside the true ones at most, card widths."""
    layout = setup.layout(SIZE)
    assert layout is not None
    true = camera.project(np.array([stage.layout.forest_spot(n) for n in range(1, 9)]))
    found = layout.plane.to_picture(np.array([[n * layout.step, 0.0] for n in range(8)]))
    card = camera.project(np.array([[-0.5, 0.0], [0.5, 0.0]]))
    return float(np.abs(true - found).max() / np.hypot(*(card[1] - card[0])))


@pytest.mark.parametrize(("seed", "tilt"), [(3, 12.0), (9, 43.0)])
def test_printed_markers_show_where_everything_will_lie(seed: int, tilt: float) -> None:
    stage = _stage(seed, tilt)
    markers = find_markers(_photograph(stage, _places(stage)))
    assert set(markers) == set(range(6))
    setup = marked_setup(markers, SIZE, Reading(SIZE))
    assert _off(setup, stage, stage.cameras[0]) < 0.03
    assert setup.tilt == pytest.approx(tilt, abs=3)
    layout = setup.layout(SIZE)
    assert layout is not None
    for mine, true in ((setup.draw, stage.layout.draw), (setup.discard, stage.layout.discard)):
        assert mine is not None
        seen = layout.plane.to_table(stage.cameras[0].project(np.array([true])))[0]
        assert np.hypot(*(seen - mine)) < 0.05


def test_missing_markers_and_markers_that_lie_badly_are_named() -> None:
    stage = _stage(3, 12.0)
    places = _places(stage)
    markers = find_markers(_photograph(stage, {n: places[n] for n in (0, 3)}))
    with pytest.raises(SetupError, match="can't be seen: eighth forest card, draw pile"):
        marked_setup(markers, SIZE, Reading(SIZE))
    near = dict(find_markers(_photograph(stage, places)))
    near[1], near[5] = near[5], near[1]
    with pytest.raises(SetupError, match="card widths apart"):
        marked_setup(near, SIZE, Reading(SIZE))


def _row(stage: Stage, aspect: float) -> Reading:
    """A reading of the eight forest cards, and two more."""
    spots = [stage.layout.forest_spot(n) for n in range(1, 9)] + [(0.0, 3.0), (2.0, -3.0)]
    quads = [stage.cameras[0].project(card_corners(x, y, 0.02, aspect)) for x, y in spots]
    p = np.full(54, 1 / 54, np.float32)
    cards = tuple(Sighting(tuple(map(tuple, quad.tolist())), True, p) for quad in quads)
    return Reading(SIZE, cards)


def test_cards_of_another_size_than_the_papers_are_measured_once_they_lie_there() -> None:
    aspect = 1 / 1.55
    stage = _stage(9, 30.0, aspect)
    markers = find_markers(_photograph(stage, _places(stage)))
    setup = marked_setup(markers, SIZE, Reading(SIZE))
    assert _off(setup, stage, stage.cameras[0]) < 0.03
    layout = fitting_layout(setup, _row(stage, aspect))
    assert layout is not None
    assert layout.plane.card_height == pytest.approx(1.55, rel=0.05)
    assert layout.draw is not None
    assert layout.step == pytest.approx(stage.layout.pitch, rel=0.03)


def _corners(stage: Stage) -> list[tuple[float, float]]:
    feet = stage.layout.feet
    (first, _), (last, _) = stage.layout.forest_spot(1), stage.layout.forest_spot(8)
    ends = (first + 0.5 * feet, last - 0.5 * feet)
    box = np.array([[ends[0], 0.7], [ends[1], 0.7], [ends[1], -0.7], [ends[0], -0.7]])
    return [(float(x), float(y)) for x, y in stage.cameras[0].project(box)]


@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_corners_of_the_row_are_enough(tilt: float) -> None:
    stage = _stage(4, tilt)
    corners = _corners(stage)
    bare = cornered_setup(corners, Reading(SIZE))
    assert _off(bare, stage, stage.cameras[0]) < 0.2
    full = cornered_setup(corners, _row(stage, 1 / 1.4))
    assert full.by == "corners"
    assert _off(full, stage, stage.cameras[0]) < 0.08
    # Either way round, and from the other end: then the feet are there.
    again = cornered_setup([corners[n] for n in (3, 2, 1, 0)], Reading(SIZE))
    assert again.lower == bare.lower
    other = cornered_setup([corners[n] for n in (1, 0, 3, 2)], Reading(SIZE))
    layout = other.layout(SIZE)
    assert layout is not None
    ends = layout.plane.to_picture(np.array([[0.0, 0.0], [7 * layout.step, 0.0]]))
    feet = np.mean([corners[1], corners[2]], axis=0)
    assert np.hypot(*(ends[0] - feet)) < np.hypot(*(ends[1] - feet))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({0: (-4.0, 10.0)}, "-4,10 lies outside the picture, which has 1280 × 720 pixels"),
        ({1: (1300.0, 10.0)}, "1300,10 lies outside the picture"),
        ({1: (100.0, 300.0)}, "in one place"),
        ({1: (900.0, 400.0), 2: (900.0, 300.0)}, "don't go round the row"),
        ({1: (200.0, 300.0), 2: (200.0, 400.0)}, "No row of eight cards has these corners"),
    ],
)
def test_corners_that_cannot_be_are_named(
    change: dict[int, tuple[float, float]], says: str
) -> None:
    corners = {0: (100.0, 300.0), 1: (900.0, 300.0), 2: (900.0, 400.0), 3: (100.0, 400.0)}
    with pytest.raises(SetupError, match=says):
        cornered_setup(list((corners | change).values()), Reading(SIZE))


def test_a_known_table_is_scored_where_it_lies() -> None:
    world = make_world(21, night=True)
    readings = [reading for _, reading in world_readings(world, "clean", 21)]
    score = score_table(readings[-1], GAME, fitting_layout(_found(readings[0]), readings[0]))
    assert score is not None
    points = world.game["scores"]
    if world.game["seat_at_lower_edge"]:
        points = points[::-1]
    assert [side.total for side in score.players] == points


def _found(reading: Reading) -> Setup:
    from tabletop.referee.setup import find_setup

    setup = find_setup(reading, GAME)
    assert setup is not None
    return setup
