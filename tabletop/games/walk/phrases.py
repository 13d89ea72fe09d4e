"""Parts of sentences that several modules say in the same way."""

from __future__ import annotations

from tabletop.language import Text, say


def night_counts(number: int, word: str) -> Text:
    """``"1 × night 9 (counts 2)"``."""
    return say("{n} × night {word} (counts {twice})", n=number, word=word, twice=2 * number)
