"""Refusing what was not understood: which words, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tabletop.games.walk.text import MoveTextError, shortened
from tabletop.language import Text, commas, say

_LONGEST: Final = 40

EXAMPLES: Final = say("write take 4, cook 9 9 9 or sell 5 5, or ask: may Ben take the fourth card?")


def misheard(words: Iterable[str]) -> MoveTextError:
    """The error that quotes ``words``, which were not understood."""
    quotes: list[Text] = []
    left = _LONGEST
    for word in words:
        if quotes and left < 1:
            break
        short = shortened(word, max(1, left))
        left -= len(short)
        quotes.append(say("'{word}'", word=short))
    return MoveTextError(
        say("not understood: {words}; {examples}", words=commas(quotes), examples=EXAMPLES), 1
    )


def unclear(why: str) -> MoveTextError:
    """The error that says why what was understood is not judged, and what to write."""
    return MoveTextError(why, 1)
