"""A parser that speaks the players' language, and whose errors are one line.

argparse takes its own words from gettext's catalogues, looked up by the English ones. It gets ours.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from tabletop.cli.codes import USAGE
from tabletop.cli.streams import complain
from tabletop.language import say, tr, translate

_OF_ARGPARSE: Final = {
    str(text): text
    for text in (
        say("usage: "),
        say("positional arguments"),
        say("options"),
        say("show this help message and exit"),
        say("argument %(argument_name)s: %(message)s"),
        say("the following arguments are required: %s"),
        say("unrecognized arguments: %s"),
        say("not allowed with argument %s"),
        say("one of the arguments %s is required"),
        say("expected one argument"),
        say("expected at most one argument"),
        say("expected at least one argument"),
        say("expected %s argument"),
        say("expected %s arguments"),
        say("ignored explicit argument %r"),
        say("invalid %(type)s value: %(value)r"),
        say("invalid choice: %(value)r (choose from %(choices)s)"),
    )
}


def _looked_up(message: str) -> str:
    return translate(_OF_ARGPARSE.get(message, message))


def _looked_up_of(one: str, many: str, number: int) -> str:
    return _looked_up(one if number == 1 else many)


# Where argparse looks; a Python that has moved it speaks English.
vars(argparse).update(_=_looked_up, ngettext=_looked_up_of)


class Parser(argparse.ArgumentParser):
    """Takes texts for what it says of itself and of its arguments."""

    def parse_known_args(self, *args: Any, **named: Any) -> Any:
        # Also where a mistake names an argument, not in the help alone.
        for action in _with_parts(self._actions):
            if isinstance(action.metavar, str):
                action.metavar = translate(action.metavar)
        return super().parse_known_args(*args, **named)

    def error(self, message: str) -> NoReturn:
        # An option or a word in capitals stays as it is.
        word = message[1:2].islower()
        what = message[:1].lower() + message[1:] if word else message
        complain(tr("{prog}: {what} (see {prog} --help)", prog=self.prog, what=what))
        self.exit(USAGE)

    def format_help(self) -> str:
        """The help, in the language in use."""
        said = translate(self.description or "")
        self.description = said and f"{said[:1].upper()}{said[1:].rstrip('.')}."
        self.epilog = translate(self.epilog or "")
        for action in _with_parts(self._actions):
            # The parsers of all commands share no action; each is printed once.
            action.help = translate(action.help) if action.help else action.help
        return super().format_help()


def _with_parts(actions: Iterable[argparse.Action]) -> Iterable[argparse.Action]:
    """``actions``, and of the choice of a command also what is said of each."""
    for action in actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            yield from action._choices_actions
