"""``python -m training.artwork fetch`` and ``python -m training.artwork sheet DECK``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.artwork", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    fetch = commands.add_parser("fetch", help="download and draw what is not there yet")
    fetch.add_argument("--only", default="", help="only decks whose name contains this")
    fetch.add_argument("--again", action="store_true", help="draw decks anew that are there")
    show = commands.add_parser("sheet", help="draw all cards of a deck into one picture")
    show.add_argument("deck")
    show.add_argument("--to", type=Path, help="file to write (default: DECK.png)")
    for command in (fetch, show):
        command.add_argument("--out", type=Path, default=Path("artwork"), help="artwork folder")
    args = parser.parse_args(words)

    if args.command == "sheet":
        from training.artwork.contact import sheet
        from training.artwork.render import encode_png

        target = args.to or Path(f"{args.deck}.png")
        try:
            target.write_bytes(encode_png(sheet(args.out / "decks" / args.deck)))
        except OSError as error:
            print(error, file=sys.stderr)
            return 1
        print(target)
        return 0

    from training.artwork import decks, fonts, hands, pictures, places

    cache = args.out / ".cache"
    failures = decks.fetch(args.out, cache, args.only, args.again)
    if not args.only:
        failures += pictures.fetch(places.TEXTURES, args.out / "textures", cache, repeat=True)
        failures += pictures.fetch(places.PHOTOS, args.out / "photos", cache, repeat=False)
        failures += fonts.fetch(args.out / "fonts", cache)
        failures += hands.fetch(args.out / "hands", cache, args.again)
    for line in failures:
        print(line, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
