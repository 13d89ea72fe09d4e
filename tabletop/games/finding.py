"""Looking rules up, by id or by words."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.games.catalogue import RULES
from tabletop.games.rules import Rule
from tabletop.games.walk.game import Game
from tabletop.language import translate


def find_rules(asked: str, game: Game) -> Sequence[Rule]:
    """The rule whose id is ``asked``, in whatever game; else those of ``game`` whose ids start so;
    else those whose number it is (``"6.1"`` for ``MW-6.1``) and those that hold every word of it,
    in English or in the language in use, in their titles first. All of ``game`` for no words."""
    asked = asked.casefold().removesuffix(".")
    for rules in (game.rules, RULES):
        exact = [rule for id_, rule in rules.items() if id_.casefold() == asked]
        if exact:
            return exact
    rules = game.rules
    below = [rule for id_, rule in rules.items() if _starts(id_.casefold(), asked)]
    if below:
        return below
    words = [word.removesuffix("s") for word in asked.split()]
    held = [r for r in rules.values() if _hold((f"{r.title} {r.text}", _said(r)), words)]
    numbered = [r for r in rules.values() if _starts(r.id.casefold().partition("-")[2], asked)]
    held = [r for r in held if r not in numbered]
    return [*numbered, *sorted(held, key=lambda r: not _hold((r.title, translate(r.title)), words))]


def _starts(name: str, asked: str) -> bool:
    # "R-1" must not bring R-10, but "MW-5" brings MW-5.0 to MW-5.6.
    return name.startswith(asked) and not (asked and name[len(asked) :][:1].isdigit())


def _said(rule: Rule) -> str:
    return f"{translate(rule.title)} {translate(rule.text)}"


def _hold(texts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one of ``texts``, the same in two languages, holds every word."""
    return any(all(word in text.casefold() for word in words) for text in texts)
