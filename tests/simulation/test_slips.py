"""Wrong acts at the table: each does to the cards what its name says, and is put right."""

from __future__ import annotations

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Take, price
from tabletop.simulation.stage import make_stage
from tabletop.simulation.table.slips import ACTS
from tabletop.simulation.wishes import Wishes

GAME = game_named("mushroom-walk")


@pytest.fixture(scope="module")
def stages():
    wishes = (Wishes(seed, wrong=tuple(ACTS), slips=12, bumps=0) for seed in range(8))
    return [make_stage(GAME, wish, 0.7) for wish in wishes]


def _found(stages):
    for stage in stages:
        for moment in stage.moments:
            if moment.slip is not None:
                state, before, move = stage.played[moment.turns]
                yield moment.slip, state, before, move, stage.played[moment.turns + 1]


def test_every_act_happens_and_names_its_rule(stages):
    acts = {slip.act for slip, *_ in _found(stages)}
    assert acts == set(ACTS)
    assert {slip.rule for slip, *_ in _found(stages)} <= set(GAME.rules)


def test_no_card_is_lost_or_made(stages):
    for slip, _, before, *_ in _found(stages):
        assert _numbers(slip.piles) == _numbers(before), slip.act


def test_the_table_is_wrong_and_then_right_again(stages):
    for stage in stages:
        moments = stage.moments
        for n, moment in enumerate(moments):
            if moment.slip is None or moments[n - 1].slip is not None:
                continue
            assert moments[n + 1].slip is moment.slip, "it is seen twice"
            then = moments[n + 2]
            assert then.slip is None
            assert then.turns == moment.turns + (not moment.slip.undone)


def test_acts_break_the_rule_that_they_name(stages):
    for slip, state, before, move, after in _found(stages):
        me, wrong = state.mover, slip.piles.seats[slip.player]
        if slip.act == "unpaid":
            gone = [n for n, c in enumerate(before.forest, 1) if c in wrong.hand + wrong.baskets]
            assert gone
            assert price(gone[0]) > me.sticks == wrong.sticks
        elif slip.act == "underpaid":
            assert isinstance(move, Take)
            assert wrong.sticks == me.sticks > after.piles.seats[slip.player].sticks
        elif slip.act == "over-limit":
            assert len(wrong.hand) + len(wrong.night) > me.limit
        elif slip.act == "pair":
            assert len(wrong.dishes[-1]) == 3
        elif slip.act == "butter":
            assert [c.kind for c in wrong.dishes[-1]].count("B") == 1
            assert len(wrong.dishes[-1]) == 5
        elif slip.act == "refill-long":
            assert len(slip.piles.forest) == 9
        elif slip.act == "refill-short":
            assert len(slip.piles.forest) == 7
        elif slip.act in ("no-decay", "moved-back"):
            assert len(slip.piles.forest) == 8


def _numbers(piles) -> list[int]:
    every = [*piles.forest, *piles.draw, *piles.night, *piles.decay, *piles.discard]
    for seat in piles.seats:
        every += [*seat.hand, *seat.night, *seat.baskets, *seat.pans, *seat.poison]
        every += [card for dish in seat.dishes for card in dish]
    return sorted(card.number for card in every)
