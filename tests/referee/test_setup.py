"""Set-ups: saved, loaded, scaled, refused, and what a session makes of them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.events import Start
from tabletop.referee.kept import KeptSession
from tabletop.referee.layout import find_layout
from tabletop.referee.session import Session
from tabletop.referee.setup import (
    SetupError,
    cards_lie_in,
    find_setup,
    fitting_layout,
    load_setup,
    outlines,
    save_setup,
)
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")
EXAMPLES = Path(__file__).parents[2] / "calibration"
SAMPLE = Path(__file__).parents[2] / "sample_frames"


@pytest.fixture(scope="module")
def first() -> Reading:
    return next(iter(world_readings(make_world(11), "clean", 11)))[1]


def scaled(reading: Reading, factor: float, shift: float = 0.0) -> Reading:
    """The same table in a picture of another size, moved to the right by ``shift`` pixels."""
    width, height = reading.size
    cards = tuple(
        replace(c, quad=tuple((factor * x + shift, factor * y) for x, y in c.quad))
        for c in reading.cards
    )
    return Reading((round(factor * width), round(factor * height)), cards, (), reading.hands)


def test_a_saved_setup_comes_back(first: Reading, tmp_path: Path) -> None:
    setup = find_setup(first, GAME)
    assert setup is not None
    save_setup(setup, tmp_path / "new" / "table.json")
    assert load_setup(tmp_path / "new" / "table.json") == setup
    layout, found = setup.layout(first.size), find_layout(first)
    assert layout is not None
    assert found is not None
    assert np.array_equal(layout.spots(first).at, found.spots(first).at)
    assert (layout.draw, layout.night, layout.lower) == (found.draw, found.night, found.lower)
    assert find_setup(Reading((640, 480)), GAME) is None


def test_the_forests_places_lie_on_its_cards(first: Reading) -> None:
    layout = find_layout(first)
    assert layout is not None
    zones = outlines(layout)
    assert {"forest", "decay pile", "draw pile", "display 0", "display 1"} <= set(zones)
    line = make_world(11).lines[0]
    forest = [c["quad"] for c in line["cards"] if c["zone"] == "forest"]
    for n, quad in enumerate(forest):
        off = np.mean(zones[str(n + 1)], axis=0) - np.mean(quad, axis=0)
        assert np.hypot(*off) < 0.15 * np.hypot(*np.subtract(quad[1], quad[0]))


def test_pictures_of_another_size_fit_and_of_another_shape_do_not(first: Reading) -> None:
    setup = find_setup(first, GAME)
    assert setup is not None
    small = scaled(first, 0.5)
    layout = fitting_layout(setup, small)
    assert layout is not None
    full = setup.layout(first.size)
    assert full is not None
    assert np.allclose(layout.spots(small).at, full.spots(first).at)
    assert fitting_layout(setup, replace(first, size=(first.size[0], first.size[0]))) is None


def test_a_session_begins_with_it_unless_the_camera_was_moved(
    first: Reading, tmp_path: Path
) -> None:
    setup = find_setup(first, GAME)
    assert setup is not None
    # Without draw pile and night pile in the picture only the set-up knows where they lie.
    bare = replace(first, cards=tuple(c for c in first.cards if c.up))
    events = Session(GAME, setup).see(bare, "0")
    assert isinstance(events[0], Start)
    assert {"draw pile", "night pile"} <= set(events[0].zones)
    alone = Session(GAME).see(bare, "0")
    assert isinstance(alone[0], Start)
    assert "night pile" not in alone[0].zones
    moved = scaled(first, 1.0, shift=400.0)
    again = Session(GAME, setup).see(moved, "0")
    assert again
    assert isinstance(again[0], Start)
    assert again[0].zones == Session(GAME).see(moved, "0")[0].zones  # type: ignore[union-attr]
    with KeptSession.create(tmp_path / "game", GAME, setup) as session:
        session.see(bare, "0")
        view = session.view
    with KeptSession.resume(tmp_path / "game") as session:
        assert session.view == view


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no set-up of a table"),
        ("[]", "is no set-up of a table"),
        ('{"format": 1, "size": [1, 1]}', "is no set-up of a table"),
        ("format 7", "is no set-up of a table"),
    ],
)
def test_what_is_no_setup_is_refused(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with pytest.raises(SetupError, match="can't be read"):
        load_setup(path)
    path.write_text(text)
    with pytest.raises(SetupError, match=says):
        load_setup(path)


def test_impossible_numbers_and_other_formats_are_refused(tmp_path: Path) -> None:
    good = (EXAMPLES / "sample-game.json").read_text()
    path = tmp_path / "table.json"
    for old, new, says in (
        ('"format": 1', '"format": 2', "has format 2"),
        ('"lower": 1', '"lower": 3', "its numbers can't be"),
        ('"lower": 1', '"lowest": 1', "is no set-up"),
    ):
        assert old in good
        path.write_text(good.replace(old, new))
        with pytest.raises(SetupError, match=says):
            load_setup(path)


def test_the_examples_are_true() -> None:
    lines = (SAMPLE / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    for name, line in (
        ("sample-game.json", json.loads(lines[0])),
        ("tilted.json", make_world(11).lines[0]),
    ):
        setup = load_setup(EXAMPLES / name)
        layout = setup.layout(setup.size)
        assert layout is not None
        forest = [np.mean(c["quad"], axis=0) for c in line["cards"] if c["zone"] == "forest"]
        at = layout.plane.to_table(np.array(forest))
        assert np.abs(at - [[n * layout.step, 0.0] for n in range(8)]).max() < 0.15
        draw = [np.mean(c["quad"], axis=0) for c in line["cards"] if c["zone"] == "draw"]
        assert np.abs(layout.plane.to_table(np.array(draw)) - [setup.draw]).max() < 0.1


def test_cards_of_the_wrong_size_tell_that_a_plane_makes_no_sense(first: Reading) -> None:
    setup = find_setup(first, GAME)
    assert setup is not None
    layout = setup.layout(first.size)
    assert layout is not None
    assert cards_lie_in(layout, first)
    for number, value in ((0, 5.0), (2, 3.0), (3, 0.0), (4, 2.0), (5, -9.0)):
        plane = [*setup.plane]
        plane[number] = value
        wrong = msgspec.structs.replace(setup, plane=tuple(plane)).layout(first.size)
        assert wrong is not None
        assert not cards_lie_in(wrong, first), number
    assert cards_lie_in(layout, Reading(first.size))


def test_a_file_that_never_ends_is_no_setup(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(b" " * (2**20 + 1))
    with pytest.raises(SetupError, match="larger than any set-up"):
        load_setup(path)
    if hasattr(os, "mkfifo"):
        path.unlink()
        os.mkfifo(path)
        with pytest.raises(SetupError, match="not a regular file"):
            load_setup(path)


def test_more_coins_than_any_table_holds_are_refused(first: Reading, tmp_path: Path) -> None:
    setup = find_setup(first, GAME)
    assert setup is not None
    path = tmp_path / "table.json"
    save_setup(msgspec.structs.replace(setup, supply=((1.0, 1.0),) * 20), path)
    assert len(load_setup(path).supply) == 20
    save_setup(msgspec.structs.replace(setup, supply=((1.0, 1.0),) * 5_000), path)
    with pytest.raises(SetupError, match="its numbers can't be"):
        load_setup(path)
