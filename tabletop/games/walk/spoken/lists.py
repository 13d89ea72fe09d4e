"""Cards as players name them: "three 9s and a night 9 with butter" is 9 9 9 9* B."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tabletop.games.walk.game import PAN, Game
from tabletop.games.walk.spoken.misheard import misheard
from tabletop.games.walk.spoken.signs import Sign, texts
from tabletop.games.walk.text import NIGHT_MARK

_JOINS: Final = ("AND", "WITH", "COMMA")
_OWN: Final = ("MINE", "THEIRS")
_NAMED: Final = ("KIND", "KINDS", "PAN", "PANS")
_END: Final = Sign("", "", "")
_MANY: Final = 20
"""More cards than this nobody holds; a number beyond it is written once."""


def read_cards(signs: Sequence[Sign], game: Game, *, one_kind: bool) -> list[str]:
    """The kinds that ``signs`` name, one for each card, as a move's short form writes them.

    A number before a name says how many: "3 morels", "three 9s". A figure by itself is a card;
    "3 shiitake" are three of them only where all must be of ``one_kind``. Raises ``MoveTextError``
    where anything is left over or can be read in two ways.
    """
    cards: list[str] = []
    at, joined = 0, True
    while at < len(signs):
        if signs[at].form in _JOINS:
            if joined and signs[at].form != "WITH":
                raise misheard([texts(signs)])
            at, joined = at + 1, True
            continue
        at += signs[at].form in _OWN
        number, size = _count(signs, at, cards, joined=joined, one_kind=one_kind)
        card, after = _card(signs, at + size, game)
        cards += [card] * number
        at, joined = after, False
    if joined:
        raise misheard([texts(signs)])
    return cards


def _count(
    signs: Sequence[Sign], at: int, cards: Sequence[str], *, joined: bool, one_kind: bool
) -> tuple[int, int]:
    """How many cards the name that begins at ``at`` stands for, and how many signs say so."""
    first = signs[at] if at < len(signs) else _END
    following = signs[at + 1] if at + 1 < len(signs) else _END
    form, after = first.form, following.form
    if form in ("BOTH", "PAIR"):
        return 2, 1
    if form not in ("NUM", "WORD"):
        return 1, 0
    if after == "TIMES":
        return _number(first), 2
    if first.value == 1:
        return 1, 1
    named = after in (*_NAMED, "NIGHT", "NIGHTCARD") or _achten(following)
    if form == "WORD":
        if after == "WORD":
            raise misheard([texts((first, following))])
        return (_number(first), 1) if named or after == "NUM" else (1, 0)
    if after in ("KINDS", "PANS") and joined:
        return _number(first), 1
    if after in ("KIND", "PAN") and one_kind:
        if not joined:
            return 1, 0
        # "8 8 and 2 butter" says how many; "2 2 and 2 butter" is anybody's guess.
        if str(first.value) not in (*cards, following.value):
            return _number(first), 1
    if after in _NAMED:
        raise misheard([texts((first, following))])
    return 1, 0


def _card(signs: Sequence[Sign], at: int, game: Game) -> tuple[str, int]:
    """The card that is named at ``at``, and where the list goes on."""
    start = at
    night = at < len(signs) and signs[at].form in ("NIGHT", "NIGHTCARD")
    at += night
    kind = _kind(signs[at], game) if at < len(signs) else ""
    if not kind:
        raise misheard([texts(signs[start : at + 1] or signs)])
    night = night or signs[at].form == "NIGHTRANK"
    at += 1
    at += at < len(signs) and signs[at].form in ("CARD", "CARDS")
    inner = signs[at : at + 3]
    if [s.form for s in inner[::2]] == ["OPEN", "CLOSE"] and _kind(inner[1], game) == kind:
        at += 3
    return kind + NIGHT_MARK * night, at


def _kind(sign: Sign, game: Game) -> str:
    """The kind of card that ``sign`` names; empty if none."""
    match sign.form:
        case "KIND" | "KINDS" | "NIGHTRANK":
            return str(sign.value)
        case "PAN" | "PANS":
            return PAN
        case "FACE":
            return game.face_kinds.get(str(sign.value), "")
        case "NUM" | "WORD":
            value = int(sign.value)
            return "T" if value == 10 else str(value) if 2 <= value <= 9 else ""
    return "8" if _achten(sign) else ""


def _number(sign: Sign) -> int:
    number = int(sign.value)
    if not 1 <= number <= _MANY:
        raise misheard([sign.text])
    return number


def _achten(sign: Sign) -> bool:
    """Whether ``sign`` is the German for several 8s, which is also that for the eighth."""
    return sign.form == "ORD" and sign.text.lower() == "achten"
