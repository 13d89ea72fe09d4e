"""Write drawn decks: ``python -m training.drawn --seed 0..39 --out artwork/decks/drawn-XXXX``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from training.drawn.deck import FONTS, write_deck
from training.drawn.style import PRESETS


def _seeds(text: str) -> range:
    first, _, last = text.partition("..")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither a number nor a range such as 0..39"
        ) from None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m training.drawn", description="Draw decks of playing cards."
    )
    parser.add_argument(
        "--seed", type=_seeds, default=range(1), help="number of the deck, or a range such as 0..39"
    )
    parser.add_argument(
        "--out", required=True, help="folder of the deck; XXXX in it becomes the number"
    )
    parser.add_argument(
        "--style", choices=sorted(PRESETS), help="a fixed style instead of a random one"
    )
    parser.add_argument("--height", type=int, default=416, help="height of a card in pixels")
    parser.add_argument("--fonts", type=Path, default=FONTS, help="folder of TTF or OTF files")
    args = parser.parse_args()
    if len(args.seed) > 1 and "XXXX" not in args.out:
        parser.error("several decks need XXXX in --out, which becomes the deck's number")
    for seed in args.seed:
        folder = Path(args.out.replace("XXXX", f"{seed:04d}"))
        try:
            write_deck(seed, folder, args.style, args.height, args.fonts)
        except OSError as error:
            print(f"cannot write {folder}: {error.strerror or error}", file=sys.stderr)
            return 1
        print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
