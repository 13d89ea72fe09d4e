"""Positions and checks that the tests of the rules share."""

from __future__ import annotations

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import (
    Game,
    IllegalMoveError,
    Move,
    Player,
    State,
    deal,
    judge,
    legal_moves,
    play,
)

WALK = game_named("mushroom-walk")
FUNGI = game_named("fungi")

PILES = {
    "first": (
        "4TNB8N56NNTB2C379OO68343K35C8K764TOK7O4CB8O562O4N2227K2P3N9B96OC2349N3NPN55NONPNP",
        "93264785",
    ),
    "second": (
        "99P37557NNOBN5943922O476C4NKN4OC8O3NON3B366C4KTNN26K5NO723C823PT5NKN26P8OB2B4TO8P",
        "75439628",
    ),
    "third": (
        "73O59234NO275N999423N46K68BTO2N3NBPKCB35TNTO8O745PP3NBNCOPKCCO2N82NK2N6O34N646587",
        "63245789",
    ),
}


EMPTY = Player()


def position(
    me: Player = EMPTY,
    other: Player = EMPTY,
    *,
    forest: str = "NBCNBCNB",
    draw: str = "234",
    night: str = "56",
    decay: str = "",
    discard: str = "",
    game: Game = WALK,
) -> State:
    """A state with player 0, ``me``, to move."""
    return State(game, forest, draw, night, decay, discard, players=(me, other))


LATE = {
    "A": position(
        Player("2222222BBCN", "2", 2, 1, 3),
        Player("499", "9", 0, 0),
        forest="PKO2TN89",
        draw="33",
        night="56",
        decay="KP7O",
    ),
    "B": position(
        Player("488BN", "8", 1, 1, 2, (1,)),
        Player("5T3", "3", 0, 1, 1),
        forest="PO6K",
        draw="",
        night="5",
        decay="KP3",
    ),
    "C": position(
        Player("23456789"),
        Player("NTTT", "", 0, 0),
        forest="K6",
        draw="",
        night="",
        decay="P23",
    ),
    "D": position(
        Player("22345678"),
        Player("2345679B", "", 0, 0),
        forest="NN34",
        draw="5",
        night="",
        decay="89",
    ),
    "E": position(
        Player("2233499", "5"),
        Player("NT", "", 0, 0),
        forest="6789",
        draw="",
        night="4",
        decay="PPOK",
    ),
    "F": position(
        Player("NT"),
        Player("235C", "", 0, 1, 0, (1,)),
        forest="2345",
        draw="6789TN",
        night="",
        decay="234",
    ),
}


def dealt(name: str, first: int = 0) -> State:
    """One of the three given shuffles after the deal."""
    return deal(WALK, *PILES[name], first)


def legal(state: State, move: Move) -> State:
    """Both code paths call ``move`` legal; the state after it."""
    assert judge(state, move).verdict == "legal"
    assert move in list(legal_moves(state))
    return play(state, move)


def illegal(state: State, move: Move, *rules: str) -> None:
    """Both code paths call ``move`` illegal, and at least ``rules`` are named."""
    broken = judge(state, move).breaches
    assert {*rules} <= {b.rule for b in broken}
    assert broken
    assert all(b.sentence and b.facts for b in broken)
    assert move not in list(legal_moves(state))
    with pytest.raises(IllegalMoveError):
        play(state, move)
