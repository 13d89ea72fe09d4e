"""Painted pictures of card tables with exact truth, to train the card reader with."""
