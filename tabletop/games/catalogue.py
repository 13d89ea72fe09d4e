"""The games that tabletop knows, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tabletop.games import mushroom_walk
from tabletop.games.settings import Setting
from tabletop.games.walk.game import Game

GAMES: Final = (mushroom_walk.NAME, mushroom_walk.ORIGINAL)
"""Names that ``game_named`` knows."""


def game_named(name: str, settings: Iterable[str] = ()) -> Game:
    """The game called ``name`` with house settings such as ``"moon=jack"``.

    The same name and settings give the same object. Raises ValueError for an unknown name,
    SettingError (a ValueError) for a setting or value that doesn't exist.
    """
    if name not in GAMES:
        raise ValueError(f"game {name!r} isn't known: use {' or '.join(GAMES)}")
    return mushroom_walk.game(settings, name=name)


def settings_of(name: str) -> tuple[Setting, ...]:
    """The settings that the game called ``name`` has, for help texts."""
    game_named(name)
    return mushroom_walk.SETTINGS
