"""The very cards of a game: which faces lie in which pile, followed through every move."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from tabletop.faces import FACES
from tabletop.games import Game
from tabletop.games import mushroom_walk as mw
from tabletop.games.mushroom_walk import Cook, Decay, Discards, Move, PutPan, Sell, State, Take
from tabletop.games.walk.dealing import DEAL_ORDER
from tabletop.games.walk.game import DEALT


@dataclass(eq=False)
class Card:
    """One card of paper; ``number`` tells equal faces apart."""

    number: int
    face: str
    kind: str
    night: bool = False
    spare: bool = False
    """Whether it is one of the starting pans, which lie face down (MW-3.1)."""


@dataclass
class Seat:
    """What one player holds and has laid out; ``dishes`` hold their pan first."""

    hand: list[Card] = field(default_factory=list)
    night: list[Card] = field(default_factory=list)
    baskets: list[Card] = field(default_factory=list)
    pans: list[Card] = field(default_factory=list)
    poison: list[Card] = field(default_factory=list)
    dishes: list[list[Card]] = field(default_factory=list)
    sticks: int = 0

    def copy(self) -> Seat:
        """The same cards in lists of their own."""
        return Seat(
            self.hand[:], self.night[:], self.baskets[:], self.pans[:], self.poison[:],
            [dish[:] for dish in self.dishes], self.sticks,
        )  # fmt: skip


@dataclass
class Piles:
    """Every pile with the cards in it: top first in ``draw`` and ``night``, else oldest first."""

    forest: list[Card]
    draw: list[Card]
    night: list[Card]
    decay: list[Card]
    discard: list[Card]
    seats: tuple[Seat, Seat]

    def copy(self) -> Piles:
        """The same cards in lists of their own."""
        seats = (self.seats[0].copy(), self.seats[1].copy())
        return Piles(
            self.forest[:], self.draw[:], self.night[:], self.decay[:], self.discard[:], seats
        )


def build(game: Game, rng: random.Random) -> tuple[list[Card], list[Card], list[Card]]:
    """Forest deck and night pile, shuffled, and the spare cards, of as many decks as the game
    needs: two, or three with original numbers (MW-2.3, MW-10.1)."""
    needed = Counter({kind: info.count + info.night for kind, info in game.kinds.items()})
    made_of = Counter(game.kind_of(face) for face in FACES)
    decks = max(-(-number // made_of[kind]) for kind, number in needed.items())
    faces = [face for face in FACES for _ in range(decks)]
    rng.shuffle(faces)
    cards = [Card(i, face, game.kind_of(face)) for i, face in enumerate(faces)]
    wanted = Counter({kind: info.night for kind, info in game.kinds.items()})
    night: list[Card] = []
    rest: list[Card] = []
    for card in cards:
        if wanted[card.kind] > 0:
            wanted[card.kind] -= 1
            card.night = True
            night.append(card)
        else:
            rest.append(card)
    wanted = Counter({kind: info.count for kind, info in game.kinds.items()})
    forest: list[Card] = []
    spare: list[Card] = []
    for card in rest:
        if wanted[card.kind] > 0:
            wanted[card.kind] -= 1
            forest.append(card)
        else:
            card.kind, card.spare = "N", True
            spare.append(card)
    return forest, night, spare


def set_up(game: Game, rng: random.Random, first: int = 0) -> tuple[State, Piles]:
    """A game shuffled and dealt, as the engine's state and as cards (MW-3, R-1)."""
    forest, night, spare = build(game, rng)
    state = mw.deal(game, [c.kind for c in forest], [c.kind for c in night], first)
    seats = (Seat(pans=[spare[0]]), Seat(pans=[spare[1]]))
    piles = Piles(forest[:8], forest[14:], night, [], [], seats)
    alternate = game.settings.get(DEAL_ORDER.name) != "in-threes"
    for i, card in enumerate(forest[8:14]):
        seat = seats[(first + (i if alternate else i // DEALT)) % 2]
        if card.kind == "K":
            seat.baskets.append(card)
        elif card.kind in "OP":
            piles.discard.append(card)
            if card.kind == "O":
                seat.night.append(piles.night.pop(0))
        else:
            seat.hand.append(card)
    check(piles, state)
    return state, piles


def follow(piles: Piles, state: State, move: Move, after: State, rng: random.Random) -> None:
    """Do ``move``, which led from ``state`` to ``after``, with the cards of ``piles``.

    ``rng`` draws which of several equal cards a player takes.
    """
    who = state.to_move
    seat = piles.seats[who]
    if isinstance(move, Take):
        gain(piles, seat, [piles.forest.pop(move.position - 1)])
        _throw(piles, seat, move.discards, rng)
    elif isinstance(move, Decay):
        gained = piles.decay[:]
        piles.decay.clear()
        gain(piles, seat, gained)
        _throw(piles, seat, move.discards, rng)
    elif isinstance(move, Cook):
        pan = _pick(seat.hand, "N", rng) if move.pan == "hand" else seat.pans.pop()
        nights = [_pick(seat.night, move.mushroom, rng) for _ in range(move.night)]
        days = [_pick(seat.hand, move.mushroom, rng) for _ in range(move.day)]
        extra = [_pick(seat.hand, "B", rng) for _ in range(move.butter)]
        extra += [_pick(seat.hand, "C", rng) for _ in range(move.cider)]
        parts = nights + days if rng.random() < 0.5 else days + nights
        seat.dishes.append([pan, *parts, *extra])
    elif isinstance(move, Sell):
        days = [_pick(seat.hand, move.mushroom, rng) for _ in range(move.day)]
        piles.discard += days + [_pick(seat.night, move.mushroom, rng) for _ in range(move.night)]
    elif isinstance(move, PutPan):
        seat.pans.append(_pick(seat.hand, "N", rng))
    if piles.forest:
        _after_turn(piles, seat, state, after)
    for player, one in zip(after.players, piles.seats, strict=True):
        one.sticks = player.sticks
    check(piles, after)


def _after_turn(piles: Piles, seat: Seat, state: State, after: State) -> None:
    if len(piles.decay) >= 4:
        piles.discard += piles.decay
        piles.decay.clear()
    piles.decay.append(piles.forest.pop(0))
    if piles.forest:
        missing = 8 - len(piles.forest)
        piles.forest += piles.draw[:missing]
        del piles.draw[:missing]
        gone = len(seat.poison) - len(after.players[state.to_move].poison)
        piles.discard += seat.poison[:gone]
        del seat.poison[:gone]


def gain(piles: Piles, seat: Seat, cards: list[Card]) -> None:
    """``cards`` come to ``seat``: baskets and poison to the display, moons for night cards."""
    for card in cards:
        if card.kind == "K":
            seat.baskets.append(card)
        elif card.kind == "P":
            seat.poison.append(card)
        elif card.kind == "O":
            piles.discard.append(card)
            if piles.night:
                seat.night.append(piles.night.pop(0))
        else:
            seat.hand.append(card)


def _throw(piles: Piles, seat: Seat, discards: Discards, rng: random.Random) -> None:
    for pile, kind in discards:
        piles.discard.append(_pick(seat.hand if pile == "d" else seat.night, kind, rng))


def _pick(cards: list[Card], kind: str, rng: random.Random) -> Card:
    card = rng.choice([c for c in cards if c.kind == kind])
    cards.remove(card)
    return card


def kinds(cards: list[Card]) -> str:
    """The kinds of ``cards``, in order."""
    return "".join(card.kind for card in cards)


def check(piles: Piles, state: State) -> None:
    """Raise AssertionError unless ``piles`` show what ``state`` says."""
    for name in ("forest", "draw", "night", "decay"):
        assert kinds(getattr(piles, name)) == getattr(state, name), name
    assert sorted(kinds(piles.discard)) == sorted(state.discard), "discard"
    for seat, player in zip(piles.seats, state.players, strict=True):
        assert sorted(kinds(seat.hand)) == sorted(player.hand), "hand"
        assert sorted(kinds(seat.night)) == sorted(player.night), "night cards"
        assert len(seat.baskets) == player.baskets
        assert len(seat.pans) == player.pans
        assert len(seat.poison) == len(player.poison)
        assert len(seat.dishes) == len(player.dishes)
        assert seat.sticks == player.sticks
