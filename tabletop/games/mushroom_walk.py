"""Mushroom Walk and its variant "original numbers": their cards, names and settings.

The functions of every walk game can be imported from here; ``tabletop.games`` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from tabletop.faces import FACES, is_red, rank
from tabletop.games import walk
from tabletop.games.mushroom_walk_rules import CITES, RULES
from tabletop.games.settings import Setting, read_settings
from tabletop.games.walk import *  # noqa: F403 - the functions of every walk game
from tabletop.games.walk.dealing import DEAL_ORDER
from tabletop.games.walk.game import Game, KindInfo, with_unknown_faces

NAME: Final = "mushroom-walk"
ORIGINAL: Final = "original-numbers"

SETTINGS: Final = (
    Setting("moon", ("ace", "jack"), "which rank is the moon; the other is a pan, as jokers are"),
    DEAL_ORDER,
    Setting(
        "night-sideways",
        ("unknown", "yes", "no"),
        "whether night cards lie turned sideways in their dishes",
    ),
)

KINDS: Final = (
    KindInfo("2", "honey fungus", 7, 1, 1, 1, "2"),
    KindInfo("3", "tree ear", 7, 1, 1, 2, "3"),
    KindInfo("4", "lawyer's wig", 6, 1, 2, 1, "4"),
    KindInfo("5", "shiitake", 5, 1, 2, 2, "5"),
    KindInfo("6", "hen of the woods", 5, 1, 3, 1, "6"),
    KindInfo("7", "birch bolete", 4, 1, 3, 2, "7"),
    KindInfo("8", "porcini", 4, 1, 3, 3, "8"),
    KindInfo("9", "chanterelle", 4, 1, 4, 2, "9"),
    KindInfo("T", "morel", 3, 0, 6, 4, "10"),
    KindInfo("B", "butter", 4, words="butter"),
    KindInfo("C", "cider", 4, words="cider"),
    KindInfo("K", "basket", 4),
    KindInfo("P", "poison mushroom", 4),
    KindInfo("N", "pan", 12),
    KindInfo("O", "moon", 8),
)
ORIGINAL_COUNTS: Final = {"2": 10, "3": 8, "B": 3, "C": 3, "K": 5, "P": 5, "N": 11}
"""Cards of the forest deck with original numbers, where they differ (MW-10.1)."""

_made: dict[tuple[str, tuple[str, ...]], Game] = {}


def game(settings: Iterable[str] = (), *, name: str = NAME) -> Game:
    """Mushroom Walk (or, by ``name``, original numbers) with ``settings`` such as ``"moon=jack"``.

    Raises SettingError for a setting or value that doesn't exist.
    """
    values = read_settings(settings, SETTINGS)
    key = (name, tuple(values.values()))
    if key not in _made:
        kinds = {info.kind: info for info in KINDS}
        title, cites = "Mushroom Walk", CITES
        if name == ORIGINAL:
            title = "Mushroom Walk, original numbers"
            kinds |= {k: replace(kinds[k], count=n) for k, n in ORIGINAL_COUNTS.items()}
            cites = {**CITES, "decks": ("MW-10.1",)}
        faces = _face_kinds(values["moon"])
        _made[key] = Game(name, title, kinds, faces, RULES, cites, values)
    return _made[key]


def _face_kinds(moon: str) -> Mapping[str, str]:
    by_rank = {"A": "O", "J": "N"} if moon == "ace" else {"A": "N", "J": "O"}
    kinds = {}
    for face in FACES:
        if rank(face) == "Q":
            kinds[face] = "B" if is_red(face) else "K"
        elif rank(face) == "K":
            kinds[face] = "C" if is_red(face) else "P"
        elif rank(face) == "X":
            kinds[face] = "N"
        else:
            kinds[face] = by_rank.get(rank(face), rank(face))
    return with_unknown_faces(kinds, "N")


__all__ = ["NAME", "ORIGINAL", "RULES", "SETTINGS", "game"]
__all__ += walk.__all__
