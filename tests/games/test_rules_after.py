"""Each rule of what follows a turn, of poison, and of the end."""

# ruff: noqa: N802 - tests are named after rule ids

from __future__ import annotations

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Dish,
    Player,
    PutPan,
    Sell,
    Take,
    legal_moves,
    play,
    score_sheet,
    scores,
    winner,
)

from .positions import illegal, legal, position


def test_MW_6_1_a_card_drops() -> None:
    state = position(Player("N"), forest="23456789", decay="678")
    after = legal(state, PutPan())
    assert after.decay == "6782"
    assert after.discard == ""
    fifth = legal(after._replace(to_move=0, players=(Player("N"), Player())), PutPan())
    assert fifth.decay == "3"
    assert fifth.discard == "6782"


def test_MW_6_1_after_taking() -> None:
    assert legal(position(forest="23456789"), Take(1)).decay == "3"
    assert legal(position(forest="23456789"), Take(2)).decay == "2"
    assert legal(position(forest="23456789", decay="44"), Decay()).decay == "2"


def test_MW_6_2_slide() -> None:
    after = legal(position(forest="23456789", draw=""), Take(2))
    assert after.forest == "456789"


def test_MW_6_3_refill() -> None:
    after = legal(position(forest="23456789", draw="TNB"), Take(2))
    assert after.forest == "456789TN"
    assert after.draw == "B"
    last = legal(after._replace(to_move=0), Take(1))
    assert last.forest == "6789TNB"
    assert last.draw == ""


def test_MW_7_1_discard_to_poison() -> None:
    state = position(Player("234567", baskets=0), forest="PNNNNNNN")
    after = legal(state, Take(1, (("d", "2"), ("d", "3"))))
    assert after.players[0].hand == "4567"
    assert after.discard == "23"
    illegal(state, Take(1), "MW-7.1")
    illegal(state, Take(1, (("d", "2"),)), "MW-7.1")
    illegal(state, Take(1, (("d", "2"), ("d", "3"), ("d", "4"))), "MW-7.1")
    illegal(state, Take(1, (("d", "2"), ("d", "9"))), "R-5")
    illegal(state, Take(1, (("d", "2"), ("d", "2"))), "R-5")
    basket = position(Player("234567", baskets=1), forest="PNNNNNNN")
    legal(basket, Take(1))
    illegal(basket, Take(1, (("d", "2"), ("d", "3"))), "MW-7.1")


def test_MW_7_1_no_discards_without_poison() -> None:
    illegal(position(Player("22")), Take(1, (("d", "2"),)), "MW-7.1")
    illegal(position(Player("22"), decay="4"), Decay((("d", "2"),)), "MW-7.1")


def test_MW_7_2_until_the_end_of_the_next_turn() -> None:
    state = position(Player("23"), Player("N"), forest="PNNNNNNN", draw="222222")
    after = legal(state, Take(1))
    assert after.players[0].poison == (1,)
    after = legal(after, PutPan())
    assert after.players[0].limit == 4
    after = legal(after, Take(1))
    assert after.players[0].poison == ()
    assert after.players[0].limit == 8
    assert after.discard == "P"
    full = position(Player("2345", poison=(1,)))
    illegal(full, Take(1), "MW-4.1", "MW-7.1")


def test_MW_8_1_the_end() -> None:
    taken = legal(position(forest="2", draw=""), Take(1))
    assert taken.reason == "forest empty"
    dropped = legal(position(Player("N"), forest="2", draw=""), PutPan())
    assert dropped.reason == "forest empty"
    assert dropped.decay == "2"
    assert list(legal_moves(dropped)) == []
    going_on = legal(position(Player("N"), forest="23", draw=""), PutPan())
    assert not going_on.over


def test_MW_8_2_scoring() -> None:
    # The example of the rules: two 9s, a night 9, butter and a pan from the hand make 19.
    after = legal(position(Player("99BN", "9")), Cook("9", 2, 1, 1, 0, "hand"))
    assert scores(after) == (19, 0)
    sheet = score_sheet(after, 0)
    assert sheet.total == 19
    assert sheet.mushrooms == 4
    assert [line.sum for line in sheet.lines] == ["2 × 4 + 2 × 4 + 1 × 3 = 19"]
    assert [line.what for line in sheet.lines] == ["2 × 9, 1 × night 9 (counts 2), 1 butter"]
    # Hand cards, sticks and empty pans score nothing.
    assert scores(position(Player("TTT", "9", 2, 3, 9))) == (0, 0)
    # The other example: three 8s bring 9 sticks and no points.
    sold = legal(position(Player("888")), Sell("8", 3))
    assert (scores(sold)[0], sold.players[0].sticks) == (0, 9)


def test_MW_8_3_ties() -> None:
    def ended(mine: tuple[Dish, ...], theirs: tuple[Dish, ...]) -> int | None:
        state = position(Player(dishes=mine), Player(dishes=theirs), forest="N", draw="")
        assert winner(state) is None
        return winner(play(state, Take(1)))

    assert ended((Dish("9", 3),), (Dish("8", 3),)) == 0
    # 12 points each, from 3 and from 4 mushrooms, a night card counting as two of them.
    assert ended((Dish("9", 3),), (Dish("6", 2, 1),)) == 1
    assert ended((Dish("6", 4),), (Dish("7", 2, 1),)) is None
