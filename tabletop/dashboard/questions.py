"""What can be asked at a moment of the game, and what a question is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tabletop.games.mushroom_walk import (
    Cook,
    Decay,
    Move,
    State,
    Stuck,
    Take,
    describe,
    format_move,
    legal_moves,
)
from tabletop.games.walk.noaction import Asked, NoAction
from tabletop.games.walk.spoken import read_spoken
from tabletop.language import tr, translate
from tabletop.record import Claimed

_MOST = 60


class Question(NamedTuple):
    """A claim and its words; ``notation`` as the record writes it. What is no action at all, and
    forbidden by name, is no claim: no record holds it."""

    claim: Claimed | NoAction
    words: str
    notation: str


def askable(state: State, who: int, name: str) -> list[Question]:
    """What may be asked of player ``who``, called ``name``, on the table ``state``: every card of
    the forest, the decay pile, what the hand may allow, being stuck."""
    state = state._replace(to_move=who)
    moves = dict.fromkeys(_moves(state))
    return [question(move, who, state, name) for move in list(moves)[:_MOST]]


def question(move: Asked, who: int, state: State, name: str) -> Question:
    """The question whether ``who`` may do ``move`` on the table ``state``."""
    if isinstance(move, NoAction):
        return Question(move, said(move, who, state, name), move.text)
    return Question(Claimed(who, move), said(move, who, state, name), format_move(move))


def written(text: str, state: State, names: Sequence[str], who: int) -> Question:
    """The question that ``text`` asks on the table ``state``, of player ``who`` where it names
    none. Raises ``MoveTextError``."""
    player, says = read_spoken(text, state._replace(to_move=who), names)
    player = who if player is None else player
    if isinstance(says, int):
        words = tr("turn {n} was against the rules", n=says)
        return Question(Claimed(player, says), words, tr("illegal {n}", n=says))
    return question(says, player, state, names[player])


def said(move: Asked, who: int, state: State, name: str) -> str:
    """What ``who``, called ``name``, does or claims."""
    if isinstance(move, NoAction):
        return tr("{name} {does}", name=name, does=translate(move.act))
    if isinstance(move, Stuck):
        return tr("{name} is stuck and can do none of the five actions", name=name)
    words = translate(describe(move, state._replace(to_move=who)))
    return tr("{name} {does}", name=name, does=words)


def _moves(state: State) -> Iterator[Move | Stuck]:
    for position in range(1, len(state.forest) + 1):
        yield Take(position)
    if state.decay:
        yield Decay()
    legal = [] if state.over else list(legal_moves(state))
    for kind in (Cook, object):
        yield from (move for move in legal if isinstance(move, kind))
    yield Stuck()
