"""What one player at the table knows: a state in which every card hidden from them is ``?``.

A view is a ``State`` like any other, so moves are generated and played in it as usual. It holds
the order of no pile, no dealt hand card of the other player that hasn't shown yet, and, where
night cards are kept secret, none that the other player drew (R-16, R-19, FU-R2).
"""

from __future__ import annotations

from tabletop.games.walk.game import ANY
from tabletop.games.walk.moves import Decay, Move
from tabletop.games.walk.playing import reveal, turned_up
from tabletop.games.walk.state import State
from tabletop.games.walk.turn import apply


def first_view(state: State, who: int) -> State:
    """What player ``who`` knows of ``state``, a game that was just dealt."""
    players = list(state.players)
    other = players[1 - who]
    night = other.night if state.game.open_nights else ANY * len(other.night)
    players[1 - who] = other._replace(hand=ANY * len(other.hand), night=night)
    return state._replace(
        draw=ANY * len(state.draw),
        night=ANY * len(state.night),
        players=(players[0], players[1]),
    )


def next_view(view: State, who: int, before: State, move: Move, after: State) -> State:
    """``view`` of player ``who`` after ``move`` led from the full state ``before`` to ``after``."""
    cards, nights = turned_up(before, move)
    shown = before.game.open_nights or before.to_move == who
    view = reveal(view, draw=before.draw[:cards], night=before.night[:nights] if shown else "")
    # Who can act may depend on hidden cards, but everybody sees whose turn it is.
    return apply(view, move)._replace(to_move=after.to_move, reason=after.reason)


def see_nights(view: State, state: State, move: Decay) -> State:
    """``view`` of the player to move once the night cards that ``move`` brings are drawn (R-19)."""
    return reveal(view, night=state.night[: turned_up(state, move)[1]])


__all__ = ["first_view", "next_view", "see_nights"]
