"""Knowledge held against every full game that fits what was told, on small decks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Game,
    Knowledge,
    Move,
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
)

from .worlds import Hiding, Told, Worlds, fits, small_game, tell

TIGHT = small_game(game_named("mushroom-walk"), "222222333999NNNBKPPOO", "29")
SCARCE = small_game(game_named("mushroom-walk"), "2233445599NNBCPKO", "2345")
SECRET = small_game(game_named("fungi"), "222233999NNBKPOOO", "239")


def bounds_of(games: list[State], who: int, kind: str) -> tuple[tuple[int, int], tuple[int, int]]:
    day = [state.players[who].hand.count(kind) for state in games]
    night = [state.players[who].night.count(kind) for state in games]
    return (min(day), max(day)), (min(night), max(night))


def check_bounds(known: Knowledge, worlds: Worlds) -> None:
    for turn in range(known.turns + 1):
        then = known.at(turn)
        games = [game[turn] for game in worlds.games]
        for who in (0, 1):
            bounds = then.bounds(who)
            sizes = [len(state.players[who].hand) for state in games]
            assert bounds.size == (min(sizes), max(sizes))
            for kind in bounds.day:
                day, night = bounds_of(games, who, kind)
                assert bounds.day[kind] == day, (turn, who, kind)
                assert bounds.night.get(kind, (0, 0)) == night, (turn, who, kind)


def openings(state: State, move: Move) -> Iterator[State]:
    """``state`` with the night cards known that ``move`` brings."""
    taken = state.decay if isinstance(move, Decay) else ""
    number = min(taken.count("O"), len(state.night))
    for kinds in set(product(state.game.night_deck, repeat=number)):
        shown = reveal(state, night="".join(kinds))
        if fits(shown):
            yield shown


def every_move(worlds: Worlds, rng: random.Random) -> list[Move]:
    moves: set[Move] = {PutPan(), Decay(), *(Take(i) for i in range(10))}
    for game in rng.sample(worlds.games, min(30, len(worlds.games))):
        for shown in openings(game[-1], Decay()):
            moves |= set(legal_moves(shown))
    for kind in "239":
        moves |= {Sell(kind, d, n) for d in range(5) for n in (0, 1)}
        moves |= {Cook(kind, d, n, b) for d in range(2, 5) for n in (0, 1) for b in (0, 1)}
    return rng.sample(sorted(moves, key=repr), min(70, len(moves)))


def verdict(answers: set[bool]) -> str:
    return "possible" if len(answers) == 2 else "legal" if True in answers else "illegal"


def check_verdicts(known: Knowledge, worlds: Worlds, rng: random.Random) -> None:
    for who in (0, 1):
        for move in every_move(worlds, rng):
            if move == Decay() and "O" in known.state.decay and "P" in known.state.decay:
                continue  # the taking alone is a move only while the night card is unknown
            mine = {(g[-1].to_move, g[-1].reason, g[-1].players[who]): g[-1] for g in worlds.games}
            if "?" in known.state.forest + known.state.decay:
                mine = {i: game[-1] for i, game in enumerate(worlds.games)}  # type: ignore[misc]
            answers = {
                shown.to_move == who and judge(shown, move).verdict == "legal"
                for state in mine.values()
                for shown in openings(state, move)
            }
            ruling = judge(known, move, who)
            assert ruling.verdict == verdict(answers), (who, move, ruling)
            if ruling.verdict != "illegal" and rng.random() < 0.2:
                state = known.sample(rng, move, who)
                assert judge(state, move, who).verdict == "legal"
    if known.reason:
        return
    who = known.to_move
    stuck = {not can_act(game[-1], who) for game in worlds.games}
    assert judge(known, Stuck(), who).verdict == verdict(stuck)


def told_game(
    game: Game, hiding: Hiding, seed: int
) -> Iterator[tuple[Knowledge, Worlds, random.Random]]:
    rng = random.Random(seed)
    true = setup(game, rng)
    worlds = Worlds(true)
    known = Knowledge.seen_by(true)
    yield known, worlds, rng
    while not true.over:
        moves = list(legal_moves(true))
        plays = [m for m in moves if not isinstance(m, Take | Decay)]
        gains = [m for m in moves if isinstance(m, Decay) or getattr(m, "discards", ())]
        move = rng.choice(rng.choice([moves, plays, gains]) or moves)
        told = tell(known.state, true, move, hiding, rng)
        known = hear(known, told)
        worlds.hear(told)
        true = play(true, move)
        assert any(g[-1].players == true.players for g in worlds.games)
        yield known, worlds, rng


def hear(known: Knowledge, told: Told) -> Knowledge:
    known = known.read(forest=told.forest, decay=told.decay)
    return known.play(*told.moves, player=told.player, refill=told.refill, night=told.night)


HANDS = Hiding()
DISCARDS = Hiding(discards=0.7)
SALES = Hiding(sales=0.8)
UNREAD = Hiding(unread=0.08)


@pytest.mark.parametrize(
    ("game", "hiding", "seed"),
    [
        pytest.param(TIGHT, HANDS, 0, id="hands"),
        pytest.param(SCARCE, HANDS, 0, id="hands of many kinds", marks=pytest.mark.slow),
        pytest.param(SECRET, HANDS, 0, id="night cards"),
        pytest.param(TIGHT, DISCARDS, 0, id="discards"),
        pytest.param(TIGHT, SALES, 0, id="sizes of sales"),
        pytest.param(TIGHT, UNREAD, 0, id="unread cards"),
    ],
)
def test_bounds_and_verdicts_are_those_of_all_full_games(
    game: Game, hiding: Hiding, seed: int
) -> None:
    for known, worlds, rng in told_game(game, hiding, seed):
        if rng.random() < 0.3:
            check_bounds(known, worlds)
            check_verdicts(known, worlds, rng)
