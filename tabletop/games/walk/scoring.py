"""Points and who wins (MW-8.2, MW-8.3; FU-10.2, FU-10.3); ``sheet`` shows how they come about."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tabletop.games.walk.game import ANY, BUTTER_POINTS, CIDER_POINTS, Game
from tabletop.games.walk.state import Dish, State
from tabletop.language import say


class Outcome(NamedTuple):
    """How a game ended, or how it stands: points, mushrooms cooked (night cards count two), who is
    ahead (None for a draw), what decides it, the ids of the rules that say so, and the facts."""

    scores: tuple[int, int]
    mushrooms: tuple[int, int]
    winner: int | None
    by: Literal["points", "mushrooms", "draw"]
    rules: tuple[str, ...]
    facts: str


def dish_points(game: Game, dish: Dish) -> int:
    """Points of one dish; an unknown mushroom scores nothing."""
    each = 0 if dish.mushroom == ANY else game.cook[dish.mushroom]
    return each * dish.mushrooms + BUTTER_POINTS * dish.butter + CIDER_POINTS * dish.cider


def score(state: State, player: int) -> int:
    """Points of ``player``'s dishes so far."""
    return sum(dish_points(state.game, dish) for dish in state.players[player].dishes)


def scores(state: State) -> tuple[int, int]:
    """Points of both players."""
    return score(state, 0), score(state, 1)


def mushrooms_cooked(state: State, player: int) -> int:
    """Mushrooms in ``player``'s dishes, which break a tie; night cards count two."""
    return sum(dish.mushrooms for dish in state.players[player].dishes)


def outcome(state: State) -> Outcome:
    """Who is ahead as it stands and why; of a game that is over, how it ended."""
    points = scores(state)
    cooked = mushrooms_cooked(state, 0), mushrooms_cooked(state, 1)
    ids = state.game.ids
    if points[0] != points[1]:
        ahead = int(points[1] > points[0])
        facts = say("{a} to {b} points", a=points[0], b=points[1])
        return Outcome(points, cooked, ahead, "points", ids("points"), facts)
    if cooked[0] != cooked[1]:
        ahead = int(cooked[1] > cooked[0])
        facts = say(
            "{points} points each, {a} to {b} mushrooms cooked",
            points=points[0],
            a=cooked[0],
            b=cooked[1],
        )
        return Outcome(points, cooked, ahead, "mushrooms", ids("tie"), facts)
    facts = say("{points} points each, {n} mushrooms cooked each", points=points[0], n=cooked[0])
    return Outcome(points, cooked, None, "draw", ids("draw"), facts)


def leader(state: State) -> int | None:
    """Who is ahead as it stands, ties broken by mushrooms cooked; None if nobody is."""
    return outcome(state).winner


def winner(state: State) -> int | None:
    """Who has won; None for a draw and while the game goes on."""
    return leader(state) if state.over else None


def is_over(state: State) -> bool:
    """Whether the game has ended (MW-8.1, R-7)."""
    return state.over
