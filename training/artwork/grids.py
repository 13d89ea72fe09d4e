"""Decks drawn as one sheet of 13 by 5 cells, as GNOME's card games have them.

Rows: clubs, diamonds, hearts, spades, each A to K; the last holds black joker, red joker, back.
"""

from __future__ import annotations

from pathlib import Path

from tabletop.faces import RANKS
from training.artwork.catalogue import Deck
from training.artwork.crop import Picture
from training.artwork.render import draw_svg, read_svg

SHEET_WIDTH = 5850
"""Pixels across 13 cells: a card comes out some 1.5 times as high as it is stored."""


def cell_names() -> dict[tuple[int, int], str]:
    """The name of each cell that holds a card, by (row, column)."""
    names = {(row, col): rank + suit for row, suit in enumerate("CDHS")
             for col, rank in enumerate(RANKS)}  # fmt: skip
    return names | {(4, 0): "XB", (4, 1): "XR", (4, 2): "back"}


def read(deck: Deck, package: Path) -> dict[str, Picture]:
    """The cards of ``deck``, each in its cell."""
    sheet = draw_svg(read_svg(package / deck.place), width=SHEET_WIDTH)
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
    cells = {}
    for (row, col), name in cell_names().items():
        y, x = round(row * height), round(col * width)
        cells[name] = sheet[y : y + int(height), x : x + int(width)]
    return cells
