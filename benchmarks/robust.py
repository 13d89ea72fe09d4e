"""Whether the final score is still right on a bad day.

    python -m benchmarks.robust [--games 12] [--first N] [--sightings usual] [--ways drop …]
                                [--folder sample_frames] [--write benchmarks/results/robust.md]

Simulated games of normal difficulty with readings made from the truth (``--sightings``), and with
``--folder`` the pictures of a folder with the real reader. Ways (benchmarks/rough.py): none; drop,
30 % of the pictures are left out; shuffle, those of a turn come in any order; blur, every third is
out of focus; cover, something lies over one zone for ten turns.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.games import followed, simulated
from benchmarks.judging import Result, judge, load, run
from benchmarks.rough import WAYS, roughened
from tabletop.simulation.wishes import Wishes
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Reading

BLUR = 2.0
"""Pixels by which a picture of 1280 is out of focus."""


def folder_readings(
    folder: Path, ways: list[str], seed: int, known: dict[int, Reading]
) -> Iterator[tuple[str, Reading]]:
    """The folder's pictures on a bad day, as the real reader reads them. ``known``: readings of
    whole pictures, by their place."""
    _, lines = load(folder)
    reader = Reader()
    for at, sharp, cover in roughened(lines, ways, np.random.default_rng(seed)):
        whole = sharp and cover is None
        if whole and at in known:
            yield lines[at]["frame"], known[at]
            continue
        image = cv2.imread(str(folder / lines[at]["frame"]))
        assert image is not None
        if not sharp:
            image = cv2.GaussianBlur(image, (0, 0), BLUR * image.shape[1] / 1280)
        if cover is not None:
            quads = [np.array(card["quad"]) for line in lines for card in line["cards"]]
            hidden = np.concatenate([quad for quad in quads if cover(quad)]).astype(np.float32)
            cv2.fillConvexPoly(image, cv2.convexHull(hidden).astype(np.int32), (70, 90, 110))
        reading = reader.read(np.asarray(image, np.uint8))
        if whole:
            known[at] = reading
        yield lines[at]["frame"], reading


def row(way: str, data: str, results: list[Result]) -> str:
    """One row of the table."""
    right = sum(r.scores == r.truth for r in results)
    turns = sum(r.turns for r in results)
    told = sum(r.right + r.asked for r in results)
    false = sum(sum(r.false.values()) for r in results)
    return (
        f"| {data} | {way} | {right}/{len(results)} | {told}/{turns} ({told / max(1, turns):.1%}) |"
        f" {false} |"
    )


def table(results: dict[tuple[str, str], list[Result]]) -> str:
    """The table of results."""
    head = [
        "| pictures | way | final score right | turns right or asked | false events |",
        "|---|---|---|---|---|",
    ]
    return "\n".join(head + [row(way, data, some) for (data, way), some in results.items()]) + "\n"


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sightings", default="usual")
    parser.add_argument("--ways", nargs="*", default=["none", *WAYS])
    parser.add_argument("--folder", type=Path, nargs="*", default=[])
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    results: dict[tuple[str, str], list[Result]] = {}

    def note(data: str, way: str, result: Result) -> None:
        results.setdefault((data, way), []).append(result)
        wrong = f", first wrong {result.first_wrong}" if result.first_wrong else ""
        print(
            f"{way}, {result.name}: {result.right}+{result.asked}/{result.turns}, score"
            f" {result.scores} of {result.truth}, {result.false}{wrong}",
            file=sys.stderr,
            flush=True,
        )
        if args.write:
            args.write.write_text(table(results), encoding="utf-8")

    for folder in args.folder:
        game, lines = load(folder)
        known: dict[int, Reading] = {}
        for way in args.ways:
            ways = [] if way == "none" else [way]
            events, seconds, _ = run(folder_readings(folder, ways, args.first, known))
            result = judge(folder.name, game, lines, events, seconds)
            note(f"{folder.name}, real reader", way, result)
    for number in range(args.first, args.first + args.games):
        wishes = Wishes(number, "normal", night=number % 2 == 0)
        for way in args.ways:
            ways = [] if way == "none" else [way]
            truth, lines, readings = simulated(wishes, args.sightings, ways)
            game_followed, _ = followed(f"game {number}", truth, lines, readings)
            note(f"simulated, {args.sightings} sightings", way, game_followed.result)
    print(table(results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
