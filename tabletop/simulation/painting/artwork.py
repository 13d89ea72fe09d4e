"""Decks, textures and photographs on disk, loaded once and kept small."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from tabletop.language import say

Image = NDArray[np.uint8]
Levels = tuple[Image, ...]
"""One card's artwork (BGRA) at each of ``LEVELS``."""

LEVELS = (416, 208, 104)
"""Card heights, pixels, at which artwork is kept; a painter takes the smallest that is large
enough."""


class Cards(Protocol):
    """A deck to paint with. ``aspect``: width / height of its cards."""

    @property
    def name(self) -> str: ...
    @property
    def aspect(self) -> float: ...
    def levels(self, face: str, pick: float) -> Levels:
        """Artwork of ``face`` or of ``"back"``; ``pick`` in 0..1 chooses among several."""
        ...


def _halved(image: Image, height: int) -> Image:
    width = max(8, round(image.shape[1] * height / image.shape[0]))
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


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

    def levels(self, face: str, pick: float) -> Levels:
        """Artwork of ``face`` or of ``"back"``, as ``Cards`` has it."""
        if face != BACK:
            return artwork(self.file(face, pick))
        backs = self.backs or (str(self.folder / "back.png"),)
        return artwork(backs[int(pick * len(backs)) % len(backs)])


@dataclass(frozen=True)
class Sheet:
    """A deck whose cards lie in rows in one picture."""

    name: str
    aspect: float
    cards: Mapping[str, Levels]

    def levels(self, face: str, pick: float) -> Levels:
        """Artwork of ``face`` or of ``"back"``, as ``Cards`` has it."""
        del pick
        return self.cards[face]


def load_sheet(folder: Path) -> Sheet:
    """The deck in ``folder``: ``deck.webp``, and ``deck.json``, which says how many columns the
    picture has and in which order the cards lie. Raises ``OSError`` or ``ValueError``."""
    info = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
    image = cv2.imread(str(folder / "deck.webp"), cv2.IMREAD_UNCHANGED)
    if image is None or image.shape[2] != 4:
        raise FileNotFoundError(folder / "deck.webp")
    columns, order = int(info["columns"]), info["order"]
    rows = -(-len(order) // columns)
    h, w = image.shape[0] // rows, image.shape[1] // columns
    cards = {}
    for i, face in enumerate(order):
        y, x = i // columns * h, i % columns * w
        cards[face] = _levels(np.asarray(image[y : y + h, x : x + w], np.uint8))
    return Sheet(info["name"], float(info["aspect"]), cards)


@functools.lru_cache(maxsize=2500)
def artwork(path: str) -> Levels:
    """Artwork (BGRA) at each of ``LEVELS``."""
    image = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(path)
    if image.shape[2] == 3:
        image = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return _levels(np.asarray(image, np.uint8))


def _levels(image: Image) -> Levels:
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
        deck = _deck(path.parent, info)
        if len(deck.faces) >= 40:
            decks.append(deck)
    return decks


def load_deck(folder: Path) -> Deck:
    """The deck in ``folder``: ``TH.png``, ``back.png`` and so on, and ``deck.json``. Raises
    ``OSError`` or ``ValueError`` where it is none, or not a whole one."""
    deck = _deck(folder, json.loads((folder / "deck.json").read_text(encoding="utf-8")))
    missing = sorted(set(FACES) - set(deck.faces)) + [BACK] * (not deck.backs)
    if missing:
        raise ValueError(say("it has no {cards}", cards=", ".join(missing)))
    return deck


def _deck(folder: Path, info: Mapping[str, object]) -> Deck:
    """The deck in ``folder``, of which ``deck.json`` says ``info``."""
    skip = info.get("skip") or ()
    assert isinstance(skip, list | tuple)
    files = []
    backs = []
    for png in sorted(folder.glob("*.png")):
        stem = png.stem
        if stem.startswith("back"):
            backs.append(str(png))
        elif stem[:2] in FACES and stem not in skip and (len(stem) == 2 or stem[0] == "X"):
            files.append((stem[:2], str(png)))
    return Deck(
        str(info["name"]),
        folder,
        float(str(info.get("aspect", 0.7))),
        tuple(sorted({face for face, _ in files})),
        tuple(files),
        tuple(backs),
        str(info.get("tier", "A")),
    )


@functools.lru_cache(maxsize=400)
def picture(path: str, side: int = 768) -> Image:
    """A texture or photograph (BGR), its longer side at most ``side`` pixels."""
    image = cv2.imread(path, cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(path)
    scale = side / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(image, np.uint8)


def pictures(folder: Path) -> list[str]:
    """Picture files below ``folder``, sorted."""
    return sorted(
        str(p) for p in folder.glob("**/*") if p.suffix.lower() in (".jpg", ".png", ".webp")
    )
