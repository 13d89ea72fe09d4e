"""What the walk games (Mushroom Walk, original numbers, Fungi) share: the rules as code."""

from tabletop.games.rules import Rule
from tabletop.games.rulings import Breach, Ruling, Verdict
from tabletop.games.walk.actions import can_act
from tabletop.games.walk.dealing import deal, deck_faults, setup
from tabletop.games.walk.game import Game, KindInfo
from tabletop.games.walk.judge import allowed_by, judge
from tabletop.games.walk.knowledge import HandBounds, Knowledge, sales
from tabletop.games.walk.legal import LegalMoves, legal_moves, perft
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PutPan, Sell, Stuck, Take
from tabletop.games.walk.playing import (
    IllegalMoveError,
    play,
    reveal,
    skip_stuck,
    turned_up,
)
from tabletop.games.walk.scoring import (
    Outcome,
    dish_points,
    is_over,
    leader,
    outcome,
    score,
    scores,
    winner,
)
from tabletop.games.walk.sheet import ScoreSheet, SheetItem, SheetLine, score_sheet, sheet_text
from tabletop.games.walk.state import Dish, Player, State, price, unknown_state
from tabletop.games.walk.text import MoveTextError, describe, format_move, parse_claim, parse_move
from tabletop.games.walk.unseen import surplus

__all__ = [
    "Breach",
    "Cook",
    "Decay",
    "Discards",
    "Dish",
    "Game",
    "HandBounds",
    "IllegalMoveError",
    "KindInfo",
    "Knowledge",
    "LegalMoves",
    "Move",
    "MoveTextError",
    "Outcome",
    "Player",
    "PutPan",
    "Rule",
    "Ruling",
    "ScoreSheet",
    "Sell",
    "SheetItem",
    "SheetLine",
    "State",
    "Stuck",
    "Take",
    "Verdict",
    "allowed_by",
    "can_act",
    "deal",
    "deck_faults",
    "describe",
    "dish_points",
    "format_move",
    "is_over",
    "judge",
    "leader",
    "legal_moves",
    "outcome",
    "parse_claim",
    "parse_move",
    "perft",
    "play",
    "price",
    "reveal",
    "sales",
    "score",
    "score_sheet",
    "scores",
    "setup",
    "sheet_text",
    "skip_stuck",
    "surplus",
    "turned_up",
    "unknown_state",
    "winner",
]
