"""How much enrolling a deck helps: ``python -m training.enrolment --write
benchmarks/results/enrol.md``.

For each reserved deck (never trained on) two pictures of it laid out are painted, it is enrolled
from them, and other painted tables with that deck, in other lights, are read before and after. A
second table shows what enrolling one deck does to the others.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from tabletop.faces import BACK, FACES, RANKS, SUITS, UNKNOWN
from tabletop.simulation.painting.artwork import Deck, Image, artwork
from tabletop.simulation.painting.canvas import Canvas, paint_card
from tabletop.vision.deck import KnownDecks
from tabletop.vision.enrolment.learn import learn, missing, told_cards
from tabletop.vision.enrolment.store import save_deck
from tabletop.vision.reader import Reader
from training.scenes import effects, layout, things
from training.scenes.camera import random_view
from training.scenes.make import load_stock
from training.scenes.paint import Painted, Scene, Stock, paint, random_look

NEAR = 0.25
"""A card read within this many card widths of where one lies is that card."""
SHOWS = 0.2


@dataclass
class Count:
    """Cards that show enough, those read rightly, and those read as another face."""

    there: int = 0
    right: int = 0
    wrong: int = 0

    def text(self) -> str:
        """Recall, and the share of wrong names among the cards."""
        n = max(1, self.there)
        return f"{self.right / n:.1%} ({self.wrong / n:.1%} wrong)"


def laid_out(rng: Generator, stock: Stock, deck: Deck) -> tuple[Image, tuple[Painted, ...]]:
    """A picture of ``deck`` as ``tabletop enrol`` asks for it: suits in rows, jokers, a back."""
    width, height = 1280, 960
    card = float(rng.uniform(74, 82))
    view = random_view(rng, width, height, card)
    while abs(np.linalg.svd(view.plane[:2, :2])[1] / card - 1).max() > 0.25:
        view = random_view(rng, width, height, card)
    canvas = Canvas(things.table(rng, view, stock.textures, stock.photos))
    look = random_look(rng, card)
    rows = [[r + s for r in RANKS] for s in rng.permutation(list(SUITS))]
    rows.append([face for face in ("XR", "XB") if face in deck.faces] + [BACK])
    cards = []
    step = 1 / deck.aspect + 0.12
    for j, row in enumerate(rows):
        for i, face in enumerate(row):
            place = layout.Place(
                (i - 6) * 1.12 + rng.normal(0, 0.03),
                (j - 2) * step + rng.normal(0, 0.03),
                float(rng.normal(0, 0.03)),
            )
            file = (
                deck.backs[0]
                if face == BACK and deck.backs
                else deck.file(face, 0.0)
                if face in deck.faces
                else ""
            )
            if file:
                quad = paint_card(
                    rng, canvas, view, place, deck.aspect, artwork(file), look, len(cards) + 1, True
                )
                if quad is not None:
                    cards.append(Painted(face, quad, 1.0))
    x = effects.light(rng, canvas.image, canvas.gloss)
    return effects.lens(rng, x, 1.0), tuple(cards)


def judge(reader: Reader, scenes: list[Scene]) -> Count:
    """How the cards that show are read in ``scenes``."""
    count = Count()
    for scene in scenes:
        seen = [s for s in reader.read(scene.image).cards if s.up]
        middles = np.array([s.centre for s in seen]).reshape(-1, 2)
        for card in scene.cards:
            if not card.face or card.face == BACK or card.visible < SHOWS:
                continue
            count.there += 1
            if not len(middles):
                continue
            far = np.hypot(*(middles - card.quad.mean(axis=0)).T)
            i = int(far.argmin())
            if far[i] > NEAR * float(np.hypot(*(card.quad[1] - card.quad[0]))):
                continue
            face = seen[i].face
            count.right += face == card.face
            count.wrong += face not in (card.face, UNKNOWN)
    return count


def scenes_of(deck: Deck, stock: Stock, seed: int, number: int) -> list[Scene]:
    """Painted tables on which only ``deck`` lies."""
    alone = Stock([deck], np.ones(1), stock.textures, stock.photos, stock.hands)
    return [paint(np.random.default_rng([seed, k]), alone) for k in range(number)]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--models", type=Path)
    parser.add_argument("--decks", nargs="*", help="names of reserved decks (default: three)")
    parser.add_argument("--scenes", type=int, default=24)
    parser.add_argument("--draw", type=Path, help="folder for the pictures of the decks laid out")
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    stock = load_stock(args.artwork, reserved=True)
    full = {d.name: d for d in stock.decks if len(d.faces) >= 52}
    names = args.decks or sorted(full)[:: max(1, len(full) // 3)][:3]
    reader = Reader(args.models)
    lines = [
        "| deck | faces told of 54 | minutes | cards | before | after |",
        "|---|---|---|---|---|---|",
    ]
    others = ["| enrolled | read | before | after |", "|---|---|---|---|"]
    tests = {name: scenes_of(full[name], stock, 70, args.scenes) for name in names}
    before: dict[str, Count] = {}
    learnt: dict[str, KnownDecks | None] = {}
    for name in names:
        before[name] = judge(reader, tests[name])
        rng = np.random.default_rng(7)
        pictures = [laid_out(rng, stock, full[name]) for _ in range(2)]
        start = time.perf_counter()
        cards = told_cards([(image, reader.read(image)) for image, _ in pictures])
        if args.draw:
            args.draw.mkdir(parents=True, exist_ok=True)
            for k, (image, _) in enumerate(pictures):
                cv2.imwrite(str(args.draw / f"{name}-{k}.png"), image)
        with tempfile.TemporaryDirectory() as home:
            save_deck(Path(home), "deck", cards)
            learnt[name] = learn(Path(home), reader, lambda _what, _share: None)
        minutes = (time.perf_counter() - start) / 60
        reader.know(learnt[name])
        after = judge(reader, tests[name])
        reader.know(None)
        told = 54 - len([face for face in missing(cards) if face in FACES])
        lines.append(
            f"| {name} | {told} | {minutes:.1f} | {after.there} |"
            f" {before[name].text()} | {after.text()} |"
        )
        print(lines[-1], flush=True)
    for name in names:
        for other in names:
            if other != name:
                reader.know(learnt[name])
                count = judge(reader, tests[other])
                reader.know(None)
                others.append(f"| {name} | {other} | {before[other].text()} | {count.text()} |")
    text = "\n".join([*lines, "", *others, ""])
    print(text)
    if args.write:
        args.write.write_text(
            "# Enrolling a deck\n\nTwo painted pictures of each deck laid out; then other painted"
            f" tables with that deck, {args.scenes} for each.\nReserved decks: none of them was"
            " trained on. Recall, and wrong names, among face-up cards of which a fifth shows.\n\n"
            f"`python -m training.enrolment` on {time.strftime('%Y-%m-%d')},"
            f" two cores ({platform.machine()}).\n\n{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
