"""Cards as people write them."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from tabletop.faces import JOKER_UNKNOWN, UNKNOWN
from tabletop.games import GAMES, Game, game_named
from tabletop.games.walk.text import NIGHT_MARK

_SUITS: Final = str.maketrans(
    "♠♤♥♡♦♢♣♧",
    "SSHHDDCC",
    "\ufe0e\ufe0f",  # ask for a plain or a coloured sign
)
_WORDS: Final = {
    "?": UNKNOWN,
    "JOKER": JOKER_UNKNOWN,
    "PAN": "N",
    "MOON": "O",
    "BUTTER": "B",
    "CIDER": "C",
    "BASKET": "K",
    "POISON": "P",
}


def read_card(word: str, game: Game) -> str | None:
    """The face, kind or ``"??"`` that ``word`` names, in any case, with ``10`` for ``T``, signs for
    suits and hyphens in the names of mushrooms; a night card's mark is kept. None if it names no
    card."""
    mark = NIGHT_MARK if word.endswith(NIGHT_MARK) else ""
    name = word.removesuffix(NIGHT_MARK).translate(_SUITS).upper()
    if name.startswith("10"):
        name = "T" + name[2:]
    name = _WORDS.get(name, name)
    if name not in game.face_kinds and name not in game.kinds:
        name = _names(game).get(name.replace("-", " "), "")
    return name + mark if name else None


@cache
def _names(game: Game) -> dict[str, str]:
    """The kind for each name, of one card or of several, in capitals."""
    infos = game.kinds.values()
    return {n.upper(): i.kind for i in infos for n in (i.name, i.name + "s", i.words) if n}


def hyphened(text: str) -> str:
    """``text`` with hyphens for the blanks within the names of mushrooms: each becomes one word,
    and columns stay right."""
    return _LONG_NAMES.sub(lambda name: re.sub(r"\s", "-", name.group()), text)


def _long_names() -> re.Pattern[str]:
    games = (game_named(name) for name in GAMES)
    names = {text for game in games for i in game.kinds.values() for text in (i.name, i.words)}
    long = sorted(name for name in names if " " in name)
    one_of = "|".join(r"\s".join(map(re.escape, name.split())) for name in long)
    return re.compile(rf"\b(?:{one_of})s?(?=[\s,*]|$)", re.IGNORECASE)


_LONG_NAMES: Final = _long_names()


def kinds_of(cards: tuple[str, ...], game: Game) -> str:
    """The kinds of ``cards`` in one text; a night card's mark is left out."""
    names = (card.removesuffix(NIGHT_MARK) for card in cards)
    return "".join(name if len(name) == 1 else game.kind_of(name) for name in names)


def with_kinds(text: str, game: Game) -> str:
    """``text``, a move, with the kind in place of every face. Nothing else moves, so that columns
    stay right."""

    def kind(match: re.Match[str]) -> str:
        word = match.group()
        card = read_card(word, game)
        if card is None:
            return word
        mark = NIGHT_MARK if card.endswith(NIGHT_MARK) else ""
        name = card.removesuffix(NIGHT_MARK)
        if len(name) > 1:
            name = game.kind_of(name)
        return (name + mark).ljust(len(word))

    # What follows "take" is a place, not a card: 9H must not become 9.
    parts = re.fullmatch(r"(\s*(?:take\s+\S+|\S*))(.*)", text, re.DOTALL | re.IGNORECASE)
    assert parts is not None
    return parts[1] + re.sub(r"[^\s,]+", kind, parts[2])
