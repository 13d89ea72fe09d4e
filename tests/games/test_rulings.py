"""Each ruling where the rules are silent, with what it allows and what it forbids."""

# ruff: noqa: N802 - tests are named after ruling ids

from __future__ import annotations

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Player,
    PutPan,
    Sell,
    Stuck,
    Take,
    deal,
    deck_faults,
    judge,
    legal_moves,
    perft,
    play,
    scores,
    skip_stuck,
    unknown_state,
    winner,
)

from .positions import LATE, WALK, dealt, illegal, legal, position

FULL = "23456789"


def test_R_1_deal_order() -> None:
    cards = "N" * 8 + "234567" + "N" * 9
    assert [p.hand for p in deal(WALK, cards, "").players] == ["246", "357"]
    assert [p.hand for p in deal(WALK, cards, "", first=1).players] == ["357", "246"]
    threes = game_named("mushroom-walk", ["deal-order=in-threes"])
    assert [p.hand for p in deal(threes, cards, "").players] == ["234", "567"]


def test_R_2_moon_needs_room() -> None:
    legal(position(Player(FULL[1:]), forest="ONNNNNNN"), Take(1))
    illegal(position(Player(FULL), forest="ONNNNNNN"), Take(1), "R-2")
    legal(position(Player(FULL[1:]), decay="O"), Decay())
    illegal(position(Player(FULL), decay="O"), Decay(), "R-2")


def test_R_3_decay_pile_with_poison() -> None:
    # 6 in hand and 2 from the pile fit 8; then down to 4.
    state = position(Player("222222"), decay="P22")
    after = legal(state, Decay((("d", "2"),) * 4))
    assert after.players[0].hand == "2222"
    illegal(position(Player("2222222"), decay="P22"), Decay((("d", "2"),) * 5), "R-3", "MW-5.2")
    # Baskets count first, for both limits.
    after = legal(position(Player("2222222"), decay="PK22"), Decay((("d", "2"),) * 3))
    assert after.players[0].held == 6
    assert after.players[0].limit == 6


def test_R_4_poisoned_limit_holds_for_taking() -> None:
    legal(position(Player("234", poison=(1,))), Take(1))
    illegal(position(Player("2345", poison=(1,))), Take(1), "R-4")
    legal(position(Player("2345", baskets=1, poison=(1,))), Take(1))
    illegal(position(Player("234", poison=(1,)), decay="22"), Decay(), "R-4")
    illegal(position(Player("234", poison=(1,)), decay="P22"), Decay(), "R-3", "R-4")


def test_R_5_any_hand_card_may_be_discarded() -> None:
    state = position(Player("2BC", "7"), decay="PNO", night="5")
    for discards in ((("d", "B"), ("n", "5")), (("d", "C"), ("d", "N")), (("d", "2"), ("n", "7"))):
        after = legal(state, Decay(discards))
        assert after.players[0].held == 4
    illegal(state, Decay((("d", "2"), ("d", "K"))), "MW-7.1")
    illegal(state, Decay((("d", "2"), ("n", "2"))), "R-5")
    after = play(state, Decay((("n", "7"), ("n", "5"))))
    assert after.spent == "57"


def test_R_6_poison_counts_own_turns() -> None:
    # Player 1 is stuck and poisoned: the poison stays while player 0 goes on.
    poisoned = Player("2345", pans=0, poison=(1,))
    state = position(Player("22", sticks=0), poisoned, forest="34567893", draw="2" * 9, decay="")
    after = legal(state, Take(1))
    assert after.to_move == 0
    assert after.players[1].poison == (1,)
    # A second poison counts two turns of its own; the limit is lowered once.
    second = legal(position(Player("23", poison=(1,)), forest="PNNNNNNN"), Take(1))
    assert second.players[0].poison == (1,)
    assert second.discard == "P"
    assert second.players[0].limit == 4
    both = legal(position(Player("23"), decay="PP"), Decay())
    assert both.players[0].poison == (1, 1)
    assert both.players[0].limit == 4


def test_R_7_both_stuck_ends_the_game() -> None:
    state = position(Player("234567"), Player(FULL, pans=0), forest="8N932222", draw="99")
    after = legal(state, Take(1))
    assert after.to_move == 0
    end = legal(after, Take(1))
    assert end.reason == "both stuck"
    assert winner(end) is None
    assert list(legal_moves(end)) == []
    illegal(end, Take(1), "MW-8.1")
    # With a basket at the feet the game goes on.
    assert not legal(after._replace(draw="K9", forest="93" + "K22222"), Take(1)).over


def test_R_8_asked_again_after_each_turn() -> None:
    # Player 1 is stuck until a basket comes to the feet.
    state = position(Player("NN"), Player(FULL, pans=0), forest="2345K678", draw="2222")
    after = legal(state, PutPan())
    assert after.to_move == 0
    after = legal(after, PutPan())
    assert after.forest[:3] == "45K"
    assert after.to_move == 0
    after = legal(after, Take(1))
    assert after.forest[:2] == "K6"
    assert after.to_move == 1


def test_R_9_prices_in_a_short_forest() -> None:
    state = position(Player(sticks=0), forest="234", draw="")
    legal(state, Take(1))
    legal(state, Take(2))
    illegal(state, Take(3), "MW-5.1")


def test_R_10_last_card_taken() -> None:
    after = legal(position(forest="3", draw="", decay="22"), Take(1))
    assert after.reason == "forest empty"
    assert after.decay == "22"
    assert after.forest == ""


def test_R_11_sticks_never_run_out() -> None:
    after = legal(position(Player("8" * 6, sticks=95)), Sell("8", 6))
    assert after.players[0].sticks == 113


def test_R_12_first_turn_has_no_decay_pile() -> None:
    state = dealt("first")
    illegal(state, Decay(), "MW-5.2", "R-12")
    legal(play(state, Take(1)), Decay())


def test_R_13_butter_and_cider_together() -> None:
    state = position(Player("2222222BC", "2", baskets=2))
    legal(state, Cook("2", 7, 1, 1, 1))
    illegal(state, Cook("2", 6, 1, 1, 1), "R-13")


def test_R_14_either_pan() -> None:
    state = position(Player("999N"))
    assert legal(state, Cook("9", 3, pan="hand")).players[0].pans == 1
    assert legal(state, Cook("9", 3)).players[0].hand == "N"
    illegal(position(Player("999", pans=1)), Cook("9", 3, pan="hand"), "MW-5.3a")


def test_R_15_mixing_day_and_night() -> None:
    state = position(Player("55", "5"))
    legal(state, Cook("5", 1, 1))
    legal(state, Sell("5", 1, 1))
    legal(state, Sell("5", 0, 1))
    illegal(state, Cook("5", 0, 1), "R-15", "MW-5.3")


def test_R_16_size_of_a_dealt_hand() -> None:
    cards = "N" * 8 + "K3P3O3" + "N" * 9
    me, other = deal(WALK, cards, "5").players
    assert (me.held, other.held) == (1, 3)
    assert me.limit == 10
    assert me.poison == ()


def test_R_17_empty_night_pile() -> None:
    after = legal(position(Player(FULL), forest="ONNNNNNN", night=""), Take(1))
    assert after.players[0].held == 8
    assert after.discard == "O"
    illegal(position(Player(FULL), forest="ONNNNNNN", night="5"), Take(1), "R-2")
    legal(position(Player(FULL), decay="OO", night=""), Decay())


def test_R_18_poison_leaves_last() -> None:
    state = position(Player("2N", poison=(1,)), forest="23456789", decay="2345")
    after = legal(state, PutPan())
    assert after.discard == "2345P"
    assert after.decay == "2"


def test_R_19_night_card_first() -> None:
    state = position(Player("2345"), decay="PO", night="7")
    assert {m for m in legal_moves(state) if isinstance(m, Decay)} == {
        Decay((("d", "2"),)),
        Decay((("d", "3"),)),
        Decay((("d", "4"),)),
        Decay((("d", "5"),)),
        Decay((("n", "7"),)),
    }
    view = state._replace(night="?")
    assert [m for m in legal_moves(view) if isinstance(m, Decay)] == [Decay()]
    assert Decay() in legal_moves(view)
    illegal(state, Decay(), "MW-7.1")
    after = play(view, Decay((("n", "7"),)), night="7")
    assert after.players[0].night == ""


def test_R_20_exact_price() -> None:
    after = legal(position(Player(sticks=5)), Take(5))
    assert after.players[0].sticks == 2
    illegal(position(Player(sticks=2)), Take(5), "MW-5.1")


def test_R_21_nobody_is_stuck_by_choice() -> None:
    assert judge(dealt("first"), Stuck()).verdict == "illegal"
    view = unknown_state(WALK, "23456789", hands=("345678??", "???"), to_move=0)
    assert judge(view, Stuck()).verdict == "possible"
    assert skip_stuck(view).to_move == 1
    assert judge(view._replace(forest="2P456789"), Stuck()).verdict == "illegal"
    closed = position(Player(FULL, pans=0), forest="22222222")
    assert judge(closed, Stuck()).verdict == "legal"
    assert list(legal_moves(closed)) == []


def test_R_22_last_card_in_full() -> None:
    after = legal(position(forest="O", draw="", night="5"), Take(1))
    assert (after.players[0].night, after.reason) == ("5", "forest empty")
    poison = position(Player("23456"), forest="P", draw="")
    after = legal(poison, Take(1, (("d", "6"),)))
    assert (after.players[0].hand, after.reason) == ("2345", "forest empty")
    illegal(poison, Take(1), "MW-7.1")


def test_R_23_empty_pans_are_alike() -> None:
    state = position(Player("999", pans=3))
    assert [m for m in legal_moves(state) if isinstance(m, Cook)] == [Cook("9", 3)]
    assert legal(state, Cook("9", 3)).players[0].pans == 2


def test_R_24_original_numbers_take_any_faces() -> None:
    game = game_named("original-numbers")
    others = [f for k in "23456789T" for f in [game.faces_of(k)[0]] * game.kinds[k].count]
    faces = [*["AH"] * 8, *["JS"] * 11, *["QS"] * 5, *["KC"] * 5, *["QH"] * 3, *["KD"] * 3]
    assert deck_faults(game, others + faces, "23456789") == []
    assert deck_faults(game, [*others, *faces[1:], "QH"], "23456789") != []


def test_R_25_discard_pile_is_public() -> None:
    # All tens lie on the discard pile: an unknown hand can't hold any more of them.
    view = unknown_state(WALK, "23456789", discard="TTT", draw=64)
    assert Sell("T", 2) not in legal_moves(view)
    hidden = unknown_state(WALK, "23456789", discard="???", draw=64)
    assert judge(hidden, Sell("T", 2)).verdict == "possible"


def test_R_26_one_night_card_of_a_rank() -> None:
    view = unknown_state(WALK, "23456789", hands=("9??", "???"), nights=("?", ""))
    assert judge(view, Cook("9", 1, 1)).verdict == "possible"
    assert judge(view, Cook("T", 1, 1)).verdict == "illegal"
    mine, theirs = view.players
    taken = view._replace(night="?" * 6, players=(mine, theirs._replace(night="9")))
    assert judge(taken, Cook("9", 1, 1)).verdict == "illegal"


def test_R_27_perft_of_an_ended_game() -> None:
    over = play(position(forest="2", draw=""), Take(1))
    assert perft(over, 3) == 1
    assert perft(LATE["C"], 1) == perft(LATE["C"], 4) == 1
    night_or_day = position(Player("22334", "2"), forest="PN", draw="")
    assert Take(1, (("d", "2"), ("n", "2"))) in legal_moves(night_or_day)
    assert Take(1, (("d", "2"), ("d", "2"))) in legal_moves(night_or_day)
    assert scores(over) == (0, 0)
