"""Wrong acts are named by the rule they break, and the table put right is followed again."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.games import followed
from tabletop.games import game_named
from tabletop.referee.begin import at_start
from tabletop.referee.drafts import Draft
from tabletop.referee.events import Illegal, Reminder, Turn, Undo
from tabletop.referee.layout import Layout, find_layout
from tabletop.referee.observe import observe
from tabletop.referee.reminders import Reminders
from tabletop.referee.session import Session
from tabletop.referee.slips import Slip
from tabletop.referee.view import Following
from tabletop.vision.sighting import Reading
from tests.referee.worlds import World, make_world, world_readings

GAME = game_named("mushroom-walk")


def _world(seed: int, *acts: str, **wished) -> World:
    return make_world(seed, wrong=acts, busy=0.0, half=0.0, **wished)


@pytest.mark.parametrize(
    ("seed", "act"),
    [
        (103, "pair"),
        (100, "butter"),
        (105, "dish-changed"),
        (101, "no-decay"),
        (101, "refill-long"),
        (101, "refill-short"),
        (101, "night-without-moon"),
        (101, "part-of-pile"),
    ],
)
def test_a_wrong_act_is_named_once_and_put_right_without_a_key(seed: int, act: str) -> None:
    world = _world(seed, act, slips=1)
    wrong = [n for n, line in enumerate(world.lines) if line["wrong"]]
    assert len(wrong) == 2
    end = wrong[-1] + 4
    session = Session(GAME)
    shown = islice(world_readings(world, "clean", seed), end)
    events = [session.see(reading, name) for name, reading in shown]
    said = [e for some in events for e in some if isinstance(e, Illegal | Reminder)]
    # What somebody did is said gently first; each word is said once.
    left_out = act in ("no-decay", "refill-long", "refill-short")
    kinds = [Reminder] if left_out else [Reminder, Illegal]
    assert [type(e) for e in said] == kinds
    assert {e.frame for e in said} <= {world.lines[n]["frame"] for n in wrong}
    assert all(world.lines[wrong[0]]["wrong"]["rule"] in e.rules for e in said)
    turns = [e for some in events for e in some if isinstance(e, Turn)]
    assert len(turns) == world.lines[end - 1]["turns_played"]
    assert not [e for some in events for e in some if isinstance(e, Undo)]


def test_while_it_lies_there_the_game_is_out_of_step() -> None:
    world = _world(101, "no-decay", slips=1)
    first = next(n for n, line in enumerate(world.lines) if line["wrong"])
    session = Session(GAME)
    for n, (name, reading) in enumerate(world_readings(world, "clean", 101)):
        session.see(reading, name)
        if n == first:
            assert session.view.state is Following.OUT_OF_STEP
            break
    turns = len(session.view.moves)
    assert turns == world.lines[first]["turns_played"]


def test_sticks_that_were_not_paid_are_said_gently() -> None:
    world = _world(102, "underpaid", slips=1)
    readings = islice(world_readings(world, "clean", 102), 26)
    game, events = followed("game", world.game, world.lines, readings)
    assert game.named == [("underpaid", True)]
    said = [e for e in events if isinstance(e, Reminder)]
    assert [e.rules for e in said] == [("MW-5.1",)]


def test_nobody_is_reminded_in_a_game_without_slips() -> None:
    world = make_world(101)
    game, _ = followed("game", world.game, world.lines, world_readings(world, "usual", 101))
    assert game.alarms == 0


@pytest.mark.parametrize(("sure", "then"), [(True, [Illegal]), (False, [])])
def test_nobody_is_accused_by_one_picture_nor_of_what_is_in_doubt(
    sure: bool, then: list[type]
) -> None:
    h = at_start(GAME, observe(*_first_picture()))[0]
    draft = Draft(h.track, h.beliefs, frozenset(), 0.0, (), ())
    slip = Slip(("MW-5.1b",), 0, "put it back", draft, 0.0, sure)
    reminders = Reminders()
    assert [type(e) for e in reminders.slip(slip, 3, "1")] == [Reminder]
    assert [type(e) for e in reminders.slip(slip, 3, "2")] == then
    assert reminders.slip(slip, 3, "3") == []


def _first_picture() -> tuple[Reading, Layout]:
    _, reading = next(world_readings(_world(101), "clean", 101))
    layout = find_layout(reading)
    assert layout is not None
    return reading, layout
