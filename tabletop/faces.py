"""Faces: the names of the cards every part of tabletop speaks of.

A face is rank and suit (``"TH"``, ``"QS"``; ``T`` is the ten) or a joker (``"XR"``, ``"XB"``).
``"back"`` is a card lying face down, ``"??"`` a card whose face is not known and ``"X?"`` a joker
whose colour is not known.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
JOKERS: Final = ("XR", "XB")
BACK: Final = "back"
UNKNOWN: Final = "??"
JOKER_UNKNOWN: Final = "X?"

FACES: Final[tuple[str, ...]] = tuple(r + s for s in SUITS for r in RANKS) + JOKERS
"""All 54 faces, in the order in which probability vectors list them."""

FACE_INDEX: Final[dict[str, int]] = {face: i for i, face in enumerate(FACES)}


def is_red(face: str) -> bool:
    """Whether ``face`` is printed in red (hearts, diamonds, the red joker)."""
    return face[1:] in ("H", "D", "R")


def rank(face: str) -> str:
    """The rank letter of ``face``; ``"X"`` for a joker."""
    return face[0]
