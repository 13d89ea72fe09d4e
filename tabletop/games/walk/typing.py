"""Moves as players type and read them, in the language in use; the record has English alone.

In German ``take 1 discard 2 2`` is ``nimm 1 ab 2 2``. Letters and digits of cards are the same in
every language. English is understood in any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabletop.language import Text, say, translate

_MOVE_WORDS: Final[Mapping[str, Text]] = {
    "take": say("take", about="move"),
    "decay": say("decay", about="move"),
    "cook": say("cook", about="move"),
    "sell": say("sell", about="move"),
    "pan": say("pan", about="move"),
    "stuck": say("stuck", about="move"),
    "discard": say("discard", about="move"),
    "butter": say("butter", about="move"),
    "cider": say("cider", about="move"),
}

_ALSO: Final[Mapping[str, str]] = {"nehme": "take"}
"""Other forms of these words that are typed."""


def spoken(move: str) -> str:
    """``move``, a move in its short English form, as players type it in the language in use."""
    return " ".join(translate(_MOVE_WORDS.get(word, word)) for word in move.split(" "))


def typed(text: str) -> str:
    """What players typed in the language in use, or in English, as the short English form that
    ``parse_move`` reads. Words stay at their places, so that a column in an error still fits where
    they are of equal length."""
    english = {translate(said).lower(): word for word, said in _MOVE_WORDS.items()}
    english |= _ALSO
    return " ".join(english.get(word.lower(), word) for word in text.split(" "))
