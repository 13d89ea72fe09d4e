"""From what is known to a full state that fits it: every unknown card gets a kind."""

from __future__ import annotations

import random
from collections.abc import Mapping
from math import comb

from tabletop.games.walk.game import ANY, MOON, POISON
from tabletop.games.walk.hidden.case import Case, Trails
from tabletop.games.walk.hidden.trail import Trail, Way
from tabletop.games.walk.moves import Move, Take
from tabletop.games.walk.state import State, sorted_kinds

Ways = Mapping[str, Way]


def weight(case: Case) -> int:
    """In how many ways the decks can be dealt so that this case and one of its deals come about."""
    number = case.deals[0].weight * case.deals[1].weight
    left = case.left[0]
    if left is not None:
        for kind, (first, second) in ((POISON, case.poisons), (MOON, case.moons)):
            number *= comb(left[kind] + first + second, first) * comb(left[kind] + second, second)
    return number


def filled(case: Case, gained: Case, move: Move | None, rng: random.Random) -> State:
    """A full state by chance that fits ``case``.

    ``gained`` is the case narrowed further, or the same; in its last groups it may have unknown
    cards that ``move`` is about to take. Raises ValueError where no deal fits.
    """
    state = case.state
    day, night = _Filling(case, gained, 0, rng), _Filling(case, gained, 1, rng)
    players = [
        player._replace(hand=sorted_kinds(day.hands[i]), night=sorted_kinds(night.hands[i]))
        for i, player in enumerate(state.players)
    ]
    shown = {**day.thrown, **night.thrown}
    discard = "".join(shown.get(i, kind) for i, kind in enumerate(state.discard))
    spent = iter("".join(night.thrown.values()))
    forest, decay = state.forest, state.decay
    if isinstance(move, Take):
        at = move.position - 1
        forest = forest[:at] + day.fill(forest[at]) + forest[at + 1 :]
    decay = day.fill(decay)
    return state._replace(
        forest=day.fill(forest),
        decay=decay,
        draw=day.fill(state.draw),
        discard=day.fill(discard),
        night=night.fill(state.night),
        spent="".join(next(spent) if kind == ANY else kind for kind in state.spent),
        players=(players[0], players[1]),
    )


class _Filling:
    """One deal of one pile. ``hands``: what each player holds; ``thrown``: the kinds of discards
    that were not seen, by their places in the discard pile; ``rest``: the kinds of all unread cards
    on the table, those first that are about to be taken."""

    def __init__(self, case: Case, gained: Case, pile: int, rng: random.Random) -> None:
        left = case.unseen_now[pile]
        if left is None:
            raise ValueError("no full state fits: more was seen of a kind than there is")
        picked = gained.deals[pile].pick(rng)
        rest = left.copy()
        self.hands: list[str] = []
        self.thrown: dict[int, str] = {}
        coming = ""
        for who, trail in enumerate(_trails(case, pile)):
            ways = {kind: way[who] for kind, way in picked.items()}
            self.hands.append(_held(trail, ways))
            for i, group in enumerate(trail.groups):
                kinds = _group(ways, i, rng)
                if group.sign < 0:
                    self.thrown.update(zip(group.at, kinds, strict=True))
                elif group.sign > 0 and group.fresh:
                    rest.subtract(kinds)
            for i in range(len(trail.groups), len(_trails(gained, pile)[who].groups)):
                coming += _group(ways, i, rng)
        rest.subtract(coming)
        self.rest = iter(coming + "".join(rng.sample(list(rest.elements()), rest.total())))

    def fill(self, cards: str) -> str:
        """``cards`` with a kind for each unread one."""
        return "".join(next(self.rest) if kind == ANY else kind for kind in cards)


def _trails(case: Case, pile: int) -> Trails:
    return case.night if pile else case.day


def _held(trail: Trail, ways: Ways) -> str:
    number = len(trail.groups)
    return "".join(kind * trail.stock(kind, way[:number]) for kind, way in ways.items())


def _group(ways: Ways, i: int, rng: random.Random) -> str:
    kinds = [kind for kind, way in ways.items() for _ in range(way[i])]
    return "".join(rng.sample(kinds, len(kinds)))
