"""Very many games between computer players in one process: what came of them, and how much memory
the process holds after each tenth of them.

    python -m benchmarks.simulate [--games 100000] [--players greedy,random] [--write]

An exception in any game ends the run. The table is that of ``tabletop simulate`` with the same
players, games and seed.
"""

from __future__ import annotations

import argparse
import platform
import time
from datetime import date
from pathlib import Path

from benchmarks.memory import resident
from tabletop.cli.tally_text import tally_lines
from tabletop.games import mushroom_walk as mw
from tabletop.games.simulation.running import run_series
from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally

RESULTS = Path(__file__).parent / "results" / "simulate.md"
SEED = 1


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--players", default="greedy,random")
    parser.add_argument("--write", action="store_true", help=f"renew {RESULTS.name}")
    arguments = parser.parse_args()
    first, second = arguments.players.split(",")
    series = Series(mw.game(), (first, second), arguments.games, SEED)
    tally = Tally()
    samples: list[tuple[int, float]] = []
    for part in run_series(series):
        tally.add(part)
        if tally.games >= arguments.games * (len(samples) + 1) / 10:
            samples.append((tally.games, resident()))
    text = table(series, tally, samples)
    print(text, end="")
    if arguments.write:
        RESULTS.write_text(text, encoding="utf-8")


def table(series: Series, tally: Tally, samples: list[tuple[int, float]]) -> str:
    """The results as Markdown."""
    names = ",".join(series.players)
    seconds = time.process_time()
    lines = [f"# {tally.games:,} games in a row", ""]
    lines.append(
        f"`python -m benchmarks.simulate --games {series.games} --players {names} --write`,"
        f" {date.today()}, one core ({platform.machine()}, shared with other work),"
        f" Python {platform.python_version()}. No exception; {seconds:,.0f} s of processor time,"
        f" {1e3 * seconds / tally.games:.1f} ms a game."
    )
    lines += ["", "```", *tally_lines(series, tally), "```", ""]
    lines += ["| games played | memory of the process, MiB |", "|---|---|"]
    lines += [f"| {games:,} | {memory:.1f} |" for games, memory in samples]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
