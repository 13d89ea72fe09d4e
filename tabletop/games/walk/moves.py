"""Moves of the walk games: small values, equal when they do the same, whose repr can be run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Discards = tuple[tuple[str, str], ...]
"""Hand cards thrown away to poison: sorted pairs of ``"d"`` (day) or ``"n"`` (night) and kind."""

PanFrom = Literal["hand", "display"]


@dataclass(frozen=True, slots=True)
class Take:
    """Take the forest card at ``position``, 1 being nearest the decay pile (MW-5.1)."""

    position: int
    discards: Discards = ()

    def __post_init__(self) -> None:
        _sort_discards(self)


@dataclass(frozen=True, slots=True)
class Decay:
    """Take the whole decay pile (MW-5.2)."""

    discards: Discards = ()

    def __post_init__(self) -> None:
        _sort_discards(self)


@dataclass(frozen=True, slots=True)
class Cook:
    """Cook ``day`` day cards and ``night`` night cards of one kind (MW-5.3), in an empty pan of the
    display or in one played from the hand."""

    mushroom: str
    day: int
    night: int = 0
    butter: int = 0
    cider: int = 0
    pan: PanFrom = "display"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell ``day`` day cards and ``night`` night cards of one kind (MW-5.4)."""

    mushroom: str
    day: int
    night: int = 0


@dataclass(frozen=True, slots=True)
class PutPan:
    """Put a pan from the hand empty into the display (MW-5.5)."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """The claim that none of the five actions is possible (MW-5.6, R-21): judged like a move, but
    no move."""


Move = Take | Decay | Cook | Sell | PutPan

_new = object.__new__
_set_position = Take.__dict__["position"].__set__
_set_discards = Take.__dict__["discards"].__set__
_set_decay_discards = Decay.__dict__["discards"].__set__


def take_discarding(position: int, discards: Discards) -> Take:
    """``Take(position, discards)`` for discards that are sorted already.

    A hand of twelve can be trimmed in hundreds of ways, and the usual way of making a value that
    can't be changed takes four times as long.
    """
    move = _new(Take)
    _set_position(move, position)
    _set_discards(move, discards)
    return move


def decay_discarding(discards: Discards) -> Decay:
    """``Decay(discards)`` for discards that are sorted already, as ``take_discarding``."""
    move = _new(Decay)
    _set_decay_discards(move, discards)
    return move


def _sort_discards(move: Take | Decay) -> None:
    if move.discards:
        # Whether they are discards at all is for the judge to say.
        try:
            object.__setattr__(move, "discards", tuple(sorted(move.discards)))
        except TypeError:
            return
