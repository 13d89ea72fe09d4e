"""How well finished tables are scored from one picture alone.

    python -m benchmarks.finished --difficulty normal --games 20 [--first N]
                                  [--decks FOLDER…] [--cloths FOLDER]

Plays and lays each game to its end, paints its last picture, reads it with the real reader and
scores it as ``tabletop score`` does. Games with even numbers lay night cards sideways. A table
counts as offered where both true totals are among the readings that the score lists.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from tabletop.games import game_named
from tabletop.referee.table_score import score_table
from tabletop.simulation.levels import LEVELS
from tabletop.simulation.painter import Painter, open_deck
from tabletop.simulation.stage import make_stage
from tabletop.simulation.truth import game_line
from tabletop.simulation.wishes import Wishes
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Reading

Totals = tuple[int, int]


def finished(wishes: Wishes, reader: Reader) -> tuple[Reading, Totals]:
    """The reading of a game's last picture, and the true totals, the lower edge's player first."""
    game = game_named("mushroom-walk")
    deck = open_deck(wishes.deck)
    stage = make_stage(game, wishes, deck.aspect)
    painter = Painter(stage, deck, wishes.cloth)
    truth = game_line(stage, deck.name, painter.cloth)
    last = len(stage.moments) - 1
    image = painter.paint(last, stage.moments[last])[0]
    lower = truth["seat_at_lower_edge"]
    return reader.read(image), (truth["scores"][lower], truth["scores"][1 - lower])


def main() -> int:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--difficulty", choices=LEVELS, default="normal")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--decks", type=Path, nargs="*", default=[])
    parser.add_argument("--cloths", type=Path)
    args = parser.parse_args()
    cloths = sorted(str(p) for p in args.cloths.glob("*.*")) if args.cloths else []
    reader = Reader()
    exact = offered = listed = 0
    for number in range(args.first, args.first + args.games):
        wishes = Wishes(number, args.difficulty, night=number % 2 == 0, busy=0.0, half=0.0)
        if args.decks:
            wishes = replace(wishes, deck=args.decks[number % len(args.decks)])
        if cloths:
            wishes = replace(wishes, cloth=cloths[number % len(cloths)])
        reading, truth = finished(wishes, reader)
        score = score_table(reading, game_named("mushroom-walk"))
        totals = None if score is None else (score.players[0].total, score.players[1].total)
        exact += totals == truth
        offered += score is not None and truth in score.readings
        listed += 0 if score is None else len(score.readings)
        print(f"game {number}: {totals} of {truth}", file=sys.stderr, flush=True)
    rows = ["| tables | both totals exact | among the readings offered | readings a table |"]
    rows += ["|---|---|---|---|"]
    n = args.games
    rows += [f"| {args.difficulty}, {n} | {exact}/{n} | {offered}/{n} | {listed / n:.1f} |"]
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
