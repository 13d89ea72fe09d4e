"""The score from one picture of a finished table, its history unseen (R-26)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import exp, log, prod
from typing import NamedTuple

import msgspec

from tabletop.faces import UNKNOWN
from tabletop.games.mushroom_walk import Dish, Game, dish_points
from tabletop.games.walk import phrases
from tabletop.games.walk.game import BUTTER_NEEDS, CIDER_NEEDS
from tabletop.language import listed, say, several
from tabletop.referee.beliefs import face_of, faces_of, settle
from tabletop.referee.dishes import Groups, SeenDish, unseen_between, usual_step
from tabletop.referee.finished import find_displays
from tabletop.referee.layout import Layout
from tabletop.referee.observe import Seen
from tabletop.vision.sighting import Reading

_MOST_READINGS = 32
_MOST_DOUBTS = 8
_MOST_PLACED = 20_000
"""Ways to fill all dishes that are looked at."""
_LEAST_LIKELY = 0.01
"""Probability below which a reading isn't offered."""
_OVERLOOKED, _GAP = 0.01, 0.1
"""How likely it is that a card of a dish isn't seen where it leaves no gap, and that nothing lies
in a gap."""
_NO_EXTRA, _TWICE = 0.001, 0.02
"""How likely it is that what looks like butter or cider in a dish is none, and that it is one card
seen twice, where two show the same face."""
_NIGHT_IN_OPEN_DISH = 0.3
"""How often three or more mushrooms of which none is turned hold a night card."""


class Filling(NamedTuple):
    """What a dish may be: of which mushroom, how many of its cards are night cards, how many were
    not seen at all, how much butter and cider is in it."""

    rank: str
    night: int
    hidden: int
    butter: int
    cider: int


class DishScore(msgspec.Struct, frozen=True):
    """One dish: ``cards`` are the faces in it (without the pan), ``??`` for one that lies unseen,
    ``night`` how many of them are night cards, ``sure`` the probability that the mushrooms' rank is
    right, and where more is open that its points are."""

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
    dishes = _all_dishes(groups)
    step = usual_step(dishes)
    options = [_fillings(dish, game, groups, step) for dish in dishes]
    readings = list(_readings(groups, options))
    readings.sort(key=lambda r: (-r[1], r[0]))
    weights = [exp(weight - readings[0][1]) for _, weight in readings]
    total = sum(weights)
    shares = [w / total for w in weights]
    split = len(groups[0].dishes)
    points = [
        [dish_points(game, _dish_value(d, f)) for d, f in zip(dishes, filled, strict=True)]
        for filled, _ in readings
    ]
    totals = [(sum(p[:split]), sum(p[split:])) for p in points]
    worths = list(zip(*points, strict=True))
    players = []
    for who in (0, 1):
        part = slice(0, split) if who == 0 else slice(split, None)
        own = [
            DishScore(
                _face(d.pan) if d.pan else "??",
                tuple(_face(c) for c in d.cards) + (UNKNOWN,) * f.hidden,
                f.night,
                worth[0],
                f.rank,
                round(_agreeing(worth, shares) if _in_doubt(d, f) else d.sure, 3),
            )
            for d, f, worth in zip(dishes[part], readings[0][0][part], worths[part], strict=True)
        ]
        players.append(
            PlayerScore(
                totals[0][who],
                tuple(own),
                _doubts(who, totals, shares, dishes[part], [r[0][part] for r in readings], game),
            )
        )
    likely: dict[tuple[int, int], float] = {}
    for both, share in zip(totals, shares, strict=True):
        likely[both] = likely.get(both, 0.0) + share
    every = tuple(both for both, p in likely.items() if p >= _LEAST_LIKELY or both == totals[0])
    every = every[:_MOST_READINGS]
    return TableScore((players[0], players[1]), every, displays.forest)


def _all_dishes(groups: tuple[Groups, Groups]) -> list[SeenDish]:
    return [*groups[0].dishes, *groups[1].dishes]


def _face(seen: Seen) -> str:
    return "back" if seen.look is None else face_of(settle(seen.look), 0.3)


def _agreeing(worth: Sequence[int], shares: Sequence[float]) -> float:
    """How likely it is that a dish is worth what it is in the likeliest reading; ``worth``: in each
    of them."""
    return sum(share for points, share in zip(worth, shares, strict=True) if points == worth[0])


def _in_doubt(dish: SeenDish, filled: Filling) -> bool:
    """Whether more is open of a dish than how well its cards were read."""
    fewer = filled.butter < len(dish.butter) or filled.cider < len(dish.cider)
    return filled.hidden > 0 or fewer or len(dish.ranks) > 1


def _dish_value(dish: SeenDish, filled: Filling) -> Dish:
    day = len(dish.mushrooms) - filled.night + filled.hidden
    return Dish(filled.rank, day, filled.night, filled.butter, filled.cider)


def _fillings(
    dish: SeenDish, game: Game, groups: tuple[Groups, Groups], step: float
) -> list[tuple[Filling, float]]:
    """What the dish may be, with log weights, by what it alone shows. Where fewer cards show than
    the rules want in it, the others lie there unseen, or one more, or butter or cider is none.
    ``step``: how far cards of dishes lie from one another, in card widths."""
    room = unseen_between(dish, step)
    extras = len(dish.butter), len(dish.cider)
    faces = [_face(c) for c in dish.butter + dish.cider]
    no_extra = _TWICE if len(set(faces)) < len(faces) else _NO_EXTRA
    options = []
    for (rank, p), (butter, cider) in product(dish.ranks, _fewer(*extras)):
        none = sum(extras) - butter - cider
        least = max(3, BUTTER_NEEDS * butter + CIDER_NEEDS * cider)
        lacking = least - len(dish.mushrooms)
        nights = (0, 1) if rank in game.night_deck else (0,)
        for n in nights:
            due = max(0, lacking - n)
            more = {due, max(due, room)} | ({due + 1} if lacking > nights[-1] else set())
            for hidden in sorted(more):
                weight = log(p) + log(_night_share(dish, game, groups, n, hidden))
                weight += none * log(no_extra) + log(_OVERLOOKED if hidden > room else _GAP) * abs(
                    hidden - room
                )
                options.append((Filling(rank, n, hidden, butter, cider), weight))
    return options


def _fewer(butter: int, cider: int) -> list[tuple[int, int]]:
    """As much butter and cider as was seen, or one less: one may be seen twice, or another card."""
    found = [(butter, cider)]
    found += [(butter - 1, cider)] if butter else []
    return found + ([(butter, cider - 1)] if cider else [])


def _night_share(
    dish: SeenDish, game: Game, groups: tuple[Groups, Groups], nights: int, hidden: int
) -> float:
    """How likely it is that ``nights`` of the dish's cards are night cards, ``hidden`` unseen."""
    rule = game.settings.get("night-sideways", "unknown")
    some_turned = any(d.turned for g in groups for d in g.dishes)
    if (rule == "yes" or (rule == "unknown" and some_turned)) and (dish.turned or not hidden):
        return 0.97 if bool(dish.turned) == bool(nights) else 0.03
    if rule == "no" and dish.turned:
        return 0.5
    return _NIGHT_IN_OPEN_DISH if nights else 1 - _NIGHT_IN_OPEN_DISH


def _readings(
    groups: tuple[Groups, Groups], options: Sequence[list[tuple[Filling, float]]]
) -> Iterator[tuple[tuple[Filling, ...], float]]:
    """Every way to place the night cards, one of each rank at most over both players. What lies
    apart and looks like a night card may be a card of another pile and only speaks against."""
    apart = {_rank_of(c) for g in groups for c in g.nights}
    for pick in product(*_likeliest(options)):
        ranks = [f.rank for f, _ in pick if f.night]
        if len(set(ranks)) < len(ranks):
            continue
        twice = len(apart & set(ranks))
        yield tuple(f for f, _ in pick), sum(w for _, w in pick) - 2.0 * twice


def _likeliest(options: Sequence[list[tuple[Filling, float]]]) -> list[list[tuple[Filling, float]]]:
    """``options`` less the unlikeliest of them, so that there aren't too many readings; one without
    a night card stays for every dish."""
    kept = [sorted(option, key=lambda o: -o[1]) for option in options]
    while prod(map(len, kept)) > _MOST_PLACED:
        spare = [
            (filling_weight - option[0][1], n, k)
            for n, option in enumerate(kept)
            for k, (filling, filling_weight) in enumerate(option)
            if len(option) > 1 and (filling.night or sum(not f.night for f, _ in option) > 1)
        ]
        _, n, k = min(spare)
        del kept[n][k]
    return kept


def _rank_of(seen: Seen) -> str:
    return _face(seen)[0]


def _how_filled(game: Game, dish: SeenDish, filled: Filling, usual: Filling) -> str:
    """What else ``filled`` says of a dish than ``usual``."""
    one, many = game.word(usual.rank), game.word(usual.rank, 2)
    if filled._replace(night=usual.night) != usual:
        worth = phrases.points(dish_points(game, _dish_value(dish, filled)))
        if filled.rank != usual.rank:
            other = game.word(filled.rank, 2)
            return say(
                "the dish of {cards} is one of {other}: {points}",
                cards=many, other=other, points=worth,
            )  # fmt: skip
        return say("the dish of {cards} counts {points}", cards=many, points=worth)
    if filled.night:
        return say("a night {card} lies in the dish of {cards}", card=one, cards=many)
    return say("no night {card} lies in the dish of {cards}", card=one, cards=many)


def _doubts(
    who: int,
    totals: Sequence[tuple[int, int]],
    shares: Sequence[float],
    dishes: Sequence[SeenDish],
    filled: Sequence[tuple[Filling, ...]],
    game: Game,
) -> tuple[Doubt, ...]:
    first = totals[0][who]
    chance: dict[int, float] = {}
    how: dict[int, tuple[Filling, ...]] = {}
    for both, share, pick in zip(totals, shares, filled, strict=True):
        chance[both[who]] = chance.get(both[who], 0.0) + share
        how.setdefault(both[who], pick)
    doubts = []
    for total, p in sorted(chance.items(), key=lambda c: (-c[1], c[0])):
        if total == first or p < _LEAST_LIKELY:
            continue
        changed = [
            _how_filled(game, d, f, usual)
            for d, f, usual in zip(dishes, how[total], how[first], strict=True)
            if dish_points(game, _dish_value(d, f)) != dish_points(game, _dish_value(d, usual))
        ]
        text = say("{n} points if {what}", n=total, what=listed(changed))
        doubts.append(Doubt(text, total, round(p, 3)))
    for n, (d, f) in enumerate(zip(dishes, filled[0], strict=True)):
        if f.hidden:
            least = _dish_value(d, f).mushrooms
            alike = [_dish_value(d, pick[n]).mushrooms == least for pick in filled]
            text = several(
                "only {n} card of the dish of {cards} shows: it is counted as {least} mushrooms",
                "only {n} cards of the dish of {cards} show: it is counted as {least} mushrooms",
                len(d.mushrooms),
                cards=game.word(f.rank, 2),
                least=least,
            )
            p = sum(share for share, same in zip(shares, alike, strict=True) if same)
            doubts.append(Doubt(text, first, round(p, 3)))
    return tuple(doubts[:_MOST_DOUBTS])
