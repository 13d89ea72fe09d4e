"""The cases a game can start from: what lies open after the deal leaves open whose a dealt poison
mushroom was (R-16), and where night cards are kept secret, whose a dealt moon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from tabletop.games.walk.game import ANY, DEALT, HAND_KINDS, MOON, POISON, Game
from tabletop.games.walk.hidden.case import Assumption, Case
from tabletop.games.walk.hidden.trail import Trail
from tabletop.games.walk.phrases import some
from tabletop.games.walk.state import State
from tabletop.language import say

Shares = tuple[int, int]


def starting_cases(state: State, poisons: int | None, moons: int | None) -> list[Case]:
    """Every case of ``state``, in which ``poisons`` of the ``?`` in both hands together are dealt
    poison mushrooms that were discarded, and ``moons`` dealt moons; None: nobody knows how many.

    Raises ValueError where the hands don't have so many ``?``.
    """
    unknown = tuple(player.hand.count(ANY) for player in state.players)
    found = [
        _case(state, bad, night)
        for bad in _shares(state.game, POISON, poisons)
        for night in _shares(state.game, MOON, moons)
        if all(p + m <= min(n, DEALT) for p, m, n in zip(bad, night, unknown, strict=True))
    ]
    if not found:
        raise ValueError("more cards are said to be poison mushrooms or moons than are unknown")
    # Where a card was misread the decks prove nothing, but the hands are there all the same.
    fitting = [case for case in found if case.possible]
    found = fitting or [replace(case, decks=False) for case in found]
    open_ = [len({getattr(case, name) for case in found}) > 1 for name in ("poisons", "moons")]
    return [_saying(case, *open_) for case in found]


def _shares(game: Game, kind: str, number: int | None) -> Iterator[Shares]:
    """How ``number`` cards of ``kind`` can be shared out among the two players."""
    most = min(2 * DEALT, game.kinds[kind].count) if number is None else number
    for first, second in product(range(most + 1), repeat=2):
        if first + second == number or (number is None and first + second <= most):
            yield first, second


def _case(state: State, poisons: Shares, moons: Shares) -> Case:
    game = state.game
    limits = {kind: info.count for kind, info in game.kinds.items() if kind in HAND_KINDS}
    nights = {kind: info.night for kind, info in game.kinds.items() if info.night}
    day, night = [], []
    for player, bad, moon in zip(state.players, poisons, moons, strict=True):
        seen, unknown = player.hand.replace(ANY, ""), player.hand.count(ANY)
        day.append(Trail.empty(limits).gain(seen).draw(unknown - bad - moon))
        seen, unknown = player.night.replace(ANY, ""), player.night.count(ANY)
        night.append(Trail.empty(nights).gain(seen).draw(unknown + moon))
    table = state._replace(
        discard=state.discard + MOON * sum(moons) + POISON * sum(poisons),
        night=state.night[sum(moons) :],
    )
    trails = (day[0], day[1]), (night[0], night[1])
    return Case(table, *trails, poisons=poisons, moons=moons).masked()


def _saying(case: Case, poisons: bool, moons: bool) -> Case:
    """The case with its assumptions in words, of what is not known."""
    says: list[Assumption] = []
    for kind, shares, open_ in ((POISON, case.poisons, poisons), (MOON, case.moons, moons)):
        if open_:
            word = case.state.game.word
            told = [Assumption(some(n, word(kind, n)), i) for i, n in enumerate(shares) if n]
            says += told or [Assumption(say("nobody was dealt a {card}", card=word(kind)))]
    return case.saying(*says)
