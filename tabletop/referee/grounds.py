"""What an accusation rests on: whether the pictures prove how many cards or sticks a player had.

A hand is counted from the turns alone, and one sale of another size makes a fair taking look like
one card too many. What isn't proven is said as a request to count, never as an accusation.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from tabletop.games.mushroom_walk import Decay, Game, PutPan, Sell, Take
from tabletop.language import Text, say
from tabletop.referee.hypothesis import Hypothesis, Played

_SURE = 0.9
"""Probability from which a turn that a count rests on was clear when it was told."""
_TAKING = (Take, Decay)


class Grounds:
    """Remembers how sure each turn was when it was told, and for each player how many turns had
    been played when the stash last showed just the sticks that the game gives."""

    def __init__(self) -> None:
        self._sure: list[float] = []
        self._agreed = [0, 0]

    def copy(self) -> Grounds:
        """The same things known."""
        twin = copy.copy(self)
        twin._sure, twin._agreed = list(self._sure), list(self._agreed)
        return twin

    def note(self, h: Hypothesis, coins: Sequence[int | None]) -> None:
        """A picture of the table of ``h`` shows ``coins`` before each player, None where unseen."""
        for who, seen in enumerate(coins):
            if seen == h.track.sides[who].sticks:
                self._agreed[who] = len(h.history)

    def told(self, n: int, p: float) -> None:
        """Turn ``n`` (from 0) is told with probability ``p``, or told anew: what was once in doubt
        stays so, however sure what is left of it looks later."""
        if n < len(self._sure):
            self._agreed = [min(agreed, n) for agreed in self._agreed]
            self._sure[n] = min(self._sure[n], p)
        else:
            self._sure.append(p)

    def undone(self, n: int) -> None:
        """Turn ``n`` (from 0) and those after it were taken back."""
        self._agreed = [min(agreed, n) for agreed in self._agreed]
        del self._sure[n:]

    def wanting(
        self, h: Hypothesis, n: int, rules: Sequence[str], *, sure: bool = True
    ) -> Text | None:
        """What to count before turn ``n`` (from 0) of ``h`` is said to break ``rules``; None where
        all is proven. ``sure``: whether that turn itself is."""
        who = h.history[n].player
        if set(rules) & set(h.game.ids("hand limit")) and not (sure and self._hand(h, n)):
            return say(
                "Player {n} may hold more cards than the limit allows: please count the hand.",
                n=who + 1,
            )
        if set(rules) & set(h.game.ids("price")) and not self._stash(h, n):
            return say(
                "Player {n} may not have had the sticks for that card: please count the stash.",
                n=who + 1,
            )
        return None

    def _hand(self, h: Hypothesis, n: int) -> bool:
        """Whether it is clear how many cards left the player's hand before turn ``n``: no turn that
        lets cards go was in doubt, what a sale brought came to the stash, and the pan put down is
        there."""
        who = h.history[n].player
        waiting = h.track.sides[who].pans
        for at, played in enumerate(h.history[:n]):
            if played.player != who or (
                isinstance(played.move, _TAKING) and not played.choice.drop
            ):
                continue
            if self._sure[at] < _SURE:
                return False
            if isinstance(played.move, Sell) and self._agreed[who] <= at:
                return False
            pan = played.choice.pan
            if isinstance(played.move, PutPan) and pan in waiting and pan in h.missed:
                return False
        return True

    def _stash(self, h: Hypothesis, n: int) -> bool:
        """Whether the stash was seen to be right after it last changed before turn ``n``."""
        who = h.history[n].player
        changed = [at for at, p in enumerate(h.history[:n]) if _moves_sticks(p, who, h.game)]
        return not changed or self._agreed[who] > changed[-1]


def _moves_sticks(played: Played, who: int, game: Game) -> bool:
    if played.player != who:
        return False
    return played.paid > 0 or (
        isinstance(played.move, Sell) and game.sell[played.move.mushroom] > 0
    )
