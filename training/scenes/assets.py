"""Decks, textures and photographs on disk, loaded once and kept small."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACES

Image = NDArray[np.uint8]

LEVELS = (416, 208, 104)
"""Card heights, pixels, at which artwork is kept; a painter takes the smallest that is large
enough."""

BACK_TINTS = 6


def _halved(image: Image, height: int) -> Image:
    width = max(8, round(image.shape[1] * height / image.shape[0]))
    return cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)


@dataclass(frozen=True)
class Deck:
    """One deck of artwork: ``folder`` with a PNG for each face and back."""

    name: str
    folder: Path
    aspect: float
    faces: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    backs: tuple[str, ...]
    tier: str = "A"

    def file(self, face: str, pick: float) -> str:
        """The file of ``face``; ``pick`` in 0..1 chooses among several jokers or backs."""
        names = [n for f, n in self.files if f == face]
        return names[int(pick * len(names)) % len(names)]


@functools.lru_cache(maxsize=2500)
def artwork(path: str) -> tuple[Image, ...]:
    """Artwork (BGRA) at each of ``LEVELS``."""
    image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(path)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return tuple(_halved(image, level) for level in LEVELS)


def load_decks(folder: Path, *, reserved: bool = False) -> list[Deck]:
    """All decks below ``folder``; reserved ones only when asked for, and then only these."""
    decks = []
    for path in sorted(folder.glob("*/deck.json")):
        try:
            info = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:  # being written just now
            continue
        if bool(info.get("reserved")) != reserved or info.get("tier") in ("X", "L"):
            continue
        skip = set(info.get("skip", ()))
        files = []
        backs = []
        for png in sorted(path.parent.glob("*.png")):
            stem = png.stem
            if stem.startswith("back"):
                backs.append(str(png))
            elif stem[:2] in FACES and stem not in skip and (len(stem) == 2 or stem[0] == "X"):
                files.append((stem[:2], str(png)))
        faces = tuple(sorted({face for face, _ in files}))
        if len(faces) < 40:
            continue
        decks.append(
            Deck(
                info["name"],
                path.parent,
                float(info.get("aspect", 0.7)),
                faces,
                tuple(files),
                tuple(backs),
                str(info.get("tier", "A")),
            )
        )
    return decks


@functools.lru_cache(maxsize=400)
def picture(path: str, side: int = 768) -> Image:
    """A texture or photograph (BGR), its longer side at most ``side`` pixels."""
    image = cv2.imread(path, cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(path)
    scale = side / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return image


def pictures(folder: Path) -> list[str]:
    """Picture files below ``folder``, sorted."""
    return sorted(
        str(p) for p in folder.glob("**/*") if p.suffix.lower() in (".jpg", ".png", ".webp")
    )
