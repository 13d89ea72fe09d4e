"""How fast whole random games are played, against python-chess doing the same in the same run.

    python -m benchmarks.engine [--rounds 20] [--write]

A game of Mushroom Walk is ``rng.choice(list(legal_moves(state)))`` and ``play(state, move)`` from
the deal to the end: states are never changed, and ``play`` judges every move. A game of chess is
``rng.choice(list(board.legal_moves))`` and ``board.push(move)`` on one board that is changed, till
there is no move or the 75-move rule ends it; python-chess pushes without judging. The second
figure for chess keeps every position too, by a copy of the board for each move. The three take
turns, and each round gives its own ratio. Needs the packages of benchmarks/requirements.txt.
"""

from __future__ import annotations

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import chess

from tabletop.games import mushroom_walk as mw

RESULTS = Path(__file__).parent / "results" / "engine.md"
FLOOR = 2.0
SECONDS = 0.5
HALF_MOVES_WITHOUT_PROGRESS = 150


def walk_game(rng: random.Random) -> int:
    """Play a whole game of Mushroom Walk; the number of moves."""
    state = mw.setup(mw.game(), rng)
    moves = 0
    while not state.over:
        state = mw.play(state, rng.choice(list(mw.legal_moves(state))))
        moves += 1
    return moves


def chess_game(rng: random.Random) -> int:
    """Play a whole game of chess on one board; the number of moves."""
    board = chess.Board()
    moves = 0
    while legal := list(board.legal_moves):
        board.push(rng.choice(legal))
        moves += 1
        if board.halfmove_clock >= HALF_MOVES_WITHOUT_PROGRESS:
            break
    return moves


def chess_game_kept(rng: random.Random) -> int:
    """Play a whole game of chess, a new board for every position; the number of moves."""
    board = chess.Board()
    moves = 0
    while legal := list(board.legal_moves):
        board = board.copy(stack=False)
        board.push(rng.choice(legal))
        moves += 1
        if board.halfmove_clock >= HALF_MOVES_WITHOUT_PROGRESS:
            break
    return moves


def rate(game: Callable[[random.Random], int], rng: random.Random) -> float:
    """Moves a second of processor time, over whole games of at least ``SECONDS``."""
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        moves += game(rng)
    return moves / spent


def table(rounds: int) -> str:
    """The results as Markdown."""
    rng = random.Random(1)
    kinds = (walk_game, chess_game, chess_game_kept)
    for game in kinds:
        rate(game, rng)
    rates = [[rate(game, rng) for game in kinds] for _ in range(rounds)]
    rows = ["| against | times its moves a second: median | least, most | |", "|---|---|---|---|"]
    names = ("python-chess, one board", "python-chess, every position kept")
    for i, name in enumerate(names, 1):
        ratios = [every[0] / every[i] for every in rates]
        middle = statistics.median(ratios)
        says = f"at least {FLOOR:g} wanted: {'met' if middle >= FLOOR else 'MISSED'}"
        rows.append(
            f"| {name} | {middle:.2f} | {min(ratios):.2f}, {max(ratios):.2f} |"
            f" {says if i == 1 else ''} |"
        )
    here = [statistics.median(every[i] for every in rates) for i in range(3)]
    lines = ["# How fast the rules are", ""]
    lines.append(
        f"`python -m benchmarks.engine --rounds {rounds} --write`, {date.today()}, one core"
        f" ({platform.machine()}, shared with other work), Python {platform.python_version()},"
        f" python-chess {chess.__version__}. Whole random games."
    )
    lines += ["", *rows, ""]
    lines.append(
        "Medians here, moves a second:"
        f" {here[0]:,.0f}; python-chess {here[1]:,.0f} and {here[2]:,.0f}."
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--write", action="store_true", help=f"renew {RESULTS.name}")
    arguments = parser.parse_args()
    text = table(arguments.rounds)
    print(text, end="")
    if arguments.write:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
