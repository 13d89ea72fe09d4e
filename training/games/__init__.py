"""Whole games of Mushroom Walk painted as a webcam would see them, with exact truth."""
