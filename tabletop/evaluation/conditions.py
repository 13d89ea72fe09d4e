"""Under which conditions a card is seen, measured in the picture: causes of mistakes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.frame import Image

Points = NDArray[np.float32]

SMALL_BELOW = 60.0
"""Pixels of a card's width."""
COVERED_BELOW = 0.8
BARELY_BELOW = 0.4
"""Shares of a card that shows."""
BLURRED_BELOW = 0.2
"""Sharpness: cards of a good webcam have 0.3 to 1.5; blurred by two pixels, 0.02 to 0.15."""
GLARE_ABOVE = 0.3
"""Share of a card that is overexposed."""
OVEREXPOSED_FROM = 250
JUDGED_WIDTH = 64.0
"""Cards are made no wider than this before sharpness is measured: finer detail isn't needed to
read them."""
LEAST_PIXELS = 50

_NOTED = {
    "flat view": re.compile(r"\b(flat|slanted)\b"),
    "overlap": re.compile(r"\b(overlap\w*|columns?|fan)\b"),
    "lamp, candle, flash": re.compile(r"\b(flash|glare|candle|uneven light)\b"),
    "worn or bent": re.compile(r"\b(worn|curved|bent)\b"),
    "odd artwork": re.compile(r"\b(four-corner|odd artwork)\b"),
    "clutter": re.compile(
        r"\b(clutter|coins|banknotes|fruit|walnuts|plants|flowers|usb|sticker)\b"
    ),
}


@dataclass(frozen=True, slots=True)
class Conditions:
    """``width``: pixels; ``visible``: the share that shows; ``sharpness``: variance of the
    Laplacian, to the variance of the brightness; ``overexposed``: share of what shows."""

    width: float
    visible: float
    sharpness: float
    overexposed: float

    @property
    def causes(self) -> tuple[str, ...]:
        """What makes this card hard to read."""
        found = []
        if self.width < SMALL_BELOW:
            found.append(f"small (under {SMALL_BELOW:.0f} pixels wide)")
        if self.visible < BARELY_BELOW:
            found.append(f"mostly covered (under {BARELY_BELOW:.0%} shows)")
        elif self.visible < COVERED_BELOW:
            found.append(f"covered in part (under {COVERED_BELOW:.0%} shows)")
        if self.sharpness < BLURRED_BELOW:
            found.append("blurred")
        if self.overexposed > GLARE_ABOVE:
            found.append(f"glare (over {GLARE_ABOVE:.0%} overexposed)")
        return tuple(found)


def measure(
    image: Image, quad: Points, visible: float = 1.0, above: Sequence[Points] = ()
) -> Conditions | None:
    """The conditions of a card: ``quad`` (4, 2) its corners in pixels of ``image`` (h, w, 3),
    ``above`` the corners of cards that lie on it. None where too little of it is in the picture."""
    h, w = image.shape[:2]
    low = np.clip(np.floor(quad.min(axis=0)).astype(int), 0, [w, h])
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 1, 0, [w, h])
    if (high - low).min() < 8:
        return None
    part = image[low[1] : high[1], low[0] : high[0]]
    mask = own_mask(part, quad - low, [other - low for other in above])
    own = mask > 0
    if own.sum() < LEAST_PIXELS:
        return None
    overexposed = float((part.min(axis=2)[own] >= OVEREXPOSED_FROM).mean())
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    width = float(min(sides[0] + sides[2], sides[1] + sides[3]) / 2)
    return Conditions(width, visible, _sharpness(part, mask, width), overexposed)


def own_mask(image: Image, quad: Points, above: Sequence[Points]) -> NDArray[np.uint8]:
    """255 where in ``image`` (h, w, 3) a card with its corners at ``quad`` (4, 2) shows beneath
    cards with theirs at ``above``, 0 elsewhere: (h, w)."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    for other in above:
        cv2.fillConvexPoly(mask, np.round(other).astype(np.int32), 0)
    return mask


def _sharpness(part: Image, mask: NDArray[np.uint8], width: float) -> float:
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.float32)
    if width > JUDGED_WIDTH:
        zoom = JUDGED_WIDTH / width
        grey = np.asarray(
            cv2.resize(grey, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.float32
        )
        mask = np.asarray(
            cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8
        )
    # The card's own outline is sharp against any table; only what is printed on it counts.
    inner = np.asarray(cv2.erode(mask, np.ones((5, 5), np.uint8))) > 0
    if inner.sum() < LEAST_PIXELS // 2:
        inner = mask > 0
    if not inner.any():
        return 0.0
    edges = np.asarray(cv2.Laplacian(grey, cv2.CV_32F))
    return float(edges[inner].var() / (grey[inner].var() + 25.0))


def noted(note: str) -> tuple[str, ...]:
    """The causes that a label's note speaks of."""
    text = note.casefold()
    return tuple(name for name, words in _NOTED.items() if words.search(text))
