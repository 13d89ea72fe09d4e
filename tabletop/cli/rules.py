"""``tabletop rules``: the rules and rulings that a judgment can cite, by id or by words."""

from __future__ import annotations

import shutil
import textwrap
from argparse import Namespace
from dataclasses import asdict
from typing import Final

from tabletop.cli.codes import DONE, FAILED
from tabletop.cli.games import game_from
from tabletop.cli.output import json_line
from tabletop.cli.streams import complain, print_json_lines
from tabletop.games.finding import find_rules
from tabletop.language import tr, translate

WIDEST: Final = 100


def run(arguments: Namespace) -> int:
    """Print the rules asked for in full, or the titles of all where nothing is asked."""
    game = game_from(arguments)
    asked = " ".join(arguments.words).strip()
    found = find_rules(asked, game)
    if not found:
        complain(
            tr(
                "tabletop rules: nothing in {title} says {asked!r}; tabletop rules "
                "--game {name} lists all",
                title=game.title,
                asked=asked,
                name=game.name,
            )
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
