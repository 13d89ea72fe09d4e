"""What players ask at the table, in their own words: "may Ben take the fourth card?".

In a dispute a wrong answer is worse than none. So every word must be accounted for: the action, the
cards, the place or pile, the player, or polite filler from a closed list (``vocabulary``). Words
become signs (``signs``), the signs of one action must fit one of its forms from the first to the
last (``taking``, ``playing``, ``lists``), and whatever doesn't is refused with the words that were
not understood (``misheard``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tabletop.games.walk import phrases
from tabletop.games.walk.moves import Move, Stuck
from tabletop.games.walk.noaction import NoAction
from tabletop.games.walk.spoken.asking import read_action, whose
from tabletop.games.walk.spoken.lists import said_of_one
from tabletop.games.walk.spoken.misheard import EXAMPLES, misheard, unclear
from tabletop.games.walk.spoken.signs import Sign, form_of, read_signs, texts
from tabletop.games.walk.state import State
from tabletop.games.walk.text import MoveTextError, parse_claim
from tabletop.games.walk.typing import typed
from tabletop.language import say

_TURN: Final = re.compile(
    r"(?:WAS )?(?:TURN (?:NUMBER )?NUM (?:WAS )?(?:GOOD |BAD )?|(?:GOOD |BAD )(?:TURN )?NUM )"
)
_STUCK: Final = re.compile(r"(?:SITS )?STUCK (?:(?:AND |COMMA )?(?:SITS )?STUCK )*")
_PASS: Final = re.compile(r"PASS (?:(?:MINE |THEIRS )?TURN )?|(?:MINE |THEIRS )?TURN PASS ")


class Spoken(NamedTuple):
    """What was asked: ``player`` whose move it is, None where that isn't said; ``says`` a move, the
    claim to be stuck, what is no action but forbidden by name, or the number of an earlier turn."""

    player: int | None
    says: Move | Stuck | NoAction | int


def read_spoken(text: str, state: State, names: Sequence[str] = ()) -> Spoken:
    """What ``text`` asks on the table ``state``: a move in the record's short form, or in words,
    English or German, with the players' ``names`` or p1 and p2.

    Raises ``MoveTextError`` that quotes what was not understood and says what to write instead.
    """
    if not text.strip(" ?!.,"):
        raise unclear(say("write a move: take 4, cook 9 9 9, sell 5 5, decay, pan or stuck"))
    for short in (text, text.rstrip(" ?!.")):
        try:
            return Spoken(None, parse_claim(typed(short)))
        except MoveTextError:
            continue
    signs = [_seen_from(sign, state) for sign in read_signs(text, state.game, names)]
    player, signs = whose(signs)
    if player is not None:
        try:
            return Spoken(player, parse_claim(typed(texts(signs))))
        except MoveTextError:
            pass
    signs = _without_filler(signs)
    form = form_of(signs)
    if form and _TURN.fullmatch(form):
        return Spoken(player, next(int(sign.value) for sign in signs if sign.form == "NUM"))
    if _STUCK.fullmatch(form):
        return Spoken(player, Stuck())
    if _PASS.fullmatch(form):
        return Spoken(player, _passing())
    who = state.to_move if player is None else player
    return Spoken(player, read_action(signs, state, who))


def _seen_from(sign: Sign, state: State) -> Sign:
    """``sign``, "my opponent" being the player who is not to move."""
    return Sign("PLAYER", 1 - state.to_move, sign.text) if sign.form == "OPPONENT" else sign


def _without_filler(signs: Sequence[Sign]) -> list[Sign]:
    """``signs`` without what changes nothing; "a" is a number where a name could be that of several
    cards. What is taken is one card, whatever it's called."""
    taken = any(sign.form.startswith("TAKE") for sign in signs)
    named = ("KINDS",) if taken else ("KIND", "KINDS")
    plain: list[Sign] = []
    for sign, after in zip(signs, [*signs[1:], None], strict=True):
        if sign.form != "FILL":
            plain.append(sign)
        elif after is not None and after.form in named and said_of_one(sign.text, after):
            plain.append(Sign("WORD", 1, sign.text))
    return plain


def _passing() -> NoAction:
    return NoAction(
        "pass",
        say("passes"),
        "one action",
        say("passing is none of the five actions"),
        phrases.the_actions(),
    )


__all__ = ["EXAMPLES", "Sign", "Spoken", "misheard", "read_spoken"]
