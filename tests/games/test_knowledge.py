"""What can be known of hidden hands: evidence in both directions of time, from every viewpoint."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    IllegalMoveError,
    Knowledge,
    Move,
    Player,
    PutPan,
    Sell,
    State,
    Stuck,
    Take,
    judge,
    legal_moves,
    play,
    sales,
    setup,
    turned_up,
    unknown_state,
)

from .positions import WALK, position

FUNGI = game_named("fungi")
GAMES = ["mushroom-walk", "original-numbers", "fungi"]


def verdict(known: Knowledge, move: Move | Stuck, player: int | None = None) -> str:
    return judge(known, move, player).verdict


# Whole games


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [None, 0])
def test_what_is_legal_is_never_judged_illegal_and_what_is_possible_has_a_witness(
    name: str, viewer: int | None
) -> None:
    rng = random.Random(f"{name}{viewer}")
    true = setup(game_named(name), rng)
    known = Knowledge.seen_by(true, viewer)
    past: list[tuple[State, Move]] = []
    states = [true]
    while not true.over:
        moves = list(legal_moves(true))
        for move in rng.sample(moves, min(6, len(moves))):
            ruling = judge(known, move, true.to_move)
            assert ruling.verdict != "illegal", ruling
            if ruling.verdict == "possible" and rng.random() < 0.2:
                witness = known.sample(rng, move, true.to_move)
                assert judge(witness, move, true.to_move).verdict == "legal"
                check_witness(witness, past)
        plays = [move for move in moves if isinstance(move, Cook | Sell)]
        move = rng.choice(plays if plays and rng.random() < 0.5 else moves)
        cards, nights = turned_up(true, move)
        secret = not true.game.open_nights and true.to_move != viewer
        night = "?" * nights if secret else true.night[:nights]
        known = known.play(move, player=true.to_move, refill=true.draw[:cards], night=night)
        past.append((true, move))
        true = play(true, move)
        states.append(true)
    for turn in range(0, len(states), 9):
        check_bounds(known.at(turn), states[turn])
        check_cards(known.at(turn).sample(rng))
    check_bounds(known, true)


def check_bounds(known: Knowledge, true: State) -> None:
    for who, player in enumerate(true.players):
        bounds = known.bounds(who)
        assert bounds.size[0] <= len(player.hand) <= bounds.size[1]
        assert bounds.nights[0] <= len(player.night) <= bounds.nights[1]
        for ranges, cards in ((bounds.day, player.hand), (bounds.night, player.night)):
            assert all(ranges[kind][0] <= cards.count(kind) <= ranges[kind][1] for kind in ranges)
        sure = Counter(known.state.players[who].hand.replace("?", ""))
        assert not sure - Counter(player.hand)


def check_cards(state: State) -> None:
    """A full state has exactly the cards of the decks."""
    day = Counter(state.forest + state.draw + state.decay + state.discard)
    day.subtract(state.spent)
    night = Counter(state.night + state.spent)
    for player in state.players:
        day.update(player.hand + "K" * player.baskets + "P" * len(player.poison))
        day.update("N" * (player.pans + len(player.dishes)))
        night.update(player.night)
        for dish in player.dishes:
            day.update(dish.mushroom * dish.day + "B" * dish.butter + "C" * dish.cider)
            night.update(dish.mushroom * dish.night)
    game = state.game
    assert +day == Counter(game.forest_deck + "N" * game.start_pans)
    assert +night == Counter(game.night_deck)


def check_witness(witness: State, past: list[tuple[State, Move]]) -> None:
    """The game played from a deal in which the witness's hands come about is legal throughout."""
    check_cards(witness)
    if not past or not witness.game.open_nights:
        return
    first = past[0][0]
    players = list(first.players)
    for who in (0, 1):
        hand = Counter(witness.players[who].hand)
        for before, move in past:
            if before.to_move == who:
                hand.update(used(move))
                hand.subtract(gained(before, move))
        assert min(hand.values(), default=0) >= 0
        players[who] = players[who]._replace(hand="".join(sorted(hand.elements())))
    assert sum(len(p.hand) for p in players) == sum(len(p.hand) for p in first.players)
    state = first._replace(players=(players[0], players[1]))
    for _, move in past:
        state = play(state, move)
    assert [p.hand for p in state.players] == [p.hand for p in witness.players]


def used(move: Move) -> str:
    if isinstance(move, Sell):
        return move.mushroom * move.day
    if isinstance(move, Cook):
        pan = "N" * (move.pan == "hand")
        return move.mushroom * move.day + "B" * move.butter + "C" * move.cider + pan
    if isinstance(move, Take | Decay):
        return "".join(kind for pile, kind in move.discards if pile == "d")
    return "N"


def gained(before: State, move: Move) -> str:
    taken = before.decay if isinstance(move, Decay) else ""
    if isinstance(move, Take):
        taken = before.forest[move.position - 1]
    return "".join(kind for kind in taken if kind not in "KOP")


# Evidence


def table(forest: str, first: str = "???", second: str = "???", **more: Any) -> Knowledge:
    """Knowledge of a table with this forest and these hands, the rest being in the draw pile."""
    lies = len(forest + first + second + more.get("decay", ""))
    view = unknown_state(
        WALK, forest, hands=(first, second), draw=len(WALK.forest_deck) - lies, **more
    )
    known = Knowledge.of(view)
    assert known.cases[0].left[0] is not None
    return known


def test_what_is_learnt_late_tells_what_was_held_early() -> None:
    known = Knowledge.of(unknown_state(WALK, "99NNNNNN"))
    known = known.play(Take(1), refill="2").play(Take(1), refill="34").play(Take(1), refill="56")
    assert known.bounds(0).day["9"] == (1, 3)
    assert known.at(0).bounds(0).day["9"] == (0, 2)
    known = known.play(Take(1), refill="78").play(Cook("9", 3))
    assert known.bounds(0).day["9"] == (0, 0)
    assert known.at(0).bounds(0).day["9"] == (2, 2)
    assert known.at(1).bounds(0).day["9"] == (3, 3)
    assert known.at(0).bounds(1).day["9"] == (0, 0)  # the second 9 of the forest decayed
    assert known.state.players[0].hand == "?N"
    assert known.at(2).turns == 2
    with pytest.raises(ValueError, match="5 turns were played"):
        known.at(6)


def test_both_hands_share_the_decks() -> None:
    # Two 9s are unseen: if one hand holds both, the other has none.
    known = table("99NNNNNN")
    assert known.bounds(1).day["9"] == (0, 2)
    shown = known.shown(0, "99")
    assert shown.bounds(1).day["9"] == (0, 0)
    assert verdict(known, Sell("9", 2), 0) == "possible"
    assert verdict(shown, Sell("9", 2)) == "legal"
    with pytest.raises(ValueError, match="can't hold these"):
        known.shown(0, "999")


def test_when_the_draw_pile_is_empty_the_hands_follow_from_each_other() -> None:
    game = WALK
    rest = "".join(
        kind * info.count for kind, info in game.kinds.items() if kind not in "23"
    ) + "2" * 4 + "3" * 4  # fmt: skip
    view = State(
        game, "22", "", "", discard=rest[:-2], spent="", players=(Player("???"), Player("???"))
    )
    view = view._replace(forest=rest[-2:])
    known = Knowledge.of(view)
    assert known.bounds(0).day["2"] == (0, 3)
    assert known.shown(0, "22", whole=False).bounds(1).day["2"] == (0, 1)
    assert known.shown(0, "222").bounds(1).day["3"] == (3, 3)
    assert verdict(known.shown(0, "222"), Sell("3", 3), 1) == "illegal"  # not in turn


def test_needs_that_can_each_be_met_but_not_together() -> None:
    known = table("22222223", "99??")
    assert verdict(known, Cook("9", 4, butter=1)) == "illegal"
    ruling = judge(known, Cook("9", 4, butter=1))
    assert [b.rule for b in ruling.breaches] == ["MW-5.3", "MW-5.3b"]
    assert ruling.breaches[0].facts == (
        "needs 4 × 9 and 1 × butter, which can't be all of the 2 cards unseen"
    )
    assert verdict(known, Cook("9", 3, pan="hand")) == "possible"


def test_whose_a_dealt_poison_was_stays_open_until_it_is_settled() -> None:
    known = Knowledge.of(unknown_state(WALK, "22222223"), poisons=1)
    assert known.bounds(0).size == known.bounds(1).size == (2, 3)
    assert known.state.discard == "P"
    settled = known.settled(poisons=(1, 0))
    assert (settled.bounds(0).size, settled.bounds(1).size) == ((2, 2), (3, 3))
    with pytest.raises(ValueError, match="can't have been shared out"):
        known.settled(poisons=(2, 0))
    # Five cards taken in view make 8 if the hand began with 3; a sixth one shows that it didn't.
    for refill in ("34", "56", "78", "45", "67"):
        known = known.play(Take(1), refill=refill).play(Take(1), refill="NN"[: len(refill)])
    ruling = judge(known, Take(1))
    assert ruling.verdict == "possible"
    assert ruling.doubts[0].facts == (
        "holds 8 of 8, the card needs room for 1, if the other player was dealt 1 poison mushroom"
    )
    after = known.play(Take(1))
    assert [after.at(0).bounds(who).size for who in (0, 1)] == [(2, 2), (3, 3)]
    assert verdict(after, Take(1)) == "illegal"


def test_how_many_poisons_were_dealt_may_be_unknown() -> None:
    known = Knowledge.of(unknown_state(WALK, "22222223"), poisons=None)
    assert known.bounds(0).size == (0, 3)
    with pytest.raises(ValueError, match="more cards are said to be"):
        Knowledge.of(unknown_state(WALK, "2" * 8, hands=("234", "234")), poisons=1)


def test_a_player_knows_the_own_cards() -> None:
    true = setup(WALK, random.Random(3))
    mine = Knowledge.seen_by(true, 0)
    hand = true.players[0].hand
    assert all(mine.bounds(0).day[k] == (hand.count(k), hand.count(k)) for k in mine.bounds(0).day)
    assert mine.bounds(1).size == (len(true.players[1].hand),) * 2
    left = WALK.kinds["T"].count - (true.forest + hand).count("T")
    assert mine.bounds(1).day["T"] == (0, min(3, left))
    assert mine.state.draw.strip("?") == mine.state.night.strip("?") == ""


def test_a_sale_whose_size_was_not_seen() -> None:
    known = table("NN222222", "999??")
    assert sales(WALK, "9", seen=4, sticks=8) == [Sell("9", 4, 0)]
    assert sales(FUNGI, "9", sticks=6) == [Sell("9", 1, 1), Sell("9", 3, 0)]
    sold = known.play(*sales(WALK, "9"), refill="4")
    assert sold.bounds(0).size == (1, 3)  # there are only four 9s
    sold = sold.play(Take(1), refill="55")
    ruling = judge(sold, Sell("9", 2))
    assert ruling.verdict == "possible"
    assert verdict(sold, Take(8)) == "possible"
    price = judge(sold, Take(7)).doubts[0].facts
    assert price == "card 7 costs 5 sticks, has 4, if turn 1 was 'sell 9 9'"
    paid = sold.play(Take(8))
    assert paid.at(1).bounds(0).size[1] == 2


def test_discards_to_poison_that_were_not_seen() -> None:
    view = position(Player("234567"), Player("???"), forest="PNNNNNNN", draw="?" * 50)
    known = Knowledge.of(view)
    two = (("d", "?"), ("d", "?"))
    after = known.play(Take(1, two), refill="22")
    assert after.bounds(0).size == (4, 4)
    assert after.bounds(0).day["2"] == (0, 1)
    assert verdict(after, Cook("2", 3), 0) == "illegal"
    # One of them is read on the discard pile later, the other follows from a turn.
    read = after.read(discard="?6")
    assert read.bounds(0).day["6"] == (0, 0)
    assert read.at(0).bounds(0).day["6"] == (1, 1)
    with pytest.raises(ValueError, match="has 2 cards, not 1"):
        after.read(discard="6")
    with pytest.raises(ValueError, match="no deal fits"):
        after.read(discard="9?")
    thrown = {after.sample(random.Random(i)).discard for i in range(30)}
    assert thrown <= {a + b for a in "234567" for b in "234567" if a != b}
    assert len(thrown) > 9


def test_an_unread_card_that_is_read_later() -> None:
    known = table("?NNNNNNN", "222")
    full = table("?NNNNNNN", "23456789")
    ruling = judge(full, Take(1))
    assert ruling.verdict == "possible"
    assert ruling.doubts[0].facts == (
        "holds 8 of 8, the card needs room for 1, if the unread card is a hand card"
    )
    assert verdict(full, Take(1, (("d", "2"),) * 4)) == "illegal"
    assert verdict(full, Take(1, tuple(("d", k) for k in "2345"))) == "possible"
    assert verdict(full.read(forest="KNNNNNNN"), Take(1)) == "legal"
    taken = known.play(Take(1), refill="22")
    assert taken.bounds(0).size == (4, 4)
    assert taken.bounds(0).day["2"] == (3, 4)
    with pytest.raises(ValueError, match="forest is known to be"):
        known.read(forest="?2NNNNNN")


def test_night_cards_of_fungi_are_known_to_exist_and_no_more() -> None:
    known = Knowledge.of(unknown_state(FUNGI, "OONNNNNN"))
    known = known.play(Take(1), refill="22").play(Take(1), refill="22", night="")
    assert known.bounds(0).nights == (1, 1)
    assert known.bounds(0).night["9"] == (0, 1)
    assert verdict(known, Sell("9", 0, 1)) == "possible"
    assert verdict(known, Sell("9", 0, 2)) == "illegal"
    sold = known.play(Sell("9", 0, 1), refill="3")
    assert sold.at(1).bounds(0).night["9"] == (1, 1)
    assert sold.bounds(1).night["9"] == (0, 0)


def test_a_dealt_moon_of_fungi_may_have_been_either_player_s() -> None:
    known = Knowledge.of(unknown_state(FUNGI, "NNNNNNNN"), moons=1)
    assert known.bounds(0).nights == (0, 1)
    assert known.bounds(0).size == (2, 3)
    assert known.state.discard == "O"
    assert len(known.state.night) == 7


# Turns


def test_a_turn_of_the_other_player_means_that_the_first_was_stuck() -> None:
    known = table("2345678N", "234567??", "22???")
    assert verdict(known, Stuck()) == "possible"
    assert verdict(known, Take(1), 1) == "possible"
    after = known.play(Take(1), player=1, refill="88")
    then = after.at(0)
    assert then.bounds(0).day["N"] == (0, 0)
    assert then.bounds(0).day["2"] == (1, 1)
    assert after.to_move == 1  # for nothing came that player 0 could take
    assert known.skip().bounds(0).day["2"] == (1, 1)
    free = Knowledge.of(unknown_state(WALK, "22222222"))
    with pytest.raises(ValueError, match="stuck by choice"):
        free.skip()
    with pytest.raises(IllegalMoveError, match="player 1's turn"):
        free.play(Take(1), player=1)


def test_who_is_surely_stuck_is_passed_over() -> None:
    stuck = Player("23456789", pans=0)
    known = Knowledge.of(position(Player("22"), stuck, forest="34567894", draw="?" * 50))
    after = known.play(Take(1), refill="22")
    assert after.to_move == 0
    both = Knowledge.of(position(Player("2345679"), stuck, forest="83456789", draw="?" * 50))
    end = both.play(Take(1), refill="22")
    assert end.reason == "both stuck"
    assert judge(end, Take(1)).breaches[0].rule == "MW-8.1"


def test_the_night_card_is_seen_before_the_discards() -> None:
    view = position(Player("2345"), Player("???"), decay="PO", night="?" * 8, draw="?" * 40)
    known = Knowledge.of(view)
    assert verdict(known, Decay()) == "legal"
    with pytest.raises(IllegalMoveError, match="R-19"):
        known.play(Decay(), refill="2")
    assert verdict(known, Decay((("n", "7"),))) == "possible"
    assert known.play(Decay((("n", "7"),)), night="7", refill="2").bounds(0).nights == (0, 0)


# Contradictions


def test_an_illegal_move_that_was_done_all_the_same() -> None:
    known = table("99TTTNNN", "2??")
    with pytest.raises(IllegalMoveError, match="holds none"):
        known.play(Sell("T", 2))
    after = known.play(Sell("T", 2), refill="2", strict=False)
    assert after.bounds(0).size == (1, 1)
    assert after.turns == 1
    assert after.at(0).bounds(0).size == (3, 3)
    many = known.play(Cook("3", 3, pan="hand"), refill="2", strict=False)
    assert many.bounds(0).size[0] >= 0
    with pytest.raises(IllegalMoveError):
        known.play(Take(9), strict=False)


def test_a_misread_card_proves_nothing() -> None:
    known = Knowledge.of(position(Player("???"), forest="TTTTNNNN", draw="?" * 60))
    assert verdict(known, Sell("T", 2)) == "possible"
    with pytest.raises(ValueError, match="more was seen of a kind"):
        known.sample(random.Random(1))


@pytest.mark.parametrize("move", [None, "take 1", Take(99), Sell("x", 2), Cook("9", 10**9)])  # type: ignore[arg-type]
def test_nonsense_is_illegal(move: Move) -> None:
    known = Knowledge.of(unknown_state(WALK, "22222222"), poisons=1)
    assert verdict(known, move) == "illegal"
    assert verdict(known, PutPan()) == "possible"


def test_a_game_of_which_nothing_was_read_can_be_followed() -> None:
    rng = random.Random(2)
    true = setup(WALK, rng)
    known = Knowledge.of(
        unknown_state(
            WALK,
            "?" * 8,
            hands=["?" * len(player.hand) for player in true.players],
            nights=[player.night for player in true.players],
            baskets=[player.baskets for player in true.players],
            discard=true.discard,
        )
    )
    states = [true]
    while not true.over and len(states) < 40:
        moves = list(legal_moves(true))
        plays = [m for m in moves if isinstance(m, Cook | Sell) and not m.night]
        gains = [m for m in moves if not isinstance(m, Cook | Sell) and "O" not in taken(true, m)]
        move = rng.choice(plays or gains or moves)
        told = move
        if isinstance(move, Take | Decay):
            told = replace(move, discards=tuple((pile, "?") for pile, _ in move.discards))
        known = known.read(**shown_by(true, known.state, move)).play(told, player=true.to_move)
        true = play(true, move)
        states.append(true)
        check_bounds(known, true)
    assert known.sure
    check_bounds(known.at(3), states[3])
    check_bounds(known.at(known.turns - 1), states[-2])


def taken(true: State, move: Move) -> str:
    if isinstance(move, Take):
        return true.forest[move.position - 1]
    return true.decay if isinstance(move, Decay) else ""


def shown_by(true: State, view: State, move: Move) -> dict[str, str]:
    """What ``move`` shows of the cards it takes: those that go to the display or are discarded."""
    if isinstance(move, Take) and true.forest[move.position - 1] in "KOP":
        at = move.position - 1
        return {"forest": view.forest[:at] + true.forest[at] + view.forest[at + 1 :]}
    if isinstance(move, Decay):
        pairs = zip(view.decay, true.decay, strict=True)
        return {"decay": "".join(new if new in "KOP" else old for old, new in pairs)}
    return {}
