"""Points, the score sheet and who wins (MW-8.2, MW-8.3)."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.games.walk.game import ANY, BUTTER_POINTS, CIDER_POINTS, Game
from tabletop.games.walk.state import Dish, State


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One dish on the score sheet: its cards in words, the sum as it is worked out, its points."""

    dish: Dish
    what: str
    sum: str
    points: int
    rule: str = "MW-8.2"


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's dishes, their total and the mushrooms cooked, which break a tie (MW-8.3)."""

    lines: tuple[SheetLine, ...]
    total: int
    mushrooms: int


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


def score_sheet(state: State, player: int) -> ScoreSheet:
    """Every dish of ``player`` with how its points come about."""
    lines = tuple(_line(state.game, dish) for dish in state.players[player].dishes)
    return ScoreSheet(lines, sum(line.points for line in lines), _cooked(state, player))


def leader(state: State) -> int | None:
    """Who is ahead as it stands, ties broken by mushrooms cooked (MW-8.3); None if nobody is."""
    mine, theirs = ((score(state, i), _cooked(state, i)) for i in (0, 1))
    return None if mine == theirs else 0 if mine > theirs else 1


def winner(state: State) -> int | None:
    """Who has won; None for a draw and while the game goes on."""
    return leader(state) if state.over else None


def is_over(state: State) -> bool:
    """Whether the game has ended (MW-8.1, R-7)."""
    return state.over


def _cooked(state: State, player: int) -> int:
    return sum(dish.mushrooms for dish in state.players[player].dishes)


def _line(game: Game, dish: Dish) -> SheetLine:
    word = game.word
    cards = []
    if dish.day:
        cards.append(f"{dish.day} × {word(dish.mushroom)}")
    if dish.night:
        cards.append(f"{dish.night} × night {word(dish.mushroom)}")
    terms = [f"{dish.mushrooms} × {game.cook.get(dish.mushroom, 0)}"]
    for name, number, points in (
        ("butter", dish.butter, BUTTER_POINTS),
        ("cider", dish.cider, CIDER_POINTS),
    ):
        if number:
            cards.append(f"{number} {name}")
            terms.append(f"{number} × {points}")
    points = dish_points(game, dish)
    return SheetLine(dish, ", ".join(cards), f"{' + '.join(terms)} = {points}", points)
