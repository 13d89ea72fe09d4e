"""How many "my 9s" are: what a player is known to hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tabletop.games.walk.game import (
    ANY,
    BUTTER,
    BUTTER_NEEDS,
    CIDER,
    CIDER_NEEDS,
    MUSHROOMS,
)
from tabletop.games.walk.spoken.lists import Held
from tabletop.games.walk.state import Player
from tabletop.games.walk.text import NIGHT_MARK

COOKED: Final = 3
SOLD: Final = 2
"""The least number of mushrooms that are cooked (MW-5.3) and sold (MW-5.4)."""


def all_held(player: Player, least: int) -> Held:
    """All that ``player`` is known to hold of a kind, where that is enough: ``least`` mushrooms,
    more with butter and cider. With more of them, a move would be as legal. Where too few are known
    and others can be held, nothing; else what is held, or the number needed if that is none."""

    def every(kind: str, others: Sequence[str]) -> list[str] | None:
        if kind not in MUSHROOMS:
            # Cooked, these need a number; sold, none of them ever is.
            return [kind] if least == SOLD else None
        extras = BUTTER_NEEDS * others.count(BUTTER) + CIDER_NEEDS * others.count(CIDER)
        day, night = player.hand.count(kind), player.night.count(kind)
        if day + 2 * night < max(least, extras) and ANY in player.hand + player.night:
            return None
        return [kind] * day + [kind + NIGHT_MARK] * night or [kind] * least

    return every


def any_number(kind: str, others: Sequence[str]) -> list[str]:
    """For what is forbidden however many cards there are."""
    del others
    return [kind]


def kinds_in(cards: Sequence[str]) -> list[str]:
    """The kinds of mushrooms in ``cards``, in their order."""
    return list(dict.fromkeys(card[0] for card in cards if card[0] in MUSHROOMS))
