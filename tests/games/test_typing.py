"""Moves in the players' language: what is shown can be typed, and means the same in the record."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import format_move, legal_moves, parse_move, play, setup
from tabletop.games.walk.spoken import read_spoken
from tabletop.games.walk.typing import spoken, typed
from tabletop.language import LANGUAGES, use


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


def test_in_german() -> None:
    use("de")
    assert spoken("take 1 discard 2 N 4*") == "nimm 1 ab 2 N 4*"
    assert typed("Nimm 1 ab 2 pfanne 4*") == "take 1 discard 2 pan 4*"
    assert typed("nehme 1") == "take 1"
    assert typed("take 1 discard 2") == "take 1 discard 2"
    assert spoken("stuck") == "blockiert"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_move_that_is_shown_can_be_typed(code: str) -> None:
    use(code)
    rng = random.Random(3)
    game = game_named("mushroom-walk")
    state = setup(game, rng)
    while not state.over:
        moves = list(legal_moves(state))
        for move in moves:
            text = spoken(format_move(move))
            assert parse_move(typed(text)) == move
            assert read_spoken(text, state).says == move
        state = play(state, rng.choice(moves))
