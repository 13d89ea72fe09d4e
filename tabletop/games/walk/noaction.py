"""What players ask for that is none of the five actions, or no whole one, and that a rule forbids
by name: passing, taking two cards, a part of the decay pile."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.rulings import Ruling, ruling
from tabletop.games.walk.moves import Move, Stuck
from tabletop.games.walk.phrases import has_ended
from tabletop.games.walk.rules import Cited
from tabletop.games.walk.state import State
from tabletop.games.walk.text import format_move


@dataclass(frozen=True, slots=True)
class NoAction:
    """``text``: in short, in English; ``act``: said of a player, "takes more than one card";
    ``rule`` forbids it because of ``facts``, and ``cure`` would put it right."""

    text: str
    act: str
    rule: Cited
    facts: str
    cure: str


Asked = Move | Stuck | NoAction
"""What can be asked about a player."""


def in_short(asked: Asked) -> str:
    """``asked`` in a few English words, a move in its short form."""
    return asked.text if isinstance(asked, NoAction) else format_move(asked)


def ruling_on(asked: NoAction, state: State) -> Ruling:
    """The ruling on ``asked``: it is illegal, whoever does it."""
    if state.reason:
        return ruling(state.game.breaches("end", has_ended(state.reason)))
    return ruling(state.game.breaches(asked.rule, asked.facts, asked.cure))
