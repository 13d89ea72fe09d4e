"""Decks of playing cards drawn by rule: to train a reader that knows any artwork, and to play with."""

from training.drawn.deck import draw_deck, style_of, write_deck
from training.drawn.style import PRESETS, Style

__all__ = ["PRESETS", "Style", "draw_deck", "style_of", "write_deck"]
