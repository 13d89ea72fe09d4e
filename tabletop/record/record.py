"""A whole game as text can hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from tabletop.games import Game, game_named
from tabletop.games.walk.sheet import PLAYERS
from tabletop.language import say
from tabletop.record.entries import SEATS, Entry, one_line


@dataclass(frozen=True, slots=True)
class Record:
    """A game's header and lines. ``players`` are names, ``date`` is YYYY-MM-DD, ``event`` says
    where or on what occasion; each may be empty. ``record + entry`` has one more line.

    Raises ValueError for a date that is none.
    """

    game_name: str = "mushroom-walk"
    settings: tuple[str, ...] = ()
    players: tuple[str, ...] = ("",) * SEATS
    event: str = ""
    date: str = ""
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(map(one_line, self.players)))
        object.__setattr__(self, "event", one_line(self.event))
        if self.date and not is_date(self.date):
            raise ValueError(say("{date!r} is no date: write it as 2031-05-17", date=self.date))

    @property
    def game(self) -> Game:
        """The game with its settings; ValueError if there is none of that name."""
        return game_named(self.game_name, self.settings)

    def __add__(self, entry: Entry) -> Record:
        return replace(self, entries=(*self.entries, entry))

    def name(self, player: int) -> str:
        """What ``player`` is called: the name in the header, else "Player 1" or "Player 2"."""
        return self.players[player] or PLAYERS[player]


def is_date(text: str) -> bool:
    """Whether ``text`` is a day written as YYYY-MM-DD."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
