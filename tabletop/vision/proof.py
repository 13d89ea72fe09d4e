"""Whether a picture shows cards at all.

Floors, cloths and photographs hold many things that look a little like a card. On a table with
cards something is one beyond doubt: a face that reads well, or cards that lie there whole. Where
nothing is, all the rest is clutter too.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from tabletop.vision.index import JOKER_AT
from tabletop.vision.sighting import Sighting

READS = 0.75
"""A face that reads this well and lies there this surely, multiplied, is no clutter."""
JOKES = 0.98
"""The same for jokers: any picture looks a little like one."""
WHOLE, SURE, LIKELY = 0.85, 0.98, 0.9
"""A card of which this much shows and that this surely is one; two of one size needn't be so sure.
"""
ALIKE = 1.25
"""Cards on one table differ in size, by how far they are from the camera, no more than so."""


def shows_cards(cards: Sequence[Sighting]) -> bool:
    """Whether one of ``cards``, all that were seen in a picture, is one beyond doubt."""
    if any(_reads(card) for card in cards):
        return True
    whole = [card for card in cards if card.visible > WHOLE]
    if any(card.score > SURE for card in whole):
        return True
    sizes = sorted(card.width for card in whole if card.score > LIKELY)
    return any(b < ALIKE * a for a, b in itertools.pairwise(sizes))


def _reads(card: Sighting) -> bool:
    joker, face = float(card.p[JOKER_AT].sum()), float(np.delete(card.p, JOKER_AT).max())
    return face * card.score > READS or joker * card.score > JOKES
