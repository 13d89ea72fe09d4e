"""Names for what lies on the table, and notes on what differs from the game."""

from __future__ import annotations

from tabletop.language import say
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.observe import Observation
from tabletop.referee.reminders import stash_text


def labels_of(h: Hypothesis, o: Observation | None) -> tuple[str, ...]:
    """The name of each sighting's place in ``o``, understood as ``h``, in the reading's order."""
    if o is None:
        return ()
    labels = list(o.zones)
    for n, seen in enumerate(o.forest):
        labels[seen.at] = f"forest {n + 1}"
    for player in (0, 1):
        side = h.track.sides[player]
        owners = {c: f"dish {player}.{n}" for n, d in enumerate(side.dishes) for c in d.cards}
        for name, cards in (
            ("pan", side.pans),
            ("basket", side.baskets),
            ("night", side.night),
            ("poison", side.poison),
        ):
            owners |= dict.fromkeys(cards, f"{name} {player}")
        for seen in o.displays[player]:
            near = [
                ((place.x - seen.x) ** 2 + (place.y - seen.y) ** 2, label)
                for card, label in owners.items()
                if (place := h.places.get(card)) is not None
            ]
            if near and min(near)[0] < 0.1:
                labels[seen.at] = min(near)[1]
    return tuple(labels)


def notes_on(h: Hypothesis, o: Observation | None, moved: bool) -> tuple[str, ...]:
    """What players should hear of the stashes that ``o`` shows; ``moved``: the camera was moved
    just now."""
    if o is None:
        return ()
    notes: list[str] = [say("The camera was moved.")] if moved else []
    for player, (side, seen) in enumerate(zip(h.track.sides, o.coins, strict=True)):
        if seen is not None and abs(seen - side.sticks) > 1:
            notes.append(stash_text(player, seen, side.sticks))
    return tuple(notes)
