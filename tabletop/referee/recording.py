"""Writing the record: from a hypothesis to the lines of a game's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.games.mushroom_walk import Move
from tabletop.games.walk.game import BUTTER, CIDER, DEALT, MOON, POISON
from tabletop.games.walk.text import NIGHT_MARK
from tabletop.record import Dealt, Entry, Played
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.report import faces
from tabletop.referee.track import DishIds, Track


def lines_of(h: Hypothesis, moves: Sequence[Move], *, joined: bool) -> tuple[Entry, ...]:
    """The lines of ``h``'s game with each face that was seen, its turns told as ``moves``.
    ``joined``: it was under way when following began."""
    first = h.past[0] if h.past else h.track
    entries: list[Entry] = [*(_table(h, first) if joined else _set_up(h, first))]
    for played, move in zip(h.history, moves, strict=True):
        entries.append(Played(played.player, move))
        if played.drawn:
            entries.append(Dealt("night", faces(h, played.drawn), played.player))
        if played.refill:
            entries.append(Dealt("turn", faces(h, played.refill)))
    return tuple(entries)


def _set_up(h: Hypothesis, track: Track) -> Iterator[Dealt]:
    yield Dealt("forest", faces(h, track.forest))
    for player, side in enumerate(track.sides):
        dealt = faces(h, side.baskets) + (MOON,) * len(side.night) + faces(h, side.hand)
        # What is short of three was a poison mushroom.
        dealt += (POISON,) * (DEALT - len(dealt))
        yield Dealt("deal", dealt, player)
        if side.night:
            yield Dealt("night", faces(h, side.night), player)


def _table(h: Hypothesis, track: Track) -> Iterator[Dealt]:
    """The table of a game under way."""
    yield Dealt("forest", faces(h, track.forest))
    yield Dealt("decay-pile", faces(h, track.decay))
    yield Dealt("discard-pile", faces(h, tuple(c for batch in track.discard for c in batch)))
    yield Dealt("draw-pile", number=track.draw)
    yield Dealt("night-pile", number=track.night)
    for player, side in enumerate(track.sides):
        yield Dealt("hand", faces(h, side.hand), player)
        if side.night:
            yield Dealt("night", faces(h, side.night), player)
        yield Dealt("baskets", player=player, number=len(side.baskets))
        yield Dealt("pans", player=player, number=len(side.pans))
        yield Dealt("sticks", player=player, number=side.sticks)
        for turns in side.turns:
            yield Dealt("poison", player=player, number=turns)
        for dish in side.dishes:
            yield Dealt("dish", _dish(dish), player)


def _dish(dish: DishIds) -> tuple[str, ...]:
    """The kinds in ``dish``, which say more than the faces that happened to be seen."""
    day, night = len(dish.day), len(dish.night)
    cards = (dish.mushroom,) * day + (dish.mushroom + NIGHT_MARK,) * night
    return cards + (BUTTER,) * dish.butter + (CIDER,) * dish.cider
