"""From the names that card files carry in packages to the names of faces.

Each function takes a file's name without its ending (or an element's id) and returns a face,
``"back"``, ``"back2"``… or None where the file is no card. A deck's third joker is ``"XR2"`` or
``"XB2"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from tabletop.faces import FACES

_ENGLISH: Final = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K", "ace": "A", "jack": "J",
                   "queen": "Q", "king": "K"}  # fmt: skip
_SUITS: Final = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_JOKERS: Final = {"joker_red": "XR", "joker_black": "XB", "red_joker": "XR", "black_joker": "XB"}


def face(rank: str, suit: str) -> str | None:
    """The face of an English rank (``"10"``, ``"1"``, ``"12"``, ``"q"``, ``"king"``) and suit
    (``"s"``, ``"spade"``), None where there is none such."""
    rank = _ENGLISH.get(rank.lower(), rank.upper())
    suit = _SUITS.get(suit.lower(), suit.upper())
    return rank + suit if rank + suit in FACES else None


def from_words(stem: str) -> str | None:
    """``club_king``, ``king_club``, ``diamond_1``, ``1_diamond``, ``joker_red``."""
    if stem in _JOKERS:
        return _JOKERS[stem]
    if stem == "back":
        return "back"
    first, _, last = stem.partition("_")
    return face(last, first) if first in _SUITS else face(first, last)


def from_rank_suit(stem: str) -> str | None:
    """``12c``, ``1s``, ``TH``."""
    found = re.fullmatch(r"(\d+|[a-z])([shdc])", stem.lower())
    return face(*found.groups()) if found else ("back" if stem == "back" else None)


def from_clipart(stem: str) -> str | None:
    """``white_c_10``, ``bordered_jk_r``."""
    found = re.fullmatch(r"[a-z]+_([shdc])_(\w+)", stem)
    if found:
        return face(found[2], found[1])
    found = re.fullmatch(r"[a-z]+_jk_([rb])", stem)
    return "X" + found[1].upper() if found else None


def from_french(stem: str) -> str | None:
    """``CaJ-PokeRv1-10C``: pique, coeur, carreau (K), trèfle; valet, dame, roi; joker rouge, noir;
    an ``APv2`` (a second ace of spades) and other extras are no face."""
    code = stem.rsplit("-", 1)[-1]
    if code in ("JR", "JN"):
        return "XR" if code == "JR" else "XB"
    found = re.fullmatch(r"(10|[2-9AVDR])([PCKT])", code)
    if not found:
        return None
    rank = {"V": "J", "D": "Q", "R": "K"}.get(found[1], found[1])
    return face(rank, {"P": "S", "C": "H", "K": "D", "T": "C"}[found[2]])


def from_letele(stem: str) -> str | None:
    """``S10``, ``Ha``, ``J1``, ``J2``, ``B1``, ``B2``."""
    if stem in ("B1", "B2"):
        return {"B1": "back", "B2": "back2"}[stem]
    if stem in ("J1", "J2"):
        return {"J1": "XR", "J2": "XB"}[stem]
    return face(stem[1:], stem[0])


def from_numbers(stem: str) -> str | None:
    """``0_12``: suits 0 to 3 are spades, hearts, clubs, diamonds."""
    found = re.fullmatch(r"([0-3])_(\d+)", stem)
    return face(found[2], "SHCD"[int(found[1])]) if found else None


def backs(names: Iterable[str]) -> dict[str, str]:
    """``names`` of pictures of backs, in order, to ``back``, ``back2``, ``back3``…"""
    return {name: "back" + (str(i) if i > 1 else "") for i, name in enumerate(names, 1)}
