"""Each rule of a turn's actions, with what it allows and what it forbids."""

# ruff: noqa: N802 - tests are named after rule ids

from __future__ import annotations

from typing import Any

import pytest

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Dish,
    Player,
    PutPan,
    Sell,
    Take,
    can_act,
    judge,
    legal_moves,
    play,
    scores,
)

from .positions import LATE, dealt, illegal, legal, position


def test_MW_5_0_one_action_no_passing() -> None:
    state = dealt("first")
    after = legal(state, Take(1))
    assert after.to_move == 1
    nothing: Any = None
    assert [b.rule for b in judge(state, nothing).breaches] == ["MW-5.0"]
    assert nothing not in legal_moves(state)


@pytest.mark.parametrize("at", range(1, 9))
def test_MW_5_1_take_price(at: int) -> None:
    cost = max(0, at - 2)
    after = legal(position(Player(sticks=cost), forest="23456789"), Take(at))
    assert after.players[0].sticks == 0
    assert after.players[0].hand == str(at + 1)
    if cost:
        poor = position(Player(sticks=cost - 1), forest="23456789")
        illegal(poor, Take(at), "MW-5.1")
        sticks = "1 stick" if cost == 1 else f"{cost} sticks"
        facts = f"card {at} costs {sticks}, has {cost - 1}"
        assert judge(poor, Take(at)).breaches[0].facts == facts


def test_MW_5_1_no_such_card() -> None:
    state = position(Player(sticks=9), forest="234", draw="")
    legal(state, Take(3))
    for at in (0, -1, 4, 9):
        illegal(state, Take(at), "MW-5.1")


def test_MW_5_1a_basket() -> None:
    full = Player("23456789")
    after = legal(position(full, forest="KNNNNNNN"), Take(1))
    assert (after.players[0].baskets, after.players[0].held, after.players[0].limit) == (1, 8, 10)
    illegal(position(full, forest="KNNNNNNN"), Take(2), "MW-4.1")


def test_MW_5_1b_moon() -> None:
    after = legal(position(forest="ONNNNNNN", night="56"), Take(1))
    me = after.players[0]
    assert (me.hand, me.night, after.night) == ("", "5", "6")
    assert after.discard == "O"
    illegal(position(Player("23456789"), forest="ONNNNNNN"), Take(1), "MW-4.1", "R-2")


def test_MW_5_1c_poison() -> None:
    after = legal(position(Player("23"), forest="PNNNNNNN"), Take(1))
    assert after.players[0].poison == (1,)
    assert after.players[0].held == 2
    assert after.players[0].limit == 4
    illegal(position(Player("23"), forest="PNNNNNNN"), Take(1, (("d", "2"),)), "MW-7.1")


def test_MW_5_2_decay_pile() -> None:
    after = legal(position(Player("2345"), decay="67NO", night="89"), Decay())
    assert after.players[0].hand == "234567N"
    assert after.players[0].night == "8"
    assert after.decay == "N"
    assert after.discard == "O"
    illegal(position(Player("23456"), decay="6789"), Decay(), "MW-5.2", "MW-4.1")
    # A basket in the pile makes room for two more.
    legal(position(Player("23456"), decay="678K"), Decay())
    legal(position(Player("2345678"), decay="678K"), Decay())
    illegal(position(Player("23456789"), decay="678K"), Decay(), "MW-5.2")
    facts = judge(position(Player("23456789"), decay="678K"), Decay()).breaches[0].facts
    assert facts == "holds 8 of 8, the pile brings 3, its basket makes room for 2"


def test_MW_5_3_cook() -> None:
    after = legal(position(Player("999B")), Cook("9", 3))
    assert after.players[0].dishes == (Dish("9", 3),)
    assert (after.players[0].hand, after.players[0].pans) == ("B", 0)
    assert scores(after) == (12, 0)
    illegal(position(Player("99")), Cook("9", 2), "MW-5.3")
    illegal(position(Player("99")), Cook("9", 3), "MW-5.3")
    illegal(position(Player("998")), Cook("9", 3), "MW-5.3")
    illegal(position(Player("BBBB")), Cook("B", 3), "MW-5.3")


def test_MW_5_3a_pan() -> None:
    hand = legal(position(Player("999N", pans=0)), Cook("9", 3, pan="hand"))
    assert (hand.players[0].hand, hand.players[0].pans) == ("", 0)
    illegal(position(Player("999N", pans=0)), Cook("9", 3), "MW-5.3a")
    illegal(position(Player("999")), Cook("9", 3, pan="hand"), "MW-5.3a")
    anything: Any = "floor"
    illegal(position(Player("999N")), Cook("9", 3, pan=anything), "MW-5.3a")


@pytest.mark.parametrize(
    ("mushrooms", "butter", "cider", "allowed"),
    [
        (3, 1, 0, False),
        (4, 1, 0, True),
        (4, 0, 1, False),
        (5, 0, 1, True),
        (5, 1, 1, False),
        (8, 2, 0, True),
        (8, 1, 1, False),
        (9, 1, 1, True),
        (9, 2, 1, False),
        (10, 0, 2, True),
    ],
)
def test_MW_5_3b_butter_and_cider(mushrooms: int, butter: int, cider: int, allowed: bool) -> None:
    state = position(Player("2" * mushrooms + "BBCC", baskets=3))
    move = Cook("2", mushrooms, butter=butter, cider=cider)
    if allowed:
        after = legal(state, move)
        assert scores(after)[0] == mushrooms + 3 * butter + 5 * cider
    else:
        illegal(state, move, "MW-5.3b", "R-13")


def test_MW_5_3b_only_what_is_held() -> None:
    illegal(position(Player("2222")), Cook("2", 4, butter=1), "MW-5.3b")
    illegal(position(Player("22222B")), Cook("2", 5, cider=1), "MW-5.3b")


def test_MW_5_3c_a_dish_is_never_changed() -> None:
    after = legal(position(Player("9999", pans=1)), Cook("9", 3))
    again = after._replace(to_move=0)
    illegal(again, Cook("9", 1), "MW-5.3", "MW-5.3a")
    assert again.players[0].dishes == (Dish("9", 3),)


def test_MW_5_4_sell() -> None:
    after = legal(position(Player("3333")), Sell("3", 3))
    assert after.players[0].sticks == 6
    assert after.players[0].hand == "3"
    assert after.discard == "333"
    illegal(position(Player("33")), Sell("3", 1), "MW-5.4")
    illegal(position(Player("33")), Sell("3", 3), "MW-5.4")
    illegal(position(Player("34")), Sell("3", 2), "MW-5.4")
    illegal(position(Player("33")), Sell("3", 0), "MW-5.4")


def test_MW_5_5_put_down_a_pan() -> None:
    after = legal(position(Player("N2")), PutPan())
    assert (after.players[0].hand, after.players[0].pans) == ("2", 2)
    illegal(position(Player("2")), PutPan(), "MW-5.5")


def test_MW_5_6_stuck() -> None:
    state = LATE["D"]
    after = legal(state, Sell("2", 2))
    # Player 1 has a full hand without a pair, pan or sticks: player 0 goes on.
    assert after.to_move == 0
    assert not can_act(after, 1)
    free = state._replace(players=(state.players[0], Player("234567B", pans=0)))
    assert play(free, Sell("2", 2)).to_move == 1


def test_no_move_in_a_game_that_is_over() -> None:
    over = play(position(forest="2", draw=""), Take(1))
    assert list(legal_moves(over)) == []
    assert [b.rule for b in judge(over, Take(1)).breaches] == ["MW-8.1"]
