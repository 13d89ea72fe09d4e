"""Whether a display's cards lie as their use wants: dishes hang together, empty pans lie open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot, sin

from tabletop.referee.dishes import touch
from tabletop.referee.items import Item
from tabletop.referee.observe import Seen

_REACH = 1.7
"""Distance beyond which two cards of a dish don't touch, card widths."""

_HOLE = 3.0
"""Cost of a hole in a dish where no card is missed."""
_STEP = 0.12
"""Least step from one card of a dish to the next, card widths."""


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
    for dish in sorted(new):
        lying = [seen for item, seen in found if item.dish == dish]
        hidden = sum(item.dish == dish for item in items) - len(lying)
        score -= _HOLE * max(0, _holes(lying) - hidden)
    return score


def _holes(lying: Sequence[Seen]) -> int:
    """Cards that seem to lie unseen between those of a dish: its cards are laid at even steps."""
    if len(lying) < 3 or any(abs(sin(s.angle - lying[0].angle)) > 0.5 for s in lying):
        return 0
    low, high = min(lying, key=lambda s: (s.x, s.y)), max(lying, key=lambda s: (s.x, s.y))
    if max(s.y for s in lying) - min(s.y for s in lying) > abs(high.x - low.x):
        low, high = min(lying, key=lambda s: s.y), max(lying, key=lambda s: s.y)
    length = hypot(high.x - low.x, high.y - low.y)
    if length < _STEP:
        return 0
    along = sorted(
        ((s.x - low.x) * (high.x - low.x) + (s.y - low.y) * (high.y - low.y)) / length
        for s in lying
    )
    steps = [b - a for a, b in pairwise(along)]
    if min(steps) < _STEP:
        return 0
    return sum(step > 1.5 * min(steps) for step in steps)


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
