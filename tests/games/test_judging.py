"""Rulings: what they say, and that no move, however absurd, makes the judge fail."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Player,
    PutPan,
    Sell,
    Stuck,
    Take,
    can_act,
    format_move,
    judge,
    legal_moves,
    parse_claim,
    play,
    setup,
    unknown_state,
)

from .positions import LATE, WALK, position


class Hostile:
    """A value that fails in whatever is done with it."""

    def __repr__(self) -> str:
        raise RuntimeError

    __eq__ = __hash__ = __bool__ = __lt__ = __len__ = __iter__ = __repr__  # type: ignore[assignment]


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.builds(pow, st.just(10), st.just(5000)),  # too long to be written out
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["9", "T", "N", "?", "hand", "display", "d", "n"]),
    st.binary(max_size=2),
    st.builds(Hostile),
)
values: Any = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3).map(tuple) | st.lists(inner, max_size=3)
)


@st.composite
def nonsense(draw: st.DrawFn) -> Any:
    """A move made of anything, past the constructors, which may refuse some of it."""
    kind = draw(st.sampled_from([Take, Decay, Cook, Sell, PutPan, Stuck, None]))
    if kind is None:
        return draw(values)
    move = object.__new__(kind)
    for name in kind.__dataclass_fields__:
        object.__setattr__(move, name, draw(values))
    return move


@given(nonsense(), st.sampled_from(sorted(LATE)), st.sampled_from([None, 0, 1]))
@settings(max_examples=400, deadline=None)
def test_judging_never_fails(move: Any, name: str, player: int | None) -> None:
    ruling = judge(LATE[name], move, player)
    assert (ruling.verdict == "illegal") == bool(ruling.breaches)
    assert (move in legal_moves(LATE[name])) == (judge(LATE[name], move).verdict == "legal")
    assert all(b.rule and b.sentence and b.facts for b in ruling.breaches)
    unknown = LATE[name]._replace(draw="???", night="?")
    assert judge(unknown, move).verdict in ("legal", "possible", "illegal")


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_the_claim_to_be_stuck_agrees_with_the_engine(seed: int) -> None:
    rng = random.Random(seed)
    state = setup(WALK, rng)
    while not state.over:
        for who in (0, 1):
            view = state._replace(to_move=who)
            ruling = judge(view, Stuck())
            assert ruling.verdict == ("illegal" if can_act(state, who) else "legal")
            assert ruling.facts or ruling.breaches
        state = play(state, rng.choice(list(legal_moves(state))))


def test_facts_of_a_legal_move() -> None:
    state = position(Player("4567899BC", sticks=3, baskets=1), forest="23456789")
    assert judge(state, Take(5)).facts == (
        "card 5 costs 3 sticks, has 3",
        "holds 9 of 10 (8 + 2 for the basket), the card needs room for 1",
    )
    assert judge(LATE["A"], Cook("2", 4, 0, 1)).facts == (
        "1 butter needs 4 mushrooms, there are 4",
        "1 empty pan in the display",
        "needs 4 × 2, holds 7",
        "needs 1 × butter, holds 2",
    )


@pytest.mark.parametrize(
    ("move", "rule", "facts", "cure"),
    [
        (
            Take(4),
            "MW-5.1",
            "card 4 costs 2 sticks, has 1",
            "take one of the first 3 cards, or sell mushrooms for 1 more stick first",
        ),
        (
            Decay(),
            "MW-5.2",
            "holds 8 of 8, the pile brings 3, its basket makes room for 2",
            "first make room for 1 more: cook, sell, put down a pan or take a basket",
        ),
        (
            Cook("9", 3),
            "MW-5.3",
            "needs 3 × 9, holds 2",
            "get 1 more first, or use only cards that are held",
        ),
        (
            Cook("9", 3, pan="hand"),
            "MW-5.3a",
            "needs 1 × pan, holds none",
            "get 1 more first, or use only cards that are held",
        ),
        (
            Cook("9", 2, 1, 1, 1),
            "R-13",
            "1 butter and 1 cider need 9 mushrooms, there are 4",
            "cook 5 more mushrooms or add less",
        ),
    ],
)
def test_facts_and_cure_of_an_illegal_move(move: Any, rule: str, facts: str, cure: str) -> None:
    state = position(Player("2345699B", sticks=1), forest="23456789", decay="678K")
    found = {b.rule: (b.facts, b.cure) for b in judge(state, move).breaches}
    assert found[rule] == (facts, cure)


def test_what_possible_depends_on() -> None:
    view = unknown_state(WALK, "NNNNNNNN", hands=("9???", "???"))
    ruling = judge(view, Cook("9", 3))
    assert ruling.verdict == "possible"
    assert [(b.rule, b.facts) for b in ruling.doubts] == [
        ("MW-5.3", "needs 3 × 9, is known to hold 1, up to 3 cards unseen")
    ]
    assert ruling.facts == ("1 empty pan in the display",)


def test_a_move_out_of_turn() -> None:
    state = position(Player("2"), Player("33"))
    ruling = judge(state, Sell("3", 2), player=1)
    assert ruling.verdict == "illegal"
    assert [(b.rule, b.facts) for b in ruling.breaches] == [
        ("MW-5.0", "it is player 1's turn: card 1 can be taken: holds 1 of 8")
    ]
    assert judge(state._replace(to_move=1), Sell("3", 2), player=1).verdict == "legal"
    # Player 0's hand is full: where it may hold nothing to play, player 1 may have the turn.
    view = unknown_state(WALK, "23456789", hands=("345678??", "33???"))
    ruling = judge(view, Sell("3", 2), player=1)
    assert ruling.verdict == "possible"
    assert [b.rule for b in ruling.doubts] == ["MW-5.0"]


def test_facts_of_the_claim_to_be_stuck() -> None:
    stuck = judge(position(Player("23456789", pans=0), forest="22222222", decay="2"), Stuck())
    assert stuck.verdict == "legal"
    assert stuck.facts == (
        "holds 8 of 8",
        "the decay pile (1 card) does not fit",
        "no pan in the hand and no two mushrooms of a kind",
    )
    wrong = judge(position(Player("2345678N", pans=0), forest="2K222222", decay="K2"), Stuck())
    assert [b.facts for b in wrong.breaches] == [
        "card 2 is a basket, which needs no room",
        "the decay pile can be taken: holds 8 of 8, it brings 1",
        "a pan can be put down",
    ]
    open_ = judge(unknown_state(WALK, "23456789", hands=("345678??", "???")), Stuck())
    assert [b.facts for b in open_.doubts] == [
        "the hand may hold two of a kind or a pan, 2 cards unseen"
    ]


def test_a_claim_as_text() -> None:
    assert parse_claim(" Stuck ") == Stuck()
    assert parse_claim("take 3") == Take(3)
    assert format_move(Stuck()) == "stuck"
