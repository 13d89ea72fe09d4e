"""What a move brings, in numbers: for players who ask what they could do."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.walk.game import DECAY_SIZE
from tabletop.games.walk.moves import Move
from tabletop.games.walk.scoring import score
from tabletop.games.walk.state import State
from tabletop.games.walk.turn import act


@dataclass(frozen=True, slots=True)
class Prospect:
    """What ``move`` changes for who makes it: points and sticks gained or spent, cards held after
    it and the limit then; ``decays``: the kind that drops into the decay pile afterwards (``""``
    for none); ``clears``: it sends the four old ones away (MW-6.1)."""

    move: Move
    points: int
    sticks: int
    held: int
    limit: int
    decays: str
    clears: bool


def prospect(state: State, move: Move) -> Prospect:
    """What ``move``, which is legal or may be, brings in ``state``; unknown cards count as hand
    cards."""
    who = state.to_move
    after = act(state, move)
    me, then = state.players[who], after.players[who]
    return Prospect(
        move,
        score(after, who) - score(state, who),
        then.sticks - me.sticks,
        then.held,
        then.limit,
        after.forest[:1],
        bool(after.forest) and len(after.decay) == DECAY_SIZE,
    )
