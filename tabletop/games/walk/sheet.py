"""The score sheet: every dish, every card in it, and the rule that each point comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tabletop.games.walk.game import BUTTER, BUTTER_POINTS, CIDER, CIDER_POINTS, Game
from tabletop.games.walk.scoring import mushrooms_cooked, outcome
from tabletop.games.walk.state import BOTH_STUCK, Dish, State


@dataclass(frozen=True, slots=True)
class SheetItem:
    """Like cards of a dish: what they are in words (``"1 × night 9 (counts 2)"``), their points as
    ``number`` times ``each``, and the ids of the rules that say so."""

    what: str
    number: int
    each: int
    rules: tuple[str, ...]

    @property
    def points(self) -> int:
        """What these cards bring."""
        return self.number * self.each


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One dish: its cards and its points."""

    dish: Dish
    items: tuple[SheetItem, ...]

    @property
    def points(self) -> int:
        """What the dish brings."""
        return sum(item.points for item in self.items)

    @property
    def what(self) -> str:
        """Its cards in words: ``"2 × 9, 1 × night 9 (counts 2), 1 butter"``."""
        return ", ".join(item.what for item in self.items)

    @property
    def sum(self) -> str:
        """How its points come about: ``"2 × 4 + 2 × 4 + 1 × 3 = 19"``."""
        return " + ".join(f"{i.number} × {i.each}" for i in self.items) + f" = {self.points}"


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A player's dishes and total, the mushrooms cooked, which break a tie, and what is left over
    and scores nothing (None if nothing is)."""

    lines: tuple[SheetLine, ...]
    total: int
    mushrooms: int
    unscored: SheetItem | None = None


def score_sheet(state: State, player: int) -> ScoreSheet:
    """Every dish of ``player`` with how its points come about."""
    lines = tuple(SheetLine(d, tuple(_items(state.game, d))) for d in state.players[player].dishes)
    total = sum(line.points for line in lines)
    return ScoreSheet(lines, total, mushrooms_cooked(state, player), _unscored(state, player))


def sheet_text(state: State, names: Sequence[str] = ("Player 1", "Player 2")) -> str:
    """Both players' score sheets and who wins, or is ahead, as lines of text with rule ids."""
    lines = []
    for player, name in enumerate(names):
        sheet = score_sheet(state, player)
        lines.append(f"{name}: {_count(sheet.total, 'point')}, {sheet.mushrooms} mushrooms")
        for line in sheet.lines:
            kind = state.game.kinds.get(line.dish.mushroom)
            lines.append(f"  {kind.name if kind else 'unknown mushrooms'}: {line.points}")
            lines += [f"    {_item_text(item)}" for item in line.items]
        if sheet.unscored:
            lines.append(f"  {_item_text(sheet.unscored)}")
    if state.over:
        ids = state.game.ids("R-7" if state.reason == BOTH_STUCK else "end")
        lines.append(f"The game is over: {state.reason} [{', '.join(ids)}]")
    end = outcome(state)
    who = "A draw" if end.winner is None else names[end.winner]
    verb = "" if end.winner is None else " wins" if state.over else " is ahead"
    lines.append(f"{who}{verb}: {end.facts} [{', '.join(end.rules)}]")
    return "\n".join(lines)


def _items(game: Game, dish: Dish) -> Iterator[SheetItem]:
    word, each = game.word(dish.mushroom), game.cook.get(dish.mushroom, 0)
    if dish.day:
        yield SheetItem(f"{dish.day} × {word}", dish.day, each, game.ids("mushroom points"))
    if dish.night:
        what = f"{dish.night} × night {word} (counts {2 * dish.night})"
        yield SheetItem(what, 2 * dish.night, each, game.ids("night points"))
    for kind, number, points in (
        (BUTTER, dish.butter, BUTTER_POINTS),
        (CIDER, dish.cider, CIDER_POINTS),
    ):
        if number:
            what = f"{number} {game.word(kind, number)}"
            yield SheetItem(what, number, points, game.ids("butter and cider points"))


def _unscored(state: State, player: int) -> SheetItem | None:
    me = state.players[player]
    left = ((me.held, "hand card"), (me.sticks, "stick"), (me.pans, "empty pan"))
    what = ", ".join(_count(number, word) for number, word in left if number)
    return SheetItem(what, 0, 0, state.game.ids("points")) if what else None


def _item_text(item: SheetItem) -> str:
    each = f", {_count(item.each, 'point')} each" if item.each else ""
    return f"{item.what}{each}: {item.points} [{', '.join(item.rules)}]"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
