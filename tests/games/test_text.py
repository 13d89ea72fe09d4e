"""Moves as text, in short and in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Move,
    MoveTextError,
    Player,
    PutPan,
    Sell,
    Take,
    describe,
    format_move,
    legal_moves,
    parse_move,
    play,
    setup,
)

from .positions import WALK, position

TEXTS: list[tuple[str, Move]] = [
    ("take 3", Take(3)),
    ("take 1 discard 2 2 N 4*", Take(1, (("d", "2"), ("d", "2"), ("d", "N"), ("n", "4")))),
    ("decay", Decay()),
    ("decay discard B ?", Decay((("d", "B"), ("d", "?")))),
    ("cook 9 9 9* B N", Cook("9", 2, 1, 1, 0, "hand")),
    ("cook T T T", Cook("T", 3)),
    ("cook 2 2 2 2 2 2 2 2* B C", Cook("2", 7, 1, 1, 1)),
    ("sell 8 8 8*", Sell("8", 2, 1)),
    ("sell 5*", Sell("5", 0, 1)),
    ("pan", PutPan()),
]


@pytest.mark.parametrize(("text", "move"), TEXTS)
def test_short_form(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert parse_move(format_move(move)) == move
    assert sorted(format_move(move).split()) == sorted(text.split())


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  Take  3 ", "take 3"),
        ("cook 10, 10, t", "cook T T T"),
        ("cook n b 9 9 9 9", "cook 9 9 9 9 B N"),
        ("cook 9 9 9 9 butter pan", "cook 9 9 9 9 B N"),
        ("take 1 discard 4* n", "take 1 discard N 4*"),
    ],
)
def test_other_ways_of_writing(text: str, same: str) -> None:
    assert format_move(parse_move(text)) == same


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "no move"),
        ("grab 3", 1, "'grab' is no action"),
        ("take", 5, "write which card"),
        ("take x", 6, "no place in the forest"),
        ("take 3 4", 8, "write 'discard'"),
        ("take 3 discard", 15, "write the cards"),
        ("decay 2", 7, "write 'discard'"),
        ("cook", 5, "one by one"),
        ("cook 9 9 8", 10, "8 and 9 differ"),
        ("cook 9 9 9 N N", 14, "one pan is enough"),
        ("cook 9 9 K", 10, "no hand card"),
        ("cook T T T*", 10, "only ranks 2 to 9"),
        ("sell 9 9 B", 10, "sell mushrooms only"),
        ("pan 2", 5, "nothing follows"),
    ],
)
def test_errors_say_where_and_what(text: str, column: int, message: str) -> None:
    with pytest.raises(MoveTextError, match=message) as caught:
        parse_move(text)
    assert caught.value.column == column


@given(st.text(max_size=40) | st.text("takedcoyslpn 0123456789TNBC*?", max_size=40))
def test_any_text_is_a_move_or_a_named_error(text: str) -> None:
    error: MoveTextError | None = None
    try:
        move = parse_move(text)
    except MoveTextError as caught:
        error = caught
    if error is None:
        assert parse_move(format_move(move)) == move
    else:
        assert 1 <= error.column <= len(text) + 1
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Take(2), "takes an 8 (card 2)"),
        (Take(3), "takes butter (card 3) for 1 stick"),
        (Take(1, (("d", "2"), ("n", "4"))), "takes a pan (card 1) and discards 2, night 4"),
        (Decay(), "takes the decay pile (10, poison mushroom)"),
        (Cook("9", 2, 1, 1, 0, "hand"), "cooks 2 × 9 and night 9 (chanterelle) with butter"
         " in a pan from the hand: 19 points"),
        (Cook("T", 3), "cooks 3 × 10 (morel) in an empty pan: 18 points"),
        (Sell("2", 2), "sells 2 × 2 (honey fungus) for 2 sticks"),
        (PutPan(), "puts down a pan"),
    ],
)  # fmt: skip
def test_in_words(move: Move, words: str) -> None:
    state = position(Player("99"), forest="N8BNNNNN", decay="TP")
    assert describe(move, state) == words


def test_every_legal_move_has_words() -> None:
    rng = random.Random(11)
    for _ in range(10):
        state = setup(WALK, rng)
        while not state.over:
            assert all(describe(move, state) for move in legal_moves(state))
            state = play(state, rng.choice(list(legal_moves(state))))
