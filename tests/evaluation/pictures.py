"""Labelled pictures made on the spot, and a reader that reads what it is told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.faces import BACK, FACE_INDEX, JOKER_UNKNOWN, UNKNOWN
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Quad, Reading, Sighting

WIDTH, HEIGHT = 320, 200
CARD = (50, 70)


def at(x: float, y: float) -> Quad:
    """The corners of a card of ``CARD`` size whose top left is at (x, y)."""
    w, h = CARD
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def seen(face: str, x: float = 0, y: float = 0, p: float = 0.9, visible: float = 1.0) -> Sighting:
    """A sighting of ``face``, at (x, y), read with probability ``p``."""
    vector = np.zeros(54, np.float32)
    if face == JOKER_UNKNOWN:
        vector[52:] = 0.45
    elif face not in (BACK, UNKNOWN):
        vector[FACE_INDEX[face]] = p
    return Sighting(at(x, y), face != BACK, vector, visible)


class ToldReader:
    """Reads what ``sightings`` say of a picture, told apart by its grey; nothing of others."""

    def __init__(self, sightings: Mapping[int, Sequence[Sighting]]) -> None:
        self._sightings = sightings

    def read(self, image: Image) -> Reading:
        h, w = image.shape[:2]
        return Reading((w, h), tuple(self._sightings.get(int(image[0, 0, 0]), ())))


def picture(path: Path, grey: int) -> str:
    """An even picture; returns its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), np.full((HEIGHT, WIDTH, 3), grey, np.uint8))
    return path.name


def labels(folder: Path, **entries: Sequence[Mapping[str, Any]]) -> Path:
    """``labels.json`` in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    return folder


def truth(folder: Path, *frames: Mapping[str, Any]) -> Path:
    """``truth.jsonl`` in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(json.dumps(frame) for frame in frames)
    (folder / "truth.jsonl").write_text(text + "\n", encoding="utf-8")
    return folder


def placed(face: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A card of a frame's truth."""
    return {"face": face, "quad": at(x, y), **more}
