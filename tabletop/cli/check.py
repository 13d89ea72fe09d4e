"""``tabletop check``: the dispute. May this move be played at this moment of a recorded game?"""

from __future__ import annotations

from argparse import Namespace
from typing import Final

from tabletop.cli.codes import DONE, ILLEGAL, USAGE, UsageError
from tabletop.cli.notes import surplus_notes, turn_notes
from tabletop.cli.output import json_line
from tabletop.cli.positions import position_json, position_lines
from tabletop.cli.records import record_from
from tabletop.cli.rulings import ruling_json, ruling_lines, sentence, verdict
from tabletop.cli.streams import print_json_lines
from tabletop.games.mushroom_walk import MoveTextError, State, judge
from tabletop.games.walk.noaction import Asked, NoAction, in_short, ruling_on
from tabletop.games.walk.spoken import read_spoken
from tabletop.games.walk.text import shortened
from tabletop.games.walk.typing import typed
from tabletop.language import say, tr
from tabletop.record import Record, ReplayError, count_turns, known_after, read_claim, replay
from tabletop.vision.errors import shown

TROUBLE: Final = USAGE
"""The exit code of every failure: 1 says that the move is illegal."""


def run(arguments: Namespace) -> int:
    """Judge the move; the verdict is the first word printed and the exit code."""
    record = record_from(arguments)
    try:
        known = known_after(record, arguments.at)
        turns = count_turns(record) if arguments.at is None else arguments.at
        steps = [step for step in replay(record) if step.turn <= turns]
    except ReplayError as error:
        raise UsageError(
            say("{record}, {error}", record=shown(arguments.record), error=error)
        ) from None
    state = known.state
    try:
        said, move = _claimed(arguments.move, record, state)
    except MoveTextError as error:
        raise UsageError(
            say("--move '{move}': {error}", move=shortened(arguments.move), error=error)
        ) from None
    player = state.to_move if said is None else said
    ruling = ruling_on(move, state) if isinstance(move, NoAction) else judge(known, move, player)
    notes = [*turn_notes(steps), *surplus_notes(state)]
    if arguments.json:
        print_json_lines()
        told = {"at": turns, "player": player, "move": in_short(move)}
        told |= ruling_json(ruling, move, record.game)
        print(json_line({**told, "notes": notes, "position": position_json(state)}))
    else:
        act = sentence(record.name(player), move, state, ruling)
        print(f"{verdict(ruling)}: {act}.")
        for line in ruling_lines(ruling, move, record.game):
            print(line)
        for note in notes:
            print(tr("Note: {note}.", note=note))
        print(f"\n{tr('The table after turn {n}:', n=turns)}")
        for line in position_lines(state, record):
            print(f"    {line}")
    return ILLEGAL if ruling.verdict == "illegal" else DONE


def _claimed(text: str, record: Record, state: State) -> tuple[int | None, Asked]:
    """What ``text`` asks on the table ``state``, in the record's short form or in the players'
    words, and the player if it names one. Raises ``MoveTextError``."""
    try:
        return read_claim(typed(text), record.game)
    except MoveTextError:
        player, says = read_spoken(text, state, (record.name(0), record.name(1)))
    if isinstance(says, int):
        raise MoveTextError(
            say("replay tells whether turn {n} was legal; ask about a move here", n=says), 1
        )
    return player, says
