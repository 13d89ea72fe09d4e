"""Corrections by hand: what was wrong to ask for, and the events that tell what they changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tabletop.referee.demands import Demand
from tabletop.referee.events import End, Event, Illegal, Question, Score, Undo
from tabletop.referee.follower import Follower
from tabletop.referee.report import revise_event, turn_event


class CorrectionError(ValueError):
    """A correction that can't be; the text is one line that says why and what can be done."""


class Fix(NamedTuple):
    """Turn ``turn`` was what is demanded; ``at``: number of the picture, from 0, that first showed
    the turn; ``since``: number of the first picture after another turn of that number was taken
    back, 0 if none was."""

    turn: int
    demand: Demand
    at: int
    since: int


def demands_of(fixes: Sequence[Fix], at: int) -> Mapping[int, Demand]:
    """What is demanded of each turn from picture ``at`` on: the last word counts."""
    return {fix.turn: fix.demand for fix in fixes if fix.since <= at}


def changes(
    before: Follower, after: Follower, heard: Sequence[Event], frame: str
) -> Sequence[Event]:
    """The events that lead from what ``before`` told to what ``after`` tells, in which ``heard``
    was said on the way."""
    old, new = before.told, after.told
    events: list[Event] = []
    if len(new) < len(old):
        events.append(Undo(len(new) + 1, frame))
    changed: set[int] = set()
    for n, (turn, p) in enumerate(new):
        if n >= len(old):
            events.append(turn_event(n + 1, turn, p, frame))
        elif turn != old[n][0]:
            events.append(revise_event(n + 1, turn, p, frame))
        else:
            continue
        changed.add(n + 1)
    events += [e for e in heard if isinstance(e, Illegal) and e.n in changed]
    known = {q.id for q in before.questions}
    still = {q.id for q in after.questions} - known
    events += [e for e in heard if isinstance(e, Question) and e.id in still]
    if before.totals != after.totals or before.ended != after.ended:
        events += [Score(after.totals, frame)] if after.totals is not None else []
        events += [e for e in heard if isinstance(e, End)][-1:] if after.ended else []
    return events
