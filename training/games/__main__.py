"""Paint a whole game: ``python -m training.games --seed 7 --deck drawn-sample --out DIR``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import cv2

from training.drawn import write_deck
from training.games.game import Options, paint_game
from training.games.light import LIGHTS
from training.games.tops import TOPS
from training.scenes import assets

SAMPLE = "drawn-sample"
SAMPLE_SEED = 7


def _deck(name: str, artwork: Path, scratch: Path) -> assets.Deck | None:
    """The deck called ``name``; our own sample deck is drawn on the spot."""
    if name == SAMPLE:
        folder = scratch / SAMPLE
        write_deck(SAMPLE_SEED, folder, "sample", 416)
        return assets.load_decks(scratch)[0]
    for reserved in (False, True):
        for deck in assets.load_decks(artwork / "decks", reserved=reserved):
            if deck.name == name and len(deck.faces) == 54:
                return deck
    return None


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m training.games", description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="number of the game")
    parser.add_argument("--table", type=int, help="number of the table it lies on; else the game's")
    parser.add_argument("--deck", default=SAMPLE, help=f"{SAMPLE}, or a folder in artwork/decks")
    parser.add_argument("--texture", default="oak", help=f"{', '.join(TOPS)}, or a picture file")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--size", default="1280x720", help="WIDTHxHEIGHT in pixels")
    parser.add_argument("--light", choices=LIGHTS, default="day")
    parser.add_argument("--tilt", type=float, default=12.0, help="0 = from straight above, degrees")
    parser.add_argument("--yaw", type=float, default=0.0, help="180 = player 1 at the lower edge")
    parser.add_argument("--focal", type=float, default=0.9, help="focal length in picture widths")
    parser.add_argument("--k1", type=float, default=-0.05, help="lens distortion")
    parser.add_argument("--quality", type=int, default=85, help="of the JPEG files")
    parser.add_argument("--grain", type=float, default=0.008, help="noise")
    parser.add_argument("--busy", type=float, default=0.12, help="share of turns seen with an arm")
    parser.add_argument("--half", type=float, default=0.1, help="share of turns seen half done")
    parser.add_argument("--night-sideways", choices=("yes", "no"), help="in dishes; else by chance")
    parser.add_argument("--aspect", type=float, help="width / height of a card; else the deck's")
    parser.add_argument("--limit", type=int, default=0, help="stop after so many pictures")
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    width, _, height = args.size.partition("x")
    if not (width.isdigit() and height.isdigit()):
        parser.error(f"--size {args.size}: write WIDTHxHEIGHT, for example 1280x720")
    turned = None if args.night_sideways is None else args.night_sideways == "yes"
    options = Options(
        args.seed,
        args.seed if args.table is None else args.table,
        int(width),
        int(height),
        args.texture,
        args.light,
        args.tilt,
        args.yaw,
        args.focal,
        args.k1,
        args.quality,
        args.grain,
        args.busy,
        args.half,
        turned,
        args.aspect,
        args.limit,
        args.artwork / "hands",
    )
    with tempfile.TemporaryDirectory() as scratch:
        deck = _deck(args.deck, args.artwork, Path(scratch))
        if deck is None:
            print(f"no whole deck {args.deck} in {args.artwork / 'decks'}", file=sys.stderr)
            return 1
        try:
            game = paint_game(options, deck, args.out)
        except OSError as error:
            print(f"cannot paint into {args.out}: {error}", file=sys.stderr)
            return 1
    print(f"{args.out}: {len(game['moves'])} turns, scores {game['scores']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
