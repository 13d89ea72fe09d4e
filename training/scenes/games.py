"""Pictures of simulated games as scenes: ``python -m training.scenes.games``.

The painted scenes are made to teach, so they are harder than most tables. What the reader says of
its own certainty is calibrated on tables as players lay them; these are painted with reserved decks
and with some of our own, on cloths and textures. Each is a ``.npz`` as ``training.scenes.make``
writes it, without an owner map.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from tabletop.faces import BACK, FACES
from tabletop.games import game_named
from tabletop.simulation.painter import Painter
from tabletop.simulation.painting import artwork as art
from tabletop.simulation.stage import make_stage
from tabletop.simulation.wishes import Wishes
from training.scenes.make import save
from training.scenes.paint import Painted, Scene

FIRST_SEED = 70_000
NO_OWNER = np.zeros((2, 2), np.int16)
PICTURES = 4
"""Of each game, from its first quarter to its end."""


def paint_game(number: int, artwork: Path, out: Path) -> None:
    """Paint some pictures of game ``number`` into ``out``."""
    rng = np.random.default_rng([FIRST_SEED, number])
    reserved = bool(rng.random() < 0.7)
    decks = [
        deck
        for deck in art.load_decks(artwork / "decks", reserved=reserved)
        if len(deck.faces) == len(FACES) and deck.backs
    ]
    deck = decks[int(rng.integers(len(decks)))]
    textures = art.pictures(artwork / "textures")
    cloth = str(rng.choice(textures)) if textures and rng.random() < 0.5 else None
    difficulty = str(rng.choice(["easy", "normal", "normal", "hard"]))
    wishes = Wishes(seed=FIRST_SEED + number, difficulty=difficulty, cloth=cloth, busy=0, half=0)
    stage = make_stage(game_named("mushroom-walk"), wishes, deck.aspect)
    painter = Painter(stage, deck, cloth)
    for k in np.linspace(0.25, 1, PICTURES):
        at = int(k * (len(stage.moments) - 1))
        image, cards = painter.paint(at, stage.moments[at])
        truth = tuple(
            Painted(c.laid.card.face if c.laid.place.up else BACK, c.quad, c.visible) for c in cards
        )
        scene = Scene(image, NO_OWNER, truth, np.zeros((0, 3), np.float32))
        save(scene, out / f"{number:04d}-{at:03d}.npz", int(rng.integers(60, 95)))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--out", type=Path, default=Path("runs/as-used"))
    parser.add_argument("--count", type=int, default=80, help="pictures, about")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    for number in range(-(-args.count // PICTURES)):
        paint_game(number, args.artwork, args.out)


if __name__ == "__main__":
    main()
