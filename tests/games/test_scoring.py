"""The score sheet: every point has its card and its rule, in every game."""

from __future__ import annotations

import random

import pytest

from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import (
    Dish,
    Player,
    legal_moves,
    outcome,
    play,
    score_sheet,
    scores,
    setup,
    sheet_text,
    winner,
)

from .positions import position


@pytest.mark.parametrize("name", GAMES)
def test_sheets_add_up_to_the_scores(name: str) -> None:
    rng = random.Random(name)
    for _ in range(15):
        state = setup(game_named(name), rng)
        while not state.over:
            moves = list(legal_moves(state))
            # Cook whenever that is possible: uniform choices leave the sheets nearly empty.
            state = play(state, rng.choice([m for m in moves if hasattr(m, "pan")] or moves))
        sheets = score_sheet(state, 0), score_sheet(state, 1)
        assert tuple(sheet.total for sheet in sheets) == scores(state)
        end = outcome(state)
        assert end.scores == scores(state)
        assert end.mushrooms == tuple(sheet.mushrooms for sheet in sheets)
        assert end.winner == winner(state)
        for sheet, player in zip(sheets, state.players, strict=True):
            assert [line.dish for line in sheet.lines] == list(player.dishes)
            for line in sheet.lines:
                assert line.points == sum(item.points for item in line.items)
                assert all(rule in state.game.rules for i in line.items for rule in i.rules)
                assert line.sum.endswith(f"= {line.points}")
        assert f"The game is over: {state.reason} [" in sheet_text(state)


def test_a_sheet_in_words() -> None:
    me = Player("2", "3", 0, 1, 4, dishes=(Dish("9", 3, 1, 1), Dish("2", 8, 1, 0, 2)))
    text = sheet_text(position(me), ("Anna", "Ben"))
    assert text.splitlines() == [
        "Anna: 43 points, 15 mushrooms",
        "  chanterelle: 23",
        "    3 × 9, 4 points each: 12 [MW-8.2, MW-2.1]",
        "    1 × night 9 (counts 2), 4 points each: 8 [MW-8.2, MW-4.2]",
        "    1 butter, 3 points each: 3 [MW-8.2, MW-5.3b]",
        "  honey fungus: 20",
        "    8 × 2, 1 point each: 8 [MW-8.2, MW-2.1]",
        "    1 × night 2 (counts 2), 1 point each: 2 [MW-8.2, MW-4.2]",
        "    2 cider, 5 points each: 10 [MW-8.2, MW-5.3b]",
        "  2 hand cards, 4 sticks, 1 empty pan: 0 [MW-8.2]",
        "Ben: 0 points, 0 mushrooms",
        "  1 empty pan: 0 [MW-8.2]",
        "Anna is ahead: 43 to 0 points [MW-8.2]",
    ]


def test_how_a_game_is_decided() -> None:
    def last_line(mine: Dish, theirs: Dish, reason: str = "forest empty") -> list[str]:
        state = position(Player(dishes=(mine,)), Player(dishes=(theirs,)))
        return sheet_text(state._replace(reason=reason)).splitlines()[-2:]

    over = "The game is over: forest empty [MW-8.1]"
    assert last_line(Dish("9", 3), Dish("8", 3)) == [
        over, "Player 1 wins: 12 to 9 points [MW-8.2]"]  # fmt: skip
    assert last_line(Dish("9", 3), Dish("6", 4)) == [
        over, "Player 2 wins: 12 points each, 3 to 4 mushrooms cooked [MW-8.3]"]  # fmt: skip
    assert last_line(Dish("6", 4), Dish("7", 2, 1), "both stuck") == [
        "The game is over: both stuck [R-7]",
        "A draw: 12 points each, 4 mushrooms cooked each [MW-8.3]",
    ]


def test_an_unread_dish_scores_nothing_yet() -> None:
    text = sheet_text(position(Player(dishes=(Dish("?", 3),), pans=0)))
    assert text.splitlines()[:3] == [
        "Player 1: 0 points, 3 mushrooms",
        "  unknown mushrooms: 0",
        "    3 × unknown card: 0 [MW-8.2, MW-2.1]",
    ]
