"""What a turn may have been: the answers that players are offered, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tabletop.games.mushroom_walk import Decay, Move, State, Take, format_move, legal_moves
from tabletop.games.walk.game import ANY
from tabletop.referee.events import Option
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.report import move_of
from tabletop.referee.track import state_of

_LEAST = 0.005


def candidates(h: Hypothesis, n: int, chances: Mapping[str, float]) -> tuple[Option, ...]:
    """What turn ``n`` (from 0) of ``h`` may have been. First the moves of ``chances`` with their
    probability, then, with none, those that could have been done then; moves like the one that is
    told come before others."""
    total = sum(chances.values()) or 1.0
    ranked = sorted(chances.items(), key=lambda c: (-c[1], c[0]))
    likely = [Option(t, round(w / total, 3)) for t, w in ranked if w >= _LEAST * total]
    told = move_of(h, h.history[n])
    before = state_of(h.past[n], h.game, h.kind)
    known = {o.text for o in likely}
    could = sorted(_could(before), key=lambda move: _unlike(move, told))
    others = dict.fromkeys(format_move(m) for m in could)
    return (*likely, *(Option(text, 0.0) for text in others if text not in known))


def _could(state: State) -> Iterator[Move]:
    """The moves of the player to move: legal ones, and every card of the forest and the decay pile,
    since players err."""
    if not state.over:
        yield from legal_moves(state)
    yield from (Take(position) for position in range(1, len(state.forest) + 1))
    if state.decay:
        yield Decay()


def _unlike(move: Move, told: Move) -> tuple[bool, bool]:
    """Whether ``move`` is of another kind than ``told``, and whether of another mushroom."""
    other = getattr(move, "mushroom", ANY) != getattr(told, "mushroom", ANY)
    return type(move) is not type(told), other
