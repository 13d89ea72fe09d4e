"""The lines of a game record as values.

Players are 0 and 1 here, as everywhere in the program, and ``p1`` and ``p2`` in the text, as
people count. ``line`` is where an entry was read from, 0 if it was not; it doesn't count when
entries are compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tabletop.faces import BACK, UNKNOWN
from tabletop.games.mushroom_walk import Move, Stuck
from tabletop.games.rulings import Verdict
from tabletop.games.walk.text import NIGHT_MARK

SEATS: Final = 2
"""Players of every game known so far; the text has room for nine."""


class Shape(NamedTuple):
    """What follows a verb of the dealer: a player, ``least`` to ``most`` cards, a number."""

    player: bool = False
    most: int = 0
    least: int = 0
    number: bool = False


DEALER: Final[dict[str, Shape]] = {
    "forest": Shape(most=8, least=1),
    "deal": Shape(player=True, most=3),
    "night": Shape(player=True, most=8, least=1),
    "start": Shape(player=True),
    "turn": Shape(most=8, least=1),
    "hand": Shape(player=True, most=40),
    "dish": Shape(player=True, most=40, least=1),
    "pans": Shape(player=True, number=True),
    "baskets": Shape(player=True, number=True),
    "sticks": Shape(player=True, number=True),
    "poison": Shape(player=True, number=True),
    "decay-pile": Shape(most=4),
    "discard-pile": Shape(most=100),
    "draw-pile": Shape(number=True),
    "night-pile": Shape(number=True),
}
"""Everything the dealer does, in the order in which it is explained in docs/record.md."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What the dealer lays, shows or counts; ``verb`` is one of ``DEALER``. Cards are faces, kinds
    or ``"??"``; in a dish a night card ends in ``*``."""

    verb: str
    cards: tuple[str, ...] = ()
    player: int | None = None
    number: int | None = None
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")
        object.__setattr__(self, "cards", tuple(map(_card, self.cards)))


@dataclass(frozen=True, slots=True)
class Played:
    """A player's turn."""

    player: int
    move: Move
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")


@dataclass(frozen=True, slots=True)
class Claimed:
    """What ``player`` claims: that ``of`` (without it the player too) may do a move now or is
    stuck; or that an earlier turn, whose number it ``says``, was illegal."""

    player: int
    says: Move | Stuck | int
    of: int | None = None
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")
        if self.of == self.player or isinstance(self.says, int):
            object.__setattr__(self, "of", None)


@dataclass(frozen=True, slots=True)
class Ruled:
    """What was decided on the claim before it, else on the turn before it, and the rules that were
    cited."""

    verdict: Verdict
    rules: tuple[str, ...] = ()
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")


@dataclass(frozen=True, slots=True)
class Corrected:
    """Turn ``turn`` was ``played``; ``None`` with turn 0, the set-up. Dealer lines that follow take
    the place of those the turn had. A comment of ``played`` becomes the line's own."""

    turn: int
    played: Played | None
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        if self.played is not None and self.played.comment:
            object.__setattr__(self, "comment", self.comment or self.played.comment)
            object.__setattr__(self, "played", Played(self.played.player, self.played.move))
        _tidy(self, "comment")


@dataclass(frozen=True, slots=True)
class Undone:
    """Turn ``turn`` and all after it are taken back."""

    turn: int
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment with a line of its own."""

    text: str
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "text")


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended: each player's points, and why (``"forest empty"``, …)."""

    scores: tuple[int, ...]
    reason: str = ""
    comment: str = ""
    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    def __post_init__(self) -> None:
        _tidy(self, "comment")
        object.__setattr__(self, "reason", one_line(self.reason.replace("#", " ")))


Entry = Dealt | Played | Claimed | Ruled | Corrected | Undone | Remark | Result

_JOINERS: Final = "\u200c\u200d"
"""Unprintable, but some scripts and emoji can't be written without them."""


def one_line(text: str) -> str:
    """``text`` as a record can hold it: one line, nothing that can't be printed, single blanks.

    A stranger's record must not be able to steer the terminal it is shown on.
    """
    return " ".join(
        "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in text).split()
    )


def _card(card: str) -> str:
    name = card.removesuffix(NIGHT_MARK)
    return card if name not in ("?", BACK) else UNKNOWN + card[len(name) :]


def _tidy(entry: Entry, name: str) -> None:
    object.__setattr__(entry, name, one_line(getattr(entry, name)))
