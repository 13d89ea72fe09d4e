"""``tabletop fix``: a turn of a kept session put right by hand."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.notes import no_turns
from tabletop.cli.streams import told_of
from tabletop.cli.watch import json_sayer, text_sayer
from tabletop.cli.words import player
from tabletop.games.mushroom_walk import MoveTextError, parse_move
from tabletop.games.walk.typing import spoken, typed
from tabletop.language import say, tr, translate
from tabletop.record import starts_a_zip
from tabletop.referee.folder import breaks_off
from tabletop.referee.kept import KeptSession
from tabletop.referee.unpacking import session_folder
from tabletop.vision.errors import shown


def run(arguments: Namespace) -> int:
    """Correct a turn, or withdraw the last correction, and print what that changes; with neither
    list the turns."""
    if (arguments.turn is None) != (arguments.move is None):
        raise UsageError(say("--turn and --move belong together: which turn, and what it was"))
    if arguments.undo and arguments.turn is not None:
        raise UsageError(say("--undo stands alone: it withdraws the last correction"))
    try:
        move = None if arguments.move is None else parse_move(typed(arguments.move))
    except MoveTextError as error:
        raise UsageError(
            say("--move {move!r}: {error}", move=arguments.move, error=error)
        ) from None
    path = Path(arguments.folder)
    if (move is not None or arguments.undo) and path.is_file() and starts_a_zip(path):
        raise UsageError(
            say(
                "{name} is a bundle, which stays as it was sent: unpack it into a folder and name "
                "that",
                name=shown(path),
            )
        )
    with ExitStack() as open_things:
        folder = open_things.enter_context(session_folder(path, told_of("fix")))
        # Taking it up cuts the broken end off.
        broken = breaks_off(folder)
        session = open_things.enter_context(KeptSession.resume(folder))
        if move is not None:
            who = None if arguments.player is None else arguments.player - 1
            events = session.fix(arguments.turn, move, who)
        elif arguments.undo:
            events = session.undo()
        else:
            for turn in session.view.moves:
                told = tr("{name} {act}", name=player(turn.player), act=turn.words)
                print(f"{turn.n:>3}  {told}  ({spoken(turn.text)})")
            if not session.view.moves:
                print(translate(no_turns(broken)))
            return DONE
        tell_it = json_sayer() if arguments.json else text_sayer(session.game)
        for event in events:
            tell_it(event)
        if not events and not arguments.json:
            print(tr("That is what the session says already: nothing changes."))
    return DONE
