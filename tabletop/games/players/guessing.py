"""Guessing what a view doesn't show."""

from __future__ import annotations

import random
from collections import Counter

from tabletop.games.walk.game import ANY, HAND_KINDS
from tabletop.games.walk.state import State, sorted_kinds
from tabletop.games.walk.unseen import unseen


def guess(view: State, rng: random.Random) -> State:
    """``view`` with the unknown cards of both hands chosen by ``rng`` among those not seen.

    The piles stay unknown. Where what was seen contradicts the decks, so do the hands.
    """
    if not any(ANY in player.hand + player.night for player in view.players):
        return view
    left = unseen(view)
    players = list(view.players)
    day, night = left.day, left.night
    for who, player in enumerate(players):
        players[who] = player._replace(
            hand=_fill(player.hand, day, HAND_KINDS, rng),
            night=_fill(player.night, night, HAND_KINDS, rng),
        )
    return view._replace(players=(players[0], players[1]))


def _fill(cards: str, left: Counter[str] | None, allowed: str, rng: random.Random) -> str:
    unknown = cards.count(ANY)
    if not unknown or left is None:
        return cards
    choice = rng.sample([kind for kind in sorted(left.elements()) if kind in allowed], unknown)
    left.subtract(choice)
    return sorted_kinds(cards.replace(ANY, "") + "".join(choice))
