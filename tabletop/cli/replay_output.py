"""What ``tabletop replay`` prints: the game turn by turn, in lines or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tabletop.cli.notes import surplus_notes
from tabletop.cli.positions import position_json, position_lines
from tabletop.cli.rulings import VERDICTS, ruling_json, ruling_lines, sentence, verdict
from tabletop.games.mushroom_walk import (
    State,
    format_move,
    leader,
    score_sheet,
    scores,
    sheet_text,
)
from tabletop.games.walk.typing import spoken
from tabletop.language import commas, listed, say, several, tr, translate
from tabletop.record import Claimed, Dispute, Record, Result, Step


@dataclass(slots=True)
class Outcome:
    """What came of replaying: the turns, the disputes, the last state, the result written in the
    record; ``stopped``: an illegal turn ended it."""

    state: State | None = None
    steps: list[Step] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    result: Result | None = None
    stopped: bool = False

    @property
    def illegal(self) -> list[Step]:
        """The turns that break a rule."""
        return [step for step in self.steps if step.ruling.breaches]

    @property
    def open(self) -> list[Step]:
        """The turns that hidden cards leave open."""
        return [step for step in self.steps if step.ruling.doubts]

    @property
    def scores(self) -> tuple[int, int]:
        """Both players' points."""
        return (0, 0) if self.state is None else scores(self.state)

    @property
    def result_fits(self) -> bool:
        """Whether the record's result is what the dishes add up to."""
        return self.result is None or self.result.scores == self.scores

    @property
    def right(self) -> bool:
        """Whether nothing in the record is against the rules."""
        fit = all(dispute.fits for dispute in self.disputes)
        return not self.illegal and self.result_fits and fit


@dataclass(frozen=True, slots=True)
class Table:
    """The table as dealer lines lay it out after ``turns`` turns."""

    turns: int
    state: State


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn and the table after it."""

    step: Step
    state: State


Told = Table | Turn | Dispute | Outcome


def lines_of(told: Told, record: Record) -> Iterator[str]:
    """``told`` in lines for a reader."""
    if isinstance(told, Turn):
        yield from _turn_lines(told, record)
    elif isinstance(told, Dispute):
        yield from _dispute_lines(told, record)
    elif isinstance(told, Outcome):
        yield from _outcome_lines(told, record)
    else:
        yield (
            _heading(record) if told.turns == 0 else f"\n{tr('Turns went unseen. The table then:')}"
        )
        yield from _indented(position_lines(told.state, record))


def _heading(record: Record) -> str:
    names = translate(listed(record.name(i) for i in range(len(record.players))))
    about = ", ".join(part for part in (record.event, record.date) if part)
    return f"{translate(record.game.title)}: {names}" + (f" ({about})" if about else "")


def _turn_lines(turn: Turn, record: Record) -> Iterator[str]:
    step = turn.step
    played, ruling = step.played, step.ruling
    act = sentence(record.name(played.player), played.move, step.before)
    told = act if ruling.verdict == "legal" else f"{verdict(ruling)}: {act}"
    yield f"\n{tr('Turn {n}.', n=step.turn)} {told}."
    if played.comment:
        yield f"    # {played.comment}"
    if ruling.verdict != "legal":
        yield from _indented(ruling_lines(ruling, played.move, record.game))
    yield from _indented(position_lines(turn.state, record))


def _dispute_lines(dispute: Dispute, record: Record) -> Iterator[str]:
    claim, decided, ruling = dispute.claim, dispute.decided, dispute.ruling
    if claim is not None:
        name = record.name(claim.player)
        yield f"  {tr('{name} claims: {claim}.', name=name, claim=_claim(claim, record))}"
    if decided is not None:
        rules = f" [{', '.join(decided.rules)}]" if decided.rules else ""
        why = f"  # {decided.comment}" if decided.comment else ""
        says = translate(VERDICTS[decided.verdict]) + rules
        yield f"  {tr('Decided: {verdict}.', verdict=says)}{why}"
    if decided is None or not dispute.fits:
        yield f"  {tr('The rules say {verdict}.', verdict=VERDICTS[ruling.verdict])}"
        yield from _indented(ruling_lines(ruling, dispute.move, record.game))


def _claim(claim: Claimed, record: Record) -> str:
    if isinstance(claim.says, int):
        return tr("turn {n} was illegal", n=claim.says)
    move = spoken(format_move(claim.says))
    if claim.of is None:
        return move
    return tr("{move} by {name}", move=move, name=record.name(claim.of))


def _outcome_lines(outcome: Outcome, record: Record) -> Iterator[str]:
    state = outcome.state
    illegal = [_named(step) for step in outcome.illegal]
    turns = several("{n} turn", "{n} turns", len(outcome.steps))
    if illegal:
        yield f"\n{tr('{turns}, illegal: {which}.', turns=turns, which=', '.join(illegal))}"
    else:
        yield f"\n{tr('{turns}, none illegal.', turns=turns)}"
    if outcome.open:
        which = commas(say("turn {n}", n=step.turn) for step in outcome.open)
        yield tr("Hidden cards leave open: {which}.", which=which)
    wrong = [dispute for dispute in outcome.disputes if not dispute.fits]
    if wrong:
        claims = several("{n} claim", "{n} claims", len(wrong))
        yield tr("Decided against the rules: {claims}.", claims=claims)
    if outcome.stopped:
        yield tr("Replaying ended at the illegal turn; --lenient goes on.")
    elif state is not None:
        yield _end(state, outcome.result, record)
    if not outcome.result_fits and outcome.result is not None:
        yield tr("The record's result is {points}.", points=_points(outcome.result.scores))
    if state is not None:
        yield from (tr("Note: {note}.", note=note) for note in surplus_notes(state))


def _named(step: Step) -> str:
    rules = dict.fromkeys(breach.rule for breach in step.ruling.breaches)
    return f"{tr('turn {n}', n=step.turn)} [{', '.join(rules)}]"


def _end(state: State, result: Result | None, record: Record) -> str:
    names = [record.name(player) for player in range(len(record.players))]
    if state.over:
        return f"\n{sheet_text(state, names)}"
    open_ = say("By what is known the game isn't over.")
    if result and result.reason:
        says = REASONS.get(result.reason, result.reason)
        open_ = say("By what is known the game isn't over; the record says: {reason}.", reason=says)
    return f"{translate(open_)} {tr('Points: {points}.', points=_points(scores(state)))}"


REASONS: Final = {
    "forest empty": say("forest empty"),
    "both stuck": say("both stuck"),
    "source ended": say("source ended"),
}
"""Why a game ended, for a reader."""


def _points(points: tuple[int, ...]) -> str:
    return tr("{a} to {b}", a=points[0], b=points[1])


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def json_of(told: Told, record: Record) -> dict[str, Any]:
    """``told`` as the object that is printed; its kind is in ``event``."""
    if isinstance(told, Turn):
        step = told.step
        played = step.played
        return {
            "event": "turn",
            "n": step.turn,
            "player": played.player,
            "move": format_move(played.move),
            **ruling_json(step.ruling, played.move, record.game),
            "position": position_json(told.state),
        }
    if isinstance(told, Dispute):
        return _dispute_json(told, record)
    if isinstance(told, Outcome):
        return _outcome_json(told)
    table = {"event": "table", "game": record.game.name, "settings": dict(record.game.settings)}
    return {**table, "after": told.turns, "position": position_json(told.state)}


def _dispute_json(dispute: Dispute, record: Record) -> dict[str, Any]:
    claim, decided = dispute.claim, dispute.decided
    told: dict[str, Any] = {"event": "dispute", "after": dispute.turns}
    if claim is not None:
        turn = claim.says if isinstance(claim.says, int) else None
        told |= {"by": claim.player, "turn": turn}
    told |= {"move": format_move(dispute.move)}
    if decided is not None:
        told |= {"decided": decided.verdict, "cited": list(decided.rules)}
    return told | {"fits": dispute.fits, **ruling_json(dispute.ruling, dispute.move, record.game)}


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    state, result = outcome.state, outcome.result
    return {
        "event": "end",
        "turns": len(outcome.steps),
        "illegal": [step.turn for step in outcome.illegal],
        "possible": [step.turn for step in outcome.open],
        "stopped": outcome.stopped,
        "scores": list(outcome.scores),
        "winner": None if state is None or not state.over else leader(state),
        "reason": None if state is None or not state.over else state.reason,
        "result": None if result is None else list(result.scores),
        "right": outcome.right,
        "notes": [] if state is None else surplus_notes(state),
        "sheets": [] if state is None else [_sheet_json(state, player) for player in (0, 1)],
    }


def _sheet_json(state: State, player: int) -> dict[str, Any]:
    sheet = score_sheet(state, player)
    return {
        "total": sheet.total,
        "mushrooms": sheet.mushrooms,
        "dishes": [
            {
                "mushroom": line.dish.mushroom,
                "points": line.points,
                "items": [
                    {"what": i.what, "points": i.points, "rules": list(i.rules)} for i in line.items
                ],
            }
            for line in sheet.lines
        ],
    }
