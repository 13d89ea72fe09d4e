"""Playing a series on one processor core or several."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator

from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally

AT_ONCE = 8
"""Games that a worker plays before it reports, so that progress shows and reports cost little."""


def run_series(series: Series, jobs: int = 1) -> Generator[Tally, None, None]:
    """Tallies of the games of ``series``, a few games each, as they are done.

    ``jobs`` is the number of processes. The sum of all tallies doesn't depend on it.
    """
    parts = [
        (series, range(first, min(first + AT_ONCE, series.games)))
        for first in range(0, series.games, AT_ONCE)
    ]
    if jobs == 1:
        yield from map(_play_part, parts)
        return
    # Leaving the block ends the workers at once, also when the reader of the tallies has enough.
    with multiprocessing.Pool(min(jobs, len(parts)), _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap_unordered(_play_part, parts)


def _play_part(part: tuple[Series, range]) -> Tally:
    series, numbers = part
    tally = Tally()
    for number in numbers:
        tally.add(series.play(number))
    return tally


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
