"""The game that ``--game`` and ``--set`` name."""

from __future__ import annotations

from argparse import Namespace

from tabletop.cli.codes import UsageError
from tabletop.games import GAMES, Game, game_named
from tabletop.language import say, words_of


def game_from(arguments: Namespace) -> Game:
    """The game asked for. Raises ``UsageError`` naming what is allowed instead."""
    try:
        return game_named(arguments.game, arguments.settings)
    except ValueError as error:
        raise UsageError(words_of(error)) from None


def pictured_game_from(arguments: Namespace) -> Game:
    """The game asked for, whose cards can be read from pictures.

    Raises ``UsageError`` where it has cards of its own, which no reader knows.
    """
    game = game_from(arguments)
    if not game.playing_cards:
        others = " or ".join(name for name in GAMES if game_named(name).playing_cards)
        raise UsageError(
            say(
                "{title} has cards of its own, which can't be read from pictures: use {others}",
                title=game.title,
                others=others,
            )
        )
    return game
