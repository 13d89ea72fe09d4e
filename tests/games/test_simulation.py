"""Series of games and what is counted."""

from __future__ import annotations

import random

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Dish,
    Move,
    Player,
    Sell,
    State,
    Take,
    play,
    scores,
    setup,
)
from tabletop.games.players import player_named
from tabletop.games.simulation.match import Turn, turns
from tabletop.games.simulation.running import run_series
from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally, tally_game
from tests.games.positions import WALK, position


def total(series: Series, jobs: int = 1) -> Tally:
    tally = Tally()
    for part in run_series(series, jobs):
        tally.add(part)
    return tally


def played(state: State, *moves: Move) -> list[Turn]:
    done = []
    for move in moves:
        after = play(state, move)
        done.append(Turn(state, move, after))
        state = after
    return done


def test_the_tally_does_not_depend_on_the_number_of_jobs_or_the_order() -> None:
    series = Series(WALK, ("greedy", "random"), 21, seed=5)
    alone = total(series)
    assert alone.games == 21
    assert total(series, jobs=2) == alone
    backwards = Tally()
    for number in reversed(range(21)):
        backwards.add(series.play(number))
    assert backwards == alone


def test_another_seed_gives_other_games() -> None:
    assert total(Series(WALK, ("random", "random"), 3, seed=1)) != total(
        Series(WALK, ("random", "random"), 3, seed=2)
    )


def test_pairs_share_a_shuffle_and_swap_seats() -> None:
    series = Series(WALK, ("greedy", "random"), 4)
    assert [series.seats(number) for number in range(4)] == [(0, 1), (1, 0)] * 2
    mirror = Series(WALK, ("greedy", "greedy"), 4)
    assert {mirror.seats(number) for number in range(4)} == {(0, 1)}
    first, second = (series.play(number) for number in (0, 1))
    # The same cards are dealt to the seats, whoever sits there.
    assert first.games == second.games == 1
    assert sum(first.wins.values()) == 1


@pytest.mark.parametrize("name", ["mushroom-walk", "original-numbers", "fungi"])
def test_what_kinds_earned_is_what_was_scored(name: str) -> None:
    for seed in range(5):
        state = setup(game_named(name), random.Random(seed))
        players = [player_named("greedy", random.Random(seed + i)) for i in (0, 1)]
        done = list(turns(state, players))
        tally = tally_game(state, done, (1, 0))
        last = done[-1].after
        assert sum(tally.points.values()) == sum(scores(last))
        assert tally.scores == {(1, scores(last)[0]): 1, (0, scores(last)[1]): 1}
        assert tally.turns == {len(done): 1}
        sold = sum(
            state.game.sell[turn.move.mushroom] * (turn.move.day + 2 * turn.move.night)
            for turn in done
            if isinstance(turn.move, Sell)
        )
        assert sum(tally.sticks.values()) == sold
        for kind in "23456789TBC":
            assert tally.gained[kind] >= tally.cooked[kind] + tally.sold[kind]
        assert tally.cooked["N"] == sum(len(player.dishes) for player in last.players)
        assert tally.gained["K"] == sum(player.baskets for player in last.players)


def test_cards_are_counted_under_their_kinds() -> None:
    state = position(
        Player("99N", "9", sticks=2), Player("33", baskets=1), forest="2OT2KP22", decay="8"
    )
    done = played(state, Take(3), Decay(), Cook("9", 2, 1, pan="hand"), Sell("3", 2))
    tally = tally_game(state, done, (0, 1))
    assert +tally.gained == {"9": 2, "N": 1, "O": 1, "3": 2, "K": 1, "T": 1, "8": 1, "2": 1}
    assert +tally.cooked == {"9": 2, "O": 1, "N": 1}
    assert +tally.points == {"9": 8, "O": 8}
    assert (+tally.sold, +tally.sticks) == ({"3": 2}, {"3": 4})


def test_turns_let_pass_and_deadlocks_are_counted() -> None:
    stuck = Player("23456789", pans=0)
    going = Player("2", pans=0)
    state = position(going, stuck, forest="8765432", draw="")
    done = played(state, Take(1), Take(1))
    tally = tally_game(state, done, (0, 1))
    assert (tally.passed, tally.held_up, tally.deadlocks) == (2, 1, 0)
    blocked = position(Player("2345678", pans=0), stuck, forest="9T234567", draw="")
    tally = tally_game(blocked, played(blocked, Take(1)), (0, 1))
    assert (tally.passed, tally.deadlocks) == (0, 1)


def test_a_win_goes_to_player_and_seat() -> None:
    me = Player("", dishes=(Dish("9", 3),))
    state = position(me, Player(""), forest="2", draw="")
    tally = tally_game(state, played(state, Take(1)), (1, 0))
    assert (tally.wins, tally.seat_wins) == ({1: 1}, {0: 1})
    assert tally.seat_scores == {(0, 12): 1, (1, 0): 1}
