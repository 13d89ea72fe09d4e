"""How soon a pushed camera is noticed and followed.

    python -m benchmarks.bumps [--games 20] [--first N] [--pushes 3] [--sightings usual]
                               [--write benchmarks/results/bumps.md]

Simulated games as in benchmarks.games, at normal difficulty, in which the camera is pushed: turned
by 1 to 3 degrees, shifted by up to 0.3 card widths each way, lifted by up to 6 %, tipped a little.
Counted are settled pictures without a hand from the push on, up to the one in which it is told. The
same games without a push tell how often one is told that was none.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.judging import judge, run
from tabletop.referee.events import Event, Moved
from tests.referee.worlds import World, make_world, world_readings

NEVER = 99


def pictures_until_told(world: World, events: list[Event]) -> list[int]:
    """For each push, the number of the picture in which it was told, 1 being the first one after it
    in which no hand lies over the table."""
    told = {e.frame for e in events if isinstance(e, Moved)}
    counts = []
    for push in range(1, world.lines[-1]["bumps"] + 1):
        after = [x for x in world.lines if x["bumps"] == push and not x["busy"]]
        found = (n for n, line in enumerate(after, 1) if line["frame"] in told)
        if after:
            counts.append(next(found, NEVER))
    return counts


def false_pushes(world: World, events: list[Event]) -> int:
    """Times a push was told beyond the first since the last one."""
    told = Counter(
        world.lines[[x["frame"] for x in world.lines].index(e.frame)]["bumps"]
        for e in events
        if isinstance(e, Moved)
    )
    return told.pop(0, 0) + sum(n - 1 for n in told.values())


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pushes", type=int, default=3)
    parser.add_argument("--sightings", default="usual")
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    rows = []
    for pushes in (args.pushes, 0):
        counts: list[int] = []
        false = 0
        results = []
        for seed in range(args.first, args.first + args.games):
            world = make_world(seed, bumps=pushes, night=seed % 2 == 0)
            events, seconds, _ = run(world_readings(world, args.sightings, seed))
            result = judge(str(seed), world.game, world.lines, events, seconds)
            here = pictures_until_told(world, events)
            counts += here
            false += false_pushes(world, events)
            results.append(result)
            print(
                f"game {seed}: {pushes} pushes, told after {here}, score {result.scores} of"
                f" {result.truth}, {result.false}",
                file=sys.stderr,
                flush=True,
            )
        within = np.array(counts)
        spread = "–" if not counts else f"{(within <= 1).mean():.0%}, {(within <= 2).mean():.0%}"
        never = int((within == NEVER).sum()) if counts else 0
        scores = sum(r.scores == r.truth for r in results)
        rows.append(
            f"| {pushes} | {args.games} | {len(counts)} | {spread} | {never} | {false} |"
            f" {scores}/{len(results)} |"
        )
    text = "\n".join(
        [
            "| pushes a game | games | pushes | told in the first picture, by the second |"
            " never told | told and none | final score right |",
            "|---|---|---|---|---|---|---|",
            *rows,
        ]
    )
    print(text)
    if args.write:
        args.write.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
