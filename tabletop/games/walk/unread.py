"""Unread cards on the table that a move takes, and what they can turn out to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from tabletop.games.walk.game import ANY, BASKET, MOON, POISON
from tabletop.games.walk.moves import Decay, Take
from tabletop.games.walk.phrases import hand_cards, some
from tabletop.games.walk.state import State
from tabletop.language import listed, say

_SPECIAL = BASKET + MOON + POISON


def taken(state: State, move: object) -> str:
    """The cards of the forest or the decay pile that ``move`` takes; none if it takes nothing."""
    if isinstance(move, Decay):
        return state.decay
    if isinstance(move, Take) and type(move.position) is int and move.position > 0:
        return state.forest[move.position - 1 : move.position]
    return ""


def readings(state: State, move: object, left: Counter[str] | None) -> Iterator[tuple[State, str]]:
    """``state`` with every reading of the unread cards that ``move`` takes, and the reading in
    words: each card is a basket, a moon, a poison mushroom, or a hand card, which stays ``?``.
    ``left``: how many cards of each kind may be unread; None for any number."""
    number = taken(state, move).count(ANY)
    if not number:
        yield state, ""
        return
    for kinds in combinations_with_replacement(ANY + _SPECIAL, number):
        if left is not None and any(kinds.count(kind) > left[kind] for kind in _SPECIAL):
            continue
        # Unread cards of a pile are alike: any of them may be the special ones.
        read = iter(kinds)
        words = _words(state, kinds)
        if isinstance(move, Take):
            at = move.position - 1
            row = state.forest
            yield state._replace(forest=row[:at] + next(read) + row[at + 1 :]), words
        else:
            pile = "".join(next(read) if kind == ANY else kind for kind in state.decay)
            yield state._replace(decay=pile), words


def _words(state: State, kinds: tuple[str, ...]) -> str:
    """``"the unread cards are 1 basket and 2 hand cards"``."""
    word = state.game.word
    if kinds == (ANY,):
        return say("the unread card is a hand card")
    if len(kinds) == 1:
        return say("the unread card is a {card}", card=word(kinds[0]))
    each = [
        hand_cards(n) if kind == ANY else some(n, word(kind, n))
        for kind, n in Counter(kinds).items()
    ]
    return say("the unread cards are {cards}", cards=listed(each))
