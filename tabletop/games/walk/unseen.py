"""Which cards the unknown ones can be: what the decks hold less all that has been seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tabletop.games.walk.game import ANY, BASKET, BUTTER, CIDER, HAND_KINDS, PAN, POISON
from tabletop.games.walk.state import State


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards not seen yet, by kind; None where what was seen contradicts the decks (a card was
    misread), for then the decks prove nothing."""

    day: Counter[str] | None
    night: Counter[str] | None

    def range(self, kind: str, unknown: int, *, night: bool = False) -> tuple[int, int]:
        """The least and the most of ``unknown`` cards in a hand (of night cards, if ``night``)
        that are of ``kind``."""
        left = self.night if night else self.day
        if left is None:
            return 0, unknown * (kind in HAND_KINDS)
        if not night and kind not in HAND_KINDS:
            return 0, 0
        others = sum(n for k, n in left.items() if k != kind and (night or k in HAND_KINDS))
        return max(0, unknown - others), min(unknown, left[kind])

    def most(self, kind: str, unknown: int) -> int:
        """How many of ``unknown`` cards in a hand can be of ``kind``."""
        return self.range(kind, unknown)[1]

    def most_night(self, kind: str, unknown: int) -> int:
        """How many of ``unknown`` night cards can be of ``kind``."""
        return self.range(kind, unknown, night=True)[1]


def unseen(state: State) -> Unseen:
    """The cards of both decks that have not been seen in ``state``."""
    game = state.game
    day = Counter(state.forest + state.draw + state.decay + state.discard)
    night = Counter(state.night + state.spent)
    day.subtract(state.spent)
    day[PAN] -= game.start_pans
    for player in state.players:
        day.update(player.hand)
        night.update(player.night)
        day[BASKET] += player.baskets
        day[POISON] += len(player.poison)
        day[PAN] += player.pans + len(player.dishes)
        for dish in player.dishes:
            day[dish.mushroom] += dish.day
            night[dish.mushroom] += dish.night
            day[BUTTER] += dish.butter
            day[CIDER] += dish.cider
    return Unseen(_rest(game.forest_deck, day), _rest(game.night_deck, night))


def _rest(deck: str, seen: Counter[str]) -> Counter[str] | None:
    hidden = seen.pop(ANY, 0)
    rest = Counter(deck)
    rest.subtract(seen)
    if min(rest.values(), default=0) < 0 or rest.total() < hidden:
        return None
    return rest
