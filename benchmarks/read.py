"""How well cards are read: ``python -m benchmarks.read SHARED [--write
benchmarks/results/read.md]``.

SHARED holds ``real/`` (labelled photographs) and ``frames/`` (rendered games with truth). The
discard pile isn't counted. A card whose face the reader leaves open (``??``) counts as not read,
never as wrong.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.faces import UNKNOWN
from tabletop.vision.draw import draw_reading
from tabletop.vision.images import load_image
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Reading, Sighting


@dataclass
class Tally:
    """Counts for one line of a table."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    clean: int = 0
    pictures: int = 0
    pairs: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        """Right ones among those read."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """Right ones among those there."""
        return self.right / max(1, self.right + self.missed)

    def add(self, other: Tally) -> None:
        """Add the counts of ``other``."""
        self.right += other.right
        self.wrong += other.wrong
        self.missed += other.missed
        self.clean += other.clean
        self.pictures += other.pictures
        self.pairs += other.pairs

    def row(self, name: str) -> str:
        """A line of a markdown table."""
        share = self.clean / max(1, self.pictures)
        return (
            f"| {name} | {self.pictures} | {self.precision:.4f} | {self.recall:.4f} | {share:.1%} |"
        )


HEAD = "| data | pictures | precision | recall | pictures without an error |\n|---|---|---|---|---|"


def faces(reading: Reading, least: float = 0.0) -> list[str]:
    """The faces read, without those left open."""
    return [s.face for s in reading.cards if s.up and s.face != UNKNOWN and s.visible >= least]


def _loose(face: str) -> str:
    return "X?" if face[0] == "X" else face


def multiset(truth: list[str], read: list[str]) -> Tally:
    """Compare without places. Where the truth is any joker, any joker is right."""
    if "X?" in truth:
        truth, read = [_loose(f) for f in truth], [_loose(f) for f in read]
    want, got = Counter(truth), Counter(read)
    right = sum((want & got).values())
    wrong, missed = list((got - want).elements()), list((want - got).elements())
    pairs: Counter[str] = Counter()
    if len(wrong) == len(missed) == 1:
        pairs[f"{missed[0]} read as {wrong[0]}"] += 1
    else:
        pairs.update(f"{f} missed" for f in missed)
        pairs.update(f"{f} too many" for f in wrong)
    return Tally(right, len(wrong), len(missed), int(not wrong and not missed), 1, pairs)


def _iou(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> float:
    hull_a, hull_b = cv2.convexHull(a.astype(np.float32)), cv2.convexHull(b.astype(np.float32))
    inter, _ = cv2.intersectConvexConvex(hull_a, hull_b)
    union = cv2.contourArea(hull_a) + cv2.contourArea(hull_b) - inter
    return float(inter / union) if union > 0 else 0.0


def _matched(
    truth: list[np.ndarray[Any, Any]], cards: list[Sighting], least: float
) -> dict[int, int]:
    """Truth index to sighting index, best overlaps first."""
    scores = sorted(
        (
            (_iou(t, np.array(c.quad)), i, j)
            for i, t in enumerate(truth)
            for j, c in enumerate(cards)
        ),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    for score, i, j in scores:
        if score < least:
            break
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


class Run:
    """Reads pictures and keeps the ones that went wrong."""

    def __init__(self, models: Path | None, draw: Path | None) -> None:
        self.reader = Reader(models)
        self.draw = draw
        self.seconds: list[float] = []

    def read(self, path: Path) -> tuple[np.ndarray[Any, Any], Reading, float]:
        """The picture, its reading, and pixels read to one pixel of the file."""
        image, scale = load_image(path)
        start = time.perf_counter()
        reading = self.reader.read(image)
        self.seconds.append(time.perf_counter() - start)
        return image, reading, scale

    def keep(self, image: np.ndarray[Any, Any], reading: Reading, name: str) -> None:
        """Draw what was read, to be looked at."""
        if self.draw is not None:
            self.draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self.draw / f"{name}.png"), draw_reading(image, reading))


def tables_and_singles(run: Run, real: Path, every: int) -> Iterator[tuple[str, str, Tally]]:
    """(part, source, tally) of each labelled photograph."""
    labels = json.loads((real / "labels.json").read_text(encoding="utf-8"))["tables_and_singles"]
    for item in labels[::every]:
        part = item["image"].split("/")[0]
        image, reading, _ = run.read(real / item["image"])
        tally = multiset(item["cards"], faces(reading))
        if not tally.clean:
            run.keep(image, reading, f"{part}-{Path(item['image']).stem}")
        yield part, item["source"].split("/")[0], tally


def ranks(run: Run, real: Path, every: int) -> Tally:
    """Boxes with ranks: the right rank on a box that overlaps by more than one half."""
    labels = json.loads((real / "labels.json").read_text(encoding="utf-8"))["rank_boxes"]
    total = Tally()
    for item in labels[::every]:
        image, reading, scale = run.read(real / item["image"])
        boxes = []
        for rank, x0, y0, x1, y1 in item["boxes"]:
            boxes.append(
                (
                    str(rank).replace("10", "T"),
                    np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) * scale,
                )
            )
        cards = [c for c in reading.cards if c.up]
        outlines = []
        for c in cards:
            q = np.array(c.quad)
            (x0, y0), (x1, y1) = q.min(axis=0), q.max(axis=0)
            outlines.append(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
        used: set[int] = set()
        tally = Tally(pictures=1)
        for rank, box in boxes:
            best = max(
                ((_iou(box, o), j) for j, o in enumerate(outlines) if j not in used),
                default=(0.0, -1),
            )
            if best[0] > 0.5:
                used.add(best[1])
                got = cards[best[1]].face[0]
                if got == rank:
                    tally.right += 1
                elif got == "?":
                    tally.missed += 1
                else:
                    tally.wrong += 1
                    tally.missed += 1
                    tally.pairs[f"{rank} read as {got}"] += 1
            else:
                tally.missed += 1
                tally.pairs[f"{rank} not found"] += 1
        tally.clean = int(not tally.missed)
        if tally.missed:
            run.keep(image, reading, f"ranks-{Path(item['image']).stem}")
        total.add(tally)
    return total


def frames(run: Run, folder: Path, every: int) -> tuple[Tally, Tally]:
    """All settled pictures of a game, cards with at least a fifth showing; and the forest alone."""
    everything, forest = Tally(), Tally()
    lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    settled = [t for t in map(json.loads, lines) if not t["busy"] and not t.get("half")]
    for truth in settled[::every]:
        image, reading, _ = run.read(folder / truth["frame"])
        there = [c for c in truth["cards"] if c["face"] != "back"]
        cards = [c for c in reading.cards if c.up]
        pairs = _matched([np.array(c["quad"]) for c in there], cards, 0.35)
        tally, row = Tally(pictures=1), Tally(pictures=1)
        for i, card in enumerate(there):
            if card["zone"] == "discard" or card["visible"] < 0.2:
                continue
            got = cards[pairs[i]].face if i in pairs else UNKNOWN
            for t in (tally, row) if card["zone"] == "forest" else (tally,):
                if got == card["face"]:
                    t.right += 1
                    continue
                t.missed += 1
                t.wrong += got != UNKNOWN
                t.pairs[
                    f"{card['face']} read as {got}"
                    if got != UNKNOWN
                    else f"{card['face']} not read"
                ] += 1
        backs = [np.array(c["quad"]) for c in truth["cards"]]
        for j, sighting in enumerate(cards):
            if j in pairs.values() or sighting.face == UNKNOWN:
                continue
            if max((_iou(b, np.array(sighting.quad)) for b in backs), default=0.0) < 0.35:
                tally.wrong += 1
                tally.pairs[f"phantom {sighting.face}"] += 1
        tally.clean, row.clean = int(not tally.wrong and not tally.missed), int(not row.missed)
        if not tally.clean:
            run.keep(image, reading, f"{folder.name}-{Path(truth['frame']).stem}")
        everything.add(tally)
        forest.add(row)
    return everything, forest


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--draw", type=Path, help="folder for the pictures with errors")
    parser.add_argument("--write", type=Path, help="write the table to this markdown file")
    parser.add_argument(
        "--every", type=int, default=1, help="only each n-th picture, for a quick look"
    )
    parser.add_argument("--only", choices=("tables", "singles", "ranks", "frames"))
    args = parser.parse_args()
    run = Run(args.models, args.draw)
    lines = [HEAD]
    mistakes: Counter[str] = Counter()
    if args.only in (None, "tables", "singles"):
        parts: dict[str, Tally] = {}
        for part, source, tally in tables_and_singles(run, args.shared / "real", args.every):
            if args.only not in (None, part):
                continue
            for key in (f"real/{part}", f"– {part} by {source}"):
                parts.setdefault(key, Tally()).add(tally)
            mistakes += tally.pairs
        lines += [
            parts[k].row(k) for k in sorted(parts, key=lambda k: (k.split()[1:2] or [k[5:]], k))
        ]
    if args.only in (None, "ranks"):
        total = ranks(run, args.shared / "real", args.every)
        lines.append(total.row("real/ranks (rank, box overlap > 0.5)"))
        mistakes += total.pairs
    if args.only in (None, "frames"):
        for folder in sorted((args.shared / "frames").iterdir()):
            if (folder / "truth.jsonl").is_file():
                everything, forest = frames(run, folder, args.every)
                lines += [
                    everything.row(f"frames/{folder.name}"),
                    forest.row(f"– forest of {folder.name}"),
                ]
                mistakes += everything.pairs
    text = "\n".join(lines)
    often = ", ".join(f"{name} ×{n}" for name, n in mistakes.most_common(25))
    text += f"\n\nMost frequent mistakes: {often}.\n"
    middle = np.median(run.seconds) * 1000
    text += f"\nMedian {middle:.0f} ms a picture, {len(run.seconds)} pictures.\n"
    print(text)
    if args.write:
        args.write.parent.mkdir(parents=True, exist_ok=True)
        date = time.strftime("%Y-%m-%d")
        args.write.write_text(
            "# How well cards are read\n\n"
            f"`python -m benchmarks.read SHARED` on {date}, two cores ({platform.machine()}).\n\n"
            f"{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
