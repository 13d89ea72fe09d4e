"""Letters and digits: from font files, or from a pen of our own that draws them along skeletons."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.drawn.canvas import Image, Points, line, shrunk
from training.drawn.suits import Spot, bezier

if TYPE_CHECKING:
    from PIL import ImageFont

FONT_ENDINGS = (".ttf", ".otf")
CARD_FONT = "playing_cards"  # part of the name of a font made after real card indices


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, stop: float) -> Points:
    """Part of an ellipse from ``start`` to ``stop`` degrees; 0 is right, 90 down."""
    a = np.radians(np.linspace(start, stop, 24))
    return np.stack([cx + rx * np.cos(a), cy + ry * np.sin(a)], axis=1)


def _s(*points: tuple[float, float]) -> Points:
    return np.array(points, dtype=float)


def _curve(p0: Spot, c1: Spot, c2: Spot, p1: Spot) -> Points:
    return np.concatenate([bezier(p0, c1, c2, p1), [p1]])


def _six() -> list[Points]:
    return [
        _curve((0.86, 0.04), (0.4, 0.1), (0.04, 0.4), (0.04, 0.68)),
        _arc(0.5, 0.68, 0.46, 0.32, 0, 360),
    ]


# Skeletons in a box one wide and one high, y down.
_SKELETONS: dict[str, list[Points]] = {
    "0": [_arc(0.5, 0.5, 0.5, 0.5, 0, 360)],
    "1": [_s((0.1, 0.22), (0.55, 0.0), (0.55, 1))],
    "2": [
        np.concatenate(
            [
                _arc(0.48, 0.28, 0.44, 0.28, -175, 20),
                _curve((0.9, 0.38), (0.8, 0.6), (0.25, 0.8), (0.02, 1)),
                _s((1, 1)),
            ]
        )
    ],
    "3": [
        np.concatenate(
            [_arc(0.46, 0.25, 0.42, 0.25, -165, 90), _arc(0.46, 0.74, 0.5, 0.26, -90, 165)]
        )
    ],
    "4": [_s((0.74, 1), (0.74, 0), (0, 0.7), (1, 0.7))],
    "5": [
        np.concatenate(
            [_s((0.9, 0), (0.16, 0), (0.1, 0.46)), _arc(0.48, 0.68, 0.48, 0.32, -140, 160)]
        )
    ],
    "6": _six(),
    "7": [np.concatenate([_s((0, 0)), _curve((1, 0), (0.7, 0.35), (0.42, 0.6), (0.4, 1))])],
    "8": [_arc(0.5, 0.24, 0.41, 0.24, 0, 360), _arc(0.5, 0.74, 0.49, 0.26, 0, 360)],
    "9": [1 - p for p in _six()],
    "A": [_s((0, 1), (0.5, 0), (1, 1)), _s((0.2, 0.66), (0.8, 0.66))],
    "B": [
        _s((0.08, 1), (0.08, 0)),
        np.concatenate(
            [
                _s((0.08, 0)),
                _arc(0.55, 0.24, 0.36, 0.24, -90, 90),
                _s((0.08, 0.48), (0.5, 0.48)),
                _arc(0.55, 0.74, 0.43, 0.26, -90, 90),
                _s((0.08, 1)),
            ]
        ),
    ],
    "D": [
        _s((0.08, 1), (0.08, 0)),
        np.concatenate([_s((0.08, 0)), _arc(0.45, 0.5, 0.53, 0.5, -90, 90), _s((0.08, 1))]),
    ],
    "E": [_s((0.95, 0), (0.1, 0), (0.1, 1), (1, 1)), _s((0.1, 0.5), (0.75, 0.5))],
    "H": [_s((0.05, 0), (0.05, 1)), _s((0.95, 0), (0.95, 1)), _s((0.05, 0.5), (0.95, 0.5))],
    "I": [_s((0.5, 0), (0.5, 1))],
    "J": [np.concatenate([_s((0.8, 0)), _arc(0.42, 0.72, 0.38, 0.28, 0, 165)])],
    "K": [_s((0.08, 0), (0.08, 1)), _s((0.95, 0), (0.08, 0.64)), _s((0.4, 0.42), (1, 1))],
    "L": [_s((0.1, 0), (0.1, 1), (1, 1))],
    "N": [_s((0.05, 1), (0.05, 0), (0.95, 1), (0.95, 0))],
    "O": [_arc(0.5, 0.5, 0.5, 0.5, 0, 360)],
    "P": [
        _s((0.08, 1), (0.08, 0)),
        np.concatenate([_s((0.08, 0)), _arc(0.55, 0.27, 0.38, 0.27, -90, 90), _s((0.08, 0.54))]),
    ],
    "Q": [_arc(0.5, 0.48, 0.5, 0.48, 0, 360), _s((0.52, 0.7), (1, 1.06))],
    "R": [
        _s((0.08, 1), (0.08, 0)),
        np.concatenate([_s((0.08, 0)), _arc(0.55, 0.26, 0.38, 0.26, -90, 90), _s((0.08, 0.52))]),
        _s((0.5, 0.52), (1, 1)),
    ],
    "S": [
        np.concatenate(
            [_arc(0.5, 0.26, 0.44, 0.26, -20, -250), _arc(0.5, 0.74, 0.48, 0.26, -80, 160)]
        )
    ],
    "T": [_s((0, 0), (1, 0)), _s((0.5, 0), (0.5, 1))],
    "V": [_s((0, 0), (0.5, 1), (1, 0))],
    "\u0414": [
        _s((0.15, 0.86), (0.3, 0), (0.82, 0), (0.82, 0.86)),
        _s((0, 1.06), (0, 0.86), (1, 0.86), (1, 1.06)),
    ],
}
_SAME_SHAPE = {"\u0412": "B", "\u041a": "K", "\u0422": "T"}

# Where a pen with serifs puts them: x, y, and half widths to the left and right.
_SERIFS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "1": ((0.55, 1, 1, 1),),
    "4": ((0.74, 1, 0.8, 0.8),),
    "7": ((0, 0.07, 0.1, 0.1),),
    "A": ((0, 1, 0.8, 0.8), (1, 1, 0.8, 0.8)),
    "B": ((0.08, 0, 0.8, 0), (0.08, 1, 0.8, 0)),
    "D": ((0.08, 0, 0.8, 0), (0.08, 1, 0.8, 0)),
    "H": ((0.05, 0, 0.7, 0.7), (0.05, 1, 0.7, 0.7), (0.95, 0, 0.7, 0.7), (0.95, 1, 0.7, 0.7)),
    "I": ((0.5, 0, 0.8, 0.8), (0.5, 1, 0.8, 0.8)),
    "J": ((0.8, 0, 1.1, 0.5),),
    "K": ((0.08, 0, 0.8, 0.8), (0.08, 1, 0.8, 0.8), (0.95, 0, 0.7, 0.5), (1, 1, 0.7, 0.5)),
    "L": ((0.1, 0, 0.8, 0.8),),
    "P": ((0.08, 0, 0.8, 0), (0.08, 1, 0.8, 0.8)),
    "R": ((0.08, 0, 0.8, 0), (0.08, 1, 0.8, 0.8), (1, 1, 0.3, 0.5)),
    "T": ((0.5, 1, 0.9, 0.9),),
    "V": ((0, 0, 0.7, 0.7), (1, 0, 0.7, 0.7)),
}


@dataclass(frozen=True)
class Pen:
    """A pen that draws letters along skeletons: widths are shares of the cap height.

    ``contrast`` is how many times thicker upright strokes are than level ones.
    """

    width: float = 0.6
    weight: float = 0.15
    contrast: float = 1.6
    serif: float = 0.0
    slant: float = 0.0

    @staticmethod
    def random(rng: Generator) -> Pen:
        weight = rng.uniform(0.09, 0.22)
        return Pen(
            width=rng.uniform(0.42, 0.74),
            weight=weight,
            contrast=rng.uniform(1.0, 2.6),
            serif=float(rng.choice([0.0, rng.uniform(0.06, 0.13)])),
            slant=float(rng.choice([0.0, 0.0, 0.0, 0.0, rng.uniform(0, 0.2)])),
        )

    def glyph(self, letter: str, height_px: float) -> Image:
        """One letter, ``height_px`` from its top edge to the base line, cut to its box."""
        letter = _SAME_SHAPE.get(letter, letter)
        thick = max(2.0, self.weight * height_px)
        # the round nib becomes an oval when the drawing is squeezed back
        tall = height_px * self.contrast
        across = (self.width if letter != "1" else self.width * 0.6) * height_px - thick
        down = max(tall - thick, 1.0)
        pad = int(height_px * 0.6)
        shape = (int(tall * 1.2) + 2 * pad, int(height_px * 1.2) + 2 * pad)
        mask = np.zeros(shape, dtype=np.uint8)
        to_px = np.array([across, down])
        start = np.array([pad + thick / 2, pad + thick / 2])
        for stroke in _SKELETONS[letter]:
            line(mask, stroke * to_px + start, 255, thick, 1.0)
        if self.serif:
            for x, y, left, right in _SERIFS.get(letter, ()):
                at = np.array([x, y]) * to_px + start
                long = self.serif * 1.7 * height_px
                bar = at + np.array([(-long * left, 0), (long * right, 0)])
                line(mask, bar, 255, max(2.0, thick * 0.8), 1.0)
        mask = shrunk(mask, shape[1], shape[0] / self.contrast)
        if self.slant:
            turn = np.array([[1, -self.slant, self.slant * mask.shape[0] / 2], [0, 1, 0]])
            mask[:] = cv2.warpAffine(mask, turn, (mask.shape[1], mask.shape[0]))
        return cut(mask)


@dataclass(frozen=True)
class Font:
    """A font file, its letters stretched sideways by ``stretch``."""

    path: str
    stretch: float = 1.0

    def glyph(self, letter: str, height_px: float) -> Image:
        """One letter at the size at which a capital H is ``height_px`` high, cut to its box."""
        mask = cut(_type(self.path, letter, round(height_px / _cap_share(self.path))))
        if self.stretch != 1.0 and mask.size:
            mask = shrunk(mask, mask.shape[1] * self.stretch, mask.shape[0])
        return mask


Face = Pen | Font


def cut(mask: Image) -> Image:
    """``mask`` without its empty margins."""
    ys, xs = np.nonzero(mask > 8)
    if not len(ys):
        return np.zeros((1, 1), dtype=np.uint8)
    return np.ascontiguousarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


@lru_cache(maxsize=64)
def _load(path: str, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont  # decks drawn with our own pen alone need no font library

    return ImageFont.truetype(path, size)


def _type(path: str, text: str, size: int) -> Image:
    from PIL import Image as Pillow
    from PIL import ImageDraw

    font = _load(path, max(4, size))
    left, top, right, bottom = font.getbbox(text)
    image = Pillow.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=font, fill=255)
    return np.asarray(image)


@lru_cache(maxsize=2048)
def _cap_share(path: str) -> float:
    return max(0.2, cut(_type(path, "H", 200)).shape[0] / 200)


def word(face: Face, text: str, height_px: float, gap: float = 0.1, down: bool = False) -> Image:
    """``text`` as one mask, letters ``gap`` cap heights apart, side by side or ``down``wards."""
    space = max(1, round(gap * height_px))
    masks = [face.glyph(c, height_px) for c in text if c != " "]
    if down:
        masks = [m.T for m in masks]
    deep = max(m.shape[0] for m in masks)
    parts: list[Image] = []
    for i, m in enumerate(masks):
        if i:
            parts.append(np.zeros((deep, space), dtype=np.uint8))
        # letters stand on the base line; downwards they are centred
        above = (deep - m.shape[0]) // 2 if down else deep - max(m.shape[0], 1)
        parts.append(np.pad(m, ((above, deep - m.shape[0] - above), (0, 0))))
    joined = np.concatenate(parts, axis=1)
    return np.ascontiguousarray(joined.T) if down else joined


_PROOF = "A23456789JQK0"


@lru_cache(maxsize=2048)
def is_legible(path: str) -> bool:
    """Whether the font has plain, lining letters and digits that our own pen's look most like."""
    try:
        shapes = [cut(_type(path, c, 96)) for c in _PROOF]
    except (OSError, ValueError):
        return False
    heights = np.array([s.shape[0] for s in shapes[1:9]])
    if heights.min() < 20 or heights.max() > 1.14 * heights.min():
        return False
    small = [_thumb(s) for s in shapes]
    hits = sum(
        int(np.argmax([float((s * r).sum()) for r in _references()])) == i
        for i, s in enumerate(small)
    )
    return hits >= 10


def _thumb(mask: Image) -> NDArray[np.float32]:
    small = shrunk(mask, 20, 28).astype(np.float32)
    soft: NDArray[np.float32] = cv2.GaussianBlur(small, (0, 0), 1.2).astype(np.float32)
    soft -= soft.mean()
    return soft / np.float32(np.linalg.norm(soft) + 1e-6)


@lru_cache(maxsize=1)
def _references() -> tuple[NDArray[np.float32], ...]:
    return tuple(_thumb(Pen(weight=0.16, contrast=1.2).glyph(c, 96)) for c in _PROOF)


@lru_cache(maxsize=8)
def font_files(folder: str) -> tuple[str, ...]:
    """Every font file under ``folder``, sorted by name; none if it does not exist."""
    found = (p for p in Path(folder).rglob("*") if p.suffix.lower() in FONT_ENDINGS)
    return tuple(str(p) for p in sorted(found, key=lambda p: p.name))


def random_face(rng: Generator, folder: str | None, needs: str = "") -> Face:
    """A font of ``folder``, legible and with all letters of ``needs``; else a pen of our own."""
    files = font_files(folder) if folder else ()
    if files and rng.random() < 0.8:
        made_for_cards = [f for f in files if CARD_FONT in Path(f).name]
        if made_for_cards and rng.random() < 0.1 and _has(made_for_cards[0], needs):
            return Font(made_for_cards[0], rng.uniform(0.85, 1.15))
        for _ in range(12):
            path = files[int(rng.integers(len(files)))]
            if is_legible(path) and _has(path, needs):
                return Font(path, float(rng.choice([1.0, rng.uniform(0.62, 1.1)])))
    return Pen.random(rng)


def _has(path: str, letters: str) -> bool:
    nothing = cut(_type(path, "\uffff", 60))
    return all(
        m.shape != nothing.shape or bool((m != nothing).any())
        for m in (cut(_type(path, c, 60)) for c in letters)
    )
