"""What players are told gently: a slip on the table, a row not filled up, sticks that don't agree.

Each thing is said once; what was said comes again only after it was put right in between. Nobody is
accused by one picture: what looks like a wrong act is said gently first.
"""

from __future__ import annotations

import copy
from typing import Final

from tabletop.language import Text, say, several
from tabletop.referee.events import Event, Illegal, Reminder
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.observe import Observation
from tabletop.referee.report import face
from tabletop.referee.slips import Slip

_MORE: Final = 3
_FEWER: Final = 6
"""Pictures in a row that must show the same number of coins too many, or too few: a coin is rather
overlooked than seen where there is none."""
_PAUSE: Final = 10
"""Turns from one word about a player's sticks to the next."""
_TRUSTED: Final = 0.35
"""Trust in counted coins below which nothing is said of them."""


class Reminders:
    """Remembers what was said."""

    def __init__(self) -> None:
        self._slip: tuple[object, ...] | None = None
        self._accused = False
        self._unfilled: tuple[int, int] | None = None
        self._filled_said: int | None = None
        self._off: list[int | None] = [0, 0]
        self._steady = [0, 0]
        self._said_at = [-_PAUSE, -_PAUSE]
        self._turns = 0

    def copy(self) -> Reminders:
        """The same things said."""
        twin = copy.copy(self)
        twin._off, twin._steady = list(self._off), list(self._steady)
        twin._said_at = list(self._said_at)
        return twin

    def slip(self, slip: Slip, turn: int, frame: str) -> list[Event]:
        """``slip`` lies on the table instead of turn ``turn``."""
        key = (*slip.key, turn)
        again = key == self._slip
        accusing = slip.act and slip.player is not None
        if again and (self._accused or not accusing):
            return []
        self._slip = key
        # One picture may be misread, and where a card lies beneath others the next one mostly
        # shows it.
        self._accused = accusing and again
        if self._accused and slip.player is not None:
            return [Illegal(slip.player, slip.rules, slip.text, turn, slip.p, frame)]
        return [Reminder(slip.player, slip.rules, slip.text, frame)]

    def unfilled(self, cards: int | None, turn: int, frame: str) -> list[Event]:
        """The row has only ``cards`` cards in the middle of turn ``turn``, or None: is it so in two
        pictures in a row, it was forgotten."""
        before, now = self._unfilled, None if cards is None else (turn, cards)
        self._unfilled = now
        if now is None or now != before or self._filled_said == turn:
            return []
        self._filled_said = turn
        text = several(
            "the forest has only {n} card: fill it up from the draw pile",
            "the forest has only {n} cards: fill it up from the draw pile",
            now[1],
        )
        return [Reminder(None, ("MW-6.3",), text, frame)]

    def understood(
        self, h: Hypothesis, observation: Observation, trust: float, turns: int, frame: str
    ) -> list[Event]:
        """A picture was understood as the table of ``h`` after ``turns`` turns; ``trust``: how
        well coins have been counted so far."""
        self._slip = self._unfilled = None
        new, self._turns = turns - self._turns, turns
        events: list[Event] = []
        for who, seen in enumerate(observation.coins):
            side = h.track.sides[who]
            off = None if seen is None else seen - side.sticks
            before = self._off[who]
            self._steady[who] = self._steady[who] + 1 if off == before else 1
            self._off[who] = off
            if not off or trust < _TRUSTED or turns < self._said_at[who] + _PAUSE:
                continue
            text = self._unpaid(h, who, off) if new == 1 and before == 0 else None
            if text is not None:
                self._said_at[who] = turns
                events.append(Reminder(who, ("MW-5.1",), text, frame))
            elif self._steady[who] == (_MORE if off > 0 else _FEWER) and off != -1:
                self._said_at[who] = turns
                said = stash_text(who, side.sticks + off, side.sticks)
                events.append(Reminder(who, (), said, frame))
        return events

    def _unpaid(self, h: Hypothesis, who: int, off: int) -> Text | None:
        """What to say where just the price of the card that ``who`` took was not paid."""
        played = h.history[-1] if h.history else None
        if played is None or played.player != who or not played.paid or off != played.paid:
            return None
        return several(
            "{card} costs {n} stick, which is still in the stash: it goes back to the supply",
            "{card} costs {n} sticks, which are still in the stash: they go back to the supply",
            played.paid,
            card=face(h, played.taken[0]),
        )


def stash_text(player: int, seen: int, due: int) -> Text:
    """That a player's coins differ from the sticks the game gives them."""
    return say(
        "Player {n}'s stash shows {seen}, the game says {sticks}.",
        n=player + 1,
        seen=seen,
        sticks=due,
    )
