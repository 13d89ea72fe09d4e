"""The games that tabletop knows, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

from tabletop.games import fungi, mushroom_walk
from tabletop.games.rules import Rule
from tabletop.games.settings import Setting
from tabletop.games.walk.game import Game
from tabletop.language import listed, say

_MAKERS: Final[Mapping[str, Callable[[Iterable[str]], Game]]] = {
    mushroom_walk.NAME: mushroom_walk.game,
    mushroom_walk.ORIGINAL: partial(mushroom_walk.game, name=mushroom_walk.ORIGINAL),
    fungi.NAME: fungi.game,
}
_SETTINGS: Final = {
    mushroom_walk.NAME: mushroom_walk.SETTINGS,
    mushroom_walk.ORIGINAL: mushroom_walk.SETTINGS,
    fungi.NAME: fungi.SETTINGS,
}

GAMES: Final = tuple(_MAKERS)
"""Names that ``game_named`` knows."""

RULES: Final[Mapping[str, Rule]] = {
    **mushroom_walk.RULES,
    **{i: rule for i, rule in fungi.RULES.items() if i not in mushroom_walk.RULES},
}
"""The rules and rulings of all games by id; ``game.rules`` has those that hold in one."""


def game_named(name: str, settings: Iterable[str] = ()) -> Game:
    """The game called ``name`` with house settings such as ``"moon=jack"``.

    The same name and settings give the same object. Raises ValueError for an unknown name,
    SettingError (a ValueError) for a setting or value that doesn't exist.
    """
    if name not in _MAKERS:
        games = listed(GAMES, "or")
        raise ValueError(say("game {name!r} isn't known: use {games}", name=name, games=games))
    return _MAKERS[name](settings)


def settings_of(name: str) -> tuple[Setting, ...]:
    """The settings that the game called ``name`` has, for help texts."""
    game_named(name)
    return _SETTINGS[name]
