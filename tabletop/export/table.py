"""A game as comma-separated values, a line for each turn."""

from __future__ import annotations

import csv
import io
from typing import Final

from tabletop.export.account import Account
from tabletop.language import translate

COLUMNS: Final = ("turn", "player", "move", "words", "points_1", "points_2", "broken_rules")

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def table(account: Account) -> str:
    """The turns of ``account``; names of columns and moves are the same in every language."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for told in account.turns:
        name = translate(account.record.name(told.player))
        rules = " ".join(dict.fromkeys(breach.rule for breach in told.broken))
        row = (told.n, name, told.move, translate(told.words), *told.scores, rules)
        writer.writerow(_harmless(cell) for cell in row)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: names come from files of strangers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
