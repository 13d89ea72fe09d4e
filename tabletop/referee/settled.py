"""Cards of a display that lie where they lay: which belong together, what missing one costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from tabletop.referee.items import Item, Place, Spots
from tabletop.referee.match import MISS_COVERED, MISS_OPEN
from tabletop.referee.observe import Observation, Seen

AGAIN = 0.2
"""Weight of evidence that was there in the last picture already: the same picture is no proof."""
_ALIKE = 0.7
"""Overlap from which two looks at one place are the same look."""
_NEVER = 0.03


def groups_of(items: Sequence[Item]) -> list[list[Item]]:
    """The cards of each dish, and those laid apart that lie close together."""
    groups: list[list[Item]] = []
    for item in items:
        for group in groups:
            if item.dish == group[0].dish and (item.dish >= 0 or _touching(item, group)):
                group.append(item)
                break
        else:
            groups.append([item])
    return groups


def _touching(item: Item, group: Sequence[Item]) -> bool:
    a = item.place
    return a is not None and any(
        (b := other.place) is not None and abs(a.x - b.x) < 0.9 and abs(a.y - b.y) < 0.9
        for other in group
    )


def close(place: Place, seen: Seen) -> bool:
    """Whether ``seen`` may be a card that lay at ``place``."""
    return abs(seen.x - place.x) < 0.45 and abs(seen.y - place.y) < 0.45


def seen_again(observation: Observation, before: Observation | None) -> frozenset[int]:
    """Sightings in the displays that lie where they lay in the last picture, and look alike."""
    if before is None:
        return frozenset()
    return frozenset(
        now.at
        for here, there in zip(observation.displays, before.displays, strict=True)
        for now in here
        if any(_alike(now, last) for last in there)
    )


def _alike(one: Seen, other: Seen) -> bool:
    if one.look is None or other.look is None or abs(one.x - other.x) + abs(one.y - other.y) > 0.3:
        return False
    # Bhattacharyya's coefficient of the two distributions: 1 if they are the same.
    overlap = np.sqrt(one.look * other.look).sum()
    return bool(overlap > _ALIKE * np.sqrt(one.look.sum() * other.look.sum()))


def haunted(seen: Seen, ghosts: Spots) -> bool:
    """Whether something unexplained was seen there last time too."""
    return any(abs(seen.x - x) + abs(seen.y - y) < 0.4 for x, y in ghosts)


def miss_cost(item: Item) -> float:
    """Log weight of not seeing a card; little where it was not seen last time either, hardly any
    where it never was: it lies under something."""
    cost = _miss_first(item)
    if not item.missed or item.laid:
        return cost
    return cost * (_NEVER if item.place is None else AGAIN)


def buried(items: Sequence[Item]) -> bool:
    """Whether something lies over a display, as ``items`` have it: a card laid apart, or a whole
    dish, that was never seen."""
    dishes: dict[int, bool] = {}
    for item in items:
        never = item.place is None and item.missed and not item.laid
        if item.dish < 0 and never:
            return True
        if item.dish >= 0:
            dishes[item.dish] = dishes.get(item.dish, True) and never
    return any(dishes.values())


def unseen_dishes(items: Sequence[Item], found: Collection[int]) -> Iterator[list[Item]]:
    """The dishes laid just now of which no card is ``found``."""
    for group in groups_of(items):
        if group[0].dish >= 0 and all(i.laid and i.card not in found for i in group):
            yield group


def _miss_first(item: Item) -> float:
    if item.place is not None:
        return MISS_OPEN if item.place.visible > 0.5 else MISS_COVERED
    return MISS_OPEN if item.dish < 0 else MISS_COVERED
