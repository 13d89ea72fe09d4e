"""Pictures as they come from a bad day: left out, out of order, blurred, a part covered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

WAYS: Final = ("drop", "shuffle", "blur", "cover")
_DROP = 0.3
_COVERED_TURNS = 10

Cover = Callable[[NDArray[np.float64]], bool]


def roughened(
    lines: list[dict[str, Any]], ways: list[str], rng: np.random.Generator
) -> Iterator[tuple[int, bool, Cover | None]]:
    """The pictures' places in the order in which they come, whether each is sharp, and what says
    of a card's corners that something lies over it."""
    places = list(range(len(lines)))
    if "shuffle" in ways:
        places = []
        for _, same in groupby(range(len(lines)), key=lambda n: lines[n]["turns_played"]):
            some = list(same)
            rng.shuffle(some)
            places += some
        # The set-up is what all begin from.
        places.remove(0)
        places.insert(0, 0)
    if "drop" in ways:
        places = [n for n in places if n in (0, len(lines) - 1) or rng.random() >= _DROP]
    covered: range = range(0)
    cover: Cover | None = None
    if "cover" in ways:
        last = lines[-1]["turns_played"]
        first = int(rng.integers(3, max(4, last - _COVERED_TURNS - 3)))
        covered = range(first, first + _COVERED_TURNS)
        cover = _cover(lines, rng)
    for count, n in enumerate(places):
        sharp = "blur" not in ways or count % 3 != 1
        yield n, sharp, cover if lines[n]["turns_played"] in covered else None


def _cover(lines: list[dict[str, Any]], rng: np.random.Generator) -> Cover:
    """One zone of the table, by chance: a player's display, the discard pile, or the row's end."""
    zone = str(rng.choice(["dish0", "dish1", "discard", "night"]))
    there = [
        np.array(card["quad"])
        for line in lines
        for card in line["cards"]
        if card["zone"].startswith(zone)
    ]
    if not there:
        return lambda _: False
    low = np.concatenate(there).min(axis=0)
    high = np.concatenate(there).max(axis=0)

    def lies_there(quad: NDArray[np.float64]) -> bool:
        middle = quad.mean(axis=0)
        return bool(((middle >= low) & (middle <= high)).all())

    return lies_there
