"""Whether the entries of a journal can be: a stranger's file may hold anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from tabletop.faces import FACES
from tabletop.games.mushroom_walk import parse_claim, parse_move
from tabletop.language import say, words_of
from tabletop.referee.setup import sound_setup

if TYPE_CHECKING:
    from tabletop.referee.journal import Entry, SeenReading

MOST_BYTES: Final = 256 * 2**20
"""A journal larger than this is none: a picture takes some 20 KB."""

_MOST_CARDS = 1000
_MOST_CELLS = 2**20
_MOST_PIXELS = 100_000
_FARTHEST = 1e6
"""Pixels that a corner may lie beside the picture."""


def fault(entry: Entry) -> str:
    """What is wrong with ``entry``; empty if nothing is."""
    from tabletop.referee import journal

    match entry:
        case journal.Opened(setup=setup):
            sound = setup is None or sound_setup(setup)
            return "" if sound else say("its set-up's numbers can't be")
        case journal.Picture(reading=reading):
            return _reading_fault(reading)
        case journal.Fixed(move=move, player=player):
            return _said_fault(move, player)
        case journal.Disputed(says=says, player=player):
            return _said_fault(says, player)
        case _:
            return ""


def _said_fault(says: str | int, player: int | None) -> str:
    if player not in (0, 1, None):
        return say("there is no player {n}", n=player)
    if isinstance(says, str):
        try:
            parse_claim(says) if says.strip().lower() == "stuck" else parse_move(says)
        except ValueError as error:
            return say("{move} is no move: {why}", move=repr(says), why=words_of(error))
    return ""


def _reading_fault(reading: SeenReading) -> str:
    width, height = reading.size
    if not (1 <= width <= _MOST_PIXELS and 1 <= height <= _MOST_PIXELS):
        return say("no picture has {width} × {height} pixels", width=width, height=height)
    if len(reading.cards) > _MOST_CARDS or len(reading.coins) > _MOST_CARDS:
        return say("it shows more than {n} cards or coins", n=_MOST_CARDS)
    rows, columns, bits = reading.hands
    if not (0 <= rows <= _MOST_CELLS and 0 <= columns <= _MOST_CELLS):
        return say("its grid of hands can't be")
    if rows * columns > _MOST_CELLS or len(bits) != (rows * columns + 7) // 8:
        return say("its grid of hands can't be")
    for card in reading.cards:
        if card.p and len(card.p) != 4 * len(FACES):
            return say("a card has another number of faces")
        p = np.frombuffer(card.p, "<f4")
        if not (np.isfinite(p).all() and (p >= 0).all() and (p <= 1.001).all()):
            return say("a card's probabilities can't be")
        if not (_shares((card.visible, card.score)) and _near(_flat(card.quad))):
            return say("a card's numbers can't be")
    if not all(_near(coin[:3]) and _shares(coin[3:]) for coin in reading.coins):
        return say("a coin's numbers can't be")
    return ""


def _shares(values: Iterable[float]) -> bool:
    return all(-0.001 <= value <= 1.001 for value in values)


def _near(values: Iterable[float]) -> bool:
    return all(abs(value) <= _FARTHEST for value in values)


def _flat(points: Iterable[tuple[float, float]]) -> Iterator[float]:
    return (value for point in points for value in point)
