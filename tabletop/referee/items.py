"""What a state predicts in a display, card by card."""

from __future__ import annotations

from typing import NamedTuple

from tabletop.referee.beliefs import Belief

Spots = tuple[tuple[float, float], ...]
"""Points on the table."""


class Place(NamedTuple):
    """Where a card was last seen, table coordinates, how much of it showed then, and its turn (see
    ``observe.Seen``)."""

    x: float
    y: float
    visible: float
    angle: float = 0.0


class Item(NamedTuple):
    """A card that a state predicts in a display. ``belief`` None: lies face down. ``place``: where
    it was seen last and should still lie; None for a card that was moved or laid just now.
    ``dish``: which dish it belongs to, -1 for a card laid apart; ``pan``: an empty pan or the pan
    of a dish; ``laid``: laid or moved just now; ``missed``: not seen in the last picture."""

    card: int
    belief: Belief | None
    place: Place | None
    dish: int = -1
    pan: bool = False
    laid: bool = False
    missed: bool = False
