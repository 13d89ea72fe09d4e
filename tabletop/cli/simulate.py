"""``tabletop simulate``: computer players play a game many times; a table says what came of it."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from tabletop.cli.codes import DONE, INTERRUPTED, UsageError
from tabletop.cli.games import game_from
from tabletop.cli.output import json_line
from tabletop.cli.tally_text import tally_json, tally_lines
from tabletop.games.players import PLAYERS
from tabletop.games.simulation.running import run_series
from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally
from tabletop.language import say


def run(arguments: Namespace) -> int:
    """Play the games and print the table; after Ctrl-C the table of those played so far."""
    series = series_from(arguments)
    jobs = _count(arguments.jobs, "--jobs")
    tally = Tally()
    code = DONE
    try:
        with _progress(series.games) as advance, closing(run_series(series, jobs)) as parts:
            for part in parts:
                tally.add(part)
                advance(part.games)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if tally.games == 0:
        return code
    if arguments.json:
        print(json_line(tally_json(series, tally)))
    else:
        print("\n".join(tally_lines(series, tally)))
    return code


def series_from(arguments: Namespace) -> Series:
    """The games asked for. Raises ``UsageError`` where they can't be played."""
    names = [name.strip() for name in arguments.players.split(",")]
    if len(names) != 2:
        raise UsageError(say("name two players, for example --players greedy,thinker"))
    for name in names:
        if name not in PLAYERS:
            *most, last = PLAYERS
            raise UsageError(
                say(
                    "player {name!r} isn't known: use {what} or {last}",
                    name=name,
                    what=", ".join(most),
                    last=last,
                )
            )
    games = _count(arguments.games, "--games")
    try:
        seed = int(arguments.seed)
    except ValueError:
        raise UsageError(say("--seed {seed}: write a whole number", seed=arguments.seed)) from None
    return Series(game_from(arguments), (names[0], names[1]), games, seed)


def _count(text: str, option: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0):
        raise UsageError(
            say("{option} {text}: write a whole number from 1 up", option=option, text=text)
        )
    return int(text)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], object]]:
    """What counts games done: a bar on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=games)
        yield lambda number: bar.advance(task, number)
