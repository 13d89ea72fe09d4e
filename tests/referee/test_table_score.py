"""The score of a finished table from its picture alone."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.referee.table_score import score_table
from tabletop.simulation.table.places import card_corners
from tabletop.vision.sighting import Reading
from tests.referee.simulate import CLEAN, Card, Table, reading
from tests.referee.worlds import make_world

SIZE = (1920, 1080)


def _final(seed: int, *, night_sideways: bool) -> tuple[Reading, tuple[int, int]]:
    world = make_world(seed, busy=0.0, half=0.0, night=night_sideways)
    picture = reading(world.tables[-1], CLEAN, np.random.default_rng(seed))
    scores = world.game["scores"]
    lower = world.game["seat_at_lower_edge"]
    return picture, (scores[lower], scores[1 - lower])


@pytest.mark.parametrize("seed", range(50, 58))
def test_with_night_cards_turned_the_total_is_exact(seed: int) -> None:
    picture, truth = _final(seed, night_sideways=True)
    score = score_table(picture, game_named("mushroom-walk"))
    assert score is not None
    assert tuple(p.total for p in score.players) == truth


@pytest.mark.parametrize("seed", range(58, 64))
def test_with_none_turned_the_total_is_among_the_readings(seed: int) -> None:
    picture, truth = _final(seed, night_sideways=False)
    score = score_table(picture, game_named("mushroom-walk"))
    assert score is not None
    assert truth in score.readings
    assert score.readings[0] == tuple(p.total for p in score.players)
    for player, own in enumerate(score.players):
        others = {r[player] for r in score.readings} - {own.total}
        told = {d.total for d in own.doubts}
        assert others <= told


def _table(dishes: dict[int, list[list[tuple[str, float]]]]) -> Reading:
    """Dishes of (face, turn in quarter turns) on either side of a row with a decay pile, a night
    pile and a discard pile; a card without a face is not seen. Player 0 sits at the lower edge."""
    cards: list[Card] = []

    def lay(face: str, x: float, y: float, turn: float, visible: float) -> None:
        quad = card_corners(x, y, turn * np.pi / 2, 1 / 1.4) * 90 + [960, 540]
        cards.append(Card(face, quad, visible))

    for n, face in enumerate(("5D", "KS")):
        lay(face, -5 + 0.4 * n, 0, 0, 0.4 + 0.6 * n)
    lay("back", 5, 0, 0, 1)
    for n, face in enumerate(("3C", "AD", "7H")):
        lay(face, 7, 0.1 * n, 0.15 * n, 0.2 + 0.4 * n)
    for who, own in dishes.items():
        side = 1 if who == 0 else -1
        for d, dish in enumerate(own):
            for n, (face, turn) in enumerate(dish):
                last = n == len(dish) - 1
                if face:
                    at = side * (-4 + 1.5 * d), side * (2 + 0.35 * n)
                    lay(face, *at, turn, 1 if last else 0.25)
    return reading(Table(SIZE, cards), CLEAN, np.random.default_rng(1))


def _score(dishes: dict[int, list[list[tuple[str, float]]]], *settings: str):
    score = score_table(_table(dishes), game_named("mushroom-walk", settings))
    assert score is not None
    return score


def _dish(pan: str, *faces: str, turned: int = -1) -> list[tuple[str, float]]:
    return [(pan, 0.0)] + [(f, 1.0 if n == turned else 0.0) for n, f in enumerate(faces)]


def test_two_cards_prove_a_night_card() -> None:
    score = _score({0: [_dish("back", "9H", "9S")], 1: [_dish("JC", "TH", "TD", "TS")]})
    assert [p.total for p in score.players] == [12, 18]
    assert score.players[0].dishes[0].night == 1
    assert score.players[1].dishes[0].night == 0
    assert not score.players[0].doubts
    assert not score.players[1].doubts


def test_butter_proves_a_night_card() -> None:
    score = _score({0: [_dish("back", "7H", "7S", "7C", "QH")], 1: []})
    assert score.players[0].dishes[0].night == 1
    assert score.players[0].total == 3 * 4 + 3
    assert score.players[0].dishes[0].cards == ("7H", "7S", "7C", "QH")


def test_three_of_a_kind_may_hold_a_night_card() -> None:
    score = _score({0: [_dish("back", "6H", "6S", "6C")], 1: []})
    assert score.players[0].total == 9
    assert [d.total for d in score.players[0].doubts] == [12]
    assert set(score.readings) == {(9, 0), (12, 0)}


def test_one_night_card_of_a_rank_over_both_players() -> None:
    score = _score({0: [_dish("back", "6H", "6S")], 1: [_dish("JC", "6D", "6C", "6D")]})
    assert score.readings == ((9, 9),)
    assert score.players[1].dishes[0].night == 0


def test_a_turned_card_is_the_night_card_and_the_others_have_none() -> None:
    score = _score(
        {0: [_dish("back", "5H", "5S", "5C", turned=1)], 1: [_dish("JC", "4D", "4C", "4D")]}
    )
    assert [p.total for p in score.players] == [8, 6]
    assert [d.night for p in score.players for d in p.dishes] == [1, 0]


WHOLE = _dish("back", "9H", "9S", "9D")


@pytest.mark.parametrize(
    ("dish", "points", "unseen"),
    [
        (_dish("JH", "", "5H"), 6, 1),
        (_dish("JH", "", "6H", "", "QD"), 15, 2),
        (_dish("JH", "8S", "", "8C", "8D"), 12, 1),
        (_dish("JH", "8S", "8C", "8D"), 9, 0),
    ],
)
def test_what_a_dish_needs_or_its_gap_has_room_for_lies_there_unseen(
    dish: list[tuple[str, float]], points: int, unseen: int
) -> None:
    own = _score({0: [WHOLE, dish], 1: []}, "night-sideways=yes").players[0]
    assert own.total == 12 + points
    assert own.dishes[1].cards.count("??") == unseen
    said = [d.text for d in own.doubts if "is counted as" in d.text]
    assert len(said) == bool(unseen)


def test_a_card_seen_twice_is_no_second_butter() -> None:
    dish = _dish("JH", "6S", "6D", "6H", "6S", "QD", "QD")
    own = _score({0: [WHOLE, dish], 1: []}, "night-sideways=yes").players[0]
    assert own.dishes[1].points == 4 * 3 + 3


def test_where_strips_tell_another_rank_than_the_card_on_top_both_are_offered() -> None:
    score = _score({0: [WHOLE, _dish("JH", "2S", "2C", "7C")], 1: []}, "night-sideways=yes")
    assert set(score.readings[:2]) == {(12 + 9, 0), (12 + 3, 0)}
    assert any("is one of" in d.text for d in score.players[0].doubts)


def test_two_of_a_rank_whose_pan_is_not_seen_are_a_dish() -> None:
    own = _score({0: [WHOLE, _dish("", "4S", "4H")], 1: []}).players[0]
    assert own.total == 12 + 6


def test_many_dishes_that_hardly_show_end_soon() -> None:
    lone = [_dish("JH", "", face) for face in ("2H", "3H", "4H", "5H", "6H", "7H")]
    score = _score({0: lone, 1: [_dish("JC", "", f) for f in ("8S", "9S", "TS", "2S", "3S", "4S")]})
    assert len(score.readings) <= 32
    assert score.players[0].total == 3 * (1 + 1 + 2 + 2 + 3 + 3)


@pytest.mark.parametrize("seed", [50, 60])
def test_a_forest_means_that_the_game_goes_on(seed: int) -> None:
    world = make_world(seed, busy=0.0, half=0.0, night=True)
    for table, forest in ((world.tables[len(world.tables) // 2], 8), (world.tables[-1], 0)):
        score = score_table(
            reading(table, CLEAN, np.random.default_rng(seed)), game_named("mushroom-walk")
        )
        assert score is not None
        assert score.forest == forest


def test_no_table_no_score() -> None:
    assert score_table(Reading(SIZE), game_named("mushroom-walk")) is None
