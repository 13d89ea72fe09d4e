"""What sets one walk game apart from another: its cards, their worth, its names and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from tabletop.faces import BACK, JOKER_UNKNOWN, UNKNOWN
from tabletop.games.rules import Rule
from tabletop.games.rulings import Breach
from tabletop.games.walk.rules import Citations, Cited
from tabletop.language import say

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

_UNSURE_FACES: Final = (JOKER_UNKNOWN, UNKNOWN, BACK)


@dataclass(frozen=True, slots=True)
class KindInfo:
    """One kind of card: its code, its name (singular), cards of it in the forest deck and in the
    night pile, points for each one cooked, sticks for each one sold; ``word`` is what players call
    one card of it, if not by its name, and ``words`` several, if not ``word`` with an s; ``one`` is
    ``word`` with its article, as the object of a sentence. All four can be translated."""

    kind: str
    name: str
    count: int
    night: int = 0
    cook: int = 0
    sell: int = 0
    word: str = ""
    words: str = ""
    one: str = field(default="", init=False)

    def __post_init__(self) -> None:
        word = self.word or self.name
        article = "an " if word[0] in "8u" else "a "
        object.__setattr__(self, "one", say(word if self.kind in "BC" else article + word))
        object.__setattr__(self, "words", say(self.words or word + "s"))
        object.__setattr__(self, "word", word if word.isdigit() else say(word))
        object.__setattr__(self, "name", say(self.name))


@dataclass(frozen=True, eq=False)
class Game:
    """A walk game with the settings its players agreed on.

    Made by ``tabletop.games.game_named``, which gives the same object for the same name and
    settings: games are compared by identity. ``face_kinds`` maps what can be read on a card to its
    kind. ``playing_cards`` says whether that is the faces of playing cards; else the game has cards
    of its own, which a record names by their kinds. ``open_nights`` says whether night cards lie
    open to both players, or are seen by their owner alone until they are played (FU-R2).
    """

    name: str
    title: str
    kinds: Mapping[str, KindInfo]
    face_kinds: Mapping[str, str]
    rules: Mapping[str, Rule]
    cites: Citations
    settings: Mapping[str, str] = field(default_factory=dict)
    start_pans: int = 2
    playing_cards: bool = True
    open_nights: bool = True

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
            how = (
                "write rank and suit as in TH, or XR, XB, ??"
                if self.playing_cards
                else f"write a kind ({' '.join(self.kinds)}) or ??"
            )
            raise ValueError(f"{face!r} is no card of {self.title}: {how}") from None

    def faces_of(self, kind: str) -> tuple[str, ...]:
        """The faces that are of ``kind``; all of them for ``"?"``."""
        known = ((f, k) for f, k in self.face_kinds.items() if f not in _UNSURE_FACES)
        return tuple(face for face, its in known if kind in (ANY, its))

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
        """``kind`` as players call it: ``"9s"``, ``"10"``, ``"morels"``, ``"butter"``."""
        if kind == ANY:
            return say("unknown card") if number == 1 else say("unknown cards")
        info = self.kinds[kind]
        return info.word if number == 1 else info.words

    def one(self, kind: str) -> str:
        """One card of ``kind`` with its article, as something is done to it: ``"a 9"``."""
        return say("an unknown card") if kind == ANY else self.kinds[kind].one

    def breaches(self, rule: Cited, facts: str, cure: str = "") -> list[Breach]:
        """``facts`` as a breach of each rule and ruling that ``rule`` is called here."""
        return [Breach(i, self.rules[i].text, facts, cure) for i in self.ids(rule)]

    def ids(self, rule: Cited) -> tuple[str, ...]:
        """The ids in this game's text of what the shared code calls ``rule``."""
        return self.cites.get(rule, (rule,))


def with_unknown_faces(face_kinds: Mapping[str, str], joker: str = "") -> dict[str, str]:
    """``face_kinds`` with the faces that are not fully known; ``joker`` is the jokers' kind."""
    jokers = {JOKER_UNKNOWN: joker} if joker else {}
    return {**face_kinds, **jokers, UNKNOWN: ANY, BACK: ANY}
