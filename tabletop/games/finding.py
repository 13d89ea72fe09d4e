"""Looking rules up, by id or by words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.games.catalogue import RULES
from tabletop.games.rules import Rule
from tabletop.games.walk.game import Game
from tabletop.language import translate


def find_rules(asked: str, game: Game) -> Sequence[Rule]:
    """The rule whose id is ``asked``, in whatever game; else those of ``game`` whose ids start so;
    else those that hold every word of it, in English or in the language in use, in their titles
    first. All of ``game`` for no words."""
    asked = asked.casefold()
    for rules in (game.rules, RULES):
        exact = [rule for id_, rule in rules.items() if id_.casefold() == asked]
        if exact:
            return exact
    rules = game.rules
    below = [rule for id_, rule in rules.items() if id_.casefold().startswith(asked)]
    # "R-1" must not bring R-10, but "MW-5" brings MW-5.0 to MW-5.6.
    if below and (not asked or not below[0].id[len(asked) :][:1].isdigit()):
        return below
    words = [word.removesuffix("s") for word in asked.split()]
    held = [r for r in rules.values() if _hold((f"{r.title} {r.text}", _said(r)), words)]
    return sorted(held, key=lambda r: not _hold((r.title, translate(r.title)), words))


def _said(rule: Rule) -> str:
    return f"{translate(rule.title)} {translate(rule.text)}"


def _hold(texts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one of ``texts``, the same in two languages, holds every word."""
    return any(all(word in text.casefold() for word in words) for text in texts)
