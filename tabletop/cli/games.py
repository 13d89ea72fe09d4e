"""The game that ``--game`` and ``--set`` name."""

from __future__ import annotations

from argparse import Namespace

from tabletop.cli.codes import UsageError
from tabletop.games import Game, game_named


def game_from(arguments: Namespace) -> Game:
    """The game asked for. Raises ``UsageError`` naming what is allowed instead."""
    try:
        return game_named(arguments.game, arguments.settings)
    except ValueError as error:
        raise UsageError(str(error)) from None
