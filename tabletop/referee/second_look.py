"""Going back over the last turns with an open mind, where what they have come to is hardly
believable.

Hypotheses are dropped as a game goes on, now and then the true one with them. What follows then
looks odd: a turn that breaks a rule, a stash that differs, a table that fits nothing. Before any of
that is said, the pictures kept are judged again from an earlier moment, with many more hypotheses;
and while nobody knows where the discard pile is, with each heap in turn taken for it. The better
account of all pictures stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tabletop.referee.events import Event, Gap, Illegal, Reminder, Unsure
from tabletop.referee.follower import Follower

BACK: Final = 12
"""Turns that are judged again."""
LOOK: Final = 4500
"""Continuations weighed in one second look at most."""
_BETTER: Final = 2.0
"""How much likelier, in nats, all pictures must be by the new account."""
_HOPELESS: Final = 25.0
_REST: Final = 6
"""Pictures after a second look that changed nothing until the next one."""
_FORGOTTEN: Final = frozenset({"MW-6.1", "MW-6.3"})
"""Rules of the forest: a step left out is plain to see."""
_MOST_PLACES: Final = 4
"""How often the discard pile is looked for in this way."""


class Look(NamedTuple):
    """One way to judge again: from ``back`` turns ago, from the start where None; ``discard``:
    where the discard pile is taken to lie, on the table."""

    back: int | None
    discard: tuple[float, float] | None = None


class SecondLook:
    """Says when to look again; remembers when it was done."""

    def __init__(self) -> None:
        self._rested = _REST
        self._places = 0
        self._thrown = 0

    def copy(self) -> SecondLook:
        """The same memory."""
        twin = SecondLook()
        twin._rested, twin._places, twin._thrown = self._rested, self._places, self._thrown
        return twin

    def wanted(self, follower: Follower, events: Sequence[Event]) -> Sequence[Look]:
        """The looks to take after a picture that brought ``events``."""
        self._rested += 1
        if any(map(_odd, events)) and self._rested > _REST:
            self._rested = 0
            return (Look(BACK),)
        thrown, places = follower.heaps
        if thrown > self._thrown and self._places < _MOST_PLACES:
            self._thrown = thrown
            self._places += bool(places)
            return tuple(Look(None, place) for place in places)
        return ()

    def helped(self) -> None:
        """The look changed something: the next one may come at once."""
        self._rested = _REST


def better(now: Follower, other: Follower | None) -> bool:
    """Whether ``other`` accounts clearly better for the pictures both have seen."""
    return other is not None and other.evidence > now.evidence + _BETTER


def hopeless(evidence: float, so_far: float) -> bool:
    """Whether an account with ``evidence`` lies too far behind one with ``so_far``."""
    return evidence < so_far - _HOPELESS


def _odd(event: Event) -> bool:
    if isinstance(event, Illegal | Unsure | Gap):
        return True
    return isinstance(event, Reminder) and not _FORGOTTEN & set(event.rules)
