"""Which cards the unknown ones can be: what the decks hold less all that has been seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tabletop.games.walk.game import ANY, BASKET, BUTTER, CIDER, HAND_KINDS, PAN, POISON
from tabletop.games.walk.phrases import times, times_night
from tabletop.games.walk.state import State
from tabletop.language import Text


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
    day, night = _seen(state)
    return Unseen(_rest(state.game.forest_deck, day), _rest(state.game.night_deck, night))


def surplus(state: State) -> list[tuple[Text, int]]:
    """What ``state`` has more of than the decks (MW-2.3), by a slip or because a card was misread:
    the cards of a kind, as in ``"6 × 5"``, and how many of them there are."""
    found: list[tuple[Text, int]] = []
    game = state.game
    for seen, deck, night in zip(
        _seen(state), (game.forest_deck, game.night_deck), (False, True), strict=True
    ):
        for kind, number in sorted(seen.items()):
            if kind != ANY and number > deck.count(kind):
                cards = (times_night if night else times)(number, game.word(kind))
                found.append((cards, deck.count(kind)))
    return found


def _seen(state: State) -> tuple[Counter[str], Counter[str]]:
    """The cards of the forest deck and of the night pile that are somewhere, by kind; ``?`` for
    those that aren't known."""
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
    return day, night


def _rest(deck: str, seen: Counter[str]) -> Counter[str] | None:
    hidden = seen.pop(ANY, 0)
    rest = Counter(deck)
    rest.subtract(seen)
    if min(rest.values(), default=0) < 0 or rest.total() < hidden:
        return None
    return rest
