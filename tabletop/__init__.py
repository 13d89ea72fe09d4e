"""tabletop follows a card game on a real table."""

__version__ = "0.1.0"
