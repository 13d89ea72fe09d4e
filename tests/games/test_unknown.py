"""States with unknown cards: what a camera knows, held against every way to fill it in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    IllegalMoveError,
    Move,
    Player,
    PutPan,
    Sell,
    State,
    Stuck,
    Take,
    can_act,
    judge,
    legal_moves,
    play,
    reveal,
    setup,
    turned_up,
    unknown_state,
)

from .positions import WALK, position


def masked(state: State, hidden: int, rng: random.Random) -> State:
    """``state`` as a camera knows it: piles unknown, and ``hidden`` cards of each hand."""
    players = []
    for player in state.players:
        cards = list(player.hand)
        rng.shuffle(cards)
        players.append(
            player._replace(hand="".join(sorted(cards[hidden:] + ["?"] * len(cards[:hidden]))))
        )
    return state._replace(
        draw="?" * len(state.draw),
        night="?" * len(state.night),
        players=(players[0], players[1]),
    )


def fillings(view: State, true: State) -> Iterator[State]:
    """Every full state that fits ``view``, as far as the mover's hand tells them apart."""
    me = view.mover
    unknown = me.hand.count("?")
    other = view.players[1 - view.to_move].hand.count("?")
    left = Counter(true.draw)
    for player, known in zip(true.players, view.players, strict=True):
        left += Counter(player.hand) - Counter(known.hand.replace("?", ""))
    hand_kinds = Counter({k: n for k, n in left.items() if k in "23456789TNBC"})
    for cards in combinations_with_replacement(sorted(hand_kinds), unknown):
        rest = hand_kinds - Counter(cards)
        if any(Counter(cards)[k] > hand_kinds[k] for k in cards) or rest.total() < other:
            continue
        hand = "".join(sorted(me.hand.replace("?", "") + "".join(cards)))
        players = list(view.players)
        players[view.to_move] = me._replace(hand=hand)
        yield view._replace(night=true.night, players=(players[0], players[1]))


@given(st.integers(0, 2**32 - 1), st.integers(1, 2))
@settings(max_examples=12)
def test_possible_means_that_some_full_state_allows_it(seed: int, hidden: int) -> None:
    rng = random.Random(seed)
    state = setup(WALK, rng)
    while not state.over:
        if rng.random() < 0.15:
            check_against_fillings(state, masked(state, hidden, rng))
        state = play(state, rng.choice(list(legal_moves(state))))


def check_against_fillings(true: State, view: State) -> None:
    full = list(fillings(view, true))
    assert any(f.mover.hand == true.mover.hand for f in full)
    moves: set[Move] = {m for f in full for m in legal_moves(f)} | {PutPan()}
    moves |= {Cook(k, 3, 0, 0, 0, pan) for k in "2468T" for pan in ("hand", "display")}
    moves |= {Sell(k, n) for k in "23456789T" for n in (2, 3)}
    expected_stuck = Counter(not can_act(f, f.to_move) for f in full)
    for move in moves:
        if getattr(move, "discards", ()):
            continue  # compared below: what is discarded may be listed as unknown
        allowed = Counter(judge(f, move).verdict == "legal" for f in full)
        assert judge(view, move).verdict == (
            "illegal" if not allowed[True] else "possible" if allowed[False] else "legal"
        )
        assert (move in set(legal_moves(view))) == bool(allowed[True])
        ruling = judge(view, move)
        assert bool(ruling.breaches + ruling.doubts) == bool(allowed[False])
    for move in moves:
        if judge(true, move).verdict == "legal":
            assert move in legal_moves(view)
    assert judge(view, Stuck()).verdict == (
        "illegal" if not expected_stuck[True] else "possible" if expected_stuck[False] else "legal"
    )


@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
@settings(max_examples=25)
def test_a_game_can_be_followed_without_seeing_the_dealt_cards(seed: int, hidden: int) -> None:
    rng = random.Random(seed)
    true = setup(WALK, rng)
    view = masked(true, hidden, rng)
    while not true.over:
        generated = list(legal_moves(view))
        assert len(set(generated)) == len(generated)
        assert all(move in legal_moves(view) for move in generated)
        move = rng.choice(list(legal_moves(true)))
        forest, night = turned_up(view, move)
        assert turned_up(true, move) == (forest, night)
        if not getattr(move, "discards", ()):
            assert move in generated
        after = play(view, move, refill=true.draw[:forest], night=true.night[:night])
        true = play(true, move)
        view = after if after.to_move == true.to_move else after._replace(to_move=true.to_move)
        assert (view.forest, view.decay, view.discard) == (true.forest, true.decay, true.discard)
        for known, player in zip(view.players, true.players, strict=True):
            assert known._replace(hand="") == player._replace(hand="")
            assert known.held == player.held
            lacking = Counter(known.hand.replace("?", "")) - Counter(player.hand)
            assert not lacking
        if view.over != true.over:
            view = view._replace(reason=true.reason)


def test_certainty_of_a_cook_from_an_unknown_hand() -> None:
    view = unknown_state(WALK, "NNNNNNNN", hands=("99?", "???"))
    assert judge(view, Sell("9", 2)).verdict == "legal"
    assert judge(view, Cook("9", 3)).verdict == "possible"
    assert judge(view, Cook("9", 4)).verdict == "illegal"
    assert judge(view, Cook("9", 3, pan="hand")).verdict == "illegal"
    assert [b.facts for b in judge(view, Cook("9", 3)).doubts] == [
        "needs 3 × 9, is known to hold 2, up to 1 card unseen"
    ]
    after = play(view, Cook("9", 3))
    assert after.players[0].hand == ""


def test_known_cards_are_used_before_unknown_ones() -> None:
    view = unknown_state(WALK, "NNNNNNNN", hands=("99?", "???"))
    assert play(view, Sell("9", 2)).players[0].hand == "?"


def test_discards_of_unknown_cards_are_listed_as_unknown() -> None:
    me = Player("2345??", pans=0)
    view = position(me, forest="PNNNNNNN", draw="?" * 50)
    listed = [m.discards for m in legal_moves(view) if isinstance(m, Take) and m.position == 1]
    assert (("d", "?"), ("d", "?")) in listed
    assert (("d", "2"), ("d", "3")) in listed
    assert len(listed) == 11
    # Named, if the camera saw what was thrown away.
    seen = Take(1, (("d", "9"), ("d", "9")))
    assert judge(view, seen).verdict == "possible"
    assert play(view, seen).players[0].hand == "2345"
    assert judge(view, Take(1, (("d", "9"),) * 3)).verdict == "illegal"


def test_reveal() -> None:
    view = unknown_state(WALK, "23456789")
    shown = reveal(view, draw="TN", night="4")
    assert (shown.draw[:3], shown.night[:2]) == ("TN?", "4?")
    with pytest.raises(ValueError, match="draw pile is known to have T"):
        reveal(shown, draw="2")
    with pytest.raises(ValueError, match="has 8 cards"):
        reveal(view, night="2" * 9)


def test_night_card_comes_before_the_discards() -> None:
    view = position(Player("2345"), decay="PO", night="?")
    with pytest.raises(IllegalMoveError, match="R-19"):
        play(view, Decay())
    with pytest.raises(IllegalMoveError, match=r"MW-7\.1"):
        play(view, Decay(), night="7")


def test_an_illegal_move_that_was_done_all_the_same() -> None:
    state = position(Player("29", sticks=1, pans=0))
    after = play(state, Take(8), strict=False)
    assert after.players[0].sticks == 0
    cooked = play(state, Cook("9", 3, butter=1), strict=False)
    assert cooked.players[0].hand == "2"
    assert cooked.players[0].pans == 0
    assert len(cooked.players[0].dishes) == 1


def test_contradicting_evidence_proves_nothing() -> None:
    # A fourth ten was read: the decks can't tell any more what the hand may hold.
    view = position(Player("???"), forest="TTTTNNNN", draw="?" * 60)
    assert judge(view, Sell("T", 2)).verdict == "possible"
