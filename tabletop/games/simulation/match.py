"""One whole game between two computer players, each of whom is shown their own view only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.games.players.base import ComputerPlayer
from tabletop.games.walk.actions import actions
from tabletop.games.walk.moves import Decay, Move
from tabletop.games.walk.playing import play
from tabletop.games.walk.state import State
from tabletop.games.walk.views import first_view, next_view, see_nights


class Turn(NamedTuple):
    """A move, with the full states before and after it."""

    before: State
    move: Move
    after: State


def turns(state: State, players: Sequence[ComputerPlayer]) -> Iterator[Turn]:
    """Every turn of the game that begins with ``state``, just dealt, until it is over.

    ``players[i]`` is player ``i``. Raises IllegalMoveError if one chooses an illegal move.
    """
    views = [first_view(state, who) for who in (0, 1)]
    while not state.over:
        move = _choose(state, views[state.to_move], players[state.to_move])
        after = play(state, move)
        views = [next_view(view, who, state, move, after) for who, view in enumerate(views)]
        yield Turn(state, move, after)
        state = after


def _choose(state: State, view: State, player: ComputerPlayer) -> Move:
    move = player.choose(view, actions(view))
    if isinstance(move, Decay) and not move.discards:
        # what the night pile brings is seen first, then the discards are chosen.
        seen = see_nights(view, state, move)
        choices = [other for other in actions(seen) if isinstance(other, Decay)]
        move = choices[0] if len(choices) == 1 else player.choose(seen, choices)
    return move
