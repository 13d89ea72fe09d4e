"""How well games are followed: frame folders with ``truth.jsonl`` and ``game.json`` against events.

    python -m benchmarks.follow FOLDER… [--simulate LEVEL] [--seeds N] [--drop SHARE]
                                [--again] [--write TABLE.md] [--show]

Reads the pictures with the real reader, or with ``--simulate clean|light|usual|rough`` takes
readings made from the truth instead, which tests the referee alone. ``--drop``: share of pictures
left out at random. ``--again``: read as ``watch`` does, of pictures in which little changed only
that. A turn is right if player, kind and whole detail are: the truth's player at the
picture's lower edge is player 0. The last word on a turn counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.judging import Result, judge, load, run
from tabletop.cli.following import in_doubt
from tabletop.referee.events import Event, to_json
from tabletop.referee.view import View
from tabletop.vision.reader import Reader
from tabletop.vision.rereading import Rereader
from tabletop.vision.sighting import Reading


class RealReadings:
    """A folder's pictures as the real reader reads them, one after another. ``again``: as ``watch``
    does. ``seconds``: processor time that reading took."""

    def __init__(self, folder: Path, *, again: bool) -> None:
        self._folder = folder
        self._reader: Reader | Rereader = Rereader(Reader()) if again else Reader()
        self.seconds = 0.0

    def __iter__(self) -> Iterator[tuple[str, Reading]]:
        import cv2

        for path in sorted(self._folder.glob("*.jpg")):
            image = cv2.imread(str(path))
            assert image is not None
            began = time.process_time()
            reading = self._reader.read(image)
            self.seconds += time.process_time() - began
            yield path.name, reading

    def then(self, events: Sequence[Event], view: View) -> None:
        """Hears what came of the last reading."""
        if isinstance(self._reader, Rereader) and in_doubt(events, view):
            self._reader.afresh()


def simulated(folder: Path, level: str, seed: int) -> Iterator[tuple[str, Reading]]:
    """The folder's truth as a reader of that quality might read it."""
    from tests.referee import simulate
    from tests.referee.frames import readings

    for line, reading in readings(folder, getattr(simulate, level.upper()), seed):
        yield line["frame"], reading


def table(results: list[Result]) -> str:
    """Results as a Markdown table."""
    rows = [
        "| game | turns right | told | score | truth | revised | questions | false | s a picture |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for r in results:
        false = ", ".join(f"{n} {k}" for k, n in r.false.items()) or "–"
        score = f"{r.scores[0]}:{r.scores[1]}" + ("" if r.scores == r.truth else " ✗")
        share = f"{r.right}/{r.turns} ({r.right / r.turns:.0%})"
        rows.append(
            f"| {r.name} | {share} | {r.told} | {score} | {r.truth[0]}:{r.truth[1]} | {r.revised} |"
            f" {r.questions} | {false} | {r.seconds / max(r.turns, 1):.2f} (most {r.slowest:.2f}) |"
        )
    return "\n".join(rows) + "\n"


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--simulate", default="", help="clean, light, usual or rough")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--drop", type=float, default=0.0)
    parser.add_argument("--again", action="store_true", help="read only what changed")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--show", action="store_true", help="print every event")
    args = parser.parse_args()
    results = []
    reading = 0.0
    for name, game, lines, source, seed in _sources(args):
        rng = np.random.default_rng(seed)
        kept = (
            item
            for n, item in enumerate(source)
            if n == 0 or not args.drop or rng.random() >= args.drop
        )
        if isinstance(source, RealReadings):
            events, seconds, _ = run(kept, source.then)
            reading += source.seconds
        else:
            events, seconds, _ = run(kept)
        if args.show:
            print("\n".join(map(to_json, events)))
        result = judge(name, game, lines, events, seconds)
        results.append(result)
        print(
            f"{name}: {result.right}/{result.turns} right, score {result.scores}"
            f" (truth {result.truth}), false {result.false}"
            + (f", first wrong {result.first_wrong}" if result.first_wrong else ""),
            file=sys.stderr,
            flush=True,
        )
    text = table(results)
    text += f"\n{sum(r.exact for r in results)} of {len(results)} games exact\n"
    if reading:
        text += f"Reading took {reading:.0f} s of processor time.\n"
    print(text)
    if args.write:
        args.write.write_text(text)
    return 0 if all(r.exact for r in results) else 1


def _sources(
    args: argparse.Namespace,
) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]], Iterable[tuple[str, Reading]], int]]:
    for folder in args.folders:
        game, lines = load(folder)
        for seed in range(args.seeds):
            if args.simulate:
                name = f"{folder.name} {args.simulate} #{seed}"
                yield name, game, lines, simulated(folder, args.simulate, seed), seed
            else:
                yield folder.name, game, lines, RealReadings(folder, again=args.again), seed


if __name__ == "__main__":
    raise SystemExit(main())
