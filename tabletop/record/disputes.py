"""What was claimed during a game, what was ruled, and what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tabletop.games.mushroom_walk import Move, Ruling, Stuck, judge
from tabletop.language import say
from tabletop.record.entries import Claimed, Entry, Played, Ruled
from tabletop.record.errors import ReplayError
from tabletop.record.record import Record
from tabletop.record.replaying import Position, positions


@dataclass(frozen=True, slots=True)
class Dispute:
    """A claim, what was decided on it, or both, after ``turns`` turns. ``move`` is what is judged,
    ``ruling`` what the rules say of it."""

    turns: int
    claim: Claimed | None
    decided: Ruled | None
    move: Move | Stuck
    ruling: Ruling

    @property
    def fits(self) -> bool:
        """Whether what was decided, if anything was, is what the rules say. What they leave open
        may have been decided either way."""
        verdict = self.ruling.verdict
        return self.decided is None or verdict == "possible" or self.decided.verdict == verdict


def disputes(record: Record) -> Iterator[Dispute]:
    """Every claim and ruling in order, judged by what the record said up to there.

    Raises ReplayError as ``replay`` does.
    """
    entries = record.entries
    past: list[Position] = []
    for i, entry in enumerate(entries):
        if isinstance(entry, Claimed) or (isinstance(entry, Ruled) and not _is_answer(entries, i)):
            past = list(positions(replace(record, entries=entries[:i]), past))
            if isinstance(entry, Claimed):
                yield _dispute(past, entry, _answer(entries, i))
            else:
                yield _dispute(past, None, entry)


def _answer(entries: tuple[Entry, ...], at: int) -> Ruled | None:
    """The ruling that follows the claim at ``at`` before anything else happens."""
    for entry in entries[at + 1 :]:
        if isinstance(entry, Ruled):
            return entry
        if isinstance(entry, Claimed | Played):
            return None
    return None


def _is_answer(entries: tuple[Entry, ...], at: int) -> bool:
    """Whether the ruling at ``at`` is one on a claim."""
    for entry in reversed(entries[:at]):
        if isinstance(entry, Claimed):
            return True
        if isinstance(entry, Ruled | Played):
            return False
    return False


def _dispute(past: list[Position], claim: Claimed | None, decided: Ruled | None) -> Dispute:
    steps = [position.step for position in past if position.step is not None]
    if claim is not None and not isinstance(claim.says, int):
        player = claim.player if claim.of is None else claim.of
        ruling = judge(past[-1].known, claim.says, player)
        return Dispute(len(steps), claim, decided, claim.says, ruling)
    turn = len(steps) if claim is None else claim.says
    assert isinstance(turn, int)
    if not 1 <= turn <= len(steps):
        raise ReplayError(
            say("there is no turn {turn} to rule on", turn=turn), claim.line if claim else 0
        )
    step = steps[turn - 1]
    return Dispute(len(steps), claim, decided, step.played.move, step.ruling)
