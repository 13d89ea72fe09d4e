"""Make ``paintbox/``, what the simulated camera paints with: ``python -m training.paintbox``.

A deck of our own in one picture, and the hands of ``artwork/hands`` that reach over a table. Needs
``python -m training.artwork fetch`` for the hands.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from tabletop.faces import BACK, FACES
from training.drawn.deck import draw_deck, style_of

SEED = 7
STYLE = "sample"
HEIGHT = 416
"""Of a card, pixels."""
COLUMNS = 11
EACH = 2
"""Pictures of each pose of a hand."""


def _deck(out: Path) -> None:
    style = style_of(SEED, STYLE)
    cards = draw_deck(SEED, style, HEIGHT)
    order = [*FACES, BACK]
    rows = [order[i : i + COLUMNS] for i in range(0, len(order), COLUMNS)]
    sheet = np.vstack([np.hstack([cards[face] for face in row]) for row in rows])
    ok, webp = cv2.imencode(
        ".webp", cv2.cvtColor(sheet, cv2.COLOR_RGBA2BGRA), [cv2.IMWRITE_WEBP_QUALITY, 84]
    )
    assert ok
    (out / "deck.webp").write_bytes(webp.tobytes())
    about = {
        "name": f"drawn-{STYLE}",
        "licence": "own",
        "aspect": round(style.width / style.height, 4),
        "columns": COLUMNS,
        "order": order,
    }
    (out / "deck.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def _hands(artwork: Path, out: Path) -> None:
    known = json.loads((artwork / "hands.json").read_text(encoding="utf-8"))
    kept = {}
    for name, about in known.items():
        number = int(Path(name).stem.rpartition("-")[2])
        # A left hand is a right one in the mirror; nobody takes a card with spread fingers.
        if about["hand"] != "right" or about["pose"] == "spread" or number > EACH:
            continue
        hand = cv2.imread(str(artwork / name), cv2.IMREAD_UNCHANGED)
        ok, webp = cv2.imencode(".webp", hand, [cv2.IMWRITE_WEBP_QUALITY, 80])
        assert ok
        file = Path(name).with_suffix(".webp").name
        (out / file).write_bytes(webp.tobytes())
        kept[file] = about
    (out / "hands.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m training.paintbox", description=__doc__)
    parser.add_argument("--hands", type=Path, default=Path("artwork/hands"))
    parser.add_argument("--out", type=Path, default=Path("paintbox"))
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True)
    _deck(args.out)
    _hands(args.hands, args.out)


if __name__ == "__main__":
    main()
