"""``tabletop paint``: a simulated game as a folder of pictures with their exact truth."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.games import pictured_game_from
from tabletop.language import say, several, translate
from tabletop.vision.errors import shown


def run(arguments: Namespace) -> int:
    """Paint the game; a folder that holds something already is not painted into."""
    from tabletop.simulation.folder import write_game
    from tabletop.simulation.wishes import is_simulated, parse_wishes

    game = pictured_game_from(arguments)
    if not is_simulated(arguments.source):
        raise UsageError(
            say("{name}: write sim: and what the game should be like", name=shown(arguments.source))
        )
    if not 1 <= arguments.quality <= 100:
        raise UsageError(
            say("--quality {quality}: write a number from 1 to 100", quality=arguments.quality)
        )
    out = Path(arguments.out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(say("{name} isn't an empty folder", name=shown(out)))
    count = 0
    for name in write_game(game, parse_wishes(arguments.source), out, arguments.quality):
        count += 1
        if sys.stderr.isatty():
            print(f"\r{name}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(
        translate(
            several("{n} picture in {name}", "{n} pictures in {name}", count, name=shown(out))
        )
    )
    return DONE
