"""An arm that reaches over the table from its player's side."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image
from tabletop.simulation.painting.canvas import HAND, Canvas

CARD_MM = 63.0
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Person:
    """How one player's arm looks: skin and sleeve (BGR; None = bare), ``"left"`` or ``"right"``."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float] | None
    hand: str


SKINS = ((150, 178, 224), (118, 150, 205), (84, 116, 170), (52, 76, 118))
SLEEVES = (
    (120, 82, 46),
    (70, 70, 150),
    (96, 110, 80),
    (60, 60, 66),
    (178, 170, 160),
    (60, 120, 170),
)


def make_people(rng: Generator) -> tuple[Person, Person]:
    """Both players of a game."""
    skins = [SKINS[int(i)] for i in rng.integers(0, len(SKINS), 2)]
    sleeves = [
        SLEEVES[int(i)] if rng.random() < 0.6 else None for i in rng.permutation(len(SLEEVES))[:2]
    ]
    hands = ["left" if rng.random() < 0.15 else "right" for _ in range(2)]
    a, b = (Person(*parts) for parts in zip(skins, sleeves, hands, strict=True))
    return a, b


def _is_sleeve(hand: Image) -> NDArray[np.bool_]:
    """Where a hand picture is coloured, it is sleeve; skin is grey."""
    bgr = hand[:, :, :3].astype(np.int16)
    return np.asarray((bgr.max(axis=2) - bgr.min(axis=2) > 24) & (hand[:, :, 3] > 128))


@functools.lru_cache(maxsize=4)
def _right_hands(folder: Path) -> tuple[tuple[Image, float], ...]:
    """The pictures (BGRA) of right hands in ``folder``, each with its millimetres per pixel."""
    known = json.loads((folder / "hands.json").read_text(encoding="utf-8"))
    found = []
    for name, info in sorted(known.items()):
        if info["hand"] != "right" or info["pose"] == "spread":
            continue
        hand = cv2.imread(str(folder / name), cv2.IMREAD_UNCHANGED)
        if hand is None:
            raise FileNotFoundError(folder / name)
        found.append((np.asarray(hand, np.uint8), float(info["mm_per_px"])))
    return tuple(found)


def _pick(rng: Generator, person: Person, hands: Path) -> tuple[Image, float]:
    """A picture (BGRA) that fits ``person``, and its millimetres per pixel."""
    every = _right_hands(hands)
    wanted = person.sleeve is not None
    fitting = [hand for hand in every if bool(_is_sleeve(hand[0]).mean() > 0.02) == wanted]
    choice = fitting or list(every)
    hand, mm = choice[int(rng.integers(len(choice)))]
    # A left hand is a right one in the mirror.
    return (np.ascontiguousarray(hand[:, ::-1]) if person.hand == "left" else hand), mm


def _tinted(hand: Image, person: Person) -> Image:
    """A grey hand in the person's skin and sleeve; BGR."""
    bright = hand[:, :, :3].max(axis=2).astype(np.float32)
    sleeve = _is_sleeve(hand)
    bare = (hand[:, :, 3] > 128) & ~sleeve
    # Pictures were lit in different ways; people's skin stays the same.
    shade = (bright / (float(np.percentile(bright[bare], 85)) * 0.97))[:, :, None]
    skin = np.array(person.skin, np.float32) * np.clip(shade, 0, 1.12)
    # Skin is redder where it turns away from the light.
    skin *= 1 - np.clip(1 - shade, 0, 1) * np.array([0.35, 0.18, 0.0], np.float32)
    if person.sleeve is not None:
        cloth = np.array(person.sleeve, np.float32) * (bright / 200)[:, :, None]
        skin = np.where(sleeve[:, :, None], cloth, skin)
    return np.asarray(np.clip(skin, 0, 255), np.uint8)


def _longer(picture: Image, by: int) -> Image:
    """``picture`` with the arm at its lower edge drawn out: its last row, repeated."""
    rows = np.nonzero(picture[:, :, 3].max(axis=1) > 128)[0]
    last = int(rows.max()) - 3
    return np.concatenate([picture[:last], np.repeat(picture[last : last + 1], by, axis=0)]).astype(
        np.uint8
    )


def reach(
    rng: Generator,
    canvas: Canvas,
    person: Person,
    hands: Path,
    tip: NDArray[np.float64],
    root: NDArray[np.float64],
    card: float,
) -> None:
    """Paint an arm from ``root`` (beyond the edge) with its fingers at ``tip``, both in pixels.

    ``hands``: folder of hand pictures with ``hands.json``.
    ``card``: how many pixels wide a card is there.
    """
    h, w = canvas.owner.shape
    hand, mm = _pick(rng, person, hands)
    picture = np.dstack([_tinted(hand, person), hand[:, :, 3]])
    size = card * mm / CARD_MM * 1.12
    d = root - tip
    picture = _longer(picture, int(1.3 * np.hypot(*d) / size))
    ys, xs = np.nonzero(picture[:, :, 3] > 128)
    top = np.array([xs[ys <= ys.min() + 4].mean(), float(ys.min()) + 6])
    down = np.array([xs[(ys > 480) & (ys < 500)].mean(), 490.0]) - top
    angle = np.arctan2(d[1], d[0]) - np.arctan2(down[1], down[0])
    c, s = np.cos(angle) * size, np.sin(angle) * size
    turn = np.array([[c, -s], [s, c]])
    m = np.column_stack([turn, tip - turn @ top])
    if size < 0.7:
        soft = cv2.GaussianBlur(picture, (0, 0), 0.35 / size)
        picture = soft.astype(np.uint8)
    warped = cv2.warpAffine(picture, m, (w, h), flags=cv2.INTER_LINEAR)
    patch = np.asarray(warped[:, :, :3], np.uint8)
    alpha = np.asarray(warped[:, :, 3] / np.float32(255), np.float32)
    blur = int(card * 0.12) * 2 + 1
    shadow = cv2.blur(alpha, (blur, blur)).astype(np.float32)
    canvas.shade(shadow, int(card * 0.1), int(card * 0.14), 0.42)
    canvas.lay(patch, alpha, 0, 0, HAND, 0.1)
