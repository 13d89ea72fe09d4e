"""Claims at the table: what the rules say of them, and their place in the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from tabletop.games.mushroom_walk import Ruling, judge
from tabletop.language import say
from tabletop.record import (
    Claimed,
    Entry,
    Played,
    Record,
    ReplayError,
    Result,
    Ruled,
    known_after,
    positions,
)
from tabletop.referee.correcting import CorrectionError


class Said(NamedTuple):
    """A claim made after ``turns`` turns, and what was ruled."""

    turns: int
    claim: Claimed
    ruled: Ruled


def ruling_on(record: Record, claim: Claimed, turns: int) -> Ruling:
    """What the rules say of ``claim``, made after ``turns`` turns of ``record``. Raises
    ``CorrectionError`` where there is no such turn, or no table yet."""
    try:
        if isinstance(claim.says, int):
            steps = [p.step for p in positions(record) if p.step is not None]
            if not 1 <= claim.says <= len(steps):
                raise CorrectionError(
                    say(
                        "There is no turn {n}: {played} were played.",
                        n=claim.says,
                        played=len(steps),
                    )
                )
            return steps[claim.says - 1].ruling
        player = claim.player if claim.of is None else claim.of
        return judge(known_after(record, turns), claim.says, player)
    except ReplayError as error:
        raise CorrectionError(say("That can't be judged: {why}.", why=str(error))) from None


def ruled(ruling: Ruling) -> Ruled:
    """``ruling`` as a line of the record."""
    found = ruling.breaches or ruling.doubts
    return Ruled(ruling.verdict, tuple(dict.fromkeys(breach.rule for breach in found)))


def with_claims(record: Record, said: Sequence[Said]) -> Record:
    """``record`` with every claim and ruling after the turn it was made at; claims about turns that
    are no longer there stand at the end."""
    if not said:
        return record
    lines: list[Entry] = []
    waiting = sorted(said, key=lambda one: one.turns)
    turns = 0
    entries = list(record.entries)
    end = entries.pop() if entries and isinstance(entries[-1], Result) else None
    for entry in entries:
        if isinstance(entry, Played):
            while waiting and waiting[0].turns <= turns:
                one = waiting.pop(0)
                lines += (one.claim, one.ruled)
            turns += 1
        lines.append(entry)
    for one in waiting:
        lines += (one.claim, one.ruled)
    return replace(record, entries=(*lines, *([end] if end is not None else [])))
