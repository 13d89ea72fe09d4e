"""Mushroom Walk and its variant "original numbers": their cards, names and settings.

The functions of every walk game can be imported from here; ``tabletop.games`` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tabletop.faces import FACES, is_red, rank
from tabletop.games.settings import Setting, read_settings
from tabletop.games.walk.actions import can_act
from tabletop.games.walk.dealing import deal, deck_faults, setup
from tabletop.games.walk.game import Game, KindInfo, with_unknown_faces
from tabletop.games.walk.judge import judge
from tabletop.games.walk.legal import LegalMoves, legal_moves, perft
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PutPan, Sell, Stuck, Take
from tabletop.games.walk.playing import (
    IllegalMoveError,
    play,
    reveal,
    skip_stuck,
    turned_up,
)
from tabletop.games.walk.rules import RULES, Rule
from tabletop.games.walk.rulings import Breach, Ruling, Verdict
from tabletop.games.walk.scoring import (
    ScoreSheet,
    SheetLine,
    dish_points,
    is_over,
    leader,
    score,
    score_sheet,
    scores,
    winner,
)
from tabletop.games.walk.state import Dish, Player, State, price, unknown_state
from tabletop.games.walk.text import MoveTextError, describe, format_move, parse_claim, parse_move

NAME: Final = "mushroom-walk"
ORIGINAL: Final = "original-numbers"

SETTINGS: Final = (
    Setting("moon", ("ace", "jack"), "which rank is the moon; the other is a pan, as jokers are"),
    Setting(
        "deal-order",
        ("alternate", "in-threes"),
        "whether cards are dealt one at a time or three at once, the first player first (R-1)",
    ),
    Setting(
        "night-sideways",
        ("unknown", "yes", "no"),
        "whether night cards lie turned sideways in their dishes",
    ),
)

_MUSHROOMS: Final = (
    KindInfo("2", "honey fungus", 7, 1, 1, 1),
    KindInfo("3", "tree ear", 7, 1, 1, 2),
    KindInfo("4", "lawyer's wig", 6, 1, 2, 1),
    KindInfo("5", "shiitake", 5, 1, 2, 2),
    KindInfo("6", "hen of the woods", 5, 1, 3, 1),
    KindInfo("7", "birch bolete", 4, 1, 3, 2),
    KindInfo("8", "porcini", 4, 1, 3, 3),
    KindInfo("9", "chanterelle", 4, 1, 4, 2),
    KindInfo("T", "morel", 3, 0, 6, 4),
)
_OTHERS: Final = (
    KindInfo("B", "butter", 4),
    KindInfo("C", "cider", 4),
    KindInfo("K", "basket", 4),
    KindInfo("P", "poison mushroom", 4),
    KindInfo("N", "pan", 12),
    KindInfo("O", "moon", 8),
)
_ORIGINAL_COUNTS: Final = {"2": 10, "3": 8, "B": 3, "C": 3, "K": 5, "P": 5, "N": 11}

_made: dict[tuple[str, tuple[str, ...]], Game] = {}


def game(settings: Iterable[str] = (), *, name: str = NAME) -> Game:
    """Mushroom Walk (or, by ``name``, original numbers) with ``settings`` such as ``"moon=jack"``.

    Raises SettingError for a setting or value that doesn't exist.
    """
    values = read_settings(settings, SETTINGS)
    key = (name, tuple(values.values()))
    if key not in _made:
        kinds = {info.kind: info for info in _MUSHROOMS + _OTHERS}
        title = "Mushroom Walk"
        if name == ORIGINAL:
            title = "Mushroom Walk, original numbers"
            kinds = {k: _with_count(info, _ORIGINAL_COUNTS.get(k)) for k, info in kinds.items()}
        _made[key] = Game(name, title, kinds, _face_kinds(values["moon"]), values)
    return _made[key]


def _with_count(info: KindInfo, count: int | None) -> KindInfo:
    if count is None:
        return info
    return KindInfo(info.kind, info.name, count, info.night, info.cook, info.sell)


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


__all__ = [
    "NAME",
    "ORIGINAL",
    "RULES",
    "SETTINGS",
    "Breach",
    "Cook",
    "Decay",
    "Discards",
    "Dish",
    "Game",
    "IllegalMoveError",
    "KindInfo",
    "LegalMoves",
    "Move",
    "MoveTextError",
    "Player",
    "PutPan",
    "Rule",
    "Ruling",
    "ScoreSheet",
    "Sell",
    "SheetLine",
    "State",
    "Stuck",
    "Take",
    "Verdict",
    "can_act",
    "deal",
    "deck_faults",
    "describe",
    "dish_points",
    "format_move",
    "game",
    "is_over",
    "judge",
    "leader",
    "legal_moves",
    "parse_claim",
    "parse_move",
    "perft",
    "play",
    "price",
    "reveal",
    "score",
    "score_sheet",
    "scores",
    "setup",
    "skip_stuck",
    "turned_up",
    "unknown_state",
    "winner",
]
