"""What a turn may have been: the answers that players are offered, likeliest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from tabletop.games.mushroom_walk import Decay, Move, State, Take, format_move, legal_moves
from tabletop.games.walk.game import ANY
from tabletop.referee.events import Option
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.track import state_of

_LEAST = 0.005


def candidates(
    h: Hypothesis, n: int, told: Move, chances: Mapping[Move, float]
) -> tuple[Option, ...]:
    """What turn ``n`` (from 0) of ``h``, which is told as ``told``, may have been. First the moves
    of ``chances`` with their probability, then, with none, those that could have been done then;
    moves like the one that is told come before others."""
    likely = [o for o in ranked(chances) if o.p >= _LEAST]
    before = state_of(h.past[n], h.game, h.kind)
    known = {o.text for o in likely}
    could = sorted(_could(before), key=lambda move: _unlike(move, told))
    others = dict.fromkeys(format_move(m) for m in could)
    return (*likely, *(Option(text, 0.0) for text in others if text not in known))


def ranked(chances: Mapping[Move, float]) -> list[Option]:
    """The moves of ``chances``, which need not sum to 1, as options, likeliest first."""
    total = sum(chances.values()) or 1.0
    texts: dict[str, float] = defaultdict(float)
    for move, weight in chances.items():
        texts[format_move(move)] += weight / total
    by_chance = sorted(texts.items(), key=lambda c: (-c[1], c[0]))
    return [Option(text, round(p, 3)) for text, p in by_chance]


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
