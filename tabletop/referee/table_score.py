"""The score from one picture of a finished table, its history unseen (R-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import log

import msgspec
import numpy as np

from tabletop.games.mushroom_walk import Dish, Game, dish_points
from tabletop.language import listed, say
from tabletop.referee.beliefs import face_of, faces_of, settle
from tabletop.referee.dishes import Groups, SeenDish
from tabletop.referee.finished import find_displays
from tabletop.referee.layout import Layout
from tabletop.referee.observe import Seen
from tabletop.vision.sighting import Reading

_MOST_READINGS = 32
_MOST_DOUBTS = 8
_NIGHT_IN_OPEN_DISH = 0.3
"""How often three or more mushrooms of which none is turned hold a night card."""


class DishScore(msgspec.Struct, frozen=True):
    """One dish: ``cards`` are the faces in it (without the pan), ``night`` how many of them are
    night cards, ``sure`` the probability that this and the mushrooms' rank are right."""

    pan: str
    cards: tuple[str, ...]
    night: int
    points: int
    mushroom: str
    sure: float


class Doubt(msgspec.Struct, frozen=True):
    """What the picture leaves open: ``text`` for a reader, ``total`` the player's points if it is
    so, ``p`` how likely that is."""

    text: str
    total: int
    p: float


class PlayerScore(msgspec.Struct, frozen=True):
    """One player's dishes and total; ``doubts`` lists what else the total may be."""

    total: int
    dishes: tuple[DishScore, ...]
    doubts: tuple[Doubt, ...]


class TableScore(msgspec.Struct, frozen=True):
    """Both players' scores, player 0 at the picture's lower edge. ``readings``: both totals for
    each way to read the table, likeliest first. ``forest``: cards that still lie in the forest, so
    that the game isn't finished; a forest of less than four cards is not told from piles."""

    players: tuple[PlayerScore, PlayerScore]
    readings: tuple[tuple[int, int], ...]
    forest: int = 0


def score_table(reading: Reading, game: Game, layout: Layout | None = None) -> TableScore | None:
    """The score of the table in ``reading``; None where no table is seen in it. ``layout``: how it
    lies, where that is known.

    The setting ``night-sideways`` says whether a night card lies turned in its dish; ``unknown``:
    it is so if any card is.
    """
    faces = faces_of(game)
    displays = find_displays(reading, faces, layout)
    if displays is None:
        return None
    groups = displays.groups
    options = [_night_options(g, game, groups) for g in _all_dishes(groups)]
    readings = list(_readings(groups, options))
    if not readings:
        readings = [(tuple(max(o, key=lambda c: c[1])[0] for o in options), 0.0)]
    readings.sort(key=lambda r: (-r[1], r[0]))
    top = readings[0][1]
    weights = [float(np.exp(w - top)) for _, w in readings]
    shares = [w / sum(weights) for w in weights]
    dishes = _all_dishes(groups)
    split = len(groups[0].dishes)
    points = [
        [dish_points(game, _dish_value(d, n)) for d, n in zip(dishes, nights, strict=True)]
        for nights, _ in readings
    ]
    totals = [(sum(p[:split]), sum(p[split:])) for p in points]
    players = []
    for who in (0, 1):
        part = slice(0, split) if who == 0 else slice(split, None)
        own = [
            DishScore(
                _face(d.pan) if d.pan else "??",
                tuple(_face(c) for c in d.cards),
                n,
                dish_points(game, _dish_value(d, n)),
                d.rank,
                round(d.sure, 3),
            )
            for d, n in zip(dishes[part], readings[0][0][part], strict=True)
        ]
        players.append(
            PlayerScore(
                totals[0][who],
                tuple(own),
                _doubts(who, totals, shares, dishes[part], [r[0][part] for r in readings], game),
            )
        )
    every = tuple(dict.fromkeys(totals))[:_MOST_READINGS]
    return TableScore((players[0], players[1]), every, displays.forest)


def _all_dishes(groups: tuple[Groups, Groups]) -> list[SeenDish]:
    return [*groups[0].dishes, *groups[1].dishes]


def _face(seen: Seen) -> str:
    return "back" if seen.look is None else face_of(settle(seen.look), 0.3)


def _dish_value(dish: SeenDish, nights: int) -> Dish:
    return Dish(dish.rank, len(dish.mushrooms) - nights, nights, len(dish.butter), len(dish.cider))


def _night_options(
    dish: SeenDish, game: Game, groups: tuple[Groups, Groups]
) -> list[tuple[int, float]]:
    """How many night cards may lie in the dish, with log weights, by what it alone shows."""
    rule = game.settings.get("night-sideways", "unknown")
    some_turned = any(d.turned for g in groups for d in g.dishes)
    sideways = rule == "yes" or (rule == "unknown" and some_turned)
    options = []
    for n in (0, 1):
        if n and dish.rank not in game.night_deck:
            continue
        value = _dish_value(dish, n)
        if value.day < 0 or value.mushrooms < 3:
            continue
        if 4 * value.butter + 5 * value.cider > value.mushrooms:
            continue
        share = _NIGHT_IN_OPEN_DISH if n else 1 - _NIGHT_IN_OPEN_DISH
        if sideways:
            share = 0.97 if bool(dish.turned) == bool(n) else 0.03
        elif rule == "no" and dish.turned:
            share = 0.5
        options.append((n, log(share)))
    # A card too few was seen: the dish still counts, as it lies.
    return options or [(0, log(0.5))]


def _readings(
    groups: tuple[Groups, Groups], options: Sequence[list[tuple[int, float]]]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way to place the night cards, one of each rank at most over both players. What lies
    apart and looks like a night card may be a card of another pile and only speaks against."""
    dishes = _all_dishes(groups)
    apart = {_rank_of(c) for g in groups for c in g.nights}
    for pick in product(*options):
        ranks = [d.rank for d, (n, _) in zip(dishes, pick, strict=True) if n]
        if len(set(ranks)) < len(ranks):
            continue
        twice = len(apart & set(ranks))
        yield tuple(n for n, _ in pick), sum(w for _, w in pick) - 2.0 * twice


def _rank_of(seen: Seen) -> str:
    return _face(seen)[0]


def _night_lies(game: Game, rank: str, there: bool) -> str:
    one, many = game.word(rank), game.word(rank, 2)
    if there:
        return say("a night {card} lies in the dish of {cards}", card=one, cards=many)
    return say("no night {card} lies in the dish of {cards}", card=one, cards=many)


def _doubts(
    who: int,
    totals: Sequence[tuple[int, int]],
    shares: Sequence[float],
    dishes: Sequence[SeenDish],
    nights: Sequence[tuple[int, ...]],
    game: Game,
) -> tuple[Doubt, ...]:
    first = totals[0][who]
    chance: dict[int, float] = {}
    how: dict[int, tuple[int, ...]] = {}
    for both, share, pick in zip(totals, shares, nights, strict=True):
        chance[both[who]] = chance.get(both[who], 0.0) + share
        how.setdefault(both[who], pick)
    doubts = []
    for total, p in sorted(chance.items(), key=lambda c: (-c[1], c[0])):
        if total == first:
            continue
        changed = [
            _night_lies(game, d.rank, bool(n))
            for d, n, usual in zip(dishes, how[total], how[first], strict=True)
            if n != usual
        ]
        text = say("{n} points if {what}", n=total, what=listed(changed))
        doubts.append(Doubt(text, total, round(p, 3)))
    for d in dishes:
        if len(d.mushrooms) < 2:
            text = say(
                "only {n} mushroom shows in the dish of {cards}",
                n=len(d.mushrooms),
                cards=game.word(d.rank, 2),
            )
            doubts.append(Doubt(text, first, 0.5))
    return tuple(doubts[:_MOST_DOUBTS])
