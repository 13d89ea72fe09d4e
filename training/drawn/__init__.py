"""Decks of playing cards drawn by rule: artwork of any kind to train the reader on."""

from training.drawn.deck import draw_deck, style_of, write_deck
from training.drawn.style import PRESETS, Style

__all__ = ["PRESETS", "Style", "draw_deck", "style_of", "write_deck"]
