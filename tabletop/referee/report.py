"""Telling turns: from a hypothesis to events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import msgspec

from tabletop.games.mushroom_walk import Breach, Cook, Decay, Move, Sell, Take, format_move
from tabletop.language import say
from tabletop.referee.beliefs import face_of
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    Detail,
    Discard,
    Kind,
    PanDetail,
    Revise,
    SellDetail,
    TakeDetail,
    Turn,
)
from tabletop.referee.hypothesis import Hypothesis, Played
from tabletop.referee.track import Ids

FACE_KNOWN = 0.4
"""Probability from which a card is called by a face."""


class Told(NamedTuple):
    """A turn as it is told: equal turns are told alike."""

    player: int
    move: str
    kind: Kind
    detail: Detail


def face(h: Hypothesis, card: int) -> str:
    """The face of ``card`` as far as it is known."""
    if card in h.backs:
        return "back"
    return face_of(h.beliefs[card], FACE_KNOWN)


def faces(h: Hypothesis, cards: Ids) -> tuple[str, ...]:
    """The faces of ``cards``."""
    return tuple(face(h, c) for c in cards)


def cure_text(breach: Breach) -> str:
    """What is wrong, and what puts it right."""
    facts = breach.facts or breach.sentence
    return say("{facts}: {cure}", facts=facts, cure=breach.cure) if breach.cure else facts


def move_of(h: Hypothesis, played: Played) -> Move:
    """The move, its discards named by what is known of them now."""
    move = played.move
    if isinstance(move, Take | Decay) and played.choice.drop:
        drop = played.choice.drop
        return replace(
            move, discards=tuple(sorted(("n" if c < 0 else "d", h.kind(c)) for c in drop))
        )
    return move


def kind_of_move(move: Move) -> Kind:
    """What kind of turn ``move`` is."""
    if isinstance(move, Take):
        return "take"
    if isinstance(move, Decay):
        return "decay"
    if isinstance(move, Cook):
        return "cook"
    return "sell" if isinstance(move, Sell) else "pan"


def told(h: Hypothesis, played: Played, move: Move) -> Told:
    """How ``played``, a turn of ``h``, is told as ``move``."""
    detail: Detail
    if isinstance(move, Take):
        drawn = face(h, played.drawn[0]) if played.drawn else msgspec.UNSET
        card = face(h, played.taken[0]) if played.taken else "??"
        detail = TakeDetail(move.position, card, played.paid, _discards(move), drawn)
    elif isinstance(move, Decay):
        nights = faces(h, played.drawn) if played.drawn else msgspec.UNSET
        detail = DecayDetail(faces(h, played.taken), _discards(move), nights)
    elif isinstance(move, Cook):
        detail = CookDetail(move.mushroom, move.day, move.night, move.butter, move.cider, move.pan)
    elif isinstance(move, Sell):
        sticks = h.game.sell[move.mushroom] * (move.day + 2 * move.night)
        detail = SellDetail(move.mushroom, move.day, move.night, sticks)
    else:
        detail = PanDetail()
    return Told(played.player, format_move(move), kind_of_move(move), detail)


def _discards(move: Take | Decay) -> tuple[Discard, ...]:
    counts = Counter(move.discards)
    return tuple((("n" if pile == "n" else "d", kind), n) for (pile, kind), n in counts.items())


def turn_event(n: int, turn: Told, p: float, frame: str) -> Turn:
    """The event that turn ``n`` was played."""
    return Turn(n, turn.player, turn.move, turn.kind, turn.detail, round(p, 3), frame)


def revise_event(n: int, turn: Told, p: float, frame: str) -> Revise:
    """The event that turn ``n`` was another one."""
    return Revise(n, turn.player, turn.move, turn.kind, turn.detail, round(p, 3), frame)
