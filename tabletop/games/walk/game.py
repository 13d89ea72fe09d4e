"""What sets one walk game apart from another: its cards, their worth, its names and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tabletop.faces import FACES, JOKER_UNKNOWN, UNKNOWN

MUSHROOMS: Final = "23456789T"
PAN: Final = "N"
MOON: Final = "O"
BUTTER: Final = "B"
CIDER: Final = "C"
BASKET: Final = "K"
POISON: Final = "P"
ANY: Final = "?"
HAND_KINDS: Final = MUSHROOMS + PAN + BUTTER + CIDER
"""Kinds that can stay in a hand; the others are laid down or discarded when they are taken."""

FOREST_SIZE: Final = 8
DECAY_SIZE: Final = 4
AT_FEET: Final = 2
DEALT: Final = 3
HAND_LIMIT: Final = 8
POISONED_LIMIT: Final = 4
ROOM_OF_BASKET: Final = 2
BUTTER_NEEDS: Final = 4
CIDER_NEEDS: Final = 5
BUTTER_POINTS: Final = 3
CIDER_POINTS: Final = 5


@dataclass(frozen=True, slots=True)
class KindInfo:
    """One kind of card: its code, its name (singular), cards of it in the forest deck and in the
    night pile, points for each one cooked, sticks for each one sold."""

    kind: str
    name: str
    count: int
    night: int = 0
    cook: int = 0
    sell: int = 0


@dataclass(frozen=True, eq=False)
class Game:
    """A walk game with the settings its players agreed on.

    Made by ``tabletop.games.game_named``, which gives the same object for the same name and
    settings: games are compared by identity. ``face_kinds`` maps faces to kinds.
    """

    name: str
    title: str
    kinds: Mapping[str, KindInfo]
    face_kinds: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict)
    start_pans: int = 2

    def __repr__(self) -> str:
        texts = [f"{name}={value}" for name, value in self.settings.items()]
        return f"game_named({self.name!r}, {texts!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        from tabletop.games.catalogue import game_named

        return game_named, (self.name, tuple(f"{n}={v}" for n, v in self.settings.items()))

    def kind_of(self, face: str) -> str:
        """The kind of card that ``face`` is here; ``"?"`` for an unknown face or a back.

        Raises ValueError for a text that names no face.
        """
        try:
            return self.face_kinds[face]
        except KeyError:
            raise ValueError(
                f"{face!r} is no card: write rank and suit as in TH, or XR, XB, ??"
            ) from None

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """The faces that are of ``kind``; all of them for ``"?"``."""
        return tuple(f for f in FACES if kind == ANY or self.face_kinds[f] == kind)

    @cached_property
    def cook(self) -> Mapping[str, int]:
        """Points for each mushroom cooked, by kind."""
        return {k: info.cook for k, info in self.kinds.items() if k in MUSHROOMS}

    @cached_property
    def sell(self) -> Mapping[str, int]:
        """Sticks for each mushroom sold, by kind."""
        return {k: info.sell for k, info in self.kinds.items() if k in MUSHROOMS}

    @cached_property
    def forest_deck(self) -> str:
        """Every card of the forest deck, by kind, unshuffled."""
        return "".join(k * info.count for k, info in self.kinds.items())

    @cached_property
    def night_deck(self) -> str:
        """Every card of the night pile, by kind, unshuffled."""
        return "".join(k * info.night for k, info in self.kinds.items())

    def word(self, kind: str, number: int = 1) -> str:
        """``kind`` as players call it: ``"9s"``, ``"10"``, ``"pans"``, ``"butter"``."""
        name = "10" if kind == "T" else kind if kind in MUSHROOMS else ""
        if not name:
            name = "unknown card" if kind == ANY else self.kinds[kind].name
            if name in ("butter", "cider"):
                return name
        return name if number == 1 else name + "s"


def with_unknown_faces(face_kinds: Mapping[str, str], joker: str) -> dict[str, str]:
    """``face_kinds`` with the faces that are not fully known; ``joker`` is the jokers' kind."""
    return {**face_kinds, JOKER_UNKNOWN: joker, UNKNOWN: ANY, "back": ANY}
