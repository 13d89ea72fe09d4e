"""What must hold in every game: random games, looked at after every move."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Game,
    Move,
    PutPan,
    Sell,
    State,
    Take,
    format_move,
    judge,
    legal_moves,
    parse_move,
    perft,
    play,
    price,
    setup,
    turned_up,
)
from tabletop.games.walk.judge import breaches
from tabletop.games.walk.plain import plainly_legal

CARDS = {"mushroom-walk": 91, "original-numbers": 94, "fungi": 94}
"""Forest deck, night cards and the two starting pans."""
LONGEST = {"mushroom-walk": 75, "original-numbers": 78, "fungi": 78}
seeds = st.integers(0, 2**32 - 1)
games = st.sampled_from(GAMES).map(game_named)


def walk(game: Game, seed: int) -> Iterator[tuple[State, Move | None]]:
    """A random game: every state with the move that is made there, None at the end."""
    rng = random.Random(seed)
    state = setup(game, rng, rng.randrange(2))
    while not state.over:
        move = rng.choice(list(legal_moves(state)))
        yield state, move
        state = play(state, move)
    yield state, None


def all_cards(state: State) -> Counter[str]:
    """Every card in the state: day cards by kind, night cards with a star."""
    day = Counter(state.forest + state.draw + state.decay + state.discard)
    day.subtract(state.spent)
    night = Counter(state.night + state.spent)
    for player in state.players:
        day.update(player.hand)
        night.update(player.night)
        day["K"] += player.baskets
        day["P"] += len(player.poison)
        day["N"] += player.pans + len(player.dishes)
        for dish in player.dishes:
            day[dish.mushroom] += dish.day
            day["B"] += dish.butter
            day["C"] += dish.cider
            night[dish.mushroom] += dish.night
    return +day + Counter({f"{k}*": n for k, n in night.items() if n})


@given(games, seeds)
@settings(max_examples=30)
def test_cards_and_sticks_are_conserved_and_no_hand_is_over_its_limit(
    game: Game, seed: int
) -> None:
    cards = Counter(game.forest_deck + "NN") + Counter(f"{k}*" for k in game.night_deck)
    assert cards.total() == CARDS[game.name]
    sticks = [0, 0]
    for state, move in walk(game, seed):
        assert all_cards(state) == cards
        assert [p.sticks for p in state.players] == sticks
        assert all(p.held <= p.limit and p.sticks >= 0 and p.pans >= 0 for p in state.players)
        for p in state.players:
            assert not p.poison or p.held <= 4 + 2 * p.baskets
        assert len(state.forest) == min(8, len(state.forest) + len(state.draw))
        assert len(state.decay) <= 4
        assert not state.over or move is None
        if isinstance(move, Take):
            sticks[state.to_move] -= price(move.position)
        elif isinstance(move, Sell):
            sticks[state.to_move] += game.sell[move.mushroom] * (move.day + 2 * move.night)


@given(games, seeds)
@settings(max_examples=30)
def test_length_of_a_game(game: Game, seed: int) -> None:
    *states, (last, _) = walk(game, seed)
    if last.reason == "forest empty":
        # A turn takes one or two cards out of the forest.
        assert (LONGEST[game.name] + 1) // 2 <= len(states) <= LONGEST[game.name]
    else:
        assert last.reason == "both stuck"
        assert len(states) < LONGEST[game.name]


@given(games, seeds)
@settings(max_examples=15)
def test_states_are_not_changed_by_play(game: Game, seed: int) -> None:
    kept: list[tuple[State, str]] = []
    for state, move in walk(game, seed):
        for other in legal_moves(state):
            play(state, other)
        kept.append((state, repr(state)))
        assert move is None or move in legal_moves(state)
    assert all(repr(state) == text for state, text in kept)
    assert len({state for state, _ in kept}) == len(kept)


def every_move(state: State) -> set[Move]:
    """Every move that could be thought of here, absurd ones included, discards up to four cards."""
    me = state.mover
    counts = range(-1, max(4, me.held + 2))
    moves: set[Move] = {PutPan(), *(Take(i) for i in range(-1, 11)), Decay()}
    for kind in "23456789TNBCKPO?":
        for day, night in product(counts, range(-1, 3)):
            moves.add(Sell(kind, day, night))
            # Far more than is held is one case, and so is what nobody can cook.
            if day > max(4, me.hand.count(kind) + 1):
                continue
            extras = range(-1, 3) if kind in "23456789T" else range(1)
            for butter, cider in product(extras, extras):
                moves.add(Cook(kind, day, night, butter, cider, "hand"))
                moves.add(Cook(kind, day, night, butter, cider, "display"))
    cards = sorted({("d", k) for k in me.hand + state.decay + "K"} | {("n", k) for k in "259?"})
    cards += [("n", k) for k in me.night]
    rng = random.Random(repr(state))
    for size in (1, 1, 1, 2, 2, 2, 3, 4, 5):
        for at in range(1, len(state.forest) + 1):
            moves.add(Take(at, tuple(rng.choices(cards, k=size))))
        for _ in range(10):
            moves.add(Decay(tuple(rng.choices(cards, k=size))))
    return moves


@given(games, seeds)
@settings(max_examples=8)
def test_generation_and_judging_agree(game: Game, seed: int) -> None:
    for turn, (state, _) in enumerate(walk(game, seed)):
        generated = list(legal_moves(state))
        assert len(set(generated)) == len(generated)
        legal = legal_moves(state)
        assert all(move in legal for move in generated)
        if (turn + seed) % 20 == 0:
            assert all(judge(state, move).verdict == "legal" for move in generated)
            moves = every_move(state)
            judged = {move for move in moves if not breaches(state, move)}
            assert judged <= set(generated)
            # What is seen at a glance is what is found by looking closely.
            assert {move for move in moves if move in legal} == judged
            assert {move for move in moves if plainly_legal(state, move)} <= judged


@given(games, seeds)
@settings(max_examples=15)
def test_a_move_is_a_small_value(game: Game, seed: int) -> None:
    for state, _ in walk(game, seed):
        for move in legal_moves(state):
            assert eval(repr(move)) == move
            assert parse_move(format_move(move)) == move


@given(games, seeds)
@settings(max_examples=15)
def test_what_a_move_turns_up(game: Game, seed: int) -> None:
    for state, move in walk(game, seed):
        if move is None:
            continue
        after = play(state, move)
        assert turned_up(state, move) == (
            len(state.draw) - len(after.draw),
            len(state.night) - len(after.night),
        )


@pytest.mark.parametrize("name", GAMES)
def test_games_of_many_kinds_do_not_fail(name: str) -> None:
    game = game_named(name)
    ends = [last for seed in range(60) for last, move in walk(game, seed) if move is None]
    reasons = Counter(last.reason for last in ends)
    assert reasons.total() == 60
    assert reasons["forest empty"] > 40


def test_perft_is_the_number_of_sequences() -> None:
    state = setup(game_named("mushroom-walk"), random.Random(5))

    def sequences(state: State, depth: int) -> Iterator[tuple[Move, ...]]:
        if depth == 0 or state.over:
            yield ()
            return
        for move in legal_moves(state):
            for rest in sequences(play(state, move), depth - 1):
                yield (move, *rest)

    assert perft(state, 4) == len(set(sequences(state, 4)))
