"""The text of a game: a plain record that people can read and write by hand.

::

    tabletop record 1
    game: mushroom-walk
    set: moon=ace
    player 0: Anna
    player 1: Ben
    date: 2031-05-17

    dealer forest 5D 6S 9H XR XB 2C KS KD
    dealer deal p0 ?? ?? ??
    dealer deal p1 ?? ?? AC
    dealer night p1 4D
    p0 take 2                       # any words
    dealer turn 9H JS
    p1 decay
    dealer turn QS
    result 36 45 forest empty

The first line names the form and its version. The header has ``game:``, any number of ``set:``,
``player 0:``, ``player 1:`` and ``date:``. Then one act a line, its actor first. The dealer is an
actor too: ``forest`` lays the first eight cards, nearest the decay pile first; ``deal`` gives a
player the three cards of the deal (what isn't named is unknown); ``night`` is the night card that a
player gets for a moon; ``turn`` what is turned up to the forest after a turn. Cards are faces
(``TH``, ``QS``, ``XR``), kinds (``T``, ``K``, ``N``: see ``tabletop.games``) or ``??``. Players'
turns are moves in their short form (``tabletop.games.walk.text``). ``#`` starts a comment, which is
kept. ``result`` comes last: both players' points and why the game ended.
"""

from __future__ import annotations

from tabletop.record.entries import (
    Dealt,
    Entry,
    Played,
    Record,
    Remark,
    Result,
    format_entry,
    format_header,
    format_record,
)
from tabletop.record.parsing import RecordError, parse_record
from tabletop.record.replaying import ReplayError, Step, first_state, replay

__all__ = [
    "Dealt",
    "Entry",
    "Played",
    "Record",
    "RecordError",
    "Remark",
    "ReplayError",
    "Result",
    "Step",
    "first_state",
    "format_entry",
    "format_header",
    "format_record",
    "parse_record",
    "replay",
]
