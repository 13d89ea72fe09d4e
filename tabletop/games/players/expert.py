"""The expert: looks turns ahead, as far as its number of positions lasts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from tabletop.games.players.guessing import guess
from tabletop.games.players.worth import DEFAULT, Weights, Worth
from tabletop.games.walk.actions import actions
from tabletop.games.walk.game import BUTTER, BUTTER_NEEDS, CIDER, CIDER_NEEDS, PAN
from tabletop.games.walk.moves import Cook, Decay, Move, PutPan, Sell, Take
from tabletop.games.walk.state import Player, State
from tabletop.games.walk.turn import apply

POSITIONS: Final = 300
"""Positions an expert looks at for a move, unless told otherwise."""

WIDE: Final = 10
NARROW: Final = 4
"""How many of the moves that look best are followed up, of the first turn and of later ones."""

DEEPEST: Final = 10
FAR: Final = 1e9


class _Child(NamedTuple):
    value: float
    move: Move
    after: State


class _EnoughError(Exception):
    """All positions were looked at."""


class Expert:
    """Searches (alpha-beta, deeper and deeper) among the moves that look best at first sight.

    Dealt cards of the other player that haven't shown are guessed, among those not seen; cards
    that will be turned up stay unknown. How long it thinks is a number of positions and no time,
    so that the same dice give the same game.
    """

    def __init__(
        self, rng: random.Random, weights: Weights = DEFAULT, positions: int = POSITIONS
    ) -> None:
        self._rng = rng
        self._weights = weights
        self._positions = positions

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        """The move that turns out best against the best answers found."""
        if len(moves) == 1:
            return moves[0]
        state = guess(view, self._rng)
        search = _Search(Worth(view, self._weights), view.to_move, self._positions)
        return search.best(state, moves)


class _Search:
    """One search, for player ``me``."""

    def __init__(self, worth: Worth, me: int, positions: int) -> None:
        self._worth = worth
        self._me = me
        self._left = positions

    def best(self, state: State, moves: Iterable[Move]) -> Move:
        """The best of ``moves``, looked into deeper and deeper until all positions are used up."""
        found = self._children(state, moves)[:WIDE]
        with suppress(_EnoughError):
            for depth in range(1, DEEPEST):
                found = self._deepen(found, depth)
        return found[0].move

    def _deepen(self, children: list[_Child], depth: int) -> list[_Child]:
        """``children`` of the root, best first after ``depth`` more turns."""
        low = -FAR
        found = []
        for child in children:
            value = self._value(child.after, depth, low, FAR)
            found.append(child._replace(value=value))
            low = max(low, value)
        # What was cut off has no more than the value that cut it off: the order so far breaks ties.
        found.sort(key=lambda child: -child.value)
        return found

    def _value(self, state: State, depth: int, low: float, high: float) -> float:
        if state.over:
            return self._sight(state)
        children = self._children(state, sensible(state))
        if depth == 1:
            return children[0].value
        mine = state.to_move == self._me
        best = -FAR if mine else FAR
        for child in children[:NARROW]:
            value = self._value(child.after, depth - 1, low, high)
            if mine:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _children(self, state: State, moves: Iterable[Move]) -> list[_Child]:
        """What ``moves`` lead to, best at first sight first for the player to move."""
        if self._left <= 0:
            raise _EnoughError
        children = []
        for move in moves:
            after = apply(state, move)
            children.append(_Child(self._sight(after), move, after))
        self._left -= len(children)
        mine = state.to_move == self._me
        children.sort(key=lambda child: child.value, reverse=mine)
        return children

    def _sight(self, state: State) -> float:
        """How far ``me`` is ahead of the other player, at first sight."""
        return self._worth.lead(state, self._me)


def sensible(state: State) -> list[Move]:
    """The legal moves less those that are hardly ever best: cooking or selling part of a kind, a
    pan from the display while one is in hand, poison that costs cards."""
    me = state.mover
    moves = actions(state)
    return [move for move in moves if _is_sensible(move, me)] or moves


def _is_sensible(move: Move, me: Player) -> bool:
    if isinstance(move, (Take, Decay)):
        return not move.discards
    if isinstance(move, PutPan):
        return True
    kind = move.mushroom
    if move.day < me.hand.count(kind) or move.night < me.night.count(kind):
        return False
    return isinstance(move, Sell) or _is_whole(move, me)


def _is_whole(move: Cook, me: Player) -> bool:
    """Whether the dish takes the pan in hand, if there is one, and what butter and cider it can."""
    if move.pan == "display" and PAN in me.hand:
        return False
    spare = move.day + 2 * move.night - BUTTER_NEEDS * move.butter - CIDER_NEEDS * move.cider
    more_butter = spare >= BUTTER_NEEDS and me.hand.count(BUTTER) > move.butter
    more_cider = spare >= CIDER_NEEDS and me.hand.count(CIDER) > move.cider
    return not more_butter and not more_cider
