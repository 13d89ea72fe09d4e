"""Small games told to someone who can't see the hands, and every full game that fits what was told,
found by trying them all: what ``Knowledge`` works out cleverly, worked out plainly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from tabletop.games.mushroom_walk import (
    Decay,
    Game,
    IllegalMoveError,
    Move,
    Sell,
    State,
    Take,
    legal_moves,
    play,
    turned_up,
)
from tabletop.games.walk.unseen import unseen


def small_game(base: Game, counts: str, nights: str) -> Game:
    """``base`` with a forest deck of these kinds (``"2222NNK"``) and this night pile."""
    number, night = Counter(counts), Counter(nights)
    kinds = {
        kind: replace(info, count=number[kind], night=night[kind])
        for kind, info in base.kinds.items()
    }
    return replace(base, kinds=kinds)


@dataclass(frozen=True)
class Told:
    """One turn as it is told: who did one of ``moves``, and what was turned up. In their discards
    ``?`` is a card that wasn't seen. ``forest``, ``decay``: what was read before it, ``?`` for what
    couldn't be read. ``shows``: the baskets and poison mushrooms that lie there after it."""

    player: int
    moves: tuple[Move, ...]
    refill: str
    night: str
    forest: str
    decay: str
    shows: tuple[object, ...]


@dataclass(frozen=True)
class Hiding:
    """How much is told: the share of poison discards not seen, of sales whose size was not seen and
    of turned-up cards not read."""

    discards: float = 0.0
    sales: float = 0.0
    unread: float = 0.0


def tell(known: State, state: State, move: Move, hiding: Hiding, rng: random.Random) -> Told:
    """``move`` in the full ``state``, of which ``known`` is what was told before, as it is told."""
    row, pile = known.forest, known.decay
    if isinstance(move, Take) and state.forest[move.position - 1] in "KOP":
        at = move.position - 1  # where it goes shows what it is
        row = row[:at] + state.forest[at] + row[at + 1 :]
    if isinstance(move, Decay):
        pile = "".join(k if k in "KOP" else old for k, old in zip(state.decay, pile, strict=True))
    forest, nights = turned_up(state, move)
    refill = "".join("?" if rng.random() < hiding.unread else k for k in state.draw[:forest])
    night = state.night[:nights] if state.game.open_nights else "?" * nights
    moves: tuple[Move, ...] = (move,)
    if isinstance(move, Take | Decay) and move.discards:
        unseen_ = [
            (pile, "?") if rng.random() < hiding.discards else (pile, kind)
            for pile, kind in move.discards
        ]
        moves = (replace(move, discards=tuple(sorted(unseen_))),)
    elif isinstance(move, Sell) and rng.random() < hiding.sales:
        # Only the top card of the discard pile shows.
        sizes = product(range(4), range(3))
        moves = tuple(Sell(move.mushroom, d, n) for d, n in sizes if d + 2 * n > 1)
    return Told(state.to_move, moves, refill, night, row, pile, _shows(play(state, move)))


def _shows(state: State) -> tuple[object, ...]:
    return len(state.night), *((player.baskets, player.poison) for player in state.players)


class Worlds:
    """Every full game that fits what was told so far: ``games`` holds the states of each, from the
    deal to now."""

    def __init__(self, true: State) -> None:
        self.game = true.game
        self.games: list[tuple[State, ...]] = []
        for dealt in self._deals(true):
            self.games += ((state,) for state in self._dealt(true, dealt))
        self._keep()

    def _deals(self, true: State) -> Iterator[tuple[tuple[str, ...], ...]]:
        each = [
            [
                cards
                for cards in combinations_with_replacement(sorted(self.game.kinds), 3)
                if cards.count("K") == player.baskets
                and (not self.game.open_nights or cards.count("O") == len(player.night))
            ]
            for player in true.players
        ]
        for dealt in product(*each):
            both = dealt[0] + dealt[1]
            if all(both.count(kind) == true.discard.count(kind) for kind in "PO"):
                yield dealt

    def _dealt(self, true: State, dealt: Sequence[Sequence[str]]) -> Iterator[State]:
        moons = [cards.count("O") for cards in dealt]
        piles = [player.night for player in true.players]
        kinds = [k for k, info in self.game.kinds.items() if info.night]
        nights = (
            product(*(combinations_with_replacement(kinds, n) for n in moons))
            if not self.game.open_nights
            else [piles]
        )
        for first, second in nights:
            players = [
                player._replace(
                    hand="".join(sorted(k for k in cards if k not in "KOP")),
                    night="".join(sorted(night)),
                )
                for player, cards, night in zip(true.players, dealt, (first, second), strict=True)
            ]
            yield true._replace(
                draw="?" * len(true.draw),
                night="?" * len(true.night),
                players=(players[0], players[1]),
            )

    def _keep(self) -> None:
        """Drop what holds more cards of a kind than the decks have."""
        self.games = [g for g in self.games if fits(g[-1])]

    def hear(self, told: Told) -> None:
        """Drop what doesn't fit one more turn."""
        games = []
        for game in self.games:
            if all(
                read in ("?", kind)
                for read, kind in zip(
                    told.forest + told.decay, game[-1].forest + game[-1].decay, strict=True
                )
            ):
                for after in set(self._after(game[-1], told)):
                    if _shows(after) == told.shows:
                        games.append((*game, after))
        self.games = games
        self._keep()

    def _after(self, state: State, told: Told) -> Iterator[State]:
        if state.over or state.to_move != told.player:
            return
        refills = product(*(self.game.kinds if k == "?" else k for k in told.refill))
        nights = list(product(*(self.game.night_deck if k == "?" else k for k in told.night)))
        for refill, night, move in product(refills, nights, told.moves):
            for exact in _exact(state, move, "".join(night)):
                try:
                    yield play(state, exact, "".join(refill), "".join(night))
                except IllegalMoveError:
                    continue


def _exact(state: State, move: Move, night: str) -> Iterator[Move]:
    """``move`` with every kind that its unseen discards can be."""
    if not isinstance(move, Take | Decay) or all(kind != "?" for _, kind in move.discards):
        yield move
        return
    seen = Counter(item for item in move.discards if item[1] != "?")
    hidden = Counter(pile for pile, kind in move.discards if kind == "?")
    shown = state._replace(night=night + state.night[len(night) :])
    for other in legal_moves(shown):
        if type(other) is type(move) and isinstance(other, Take | Decay):
            same = not isinstance(move, Take) or other == replace(move, discards=other.discards)
            rest = Counter(other.discards) - seen
            piles = Counter(pile for pile, _ in rest.elements())
            if same and not seen - Counter(other.discards) and piles == hidden:
                yield other


def fits(state: State) -> bool:
    """Whether ``state`` holds no more cards of a kind than the decks have."""
    left = unseen(state)
    return left.day is not None and left.night is not None
