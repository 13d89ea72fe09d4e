"""The legal moves of a state, worked out when first asked for, and counting games (perft)."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games.walk.actions import actions
from tabletop.games.walk.judge import breaches
from tabletop.games.walk.moves import Move
from tabletop.games.walk.plain import plainly_legal
from tabletop.games.walk.state import State
from tabletop.games.walk.turn import apply


class LegalMoves:
    """Iterate, count with ``len()``, ask with ``in`` (which judges the move and generates nothing).

    With unknown cards: every move that some value of them allows.
    """

    __slots__ = ("_moves", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._moves: list[Move] | None = None

    def __iter__(self) -> Iterator[Move]:
        if self._moves is None:
            self._moves = actions(self._state)
        return iter(self._moves)

    def __len__(self) -> int:
        if self._moves is None:
            self._moves = actions(self._state)
        return len(self._moves)

    def __contains__(self, move: object) -> bool:
        return plainly_legal(self._state, move) or not breaches(self._state, move)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(repr, self))}>"


def legal_moves(state: State) -> LegalMoves:
    """The legal moves of the player to move; none when the game is over."""
    return LegalMoves(state)


def perft(state: State, depth: int) -> int:
    """Leaves of all legal move sequences of ``depth`` moves; an ended game is one leaf (R-27)."""
    if depth == 0 or state.reason:
        return 1
    moves = actions(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(state, move), depth - 1) for move in moves)
