"""``tabletop replay``: every position of a recorded game, and whether every turn was legal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tabletop.cli.codes import DONE, ILLEGAL, USAGE, UsageError
from tabletop.cli.output import json_line
from tabletop.cli.records import record_from
from tabletop.cli.replay_output import Outcome, Table, Told, Turn, json_of, lines_of
from tabletop.cli.streams import print_json_lines
from tabletop.language import say
from tabletop.record import Record, ReplayError, Result, disputes, positions, starts_a_zip
from tabletop.vision.errors import shown

TROUBLE: Final = USAGE
"""The exit code of every failure: 1 says that a turn was illegal."""


def run(arguments: Namespace) -> int:
    """Print the game; without ``--lenient`` it ends at the first illegal turn."""
    if Path(arguments.record).is_dir() or starts_a_zip(arguments.record):
        from tabletop.cli.replay_session import replay_session

        return replay_session(arguments, TROUBLE)
    record = record_from(arguments)
    if arguments.json:
        print_json_lines()
    right = True
    try:
        for told in account(record, lenient=arguments.lenient):
            if arguments.json:
                print(json_line(json_of(told, record)))
            else:
                print("\n".join(lines_of(told, record)))
            right = not isinstance(told, Outcome) or told.right
    except ReplayError as error:
        raise UsageError(
            say("{record}, {error}", record=shown(arguments.record), error=error)
        ) from None
    return DONE if right else ILLEGAL


def account(record: Record, *, lenient: bool) -> Iterator[Told]:
    """Every position, turn and dispute of ``record`` in order, and last what came of it.

    Raises ReplayError where its lines don't fit together.
    """
    claims = list(disputes(record))
    outcome = Outcome()
    for position in positions(record):
        outcome.state, step = position.state, position.step
        if step is None:
            yield Table(len(outcome.steps), position.state)
        else:
            outcome.steps.append(step)
            yield Turn(step, position.state)
        turns = len(outcome.steps)
        for dispute in [d for d in claims if d.turns == turns]:
            claims.remove(dispute)
            outcome.disputes.append(dispute)
            yield dispute
        if step is not None and step.ruling.breaches and not lenient:
            outcome.stopped = True
            break
    else:
        outcome.disputes += claims  # those about turns that were taken back
        yield from claims
        outcome.result = next((e for e in record.entries if isinstance(e, Result)), None)
    yield outcome
