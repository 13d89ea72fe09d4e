"""Reading only what changed, against reading the whole: how long, and whether both agree.

    python -m benchmarks.again FOLDER [--pairs 20] [--write benchmarks/results/again.md]

FOLDER holds pictures of a game in the order of their names. Of each of so many pairs of neighbours,
evenly chosen, the second is read whole, read again from the reading of the first, read again where
one whole card lies, as though that had changed, and read again from another picture of the same
table, as after a hand that changed nothing.
"""

from __future__ import annotations

import argparse
import platform
import time
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from tabletop.vision.frame import Image
from tabletop.vision.images import load_image
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import changes, reduce

IN_PART = 0.25
"""Changed shares of the picture up to this are "a region alone"."""
NEAR = 0.3
"""Sightings of one card lie within so many of its widths."""


def agreeing(whole: Reading, again: Reading) -> tuple[int, int]:
    """How many cards that ``whole`` names ``again`` names alike, and how many ``whole`` names."""
    alike = named = 0
    for card in whole.cards:
        if card.confidence < 0.5:
            continue
        named += 1
        wide = float(np.hypot(*np.subtract(card.quad[1], card.quad[0])))
        alike += any(
            other.face == card.face
            and float(np.hypot(*np.subtract(other.centre, card.centre))) < NEAR * wide
            for other in again.cards
        )
    return alike, named


def another(image: Image, rng: np.random.Generator) -> Image:
    """``image`` as the same camera takes it a moment later: other noise, compressed anew."""
    noisy = np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def measure(folder: Path, pairs: int) -> list[str]:
    """The lines of the table."""
    reader = Reader()
    names = sorted(folder.glob("*.jpg"))
    firsts = np.unique(np.linspace(0, len(names) - 2, pairs).astype(int)).tolist()
    rows: list[tuple[float, float, int, int]] = []
    alone: list[tuple[float, float, int, int]] = []
    still: list[tuple[float, float, int, int]] = []
    rng = np.random.default_rng(1)
    for i in firsts:
        before, _ = load_image(names[i])
        after, _ = load_image(names[i + 1])
        earlier = reader.read(before)
        start = time.process_time()
        whole = reader.read(after)
        middle = time.process_time()
        changed = changes(reduce(before), reduce(after))
        again = reader.read_again(after, earlier, changed)
        took = time.process_time() - middle
        rows.append((float(changed.mean()), took / (middle - start), *agreeing(whole, again)))
        card = max(whole.cards, key=lambda card: card.visible * card.confidence)
        one = np.zeros(changed.shape, np.uint8)
        scale = np.array(one.shape[::-1]) / np.array(whole.size)
        cv2.fillConvexPoly(one, (np.array(card.quad) * scale).astype(np.int32), 1)
        begun = time.process_time()
        again = reader.read_again(after, whole, one > 0)
        took = time.process_time() - begun
        alone.append((float(one.mean()), took / (middle - start), *agreeing(whole, again)))
        photographed = another(after, rng)
        begun = time.process_time()
        again = reader.read_again(photographed, whole, changes(reduce(after), reduce(photographed)))
        took = time.process_time() - begun
        still.append((0.0, took / (middle - start), *agreeing(whole, again)))
    lines = [
        "| changed share of the picture | pairs | time to that of a whole read, median |"
        " nine tenths below | cards named alike |",
        "|---|---|---|---|---|",
    ]
    for what, mine in (
        ("nothing", still),
        (f"one whole card ({np.mean([row[0] for row in alone]):.1%})", alone),
    ):
        ratios = [row[1] for row in mine]
        alike, named = (sum(row[k] for row in mine) for k in (2, 3))
        lines.append(
            f"| {what} | {len(mine)} | {np.median(ratios):.2f} |"
            f" {np.percentile(ratios, 90):.2f} | {alike} of {named} |"
        )
    edges = (0.0, 0.01, 0.03, 0.1, IN_PART, 1.01)
    for low, high in pairwise(edges):
        mine = [row for row in rows if low <= row[0] < high]
        if mine:
            ratios = [row[1] for row in mine]
            alike, named = (sum(row[k] for row in mine) for k in (2, 3))
            lines.append(
                f"| {low:.0%} to {min(high, 1):.0%} | {len(mine)} | {np.median(ratios):.2f} |"
                f" {np.percentile(ratios, 90):.2f} | {alike} of {named} |"
            )
    return lines


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--write", type=Path, help="write the table to this markdown file")
    args = parser.parse_args()
    text = "\n".join(measure(args.folder, args.pairs)) + "\n"
    print(text, end="")
    if args.write:
        args.write.write_text(
            "# Reading only what changed\n\n"
            f"`python -m benchmarks.again {args.folder} --pairs {args.pairs}` on "
            f"{time.strftime('%Y-%m-%d')}, two cores ({platform.machine()}), shared with other"
            " work; processor time.\n\n"
            f"{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
