"""Cards as players name them: "three 9s and a night 9 with butter" is 9 9 9 9* B."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from tabletop.games.walk.game import MUSHROOMS, PAN, Game
from tabletop.games.walk.spoken.misheard import misheard, unclear
from tabletop.games.walk.spoken.signs import Sign, texts
from tabletop.games.walk.text import NIGHT_MARK, shortened
from tabletop.language import say

_JOINS: Final = ("AND", "WITH", "COMMA")
_OWN: Final = ("MINE", "THEIRS")
_NAMED: Final = ("KIND", "KINDS", "PAN", "PANS")
_END: Final = Sign("", "", "")
_MANY: Final = 20
"""More cards than this nobody holds; a number beyond it is written once."""
_ALIKE: Final = ("porcini", "shiitake")
"""Names that are the same for one card and for several."""
_ONE: Final = frozenset(
    ["a", "an", "ein", "eine", "einen", "einem", "einer"]
    + ["mein", "meinem", "sein", "seinem", "ihrem"]
)
_CASES: Final = frozenset(["der", "den", "dem", "meinen", "seinen", "ihren", "unseren"])

Held = Callable[[str, Sequence[str]], list[str] | None]
"""All cards of a kind that are meant where no number is said, given the other cards of the list;
None where that isn't known."""


def read_cards(
    signs: Sequence[Sign], game: Game, *, one_kind: bool, held: Held | None = None
) -> list[str]:
    """The kinds that ``signs`` name, one for each card, as a move's short form writes them.

    A number before a name says how many: "3 morels", "three 9s". A figure by itself is a card;
    "3 shiitake" are three of them only where all must be of ``one_kind``. Several of a kind without
    a number, "my 9s", are all that ``held`` gives. Raises ``MoveTextError`` where anything is left
    over, can be read in two ways, or doesn't say how many.
    """
    cards: list[str] = []
    several: list[tuple[str, str]] = []
    at, joined = 0, True
    while at < len(signs):
        if signs[at].form in _JOINS:
            if joined and signs[at].form != "WITH":
                raise misheard([texts(signs)])
            at, joined = at + 1, True
            continue
        start, every = at, signs[at].form == "ALL"
        at += every
        at += every and signs[at : at + 1] != [] and signs[at].text.lower() in ("of", "von")
        at += signs[at : at + 1] != [] and signs[at].form in _OWN
        number, size = _count(signs, at, cards, game, joined=joined, one_kind=one_kind)
        card, after = _card(signs, at + size, game)
        if not size and _means_several(signs, at, after, alike=one_kind):
            several.append((card, texts(signs[start:after])))
        elif every and not size:
            raise misheard([texts(signs[start:after])])
        else:
            cards += [card] * number
        at, joined = after, False
    if joined:
        raise misheard([texts(signs)])
    return cards + _all_of(several, cards, held)


def is_a_number_of(signs: Sequence[Sign], game: Game) -> bool:
    """Whether a figure at the beginning or after a comma or "and" may say how many there are of the
    next one: "3 9" may be three 9s. So many cards of it there must be."""
    joined = True
    for first, after in pairwise(signs):
        if joined and first.form in ("NUM", "WORD") and after.form in ("NUM", "WORD"):
            info = game.kinds.get(_kind(after, game))
            number = int(first.value)
            if first.value != after.value and info and 2 <= number <= info.count + info.night:
                return True
        joined = first.form in _JOINS
    return False


def said_of_one(before: str, name: Sign) -> bool:
    """Whether the word ``before`` a card's ``name`` is said of one card: "a", and in German, by its
    case, "den" of "Steinpilz" and "9er", but not of "Steinpilzen"."""
    before = before.lower()
    if before in _ONE:
        return True
    return before in _CASES and (name.form == "KIND" or name.text.lower().endswith("er"))


def _means_several(signs: Sequence[Sign], at: int, end: int, *, alike: bool) -> bool:
    """Whether the name from ``at`` to ``end``, before which is no number, is that of several cards;
    ``alike``: also where it could be that of one."""
    named = signs[at:end]
    owned = at > 0 and signs[at - 1].form in _OWN
    if owned and said_of_one(signs[at - 1].text, named[0]):
        return False
    if any(sign.form in ("KINDS", "PANS", "CARDS") or _achten(sign) for sign in named):
        return True
    return (alike or owned) and named[0].text.lower() in _ALIKE


def _all_of(
    several: Sequence[tuple[str, str]], cards: Sequence[str], held: Held | None
) -> list[str]:
    """The cards of which ``several`` are meant, beside ``cards``, each with its words."""
    if not several:
        return []
    kinds = {card[0] for card in (*cards, *(card for card, _ in several))}
    if held is not None and len(kinds.intersection(MUSHROOMS)) > 1:
        # However many there are, two kinds are named.
        return [card for card, _ in several]
    card, said = several[0]
    found = None
    if (
        held is not None
        and len(several) == 1
        and len(card) == 1
        and card[0] not in {c[0] for c in cards}
    ):
        found = held(card, cards)
    if found is None:
        raise unclear(
            say("how many are '{cards}'? Write the number, as in three 9s", cards=shortened(said))
        )
    return found


def _count(
    signs: Sequence[Sign],
    at: int,
    cards: Sequence[str],
    game: Game,
    *,
    joined: bool,
    one_kind: bool,
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
        _plain_times(signs[at : at + 4], game)
        return _number(first), 2
    if after in ("CARD", "CARDS"):
        # "9 cards" may be nine of any kind.
        raise unclear(say("say which cards, and how many: write them one by one, as in 9 9 9"))
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


def _plain_times(signs: Sequence[Sign], game: Game) -> None:
    """Raises ``MoveTextError`` where "9 × 3" may be three 9s: so many 3s there aren't. A name in
    brackets tells which is the card."""
    turned = _kind(signs[0], game)
    info = game.kinds.get(_kind(signs[2], game)) if len(signs) > 2 else None
    named = len(signs) > 3 and signs[3].form == "OPEN"
    if not turned or info is None or named or signs[2].form not in ("NUM", "WORD"):
        return
    if signs[0].value != signs[2].value and int(signs[0].value) > info.count + info.night:
        raise unclear(
            say(
                "'{a} × {b}' doesn't say which is the number: write the cards one by one, as in "
                "9 9 9",
                a=signs[0].text,
                b=signs[2].text,
            )
        )


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
