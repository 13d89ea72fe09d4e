"""Each rule of the cards, the set-up and the hand, with what it allows and what it forbids."""

# ruff: noqa: N802 - tests are named after rule ids

from __future__ import annotations

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Dish,
    Player,
    Sell,
    Take,
    deal,
    deck_faults,
    dish_points,
    legal_moves,
    unknown_state,
)

from .positions import PILES, WALK, dealt, illegal, legal, position


def test_MW_2_1_mushrooms() -> None:
    assert [WALK.kinds[k].count for k in "23456789T"] == [7, 7, 6, 5, 5, 4, 4, 4, 3]
    assert [WALK.cook[k] for k in "23456789T"] == [1, 1, 2, 2, 3, 3, 3, 4, 6]
    assert [WALK.sell[k] for k in "23456789T"] == [1, 2, 1, 2, 1, 2, 3, 2, 4]
    state = legal(position(Player("888")), Sell("8", 3))
    assert state.players[0].sticks == 9
    illegal(position(Player("NNN")), Sell("N", 3), "MW-5.4")


def test_MW_2_2_other_cards() -> None:
    assert [WALK.kind_of(face) for face in ("QH", "KD", "QS", "KC", "JH", "XR", "AS")] == [
        *"BCKPNNO"
    ]
    assert [WALK.kind_of(face) for face in ("TH", "2C", "X?", "??", "back")] == [*"T2N??"]
    swapped = game_named("mushroom-walk", ["moon=jack"])
    assert [swapped.kind_of(face) for face in ("JH", "AS", "XB")] == [*"ONN"]
    assert {len(WALK.faces_of(k)) for k in "BCKP"} == {2}
    assert WALK.faces_of("N") == ("JS", "JH", "JD", "JC", "XR", "XB")


def test_MW_2_3_building_the_decks() -> None:
    assert len(WALK.forest_deck) == 81
    assert sorted(WALK.night_deck) == [*"23456789"]
    for piles in PILES.values():
        assert deck_faults(WALK, *piles) == []
    forest, night = PILES["first"]
    faults = deck_faults(WALK, forest.replace("T", "2", 1), night.replace("9", "8"))
    assert {f.rule for f in faults} == {"MW-2.3"}
    assert len(faults) == 4
    assert "8 2s in the forest deck instead of 7" in [f.facts for f in faults]


def test_MW_3_1_starting_pan() -> None:
    state = dealt("first")
    assert [p.pans for p in state.players] == [1, 1]
    legal(position(Player("999", pans=1)), Cook("9", 3))
    illegal(position(Player("999", pans=0)), Cook("9", 3), "MW-5.3a")


def test_MW_3_2_forest() -> None:
    state = dealt("first")
    assert state.forest == "4TNB8N56"
    assert len(state.draw) == 81 - 8 - 6
    illegal(state, Take(9), "MW-5.1")


def test_MW_3_3_at_your_feet() -> None:
    state = dealt("first")
    legal(state, Take(1))
    legal(state, Take(2))
    illegal(state, Take(3), "MW-5.1")


def test_MW_3_4_night_pile_and_sticks() -> None:
    state = dealt("second")
    assert len(state.night) + sum(len(p.night) for p in state.players) == 8
    assert [p.sticks for p in state.players] == [0, 0]


def test_MW_3_5_deal() -> None:
    # Dealt, first player first: N K O, and P 4 4.
    cards = "22222222" + "NPK4O4" + "33333333"
    state = deal(WALK, cards, "57")
    me, other = state.players
    assert (me.hand, me.baskets, me.night) == ("N", 1, "5")
    assert (other.hand, other.poison) == ("44", ())
    assert state.discard == "PO"
    assert (state.night, state.draw) == ("7", "33333333")
    assert me.limit == 10
    assert other.limit == 8


def test_MW_3_6_who_starts() -> None:
    assert dealt("first", first=0).to_move == 0
    state = dealt("first", first=1)
    assert state.to_move == 1
    assert state.players[1].hand == dealt("first", first=0).players[0].hand


def test_MW_4_1_hand_limit() -> None:
    legal(position(Player("2345678")), Take(1))
    illegal(position(Player("23456789")), Take(1), "MW-4.1")
    legal(position(Player("23456789", baskets=1)), Take(1))
    illegal(position(Player("23456789NN", baskets=1)), Take(1), "MW-4.1")


def test_MW_4_2_night_cards() -> None:
    legal(position(Player("9", "9")), Cook("9", 1, 1))
    illegal(position(Player("9", "9")), Cook("9", 2, 1), "MW-5.3")
    illegal(position(Player("2345678", "9")), Take(1), "MW-4.1")
    assert legal(position(Player("", "8")), Sell("8", 0, 1)).players[0].sticks == 6


def test_MW_4_3_what_never_counts() -> None:
    me = Player("2345678", baskets=0, sticks=30, poison=())
    legal(position(me), Take(1))
    assert Player("22", "3", baskets=3, pans=2, sticks=9, poison=(1,)).held == 3
    illegal(position(me._replace(hand="23456789")), Take(1), "MW-4.1")


def test_MW_10_1_original_numbers() -> None:
    game = game_named("original-numbers")
    deck = game.forest_deck
    assert len(deck) == 84
    assert [deck.count(k) for k in "23456789TBCKPNO"] == [
        *(10, 8, 6, 5, 5, 4, 4, 4, 3),
        *(3, 3, 5, 5, 11, 8),
    ]
    assert deck_faults(game, deck, "23456789") == []
    assert {f.rule for f in deck_faults(game, WALK.forest_deck, "23456789")} == {"MW-10.1"}


def test_first_state_of_a_camera_fits_the_decks() -> None:
    state = unknown_state(WALK, "4TNB8N56", nights=("", "4"), hands=("???", "??"), discard="O")
    assert len(state.draw) == 67
    assert len(state.night) == 7
    assert Take(1) in legal_moves(state)
    assert Decay() not in legal_moves(state)
    assert dish_points(WALK, Dish("9", 2, 1, 1, 0)) == 19
