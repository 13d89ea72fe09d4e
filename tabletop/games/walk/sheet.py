"""The score sheet: every dish, every card in it, and the rule that each point comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tabletop.games.walk import phrases
from tabletop.games.walk.game import BUTTER, BUTTER_POINTS, CIDER, CIDER_POINTS, Game
from tabletop.games.walk.scoring import mushrooms_cooked, outcome
from tabletop.games.walk.state import BOTH_STUCK, Dish, State
from tabletop.language import Text, commas, say, several, tr, translate

PLAYERS: Final = (say("Player 1"), say("Player 2"))
"""What players are called who gave no names."""


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
        return commas(item.what for item in self.items)

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


def sheet_text(state: State, names: Sequence[str] = PLAYERS) -> str:
    """Both players' score sheets and who wins, or is ahead, as lines of text with rule ids, in the
    language in use."""
    lines = []
    for player, name in enumerate(names):
        sheet = score_sheet(state, player)
        points = phrases.points(sheet.total)
        cooked = several("{n} mushroom", "{n} mushrooms", sheet.mushrooms)
        lines.append(f"{translate(name)}: {translate(commas((points, cooked)))}")
        for line in sheet.lines:
            kind = state.game.kinds.get(line.dish.mushroom)
            called = translate(kind.name) if kind else tr("unknown mushrooms")
            lines.append(f"  {called}: {line.points}")
            lines += [f"    {_item_text(item)}" for item in line.items]
        if sheet.unscored:
            lines.append(f"  {_item_text(sheet.unscored)}")
    if state.over:
        lines.append(f"{translate(ended(state.reason))}{_ids(end_rules(state))}")
    end = outcome(state)
    lines.append(f"{translate(standing(state, names))}{_ids(end.rules)}")
    return "\n".join(lines)


def ended(reason: str) -> Text:
    """That and why a game is over."""
    if reason == BOTH_STUCK:
        return say("The game is over: both stuck")
    return say("The game is over: forest empty")


def end_rules(state: State) -> tuple[str, ...]:
    """The ids of the rules by which a game that is over has ended."""
    return state.game.ids("R-7" if state.reason == BOTH_STUCK else "end")


def standing(state: State, names: Sequence[str] = PLAYERS) -> Text:
    """Who wins, or is ahead in a game that goes on, and by what."""
    end = outcome(state)
    if end.winner is None and not state.over:
        return say("Nobody is ahead: {facts}", facts=end.facts)
    if end.winner is None:
        return say("A draw: {facts}", facts=end.facts)
    if state.over:
        return say("{name} wins: {facts}", name=names[end.winner], facts=end.facts)
    return say("{name} is ahead: {facts}", name=names[end.winner], facts=end.facts)


def _items(game: Game, dish: Dish) -> Iterator[SheetItem]:
    word, each = game.word(dish.mushroom), game.cook.get(dish.mushroom, 0)
    if dish.day:
        yield SheetItem(phrases.times(dish.day, word), dish.day, each, game.ids("mushroom points"))
    if dish.night:
        what = phrases.night_counts(dish.night, word)
        yield SheetItem(what, 2 * dish.night, each, game.ids("night points"))
    for kind, number, points in (
        (BUTTER, dish.butter, BUTTER_POINTS),
        (CIDER, dish.cider, CIDER_POINTS),
    ):
        if number:
            what = phrases.some(number, game.word(kind, number))
            yield SheetItem(what, number, points, game.ids("butter and cider points"))


def _unscored(state: State, player: int) -> SheetItem | None:
    me = state.players[player]
    left = [
        phrases.hand_cards(me.held),
        phrases.sticks(me.sticks),
        phrases.empty_pans(me.pans),
    ]
    what = commas(text for text in left if text.number)
    return SheetItem(what, 0, 0, state.game.ids("points")) if what else None


def _item_text(item: SheetItem) -> str:
    what = translate(item.what)
    if item.each:
        each = several("{n} point each", "{n} points each", item.each)
        what = translate(commas((item.what, each)))
    return f"{what}: {item.points}{_ids(item.rules)}"


def _ids(rules: Sequence[str]) -> str:
    return f" [{', '.join(rules)}]"
