"""Whether a display's cards lie as their use wants: dishes hang together, empty pans lie open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from tabletop.referee.dishes import touch
from tabletop.referee.items import Item
from tabletop.referee.observe import Seen

_REACH = 1.7
"""Distance beyond which two cards of a dish don't touch, card widths."""


def shape(
    items: Sequence[Item], seen_at: Mapping[int, Seen], pairs: Mapping[int, int], height: float
) -> float:
    """Log weight of how the cards lie, 0 where nothing is odd. Only what was laid or moved just now
    is looked at. ``pairs``: for each card the sighting it is; ``height``: of a card, in card
    widths."""
    if not any(item.laid for item in items):
        return 0.0
    found = [(i, seen_at[pairs[i.card]]) for i in items if i.card in pairs]
    new = {i.dish for i in items if i.laid and i.dish >= 0}
    empty = [seen for item, seen in found if item.pan and item.dish < 0]
    score = 0.0
    for item, seen in found:
        if item.dish < 0:
            score += _apart(item, seen, empty, height)
        elif item.dish in new:
            others = [s for i, s in found if i.dish == item.dish and i.card != item.card]
            score += _in_dish(item, seen, others, height)
    return score


def _apart(item: Item, seen: Seen, empty: Sequence[Seen], height: float) -> float:
    if item.pan:
        return -1.5 if len(empty) == 1 and seen.visible < 0.45 else 0.0
    # A night card or a basket on an empty pan is part of a dish rather.
    return -2.5 if any(_touch(seen, pan, height) for pan in empty) else 0.0


def _in_dish(item: Item, seen: Seen, others: Sequence[Seen], height: float) -> float:
    score = -2.0 if item.pan and seen.visible > 0.75 else 0.0
    if others and not any(_touch(seen, other, height) for other in others):
        score -= 3.5
    return score


def _touch(a: Seen, b: Seen, height: float) -> bool:
    """Whether two cards overlap or nearly do."""
    return hypot(a.x - b.x, a.y - b.y) < _REACH and touch(a, b, height + 0.1)
