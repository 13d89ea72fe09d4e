"""What all cards of a deck are printed with: its style, its scale, signs drawn once and kept."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from training.drawn.canvas import Canvas, Colour, Image, mix, shrunk
from training.drawn.glyphs import word
from training.drawn.style import Style
from training.drawn.suits import suit_mask


@dataclass
class Press:
    """``scale``: pixels a millimetre."""

    style: Style
    scale: float
    _signs: dict[tuple[str, int, bool], Image] = field(default_factory=dict)

    def card(self) -> Canvas:
        """An empty card."""
        s = self.style
        return Canvas(s.width, s.height, self.scale, s.stock)

    def sign(self, suit: str, height: float, index: bool = False) -> Image:
        """The mask of a suit sign ``height`` mm high."""
        key = (suit, round(height * self.scale), index)
        if key not in self._signs:
            form = self.style.index_form if index else self.style.form
            self._signs[key] = suit_mask(suit, form, max(4, key[1]))
        return self._signs[key]

    def text(self, text: str, height: float, gap: float = 0.12, down: bool = False) -> Image:
        """A word in the deck's own face, capitals ``height`` mm high."""
        return word(self.style.face, text, height * self.scale, gap, down)

    def rank(self, rank: str) -> Image:
        """The rank as it stands in the index, squeezed to the width that the style allows."""
        index = self.style.index
        text = self.style.letters.get(rank, rank)
        mask = word(self.style.face, text, index.rank_height * self.scale, gap=0.06)
        widest = index.max_width * self.scale * (1.15 if len(text) > 1 else 1.0)
        if mask.shape[1] > widest:
            mask = shrunk(mask, widest, mask.shape[0])
        return mask

    def pip(
        self, canvas: Canvas, suit: str, x: float, y: float, height: float, turn: bool = False
    ) -> None:
        """Print one pip in the deck's ink, centred on (x, y) mm."""
        mask = self.sign(suit, height)
        ink = self.style.inks[suit]
        canvas.stamp(*inked(mask, ink, self.style.stock, self.style.pips.ink), x, y, turn)


def inked(mask: Image, ink: Colour, stock: Colour, how: str) -> tuple[Image, Colour | Image]:
    """Mask and paint of a sign in one of the inks that ``Pips`` names."""
    if how == "solid":
        return mask, ink
    h, w = mask.shape
    if how == "gradient":
        down = np.linspace(0, 1, h)[:, None, None]
        shades = (
            np.array(mix(ink, (255, 255, 255), 0.3)) * (1 - down)
            + np.array(mix(ink, (0, 0, 0), 0.3)) * down
        )
        return mask, np.broadcast_to(shades, (h, w, 3)).astype(np.uint8)
    far = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    unit = h / 100
    inside = far > 9 * unit if how == "outline" else (far > 6 * unit) & (far < 9.5 * unit)
    paint = np.empty((h, w, 3), dtype=np.uint8)
    paint[:] = ink
    paint[inside] = stock
    return mask, paint
