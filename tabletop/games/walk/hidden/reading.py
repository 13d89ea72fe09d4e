"""Cards that are read on the table later than they came there."""

from __future__ import annotations

from dataclasses import replace

from tabletop.games.walk.game import ANY
from tabletop.games.walk.hidden.case import Case


def read(case: Case, *, forest: str, decay: str, discard: str) -> Case:
    """The case with unread cards read, each text being a whole row or pile as it can be read now.

    Raises ValueError where known cards differ.
    """
    state = case.state
    thrown = {
        place: (pile, who, i)
        for pile, trails in enumerate((case.day, case.night))
        for who, trail in enumerate(trails)
        for i, group in enumerate(trail.groups)
        for place in group.at
    }
    pile_read = _merged(state.discard, discard, "discard pile")
    seen: dict[tuple[int, int, int], str] = {}
    for place, kind in enumerate(pile_read):
        if place in thrown and kind != ANY:
            seen[thrown[place]] = seen.get(thrown[place], "") + kind
    # Cards from a hand were counted when they came into it: they stay unread on the pile.
    masked = "".join(ANY if i in thrown else kind for i, kind in enumerate(pile_read))
    table = state._replace(
        forest=_merged(state.forest, forest, "forest"),
        decay=_merged(state.decay, decay, "decay pile"),
        discard=masked,
    )
    piles = [list(case.day), list(case.night)]
    for (pile, who, i), kinds in seen.items():
        piles[pile][who] = piles[pile][who].lost(i, kinds)
    (first, second), (third, fourth) = piles
    return replace(case, state=table, day=(first, second), night=(third, fourth))


def _merged(known: str, read: str, name: str) -> str:
    """``known`` with what ``read``, the same cards, tells more; it tells nothing if empty."""
    if not read:
        return known
    if len(read) != len(known):
        raise ValueError(f"the {name} has {len(known)} cards, not {len(read)}")
    if any(old != new and ANY not in (old, new) for old, new in zip(known, read, strict=True)):
        raise ValueError(f"the {name} is known to be {known}, not {read}")
    return "".join(new if old == ANY else old for old, new in zip(known, read, strict=True))
