"""The enrolled decks on disk: one folder a deck, one picture a card, and what was learnt of all."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from tabletop.language import say
from tabletop.vision.crop import cut
from tabletop.vision.enrolment.views import Lying
from tabletop.vision.errors import SourceError, shown

Image = NDArray[np.uint8]

CARD_WIDTH = 180
"""Pixels of a card's width in the pictures that are kept; larger cards are made smaller."""
AROUND = 0.3
"""Half widths and heights of the table round the card that are kept."""


def deck_names(home: Path) -> list[str]:
    """The decks that are enrolled in ``home``."""
    if not home.is_dir():
        return []
    return sorted(p.name for p in home.iterdir() if p.is_dir() and not p.name.startswith("."))


def check_name(name: str) -> str:
    """``name`` if a deck can be called that. Raises ``SourceError`` otherwise."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}", name):
        raise SourceError(
            say(
                "{name} can't be a deck's name: use up to 40 letters, digits, spaces, - and _.",
                name=shown(name),
            )
        )
    return name


def save_deck(home: Path, name: str, cards: Sequence[tuple[str, Lying]]) -> None:
    """Keep ``cards`` (face or ``"back"``, where it lies) as the deck ``name``, in place of one of
    that name. Raises ``SourceError`` if they can't be written."""
    part, target = home / f".{name}.part", home / name
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        counts: dict[str, int] = {}
        for face, card in cards:
            counts[face] = counts.get(face, 0) + 1
            good, data = cv2.imencode(".png", _kept(card))
            if not good:
                raise SourceError(say("A picture of {face} can't be written.", face=face))
            (part / f"{face}-{counts[face]}.png").write_bytes(data.tobytes())
        if target.exists():
            shutil.rmtree(target)
        part.rename(target)
    except OSError as error:
        raise SourceError(
            say("The deck can't be kept in {name}: {why}.", name=shown(home), why=error.strerror)
        ) from None


def forget_deck(home: Path, name: str) -> None:
    """Remove the deck ``name``. Raises ``SourceError`` if there is none or it can't be removed."""
    known = deck_names(home)
    if name not in known:
        if not known:
            raise SourceError(say("No deck {name} is enrolled.", name=shown(name)))
        raise SourceError(
            say(
                "No deck {name} is enrolled; there are: {known}.",
                name=shown(name),
                known=", ".join(known),
            )
        )
    try:
        shutil.rmtree(home / name)
    except OSError as error:
        raise SourceError(
            say("{name} can't be removed: {why}.", name=shown(home / name), why=error.strerror)
        ) from None


def load_cards(home: Path, name: str) -> list[tuple[str, Lying]]:
    """The cards kept of the deck ``name``; files that are no pictures of cards are left out."""
    cards: list[tuple[str, Lying]] = []
    for path in sorted((home / name).glob("*.png")):
        face = path.stem.rpartition("-")[0]
        try:
            data = np.frombuffer(path.read_bytes(), np.uint8)
        except OSError as error:
            raise SourceError(
                say("{name} can't be read: {why}.", name=shown(path), why=error.strerror)
            ) from None
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
        if picture is None or face not in (*FACES, BACK):
            continue
        h, w = picture.shape[:2]
        middle = np.array([(w - 1) / 2, (h - 1) / 2], np.float32)
        half_w, half_h = w / (2 * (1 + AROUND)), h / (2 * (1 + AROUND))
        u, v = np.array([half_w, 0], np.float32), np.array([0, half_h], np.float32)
        cards.append((face, Lying(picture.astype(np.uint8), middle, u, v)))
    return cards


def _kept(card: Lying) -> Image:
    """The card upright, with some table round it."""
    wide, tall = float(np.hypot(*card.u)) * 2, float(np.hypot(*card.v)) * 2
    scale = min(1.0, CARD_WIDTH / max(wide, 1.0)) * (1 + AROUND)
    size = (max(8, round(wide * scale)), max(8, round(tall * scale)))
    across = card.u * np.float32(2 * (1 + AROUND) / size[0])
    down = card.v * np.float32(2 * (1 + AROUND) / size[1])
    origin = card.centre - across * ((size[0] - 1) / 2) - down * ((size[1] - 1) / 2)
    return cut(card.picture, np.stack([across, down, origin], axis=1).astype(np.float32), size)
