"""The engine against the plain rules: same moves, same tables after them, same counts."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Game,
    Move,
    Player,
    PutPan,
    Sell,
    State,
    Take,
    deal,
    legal_moves,
    perft,
    play,
    setup,
)

from . import plain_rules as plain
from .positions import PILES, WALK

seeds = st.integers(0, 2**32 - 1)
games = st.sampled_from(GAMES).map(game_named)

FIGURES = Path(__file__).with_name("perft.jsonl")
"""Positions with their counts of move sequences, one a line; ``perft_figures.py`` made them."""


def act_of(move: Move) -> plain.Act:
    """``move`` as the plain rules write it."""
    if isinstance(move, Take | Decay):
        cards = tuple(sorted(kind + "*" * (pile == "n") for pile, kind in move.discards))
        return (
            ("forest", move.position, cards, "")
            if isinstance(move, Take)
            else ("pile", 0, cards, "")
        )
    if isinstance(move, PutPan):
        return ("pan", 0, (), "")
    cards = (move.mushroom,) * move.day + (move.mushroom + "*",) * move.night
    if isinstance(move, Sell):
        return ("sell", 0, tuple(sorted(cards)), "")
    cards += ("B",) * move.butter + ("C",) * move.cider
    return ("cook", 0, tuple(sorted(cards)), move.pan)


def table_of(state: State) -> plain.Table:
    """``state`` as the plain rules lay it out."""
    seats = [
        plain.Seat(
            [*p.hand, *(k + "*" for k in p.night)],
            p.baskets,
            p.pans,
            p.sticks,
            ["before"] * len(p.poison),
            [act_of(Cook(*dish))[2] for dish in p.dishes],
        )
        for p in state.players
    ]
    night = [k + "*" for k in state.night]
    return plain.Table(
        [*state.forest], [*state.draw], night, [*state.decay], [*state.discard], seats,
        state.to_move, state.reason,
    )  # fmt: skip


def seen(table: plain.Table) -> dict[str, Any]:
    """What two tables must agree on; the order of hands and of the discard pile is no matter."""
    piles = [table.forest, table.draw, table.night, table.decay]
    seats = [
        (Counter(s.hand), s.baskets, s.pans, s.sticks, s.dishes, len(s.poison)) for s in table.seats
    ]
    discard = Counter(card.removesuffix("*") for card in table.discard)
    if table.over:
        # Nobody clears poison away when the game has ended.
        discard["P"] = 0
        seats = [seat[:-1] for seat in seats]  # type: ignore[misc]
        return {"piles": piles, "seats": seats, "discard": +discard, "over": table.over}
    return {"piles": piles, "seats": seats, "discard": discard, "turn": table.turn}


def check(state: State, most: int, rng: random.Random) -> None:
    """Same moves here, and the same table after (at most ``most``) of them."""
    table = table_of(state)
    moves = {act_of(move): move for move in legal_moves(state)}
    acts = [(what, at, tuple(sorted(cards)), pan) for what, at, cards, pan in plain.acts(table)]
    assert len(acts) == len(set(acts))
    assert set(acts) == set(moves)
    assert len(legal_moves(state)) == len(moves)
    for act in rng.sample(sorted(moves), min(most, len(moves))):
        after = plain.played(table, act)
        assert after is not None
        assert seen(after) == seen(table_of(play(state, moves[act])))


@given(games, seeds)
@settings(max_examples=6)
def test_whole_games(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    state = setup(game, rng, rng.randrange(2))
    while not state.over:
        if rng.random() < 0.25:
            check(state, 2, rng)
        state = play(state, rng.choice(list(legal_moves(state))))


@given(games, seeds)
@settings(max_examples=40)
def test_tables_met_by_chance(game: Game, seed: int) -> None:
    """Hands, piles and displays as games seldom bring them: poison, baskets, short forests."""
    rng = random.Random(seed)
    deck, night = list(game.forest_deck), list(game.night_deck)
    rng.shuffle(deck)
    rng.shuffle(night)

    def some(number: int, first: str = "") -> str:
        """Cards from the deck, those of the kinds in ``first`` before others."""
        deck.sort(key=lambda kind: kind not in first)
        cards = deck[:number]
        del deck[:number]
        rng.shuffle(deck)
        return "".join(cards)

    def player() -> Player:
        poison = (1,) * rng.choice((0, 0, 0, 1, 2))
        baskets = rng.randrange(3)
        nights = "".join(sorted(night.pop() for _ in range(rng.randrange(3))))
        room = (4 if poison else 8) + 2 * baskets - len(nights)
        if rng.random() < 0.3:
            hand = some(room, rng.choice("23456") + "BC")
        elif rng.random() < 0.3:
            # Full, and hardly a pair: this may be stuck.
            hand = "".join(some(1, kind) for kind in rng.sample("23456789TBC", min(room, 11)))
        else:
            hand = some(rng.randrange(room + 1))
        hand = "".join(sorted(k for k in hand if k not in "KOP"))
        return Player(hand, nights, baskets, rng.randrange(3), rng.randrange(5), poison)

    me, other = player(), player()
    forest = some(rng.choice((1, 2, 3, 8, 8)))
    draw = some(rng.randrange(4)) if len(forest) == 8 else ""
    state = State(game, forest, draw, "".join(night[: rng.randrange(4)]),
                  some(rng.randrange(5)), players=(me, other))  # fmt: skip
    check(state, 8, rng)


@pytest.mark.parametrize("name", PILES)
def test_the_deal(name: str) -> None:
    pile, night = PILES[name]
    for first in (0, 1):
        table = plain.dealt(pile, night, first)
        assert seen(table) == seen(table_of(deal(WALK, pile, night, first)))


@pytest.mark.parametrize("name", GAMES)
def test_the_decks(name: str) -> None:
    game = game_named(name)
    assert Counter(game.forest_deck) == Counter(plain.DECKS[name] + plain.SAME)
    assert game.cook == plain.COOK
    assert game.sell == plain.SELL


@pytest.mark.parametrize("line", FIGURES.read_text().splitlines())
def test_perft_figures_of_the_plain_rules(line: str) -> None:
    position = json.loads(line)
    counts = position.pop("leaves")
    players = [Player(**{**p, "poison": tuple(p["poison"])}) for p in position.pop("players")]
    state = State(game_named(position.pop("game")), players=(players[0], players[1]), **position)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
