"""A contact sheet: all the cards of a deck in one picture, named, to look them over."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tabletop.faces import FACES
from training.artwork.crop import Picture, fit_height
from training.artwork.render import decode

COLUMNS = 13
GROUND = (90, 130, 90)


def sheet(folder: Path, height: int = 150) -> Picture:
    """The cards in ``folder`` on green, each ``height`` pixels high with its name above.

    Raises ``FileNotFoundError`` where the folder holds no card.
    """
    import cv2

    def order(path: Path) -> tuple[int, str]:
        return (FACES.index(path.stem) if path.stem in FACES else len(FACES), path.stem)

    paths = sorted(folder.glob("*.png"), key=order)
    if not paths:
        raise FileNotFoundError(f"{folder} holds no cards: fetch the artwork first")
    cards = [fit_height(decode(path.read_bytes()), height) for path in paths]
    step_x, step_y = max(c.shape[1] for c in cards) + 8, height + 22
    rows = -(-len(cards) // COLUMNS)
    out = np.empty((rows * step_y, COLUMNS * step_x, 4), np.uint8)
    out[...] = (*GROUND, 255)
    for i, (path, card) in enumerate(zip(paths, cards, strict=True)):
        y, x = i // COLUMNS * step_y + 18, i % COLUMNS * step_x + 4
        part = out[y : y + height, x : x + card.shape[1], :3]
        alpha = card[..., 3:] / 255
        part[...] = (card[..., :3] * alpha + part * (1 - alpha)).round()
        cv2.putText(
            out, path.stem, (x, y - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255, 255), 1
        )
    return out
