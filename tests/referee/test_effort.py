"""What is weighed for a picture is bounded by count, and no card counts as moved that wasn't."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.begin import at_start, joined
from tabletop.referee.continuing import Effort, in_turn
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.infer import PICTURE, Inference
from tabletop.referee.layout import Layout, find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.propose import Proposer
from tabletop.referee.weigh import Weigher
from tests.referee import simulate
from tests.referee.worlds import World, make_world

GAME = game_named("mushroom-walk")


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(8)


@pytest.fixture(scope="module")
def layout(world: World) -> Layout:
    found = find_layout(_reading(world, 0))
    assert found is not None
    return found


def _reading(world: World, at: int) -> simulate.Reading:
    return simulate.reading(world.tables[at], simulate.CLEAN, np.random.default_rng(1))


def _strange(world: World, layout: Layout) -> tuple[Inference, Observation]:
    """What is known of a table in mid-game, and one of a much later moment."""
    whole = [n for n, line in enumerate(world.lines) if not line["half"]]
    before, after = (observe(_reading(world, whole[at]), layout) for at in (20, 32))
    return Inference(joined(GAME, before)), after


def test_what_is_weighed_for_a_picture_is_bounded(world: World, layout: Layout) -> None:
    spent = []
    for most in (PICTURE, 200):
        inference, table = _strange(world, layout)
        inference.effort = Effort(most)
        inference.feed(table, "later")
        spent.append(inference.effort.spent)
    usual, little = spent
    assert little < usual <= PICTURE


def test_all_that_is_tried_with_a_picture_shares_its_bound(world: World, layout: Layout) -> None:
    inference, table = _strange(world, layout)
    inference.effort = Effort(PICTURE)
    inference.copy().feed(table, "later")
    once = inference.effort.spent
    inference.copy().feed(table, "later")
    assert 0 < once < inference.effort.spent <= PICTURE


def test_what_is_as_likely_has_its_turn_before_much_else() -> None:
    likely = {0: [-1.0, -1.0, -5.0], 1: [-1.0, -1.0], 2: [-0.5, -5.0]}
    assert in_turn(likely) == [(2, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2)]


def test_a_card_taken_moves_no_night_card(world: World, layout: Layout) -> None:
    start = observe(_reading(world, 0), layout)
    h = _with_night_card(at_start(GAME, start)[0])
    proposer = Proposer(h, Weigher(start), h.expected(), "next")
    taken = proposer.expand(proposer.start(), 2)
    assert taken
    assert all(draft.moved == {h.track.forest[1]} for draft in taken)


def _with_night_card(h: Hypothesis) -> Hypothesis:
    """``h`` with the first night card before the player to move, and nothing that draws one."""
    track, first = h.track, h.track.to_move
    sides = list(track.sides)
    sides[first] = sides[first]._replace(night=(-1,))
    dealt = dict.fromkeys(track.forest, h.faces.dealt)
    return replace(
        h,
        track=track._replace(sides=(sides[0], sides[1]), next_night=-1),
        beliefs={**h.beliefs, **dealt, -1: h.faces.night_deck},
    )
