"""How well simulated games are followed, from the first picture to the score.

    python -m benchmarks.games --difficulty normal --games 200 [--first N]
                               [--sightings clean|light|usual|rough] [--wrong] [--rough WAY…]
                               [--decks FOLDER…] [--cloths FOLDER] [--write FILE.md] [--show]

Reads painted pictures with the real reader; with ``--sightings`` it takes readings made from the
truth, blurred as a reader of that quality would, which tests the referee alone and is quick. Every
number of a game gives the same game on the same table. ``--decks``: folders of decks to paint with,
in turn (else our own); ``--cloths``: a folder of pictures of table tops.

``--wrong``: six wrong acts a game; how many are named by their rule, and whether the game goes on
right when they are put right. ``--rough``: drop (30 % of pictures are left out), shuffle (within a
turn), blur (every third picture reads badly), cover (something lies over a part of the table for
ten turns): what counts then is the final score.

For each picture it tells the referee's processor time, and how many continuations were weighed for
it, which is the same on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.judging import Result, judge, run
from benchmarks.rough import WAYS, roughened
from tabletop.games import game_named
from tabletop.referee.events import Event, Illegal, Reminder, to_json
from tabletop.simulation.levels import LEVELS
from tabletop.simulation.table.slips import ACTS
from tabletop.simulation.wishes import Wishes
from tabletop.vision.sighting import Reading

Lines = list[dict[str, Any]]


@dataclass
class Game:
    """One game followed. ``named``: for each wrong act whether its rule was cited; ``alarms``:
    things said that nobody did; ``accusations``: those of them that accuse a player; ``seconds``
    and ``weighed``: for each picture the referee's processor time, and how many continuations it
    weighed."""

    result: Result
    named: list[tuple[str, bool]]
    alarms: int
    accusations: int
    seconds: list[float]
    weighed: list[int]


def simulated(
    wishes: Wishes, level: str, rough: list[str]
) -> tuple[dict[str, Any], Lines, Iterator[tuple[str, Reading]]]:
    """A game's truth, and its pictures as a reader of that quality might read them."""
    from tests.referee import simulate
    from tests.referee.worlds import make_world

    world = make_world(**vars(wishes))
    rng = np.random.default_rng(wishes.seed)
    noise: simulate.Noise = getattr(simulate, level.upper())

    def readings() -> Iterator[tuple[str, Reading]]:
        for at, quality, cover in roughened(world.lines, rough, rng):
            table = world.tables[at]
            if cover is not None:
                shown = [c for c in table.cards if not cover(c.quad)]
                coins = [c for c in table.coins if not cover(np.array([c[:2]]))]
                table = replace(table, cards=shown, coins=coins)
            seen = simulate.reading(table, noise if quality else simulate.BLURRED, rng)
            yield world.lines[at]["frame"], seen

    return world.game, world.lines, readings()


def painted(wishes: Wishes) -> tuple[dict[str, Any], Lines, Iterator[tuple[str, Reading]]]:
    """A game's truth, and its painted pictures as the real reader reads them."""
    from tabletop.simulation.outlines import outlines
    from tabletop.simulation.painter import Painter, open_deck
    from tabletop.simulation.stage import make_stage
    from tabletop.simulation.truth import game_line, picture_line
    from tabletop.vision.came import Uncovered
    from tabletop.vision.reader import Reader
    from tabletop.vision.stillness import reduce

    deck = open_deck(wishes.deck)
    stage = make_stage(game_named("mushroom-walk"), wishes, deck.aspect)
    painter = Painter(stage, deck, wishes.cloth)
    lines = []
    for number, moment in enumerate(stage.moments):
        camera = stage.cameras[moment.camera]
        shown = outlines(moment.scene, camera, stage.aspect)
        lines.append(picture_line(f"{number:03d}", moment, shown, camera))
    reader = Reader()

    def readings() -> Iterator[tuple[str, Reading]]:
        # Each picture is read whole, and hands are told from what was there before, as ``Rereader``
        # tells them.
        known: Uncovered | None = None
        for number, moment in enumerate(stage.moments):
            image = painter.paint(number, moment)[0]
            known, seen = Uncovered.after(reduce(image), reader.read(image), known)
            yield f"{number:03d}", seen

    return game_line(stage, deck.name, painter.cloth), lines, readings()


def followed(
    name: str, truth: dict[str, Any], lines: Lines, readings: Iterator[tuple[str, Reading]]
) -> tuple[Game, list[Event]]:
    """The game followed and held against its truth."""
    events, seconds, session = run(readings)
    result = judge(name, truth, lines, events, seconds)
    wrong = {line["frame"]: line["wrong"] for line in lines if line["wrong"]}
    named: list[tuple[str, bool]] = []
    acts: list[tuple[int, dict[str, Any]]] = []
    for line in lines:
        act = line["wrong"]
        if act and (not acts or acts[-1][0] != line["turns_played"]):
            acts.append((line["turns_played"], act))
    told = [e for e in events if isinstance(e, Illegal | Reminder)]
    for turn, act in acts:
        frames = {x["frame"] for x in lines if x["wrong"] and x["turns_played"] == turn}
        rules = {rule for e in told if e.frame in frames for rule in e.rules}
        named.append((act["act"], act["rule"] in rules))
    alarms = sum(e.frame not in wrong for e in told)
    accusations = sum(e.frame not in wrong for e in told if isinstance(e, Illegal))
    if acts:
        # What is told of a wrong act is taken back with it.
        result.false = {k: n for k, n in result.false.items() if k not in ("illegal", "undo")}
    return Game(result, named, alarms, accusations, seconds, session.weighed), events


def table(title: str, games: list[Game]) -> str:
    """One row of the table of results, with its heading."""
    results = [g.result for g in games]
    turns = sum(r.turns for r in results)
    right = sum(r.right for r in results)
    scores = sum(r.scores == r.truth for r in results)
    seconds = [f"{s:.2f}" for s in spread([s for g in games for s in g.seconds])]
    weighed = [f"{n:.0f}" for n in spread([n for g in games for n in g.weighed])]
    n = len(games)
    rows = [
        "| games | without one wrong turn | final score right | turns right | questions a game |"
        " false alarms a game | of them accusations | s a picture: median, 95 %, most |"
        " weighed for a picture: median, 95 %, most |",
        "|---|---|---|---|---|---|---|---|---|",
        f"| {title} | {sum(r.perfect for r in results)}/{n} | {scores}/{n} |"
        f" {right}/{turns} ({right / max(1, turns):.1%}) |"
        f" {sum(r.questions for r in results) / n:.2f} | {sum(g.alarms for g in games) / n:.2f} |"
        f" {sum(g.accusations for g in games)} |"
        f" {', '.join(seconds)} | {', '.join(weighed)} |",
    ]
    return "\n".join(rows) + "\n"


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and most of ``values``."""
    middle, high = np.percentile(values, [50, 95])
    return float(middle), float(high), max(values)


def acts_table(games: list[Game]) -> str:
    """How many of each wrong act were named by the rule that forbids it."""
    named = [pair for g in games for pair in g.named]
    rows = ["| wrong act | rule | named |", "|---|---|---|"]
    for act, info in ACTS.items():
        hits = [right for name, right in named if name == act]
        if hits:
            rows.append(f"| {act} | {info.rule} | {sum(hits)}/{len(hits)} |")
    rows.append(f"| all | | {sum(right for _, right in named)}/{len(named)} |")
    return "\n".join(rows) + "\n"


def _some_acts(number: int) -> tuple[str, ...]:
    """Half of all wrong acts, another half in each game."""
    rng = np.random.default_rng([number, 79])
    return tuple(str(act) for act in rng.permutation(list(ACTS))[: len(ACTS) // 2])


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--difficulty", choices=LEVELS, default="normal")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--sightings", default="", choices=("", "clean", "light", "usual", "rough"))
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--acts", default="", help="only these wrong acts, parted by commas")
    parser.add_argument("--rough", nargs="*", choices=WAYS, default=[])
    parser.add_argument("--decks", type=Path, nargs="*", default=[])
    parser.add_argument("--cloths", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--show", action="store_true", help="print every event")
    args = parser.parse_args()
    cloths = sorted(str(p) for p in args.cloths.glob("*.*")) if args.cloths else []
    games = []
    for number in range(args.first, args.first + args.games):
        wishes = Wishes(number, args.difficulty, night=number % 2 == 0)
        if args.wrong:
            acts = tuple(args.acts.split(",")) if args.acts else _some_acts(number)
            wishes = replace(wishes, wrong=acts, slips=6, busy=0.0, half=0.0)
        if args.decks:
            wishes = replace(wishes, deck=args.decks[number % len(args.decks)])
        if cloths:
            wishes = replace(wishes, cloth=cloths[number % len(cloths)])
        if args.sightings:
            truth, lines, readings = simulated(wishes, args.sightings, args.rough)
        else:
            truth, lines, readings = painted(wishes)
        game, events = followed(f"game {number}", truth, lines, readings)
        games.append(game)
        if args.show:
            print("\n".join(map(to_json, events)))
        r = game.result
        print(
            f"{r.name}: {r.right}+{r.asked}/{r.turns}, score {r.scores} of {r.truth},"
            f" {r.questions} questions, {r.false}, alarms {game.alarms},"
            f" accusations {game.accusations}, {r.seconds:.1f} s"
            + (f", first wrong {r.first_wrong}" if r.first_wrong else "")
            + (f", missed {[a for a, ok in game.named if not ok]}" if args.wrong else ""),
            file=sys.stderr,
            flush=True,
        )
    seen = f"{args.sightings} sightings" if args.sightings else "painted, real reader"
    title = ", ".join([args.difficulty, seen, *args.rough])
    text = table(title, games) + ("\n" + acts_table(games) if args.wrong else "")
    print(text)
    if args.write:
        args.write.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
