"""What came out of simulated games, in whole numbers: in whatever order games are added up, the sum
is the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from tabletop.games.simulation.match import Turn
from tabletop.games.walk.game import (
    BASKET,
    BUTTER,
    BUTTER_POINTS,
    CIDER,
    CIDER_POINTS,
    MOON,
    PAN,
)
from tabletop.games.walk.moves import Cook, Decay, Sell, Take
from tabletop.games.walk.scoring import leader, scores
from tabletop.games.walk.state import BOTH_STUCK, State


@dataclass(slots=True)
class Tally:
    """Sums over ``games`` games.

    ``turns``: games by number of turns. ``scores`` and ``seat_scores``: games by (player, points)
    and (seat, points), where players are numbered as in the series and seat 0 acts first; ``wins``
    and ``seat_wins`` likewise, None being a draw. ``passed``: turns that stuck players let pass;
    ``held_up``: games with such a turn; ``deadlocks``: games that ended because both were stuck.

    The rest counts both players' cards by kind: ``gained`` (dealt or taken), ``cooked`` (put in a
    dish), ``sold``, and what that brought in ``points`` and ``sticks``. A night card counts as the
    moon that was given for it; every dish counts a pan.
    """

    games: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)
    seat_scores: Counter[tuple[int, int]] = field(default_factory=Counter)
    wins: Counter[int | None] = field(default_factory=Counter)
    seat_wins: Counter[int | None] = field(default_factory=Counter)
    passed: int = 0
    held_up: int = 0
    deadlocks: int = 0
    gained: Counter[str] = field(default_factory=Counter)
    cooked: Counter[str] = field(default_factory=Counter)
    sold: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    sticks: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the games of ``other`` to these."""
        for part in fields(self):
            mine, more = getattr(self, part.name), getattr(other, part.name)
            if isinstance(mine, Counter):
                mine.update(more)
            else:
                setattr(self, part.name, mine + more)


def tally_game(dealt: State, turns: Iterable[Turn], seats: tuple[int, int]) -> Tally:
    """The tally of one game from the deal on; ``seats`` says which player sits at which seat."""
    tally = Tally(games=1)
    for player in dealt.players:
        tally.gained.update(player.hand)
        tally.gained[BASKET] += player.baskets
        tally.gained[MOON] += len(player.night)
    number = 0
    last = dealt
    for turn in turns:
        number += 1
        _count_move(tally, turn)
        last = turn.after
        tally.passed += not last.over and last.to_move == turn.before.to_move
    tally.held_up = int(tally.passed > 0)
    tally.turns[number] += 1
    tally.deadlocks = int(last.reason == BOTH_STUCK)
    winner = leader(last)
    tally.seat_wins[winner] += 1
    tally.wins[None if winner is None else seats[winner]] += 1
    for seat, points in enumerate(scores(last)):
        tally.scores[seats[seat], points] += 1
        tally.seat_scores[seat, points] += 1
    return tally


def _count_move(tally: Tally, turn: Turn) -> None:
    before, move, _ = turn
    game = before.game
    if isinstance(move, Take):
        tally.gained.update(before.forest[move.position - 1])
    elif isinstance(move, Decay):
        tally.gained.update(before.decay)
    elif isinstance(move, Sell):
        for kind, cards, each in ((move.mushroom, move.day, 1), (MOON, move.night, 2)):
            tally.sold[kind] += cards
            tally.sticks[kind] += each * cards * game.sell[move.mushroom]
    elif isinstance(move, Cook):
        worth = game.cook[move.mushroom]
        for kind, cards, points in (
            (move.mushroom, move.day, worth),
            (MOON, move.night, 2 * worth),
            (BUTTER, move.butter, BUTTER_POINTS),
            (CIDER, move.cider, CIDER_POINTS),
            (PAN, 1, 0),
        ):
            tally.cooked[kind] += cards
            tally.points[kind] += points * cards
