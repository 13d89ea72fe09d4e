"""A moment of a walk game, between two turns. Never changed: playing gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tabletop.games.walk.game import (
    ANY,
    AT_FEET,
    DEALT,
    HAND_LIMIT,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
    Game,
)

FOREST_EMPTY: Final = "forest empty"
BOTH_STUCK: Final = "both stuck"
"""The reasons for which a game ends."""


class Dish(NamedTuple):
    """A cooked dish: its kind, day and night cards in it, butter and cider added."""

    mushroom: str
    day: int
    night: int = 0
    butter: int = 0
    cider: int = 0

    @property
    def mushrooms(self) -> int:
        """Mushrooms in the dish, a night card counting as two (MW-4.2)."""
        return self.day + 2 * self.night


class Player(NamedTuple):
    """What one player holds and has laid out; the fields are explained in ``tabletop.games``."""

    hand: str = ""
    night: str = ""
    baskets: int = 0
    pans: int = 1
    sticks: int = 0
    poison: tuple[int, ...] = ()
    dishes: tuple[Dish, ...] = ()

    @property
    def held(self) -> int:
        """Cards that count against the hand limit: hand and night cards (MW-4.2, MW-4.3)."""
        return len(self.hand) + len(self.night)

    @property
    def limit(self) -> int:
        """The hand limit in force (MW-4.1; MW-7.1 while poisoned)."""
        return (POISONED_LIMIT if self.poison else HAND_LIMIT) + ROOM_OF_BASKET * self.baskets


class State(NamedTuple):
    """One moment of a game; the fields are explained in ``tabletop.games``."""

    game: Game
    forest: str
    draw: str
    night: str
    decay: str = ""
    discard: str = ""
    spent: str = ""
    players: tuple[Player, Player] = (Player(), Player())
    to_move: int = 0
    reason: str = ""

    @property
    def over(self) -> bool:
        """Whether the game has ended; ``reason`` says why."""
        return self.reason != ""

    @property
    def mover(self) -> Player:
        """The player to move."""
        return self.players[self.to_move]


def sorted_kinds(kinds: str) -> str:
    """``kinds`` in the order in which hands are kept, so that equal hands are equal texts."""
    return "".join(sorted(kinds))


def price(position: int) -> int:
    """Sticks that the forest card at ``position`` (1 = nearest the decay pile) costs (MW-5.1)."""
    return position - AT_FEET if position > AT_FEET else 0


def unknown_state(
    game: Game,
    forest: str,
    *,
    hands: Sequence[str] = (ANY * DEALT, ANY * DEALT),
    nights: Sequence[str] = ("", ""),
    baskets: Sequence[int] = (0, 0),
    draw: int | None = None,
    night_pile: int | None = None,
    discard: str = "",
    to_move: int = 0,
) -> State:
    """The state as a camera knows it when a game begins: piles and hands unknown.

    ``hands`` are the kinds in each hand, night cards left out, ``?`` for each one not seen.
    ``draw`` and ``night_pile`` are numbers of cards; where not given they follow from the decks and
    from what was dealt (R-1, R-16).
    """
    if draw is None:
        draw = len(game.forest_deck) - len(forest) - 2 * DEALT
    if night_pile is None:
        night_pile = len(game.night_deck) - sum(map(len, nights))
    players = [
        Player(sorted_kinds(hands[i]), sorted_kinds(nights[i]), baskets[i], game.start_pans // 2)
        for i in (0, 1)
    ]
    return State(
        game,
        forest,
        ANY * draw,
        ANY * night_pile,
        discard=discard,
        players=(players[0], players[1]),
        to_move=to_move,
    )
