"""Each rule and ruling of Fungi, with what it allows and what it forbids."""

# ruff: noqa: N802 - tests are named after rule ids

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from tabletop.games import game_named
from tabletop.games.fungi import (
    Cook,
    Decay,
    Dish,
    Player,
    PutPan,
    Sell,
    Stuck,
    Take,
    can_act,
    deal,
    deck_faults,
    describe,
    judge,
    legal_moves,
    outcome,
    perft,
    play,
    score_sheet,
    scores,
    setup,
    unknown_state,
    winner,
)

from . import positions
from .positions import FUNGI, illegal, legal

position = partial(positions.position, game=FUNGI)
FULL = "23456789"


def test_FU_1_1_mushrooms() -> None:
    assert [FUNGI.kinds[k].count for k in "23456789T"] == [10, 8, 6, 5, 5, 4, 4, 4, 3]
    assert [FUNGI.cook[k] for k in "23456789T"] == [1, 1, 2, 2, 3, 3, 3, 4, 6]
    assert [FUNGI.sell[k] for k in "23456789T"] == [1, 2, 1, 2, 1, 2, 3, 2, 4]
    assert legal(position(Player("TT")), Sell("T", 2)).players[0].sticks == 8
    illegal(position(Player("BB")), Sell("B", 2), "FU-7.1")


def test_FU_1_2_other_forest_cards() -> None:
    counts = {kind: FUNGI.kinds[kind].count for kind in "PBCKO"}
    assert counts == {"P": 5, "B": 3, "C": 3, "K": 5, "O": 8}
    assert len(FUNGI.forest_deck) + FUNGI.start_pans == 86
    assert deck_faults(FUNGI, FUNGI.forest_deck, FUNGI.night_deck) == []
    more = FUNGI.forest_deck.replace("P", "B", 1)
    assert [f.facts for f in deck_faults(FUNGI, more, FUNGI.night_deck)] == [
        "4 butter in the forest deck instead of 3",
        "4 fly agarics in the forest deck instead of 5",
    ]


def test_FU_1_3_night_cards() -> None:
    assert sorted(FUNGI.night_deck) == [*FULL]
    legal(position(Player("9", "9")), Cook("9", 1, 1))
    illegal(position(Player("9", "9")), Cook("9", 2, 1), "FU-6.1")
    # Two mushrooms, but one card for the hand limit.
    legal(position(Player("234567", "9")), Take(1))
    illegal(position(Player("2345678", "9")), Take(1), "FU-4.3")
    assert deck_faults(FUNGI, FUNGI.forest_deck, "2345678T") != []


def test_FU_1_4_sticks() -> None:
    assert legal(position(Player("8888888", sticks=40)), Sell("8", 7)).players[0].sticks == 61
    legal(position(Player("2345678", sticks=40)), Take(8))
    illegal(position(Player(FULL, sticks=40)), Take(8), "FU-4.3")


def test_FU_2_1_starting_pans() -> None:
    state = setup(FUNGI, random.Random(1))
    assert [p.pans for p in state.players] == [1, 1]
    legal(position(Player("999", pans=1)), Cook("9", 3))
    illegal(position(Player("999", pans=0)), Cook("9", 3), "FU-6.2")


def test_FU_2_2_forest() -> None:
    state = setup(FUNGI, random.Random(1))
    assert (len(state.forest), len(state.draw)) == (8, 70)
    legal(state, Take(2))
    illegal(state, Take(3), "FU-4.2")
    illegal(state, Take(9), "FU-4.1")


def test_FU_2_3_night_pile_and_sticks() -> None:
    state = setup(FUNGI, random.Random(2))
    assert len(state.night) + sum(len(p.night) for p in state.players) == 8
    assert [p.sticks for p in state.players] == [0, 0]


def test_FU_2_4_deal() -> None:
    # Dealt, first player first: N K O, and P 4 4.
    state = deal(FUNGI, "22222222" + "NPK4O4" + "33333333", "57")
    me, other = state.players
    assert (me.hand, me.baskets, me.night, me.limit) == ("N", 1, "5", 10)
    assert (other.hand, other.poison, other.limit) == ("44", (), 8)
    assert (state.discard, state.night, state.draw) == ("PO", "7", "33333333")


def test_FU_2_5_who_starts() -> None:
    state = setup(FUNGI, random.Random(3), first=1)
    assert state.to_move == 1
    assert legal(state, Take(1)).to_move == 0


def test_FU_3_1_goal() -> None:
    dishes = Player(dishes=(Dish("T", 3),)), Player(dishes=(Dish("2", 9),))
    end = legal(position(*dishes, forest="N", draw=""), Take(1))
    assert (scores(end), winner(end)) == ((18, 9), 0)
    assert outcome(end).rules == ("FU-10.2",)


def test_FU_3_2_cards_on_the_decay_pile() -> None:
    after = legal(position(Player("N"), forest="2345678N", decay="9"), PutPan())
    assert after.decay == "92"
    assert legal(after, Decay()).players[1].hand == "29"
    cleared = legal(position(Player("N"), forest="2345678N", decay="9999"), PutPan())
    assert (cleared.decay, cleared.discard) == ("2", "9999")
    illegal(position(), Decay(), "FU-5.1", "R-12")


def test_FU_3_3_one_action() -> None:
    state = setup(FUNGI, random.Random(4))
    assert legal(state, Take(1)).to_move == 1
    nothing: Any = None
    assert [b.rule for b in judge(state, nothing).breaches] == ["FU-3.3"]
    illegal(state, nothing, "FU-3.3")


def test_FU_3_4_stuck() -> None:
    other = Player("2345679B", pans=0)
    state = position(Player("2234567N"), other, forest="NN34", draw="5", decay="89")
    after = legal(state, Sell("2", 2))
    assert after.to_move == 0
    assert not can_act(after, 1)
    assert judge(after._replace(to_move=1), Stuck()).verdict == "legal"
    free = state._replace(players=(state.players[0], Player("234567B", pans=0)))
    assert legal(free, Sell("2", 2)).to_move == 1


def test_FU_4_1_at_your_feet() -> None:
    for at in (1, 2):
        assert legal(position(forest="23456789"), Take(at)).players[0].hand == str(at + 1)
    for at in (0, -1, 9):
        illegal(position(Player(sticks=9)), Take(at), "FU-4.1")


@pytest.mark.parametrize("at", range(3, 9))
def test_FU_4_2_deep_forest(at: int) -> None:
    after = legal(position(Player(sticks=at), forest=FULL), Take(at))
    assert after.players[0].sticks == 2
    illegal(position(Player(sticks=at - 3), forest=FULL), Take(at), "FU-4.2")


def test_FU_4_3_hand_limit() -> None:
    legal(position(Player(FULL[1:])), Take(1))
    illegal(position(Player(FULL)), Take(1), "FU-4.3")
    legal(position(Player(FULL + "NNN", baskets=2)), Take(1))
    illegal(position(Player(FULL + "NNNN", baskets=2)), Take(1), "FU-4.3")


def test_FU_4_4_basket() -> None:
    after = legal(position(Player(FULL), forest="KNNNNNNN"), Take(1))
    assert (after.players[0].baskets, after.players[0].held, after.players[0].limit) == (1, 8, 10)
    illegal(position(Player(FULL), forest="KNNNNNNN"), Take(2), "FU-4.3")


def test_FU_4_5_moon() -> None:
    after = legal(position(forest="ONNNNNNN", night="56"), Take(1))
    assert (after.players[0].night, after.night, after.discard) == ("5", "6", "O")
    illegal(position(Player(FULL), forest="ONNNNNNN"), Take(1), "FU-4.3", "R-2")


def test_FU_4_6_fly_agaric() -> None:
    state = position(Player("234567"), forest="PNNNNNNN")
    after = legal(state, Take(1, (("d", "2"), ("d", "3"))))
    assert (after.players[0].hand, after.discard) == ("4567", "23")
    illegal(state, Take(1), "FU-4.6")
    illegal(state, Take(1, (("d", "2"),)), "FU-4.6")
    two_baskets = position(Player("23456789N", baskets=2), forest="PNNNNNNN")
    assert legal(two_baskets, Take(1, (("d", "N"),))).players[0].hand == FULL
    # At or below the new limit nothing may be discarded.
    few = position(Player("2345"), forest="PNNNNNNN")
    legal(few, Take(1))
    illegal(few, Take(1, (("d", "2"),)), "FU-4.6")
    facts = judge(position(Player("22")), Take(1, (("d", "2"),))).breaches[0].facts
    assert facts == "1 discard without taking a fly agaric"


def test_FU_4_7_until_the_end_of_the_next_turn() -> None:
    state = position(Player("2344"), forest="P5NNNNNN", draw="2" * 9)
    after = legal(legal(state, Take(1)), Take(1))
    assert after.players[0].limit == 4
    illegal(after, Take(1), "FU-4.3", "FU-4.6", "R-4")
    free = legal(after._replace(players=(Player("22", poison=(1,)), after.players[1])), Take(1))
    assert (free.players[0].poison, free.players[0].limit) == ((), 8)
    assert free.discard.endswith("P")


def test_FU_5_1_decay_pile() -> None:
    after = legal(position(Player("234"), decay="67OK", night="89"), Decay())
    assert (after.players[0].hand, after.players[0].night) == ("23467", "8")
    assert after.players[0].baskets == 1
    illegal(position(Player("234567"), decay="678"), Decay(), "FU-5.1", "FU-4.3")
    illegal(position(Player("234567")), Decay(), "FU-5.1")


def test_FU_5_2_full_hand_and_decay_pile() -> None:
    full = Player(FULL)
    legal(position(full, decay="K"), Decay())
    legal(position(full, decay="K23"), Decay())
    illegal(position(full, decay="K234"), Decay(), "FU-5.2")
    legal(position(full, decay="KK34"), Decay())
    illegal(position(full, decay="234"), Decay(), "FU-5.1")


def test_FU_6_1_cook() -> None:
    # The text's example: two Birch boletes and a night one make four.
    after = legal(position(Player("77", "7")), Cook("7", 2, 1))
    assert scores(after) == (12, 0)
    illegal(position(Player("77")), Cook("7", 2), "FU-6.1")
    illegal(position(Player("778")), Cook("7", 3), "FU-6.1")
    illegal(position(Player("", "7")), Cook("7", 0, 1), "FU-6.1", "R-15")


def test_FU_6_2_pan() -> None:
    hand = legal(position(Player("999N", pans=0)), Cook("9", 3, pan="hand"))
    assert (hand.players[0].hand, hand.players[0].pans) == ("", 0)
    illegal(position(Player("999N", pans=0)), Cook("9", 3), "FU-6.2")
    illegal(position(Player("999")), Cook("9", 3, pan="hand"), "FU-6.2")


def test_FU_6_3_dishes_stay() -> None:
    after = legal(position(Player("99999")), Cook("9", 3))._replace(to_move=0)
    assert after.players[0].pans == 0
    illegal(after, Cook("9", 2), "FU-6.1", "FU-6.2")
    mixed: Any = "98"
    illegal(position(Player("999888", pans=2)), Cook(mixed, 6), "FU-6.1")


@pytest.mark.parametrize(
    ("mushrooms", "butter", "cider", "allowed"),
    [
        (3, 1, 0, False),
        (4, 1, 0, True),
        (4, 0, 1, False),
        (5, 0, 1, True),
        (7, 2, 0, False),
        (8, 2, 0, True),
        (8, 1, 1, False),
        (9, 1, 1, True),
        (9, 0, 2, False),
        (10, 0, 2, True),
    ],
)
def test_FU_6_4_butter_and_cidre(mushrooms: int, butter: int, cider: int, allowed: bool) -> None:
    state = position(Player("2" * mushrooms + "BBCC", baskets=3))
    move = Cook("2", mushrooms, butter=butter, cider=cider)
    if allowed:
        assert scores(legal(state, move))[0] == mushrooms + 3 * butter + 5 * cider
    else:
        illegal(state, move, "FU-6.4", "R-13")
        facts = judge(state, move).breaches[0].facts
        assert ("butter" in facts, "cidre" in facts) == (butter > 0, cider > 0)


def test_FU_7_1_sell() -> None:
    # The text's example: a Shiitake and a night one are three and bring 6 sticks.
    after = legal(position(Player("5", "5")), Sell("5", 1, 1))
    assert (after.players[0].sticks, after.discard, after.spent) == (6, "55", "5")
    assert legal(position(Player("", "5")), Sell("5", 0, 1)).players[0].sticks == 4
    illegal(position(Player("33")), Sell("3", 1), "FU-7.1")
    illegal(position(Player("33")), Sell("3", 3), "FU-7.1")


def test_FU_8_1_put_down_a_pan() -> None:
    after = legal(position(Player("N2")), PutPan())
    assert (after.players[0].hand, after.players[0].pans) == ("2", 2)
    illegal(position(Player("2")), PutPan(), "FU-8.1")


def test_FU_9_1_decay() -> None:
    after = legal(position(Player("N"), forest=FULL, decay="678"), PutPan())
    assert (after.decay, after.discard) == ("6782", "")
    fifth = legal(position(Player("N"), forest=FULL, decay="6782"), PutPan())
    assert (fifth.decay, fifth.discard) == ("2", "6782")


def test_FU_9_2_slide() -> None:
    after = legal(position(Player(sticks=1), forest=FULL, draw=""), Take(3))
    assert after.forest == "356789"


def test_FU_9_3_refill() -> None:
    after = legal(position(forest=FULL, draw="TNB"), Take(2))
    assert (after.forest, after.draw) == ("456789TN", "B")
    assert legal(after, Take(1)).forest == "6789TNB"


def test_FU_10_1_the_end() -> None:
    taken = legal(position(forest="2", draw="", decay="9"), Take(1))
    assert (taken.reason, taken.decay) == ("forest empty", "9")
    illegal(taken, PutPan(), "FU-10.1")
    assert not legal(position(forest="234", draw=""), Take(1)).over


def test_FU_10_2_scoring() -> None:
    after = legal(position(Player("99BN2", "9", sticks=2)), Cook("9", 2, 1, 1, 0, "hand"))
    sheet = score_sheet(after, 0)
    assert (sheet.total, sheet.mushrooms) == (19, 4)
    assert [(i.what, i.points, i.rules) for i in sheet.lines[0].items] == [
        ("2 × chanterelle", 8, ("FU-10.2", "FU-1.1")),
        ("1 × night chanterelle (counts 2)", 8, ("FU-10.2", "FU-1.3")),
        ("1 butter", 3, ("FU-10.2", "FU-6.4")),
    ]
    assert sheet.unscored is not None
    assert sheet.unscored.what == "1 hand card, 2 sticks, 1 empty pan"
    illegal(position(Player("999CC")), Cook("9", 3, cider=1), "FU-6.4")


def test_FU_10_3_ties() -> None:
    state = position(
        Player(dishes=(Dish("9", 3),)), Player(dishes=(Dish("6", 2, 1),)), forest="N", draw=""
    )
    assert winner(state) is None
    end = outcome(play(state, Take(1)))
    assert (end.winner, end.by, end.rules) == (1, "mushrooms", ("FU-10.3",))
    assert end.facts == "12 points each, 3 to 4 mushrooms cooked"


def test_FU_11_1_moving_the_shoes() -> None:
    # However the cards are moved, the first one left is the nearest to the decay pile.
    after = legal(position(Player(sticks=2), forest=FULL, draw="TT"), Take(4))
    assert after.forest == "346789TT"
    illegal(after._replace(to_move=0), Take(3), "FU-4.2")


def test_FU_R1_shared_rulings_hold() -> None:
    legal(position(Player(FULL[1:]), forest="ONNNNNNN"), Take(1))
    illegal(position(Player(FULL), forest="ONNNNNNN"), Take(1), "R-2")
    illegal(position(Player("2222222"), decay="P22"), Decay((("d", "2"),) * 5), "R-3")
    illegal(position(Player("2345", poison=(1,))), Take(1), "R-4")
    illegal(position(Player("23456"), forest="P"), Take(1, (("d", "9"),)), "R-5")
    illegal(setup(FUNGI, random.Random(5)), Decay(), "R-12")
    illegal(position(Player("2222222BC")), Cook("2", 7, 0, 1, 1), "R-13")
    legal(position(Player("999N")), Cook("9", 3, pan="hand"))
    legal(position(Player(FULL), forest="O", night=""), Take(1))
    threes = game_named("fungi", ["deal-order=in-threes"])
    assert [p.hand for p in deal(threes, "N" * 8 + "234567", "").players] == ["234", "567"]
    both = position(Player("234567N"), Player(FULL, pans=0), forest="8N22", draw="", decay="")
    assert legal(both, Take(1)).reason == ""
    end = legal(position(Player("234567B"), Player(FULL), forest="8N2", draw=""), Take(1))
    assert end.reason == "both stuck"
    assert perft(end, 4) == 1


def test_FU_R2_night_cards_are_hidden() -> None:
    assert not FUNGI.open_nights
    # What the other side knows after a moon: one night card more, which is any of those unseen.
    view = unknown_state(FUNGI, "ONNNNNNN", hands=("9??", "???"))
    after = play(view, Take(1))
    assert after.players[0].night == "?"
    mine = after._replace(to_move=0)
    assert judge(mine, Cook("9", 1, 1)).verdict == "possible"
    assert judge(mine, Cook("T", 1, 1)).verdict == "illegal"
    assert judge(mine, Cook("9", 1, 2)).verdict == "illegal"
    assert play(mine, Cook("9", 1, 1)).players[0].night == ""


def test_FU_R3_last_card_goes_to_the_decay_pile() -> None:
    dropped = legal(position(Player("N"), forest="2", draw="", decay="9"), PutPan())
    assert (dropped.reason, dropped.decay) == ("forest empty", "92")
    illegal(dropped, Decay(), "FU-10.1")
    taken = legal(position(forest="23", draw=""), Take(1))
    assert (taken.reason, taken.decay) == ("forest empty", "3")


def test_FU_R4_fly_agarics_take_no_room() -> None:
    full = Player(FULL)
    discards = tuple(("d", k) for k in "2345")
    after = legal(position(full, decay="KP99"), Decay(discards))
    assert (after.players[0].hand, after.players[0].limit) == ("678999", 6)
    illegal(position(full, decay="KP999"), Decay((*discards, ("d", "9"))), "FU-R4", "R-3")
    legal(position(full, decay="P"), Decay(discards))


def test_FU_R5_draw() -> None:
    dishes = (Dish("6", 4),), (Dish("7", 2, 1),)
    players = Player(dishes=dishes[0]), Player(dishes=dishes[1])
    end = play(position(*players, forest="N", draw=""), Take(1))
    assert winner(end) is None
    assert outcome(end)[2:] == (None, "draw", ("FU-R5",), "12 points each, 4 mushrooms cooked each")


def test_FU_R6_the_players_name_the_starter() -> None:
    cards = "N" * 8 + "234567"
    assert deal(FUNGI, cards, "", first=0).players == deal(FUNGI, cards, "", first=1).players[::-1]
    starter = deal(FUNGI, cards, "", first=1)
    assert starter.to_move == 1
    assert legal(starter, PutPan() if "N" in starter.mover.hand else Take(1)).to_move == 0


def test_FU_R7_pans() -> None:
    assert FUNGI.kinds["N"].count == 11
    assert len(FUNGI.forest_deck) == 84
    unsorted = FUNGI.forest_deck + "NN"
    assert deck_faults(FUNGI, FUNGI.forest_deck, FUNGI.night_deck) == []
    faults = deck_faults(FUNGI, unsorted, FUNGI.night_deck)
    assert [(f.rule, f.facts, f.cure) for f in faults] == [
        ("FU-R7", "13 pans in the forest deck instead of 11", "take out 2")
    ]


def test_FU_R8_names() -> None:
    state = position(Player("22222CN"), forest="P7NNNNNN", decay="KP")
    assert describe(Take(1, (("d", "2"),)), state) == (
        "takes a fly agaric (card 1) and discards honey fungus"
    )
    assert describe(Take(2), state) == "takes a birch bolete (card 2)"
    assert describe(Decay(), state) == "takes the decay pile (basket, fly agaric)"
    assert describe(Cook("2", 5, cider=1), state) == (
        "cooks 5 × honey fungus with cidre in an empty pan: 10 points"
    )
    assert describe(Sell("2", 2), state) == "sells 2 × honey fungus for 2 sticks"
    assert Take(1) not in legal_moves(state)
