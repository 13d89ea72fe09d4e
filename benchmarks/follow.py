"""How well games are followed: frame folders with ``truth.jsonl`` and ``game.json`` against events.

    python -m benchmarks.follow FOLDER… [--simulate LEVEL] [--seeds N] [--drop SHARE]
                                [--write TABLE.md] [--show]

Reads the pictures with the real reader, or with ``--simulate clean|light|usual|rough`` takes
readings made from the truth instead, which tests the referee alone. ``--drop``: share of pictures
left out at random. A turn is right if player, kind and whole detail are: the truth's player at the
picture's lower edge is player 0. The last word on a turn counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.games import game_named
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    End,
    Event,
    Gap,
    Illegal,
    PanDetail,
    Question,
    Revise,
    Score,
    SellDetail,
    TakeDetail,
    Turn,
    Undo,
    Unsure,
    to_json,
)
from tabletop.referee.session import Session
from tabletop.vision.sighting import Reading

Key = tuple[Any, ...]


@dataclass
class Result:
    """One run. ``right``: turns in the longest common run of turns; ``prefix``: right turns before
    the first wrong one; ``false``: events that should not have been (illegal, undo, unsure,
    gap)."""

    name: str
    turns: int
    told: int
    right: int
    first_wrong: str
    revised: int
    questions: int
    false: dict[str, int]
    scores: tuple[int, int]
    truth: tuple[int, int]
    seconds: float
    slowest: float

    @property
    def exact(self) -> bool:
        """Every turn and the final score are right and nothing false was said."""
        return self.right == self.turns == self.told and self.scores == self.truth


def discards_key(discards: Any) -> Key:
    """Discards to poison as a sorted tuple of ((pile, kind), number)."""
    return tuple(sorted(((d[0][0], d[0][1]), d[1]) for d in discards))


def truth_keys(game: dict[str, Any], lines: list[dict[str, Any]]) -> list[Key]:
    """Each turn of the truth in whole detail, faces included where a picture shows the table before
    it."""
    seat = game["seat_at_lower_edge"]
    before = {line["turns_played"]: line for line in lines if not line["half"]}
    keys: list[Key] = []
    for n, (player, move) in enumerate(game["moves"]):
        who = player if seat == 0 else 1 - player
        table = _zones(before[n]) if n in before else {}
        if move[0] == "take":
            forest = table.get("forest", [])
            card = forest[move[1] - 1] if len(forest) >= move[1] else None
            keys.append((who, "take", move[1], max(0, move[1] - 2), discards_key(move[2]), card))
        elif move[0] == "decay":
            cards = tuple(table["decay"]) if "decay" in table else None
            keys.append((who, "decay", discards_key(move[1]), cards))
        elif move[0] == "cook":
            keys.append((who, *move))
        else:
            keys.append((who, *move))
    return keys


def _zones(line: dict[str, Any]) -> dict[str, list[str]]:
    zones: dict[str, list[str]] = {}
    for card in line["cards"]:
        zones.setdefault(card["zone"], []).append(card["face"])
    return zones


def told_key(event: Turn | Revise) -> Key:
    """A told turn in whole detail, as ``truth_keys`` writes it."""
    d = event.detail
    if isinstance(d, TakeDetail):
        return (event.player, "take", d.position, d.paid, discards_key(d.discards), d.card)
    if isinstance(d, DecayDetail):
        return (event.player, "decay", discards_key(d.discards), d.cards)
    if isinstance(d, CookDetail):
        return (event.player, "cook", d.mushroom, d.day, d.night, d.butter, d.cider, d.pan)
    if isinstance(d, SellDetail):
        return (event.player, "sell", d.mushroom, d.day, d.night)
    assert isinstance(d, PanDetail)
    return (event.player, "pan")


def same(truth: Key, told: Key | None) -> bool:
    """Whether a told turn is the true one; None in the truth stands for what no picture showed."""
    if told is None or len(truth) != len(told):
        return False
    return all(a is None or a == b for a, b in zip(truth, told, strict=True))


def load(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The truth in ``folder``: what game.json holds, and each line of truth.jsonl."""
    lines = [json.loads(line) for line in (folder / "truth.jsonl").read_text().splitlines()]
    return json.loads((folder / "game.json").read_text()), lines


def judge(
    name: str,
    game: dict[str, Any],
    lines: list[dict[str, Any]],
    events: list[Event],
    seconds: list[float],
) -> Result:
    """Events held against the truth."""
    truth = truth_keys(game, lines)
    last: dict[int, Key] = {}
    scores = (0, 0)
    for event in events:
        if isinstance(event, Turn | Revise):
            last[event.n] = told_key(event)
        elif isinstance(event, Undo):
            last = {n: k for n, k in last.items() if n < event.n}
        elif isinstance(event, Score | End):
            scores = event.scores
    told: list[Key] = [last[n] for n in sorted(last)]
    matched = [t if i < len(told) and same(t, told[i]) else None for i, t in enumerate(truth)]
    # Turns told right but out of place still count in the longest common run.
    wild = [next((t for t in truth if same(t, k)), k) for k in told]
    blocks = SequenceMatcher(None, truth, wild, autojunk=False).get_matching_blocks()
    right = max(sum(b.size for b in blocks), sum(m is not None for m in matched))
    wrong = next((i for i, m in enumerate(matched) if m is None), None)
    text = ""
    if wrong is not None:
        got = told[wrong] if wrong < len(told) else None
        text = f"{wrong + 1}: {truth[wrong]} told {got}"
    want = tuple(game["scores"]) if game["seat_at_lower_edge"] == 0 else tuple(game["scores"])[::-1]
    false = {
        kind.__name__.lower(): sum(isinstance(e, kind) for e in events)
        for kind in (Illegal, Undo, Unsure, Gap)
    }
    return Result(
        name,
        len(truth),
        len(told),
        right,
        text,
        sum(isinstance(e, Revise) for e in events),
        sum(isinstance(e, Question) for e in events),
        {k: v for k, v in false.items() if v},
        scores,
        (int(want[0]), int(want[1])),
        sum(seconds),
        max(seconds, default=0.0),
    )


def run(readings: Iterator[tuple[str, Reading]]) -> tuple[list[Event], list[float], Session]:
    """Follow readings by picture name; events, processor seconds for each picture, the session."""
    session = Session(game_named("mushroom-walk"))
    events: list[Event] = []
    seconds: list[float] = []
    for name, reading in readings:
        began = time.process_time()
        events += session.see(reading, name)
        seconds.append(time.process_time() - began)
    events += session.end()
    return events, seconds, session


def real_readings(folder: Path) -> Iterator[tuple[str, Reading]]:
    """The folder's pictures as the real reader reads them."""
    import cv2

    from tabletop.vision.reader import Reader

    reader = Reader()
    for path in sorted(folder.glob("*.jpg")):
        image = cv2.imread(str(path))
        assert image is not None
        yield path.name, reader.read(image)


def simulated(folder: Path, level: str, seed: int) -> Iterator[tuple[str, Reading]]:
    """The folder's truth as a reader of that quality might read it."""
    from tests.referee import simulate
    from tests.referee.frames import readings

    for line, reading in readings(folder, getattr(simulate, level.upper()), seed):
        yield line["frame"], reading


def world_readings(world: Any, level: str, seed: int) -> Iterator[tuple[str, Reading]]:
    """A made-up table's truth as a reader of that quality might read it."""
    from tests.referee import simulate

    rng = np.random.default_rng(seed)
    for line, at in zip(world.lines, world.tables, strict=True):
        yield line["frame"], simulate.reading(at, getattr(simulate, level.upper()), rng)


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
    parser.add_argument("--games", type=int, default=0, help="made-up games to follow (simulated)")
    parser.add_argument("--first", type=int, default=0, help="number of the first made-up game")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--drop", type=float, default=0.0)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--show", action="store_true", help="print every event")
    args = parser.parse_args()
    results = []
    for name, game, lines, source, seed in _sources(args):
        rng = np.random.default_rng(seed)
        kept = (
            item
            for n, item in enumerate(source)
            if n == 0 or not args.drop or rng.random() >= args.drop
        )
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
    print(text)
    if args.write:
        args.write.write_text(text)
    return 0 if all(r.exact for r in results) else 1


def _sources(
    args: argparse.Namespace,
) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]], Iterator[tuple[str, Reading]], int]]:
    for folder in args.folders:
        game, lines = load(folder)
        for seed in range(args.seeds):
            if args.simulate:
                name = f"{folder.name} {args.simulate} #{seed}"
                yield name, game, lines, simulated(folder, args.simulate, seed), seed
            else:
                yield folder.name, game, lines, real_readings(folder), seed
    if args.games:
        from tests.referee.worlds import make_world

        for number in range(args.first, args.first + args.games):
            world = make_world(number)
            level = args.simulate or "usual"
            source = world_readings(world, level, number)
            yield f"game {number} {level}", world.game, world.lines, source, number


if __name__ == "__main__":
    raise SystemExit(main())
