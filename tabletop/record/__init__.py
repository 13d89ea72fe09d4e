"""The text of a game: a plain record that people can read and write by hand.

docs/record.md explains the format and gives its grammar. In short:

>>> from tabletop.record import format_record, parse_record, replay
>>> record = parse_record('''tabletop record 1
... game: mushroom-walk
... player 1: Anna
...
... dealer forest 5D 6S 9H XR XB 2C KS KD
... p1 take 2          # comments are kept
... dealer turn 9H JS
... ''')
>>> [step.ruling.verdict for step in replay(record)]
['legal']
>>> print(format_record(record).splitlines()[-2])
1. p1 take 2  # comments are kept

``parse_record`` and ``load_record`` raise ``RecordError`` with line and column, and nothing else,
whatever they are given; ``positions``, ``replay``, ``known_after`` and ``disputes`` raise
``ReplayError`` where the lines of a record don't fit together.
"""

from __future__ import annotations

from tabletop.record.disputes import Dispute, disputes
from tabletop.record.entries import (
    Claimed,
    Corrected,
    Dealt,
    Entry,
    Played,
    Remark,
    Result,
    Ruled,
    Undone,
)
from tabletop.record.errors import RecordError, ReplayError
from tabletop.record.files import load_record, starts_a_record, starts_a_zip
from tabletop.record.formatting import format_record
from tabletop.record.lines import read_claim
from tabletop.record.parsing import parse_record
from tabletop.record.record import Record
from tabletop.record.replaying import Position, Step, count_turns, known_after, positions, replay

__all__ = [
    "Claimed",
    "Corrected",
    "Dealt",
    "Dispute",
    "Entry",
    "Played",
    "Position",
    "Record",
    "RecordError",
    "Remark",
    "ReplayError",
    "Result",
    "Ruled",
    "Step",
    "Undone",
    "count_turns",
    "disputes",
    "format_record",
    "known_after",
    "load_record",
    "parse_record",
    "positions",
    "read_claim",
    "replay",
    "starts_a_record",
    "starts_a_zip",
]
