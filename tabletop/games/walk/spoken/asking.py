"""Whose action is asked about, and which one it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tabletop.games.walk.moves import Move
from tabletop.games.walk.noaction import NoAction
from tabletop.games.walk.spoken.misheard import misheard, unclear
from tabletop.games.walk.spoken.playing import (
    read_adding,
    read_cooking,
    read_discarding,
    read_putting,
    read_selling,
)
from tabletop.games.walk.spoken.signs import Sign, form_of, texts
from tabletop.games.walk.spoken.taking import drawing, read_taking
from tabletop.games.walk.spoken.vocabulary import VERBS
from tabletop.games.walk.state import State
from tabletop.language import say

_SUBJECTS: Final = ("PLAYER", "SUBJECT")
_HANGING: Final = ("IN", "FROM", "BY", "FOR", "WITH", "WITHOUT", "AND", "AFTER", "THEN")
_DONE: Final = "_ED"


def whose(signs: Sequence[Sign]) -> tuple[int | None, list[Sign]]:
    """The player who is named in ``signs``, and the others of them. Raises ``MoveTextError`` where
    two are named, or one in a way that says more than whose action it is."""
    # "Anna: take 4", "(Anna)".
    named = {sign.value for sign in signs if sign.form == "PLAYER"}
    if len(named) > 1:
        both = " + ".join(sign.text for sign in signs if sign.form == "PLAYER")
        raise unclear(say("two players are named ({names}): ask about one", names=both))
    spoken = {sign.text.lower() for sign in signs if sign.form == "SUBJECT"}
    passive = any(sign.form == "BE" for sign in signs)
    rest: list[Sign] = []
    for place, sign in enumerate(signs):
        if sign.form not in _SUBJECTS:
            rest.append(sign)
            continue
        after = signs[place + 1].form if place + 1 < len(signs) else ""
        before = rest[-1] if rest else None
        if before is not None and before.form in _HANGING:
            if not _hangs_rightly(before, after, passive=passive):
                raise misheard([texts((before, sign))])
            rest.pop()
    if spoken and named:
        raise misheard(sign.text for sign in signs if sign.form == "SUBJECT")
    player = int(named.pop()) if named else None
    _own_cards(signs, player)
    return player, rest


def _hangs_rightly(before: Sign, after: str, *, passive: bool) -> bool:
    """Whether a player after this word is the one who acts: "for Anna to take", "taken by Ben"."""
    if before.form == "FOR":
        return after in ("TO", "GOOD")
    return passive and (before.form == "BY" or before.text.lower() == "von")


def _own_cards(signs: Sequence[Sign], player: int | None) -> None:
    """Raises ``MoveTextError`` where "my" is said of somebody who is named, "her" of nobody: these
    may be the other player's cards. The forest lies before everybody's feet."""
    theirs = player is not None or any(
        sign.form == "SUBJECT" and sign.text.lower() in ("he", "she", "they", "er", "sie")
        for sign in signs
    )
    wrong = "MINE" if theirs else "THEIRS"
    strange = [
        sign.text
        for sign, after in zip(signs, [*signs[1:], None], strict=True)
        if sign.form == wrong and (after is None or after.form != "FEET")
    ]
    if strange:
        raise misheard(strange)


def read_action(signs: Sequence[Sign], state: State, who: int) -> Move | NoAction:
    """The one action that ``signs`` without player and filler say of player ``who``, or what is
    none. Raises ``MoveTextError``."""
    signs = _plain(signs)
    verbs = [place for place, sign in enumerate(signs) if sign.form in VERBS]
    if not verbs:
        if any(sign.form in ("PASS", "STUCK", "TURN") for sign in signs):
            raise misheard([texts(signs)])
        if not any(sign.form == "DISCARD" for sign in signs):
            raise unclear(say("say what is done: take, cook, sell, put down a pan, or stuck"))
        return read_discarding(signs, state, who)
    if len(verbs) == 1:
        return _one_action(signs, verbs[0], state, who)
    joins = [n for n, sign in enumerate(signs) if sign.form in ("AND", "THEN")]
    for at in joins:
        first, second = signs[:at], signs[at + 1 :]
        if sum(n < at for n in verbs) == sum(n > at for n in verbs) == 1:
            return _both(first, second, state, who)
    raise misheard([texts(signs)])


def _plain(signs: Sequence[Sign]) -> list[Sign]:
    """``signs`` without "to" before a verb and "is it legal", with verbs in one form each."""
    passive = any(sign.form == "BE" for sign in signs)
    plain: list[Sign] = []
    for place, sign in enumerate(signs):
        after = signs[place + 1].form if place + 1 < len(signs) else ""
        if sign.form in ("GOOD", "BE") or (
            sign.form == "TO" and after in (*VERBS, "DISCARD", "BE")
        ):
            continue
        if sign.form.endswith(_DONE):
            # "Anna has taken" is no question about now; "may be taken" is.
            if not passive:
                raise misheard([sign.text])
            sign = sign._replace(form=sign.form.removesuffix(_DONE))
        plain.append(sign)
    thrown = [n for n, sign in enumerate(plain) if sign.form == "THROW"]
    if thrown and plain[-1].text.lower() in ("ab", "weg"):
        plain[thrown[0]] = plain[thrown[0]]._replace(form="DISCARD")
        plain.pop()
    return plain


def _both(first: Sequence[Sign], second: Sequence[Sign], state: State, who: int) -> NoAction:
    """Two actions, each of which must be one."""
    read = [read_action(part, state, who) for part in (first, second)]
    verbs = {sign.form for sign in (*first, *second) if sign.form in VERBS}
    # A pan may be played from the hand together with the mushrooms: that is one action.
    if verbs == {"PUT", "COOK"} or read[0] == read[1]:
        raise unclear(say("write 'cook 9 9 9 N' for a pan from the hand, or ask about one action"))
    return NoAction(
        "do two actions",
        say("does two actions in one turn"),
        "one action",
        say("a turn is one action"),
        say("do one of them"),
    )


def _one_action(signs: Sequence[Sign], at: int, state: State, who: int) -> Move | NoAction:
    verb = signs[at]
    throws = [n for n, sign in enumerate(signs) if sign.form == "DISCARD"]
    if verb.form == "TAKE":
        if len(throws) > 1:
            raise misheard([texts(signs)])
        taken, discards = _parted(signs, at, throws[0]) if throws else (signs, None)
        return read_taking([sign for sign in taken if sign is not verb], discards, state)
    rest = [*signs[:at], *signs[at + 1 :]]
    if verb.form == "COOK":
        return read_cooking(_one_line(rest), state, who)
    if verb.form == "SELL":
        return read_selling(_one_line(rest), state, who)
    if verb.form == "PUT":
        return read_putting(rest)
    if verb.form == "ADD":
        return read_adding(rest, state)
    if form_of(rest) in ("CARD ", "CARD FROM DRAWPILE ", "CARD IN DRAWPILE ", "TOP CARD "):
        return drawing()
    raise misheard([texts(signs)])


def _one_line(signs: Sequence[Sign]) -> list[Sign]:
    """``signs`` without commas at their beginning and end: "Anna, cook 9 9 9"."""
    plain = list(signs)
    while plain and plain[0].form == "COMMA":
        plain.pop(0)
    while plain and plain[-1].form == "COMMA":
        plain.pop()
    return plain


def _parted(signs: Sequence[Sign], verb: int, throw: int) -> tuple[Sequence[Sign], Sequence[Sign]]:
    """What is taken, and what is discarded: in German that verb may come last."""
    taken, thrown = list(signs[:throw]), list(signs[throw + 1 :])
    if not thrown:
        joins = [n for n in range(verb, throw) if signs[n].form == "AND"]
        if not joins:
            raise misheard([texts(signs)])
        taken, thrown = list(signs[: joins[0]]), list(signs[joins[0] + 1 : throw])
    while taken and taken[-1].form in ("AND", "COMMA"):
        taken.pop()
    return taken, thrown
