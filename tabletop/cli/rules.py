"""``tabletop rules``: the rules and rulings that a judgment can cite, by id or by words."""

from __future__ import annotations

import shutil
import textwrap
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from tabletop.cli.codes import DONE, FAILED
from tabletop.cli.games import game_from
from tabletop.cli.output import json_line
from tabletop.cli.streams import complain, print_json_lines
from tabletop.games import RULES, Game
from tabletop.games.rules import Rule
from tabletop.language import translate

WIDEST: Final = 100


def run(arguments: Namespace) -> int:
    """Print the rules asked for in full, or the titles of all where nothing is asked."""
    game = game_from(arguments)
    asked = " ".join(arguments.words).strip()
    found = find(asked, game)
    if not found:
        complain(
            f"tabletop rules: nothing in {game.title} says {asked!r}; "
            f"tabletop rules --game {game.name} lists all"
        )
        return FAILED
    if arguments.json:
        print_json_lines()
        for rule in found:
            print(json_line(asdict(rule)))
        return DONE
    width = min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns)
    for rule in found:
        print(f"{rule.id:<8} {translate(rule.title)}")
        if asked:
            indent = " " * 9
            text = translate(rule.text)
            print(textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent))
    return DONE


def find(asked: str, game: Game) -> Sequence[Rule]:
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
