"""The table as single cards: which card, by number, lies where after each turn.

The engine knows kinds; a camera sees cards. A ``Track`` carries every card of the game from place
to place, so that each look at a card adds to what is believed of it, wherever it lies later.
Numbers are given in the order in which cards turn up; night cards have negative ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tabletop.games.walk.game import ANY, DECAY_SIZE, FOREST_SIZE, PAN, Game
from tabletop.games.walk.moves import Cook, Decay, Move, PutPan, Sell, Take
from tabletop.games.walk.state import Dish, Player, State, price, sorted_kinds

Ids = tuple[int, ...]


class DishIds(NamedTuple):
    """A dish: its kind, and its cards by number. ``butter`` and ``cider`` count those in
    ``extra``."""

    mushroom: str
    pan: int
    day: Ids
    night: Ids
    extra: Ids
    butter: int
    cider: int

    @property
    def cards(self) -> Ids:
        """All cards, the pan first."""
        return (self.pan, *self.night, *self.day, *self.extra)


class Side(NamedTuple):
    """One player's cards by number; ``turns``: for each poison mushroom the turns still to end."""

    hand: Ids
    night: Ids = ()
    baskets: Ids = ()
    pans: Ids = ()
    poison: Ids = ()
    turns: Ids = ()
    dishes: tuple[DishIds, ...] = ()
    sticks: int = 0

    @property
    def shown(self) -> Ids:
        """Cards that lie open in the display."""
        dishes = tuple(c for d in self.dishes for c in d.cards)
        return self.night + self.baskets + self.pans + self.poison + dishes


class Track(NamedTuple):
    """A moment of the game. ``discard``: batches, oldest first, each thrown away in one go."""

    forest: Ids
    decay: Ids
    draw: int
    night: int
    discard: tuple[Ids, ...]
    sides: tuple[Side, Side]
    to_move: int
    next_id: int
    next_night: int = 0
    turn: int = 0
    reason: str = ""


class Choice(NamedTuple):
    """Which cards a move concerns. ``gains``: for each card taken its effect (``beliefs.GAINS``);
    ``drop``: cards thrown away to poison; ``day``, ``night``, ``extra``, ``pan``: cards cooked or
    sold, or the pan put down."""

    gains: str = ""
    drop: Ids = ()
    day: Ids = ()
    night: Ids = ()
    extra: Ids = ()
    pan: int = -1


class Step(NamedTuple):
    """One turn carried out: the track after it, cards drawn from the night pile and refilled, and
    the cards taken."""

    track: Track
    drawn: Ids
    refill: Ids
    taken: Ids


def without(ids: Ids, gone: Ids) -> Ids:
    """``ids`` less those in ``gone``."""
    return tuple(i for i in ids if i not in gone) if gone else ids


def advance(track: Track, move: Move, choice: Choice, sell: Mapping[str, int]) -> Step:
    """``track`` after ``move`` and the steps that follow every turn; ``to_move`` is simply the
    other player and ``reason`` only tells an empty forest: who can act is for the engine to say.

    ``sell``: sticks for each mushroom, by kind.
    """
    forest, decay, night = track.forest, track.decay, track.night
    me = track.sides[track.to_move]
    next_id, next_night = track.next_id, track.next_night
    batches: list[Ids] = []
    drawn: Ids = ()
    taken: Ids = ()
    hand, nights, baskets, poison, turns = me.hand, me.night, me.baskets, me.poison, me.turns
    pans, dishes, sticks = me.pans, me.dishes, me.sticks
    if isinstance(move, Take | Decay):
        if isinstance(move, Take):
            at = move.position - 1
            taken = forest[at : at + 1]
            forest = forest[:at] + forest[at + 1 :]
            sticks = max(0, sticks - price(at + 1))
        else:
            taken, decay = decay, ()
        for card, gain in zip(taken, choice.gains, strict=True):
            if gain == "K":
                baskets += (card,)
            elif gain == "O":
                batches.append((card,))
                if night:
                    night -= 1
                    next_night -= 1
                    drawn += (next_night,)
                    nights += (next_night,)
            elif gain == "P":
                poison += (card,)
                turns += (2,)
            else:
                hand += (card,)
        if choice.drop:
            batches.append(choice.drop)
            hand, nights = without(hand, choice.drop), without(nights, choice.drop)
    elif isinstance(move, Cook):
        hand = without(hand, choice.day + choice.extra + (choice.pan,))
        nights = without(nights, choice.night)
        pans = without(pans, (choice.pan,))
        dishes += (
            DishIds(
                move.mushroom,
                choice.pan,
                choice.day,
                choice.night,
                choice.extra,
                move.butter,
                move.cider,
            ),
        )
    elif isinstance(move, Sell):
        hand, nights = without(hand, choice.day), without(nights, choice.night)
        batches.append(choice.day + choice.night)
        sticks += sell[move.mushroom] * (move.day + 2 * move.night)
    else:
        hand = without(hand, (choice.pan,))
        pans += (choice.pan,)

    reason = "" if forest else "forest empty"
    draw = track.draw
    refill: Ids = ()
    if forest:
        if len(decay) >= DECAY_SIZE:
            batches.append(decay)
            decay = ()
        decay += forest[:1]
        forest = forest[1:]
        if forest:
            count = min(draw, max(0, FOREST_SIZE - len(forest)))
            refill = tuple(range(next_id, next_id + count))
            next_id += count
            draw -= count
            forest += refill
            gone = tuple(c for c, t in zip(poison, turns, strict=True) if t == 1)
            if poison:
                if gone:
                    batches.append(gone)
                poison = without(poison, gone)
                turns = tuple(t - 1 for t in turns if t > 1)
        else:
            reason = "forest empty"
    side = Side(hand, nights, baskets, pans, poison, turns, dishes, sticks)
    other = track.sides[1 - track.to_move]
    after = Track(
        forest,
        decay,
        draw,
        night,
        track.discard + tuple(batches),
        (other, side) if track.to_move else (side, other),
        1 - track.to_move,
        next_id,
        next_night,
        track.turn + 1,
        reason,
    )
    return Step(after, drawn, refill, taken)


def state_of(track: Track, game: Game, kind: Callable[[int], str]) -> State:
    """The engine's state; ``kind`` names a card's kind, ``"?"`` where it isn't known."""

    def kinds(ids: Ids) -> str:
        return "".join(map(kind, ids))

    players = []
    for side in track.sides:
        dishes = tuple(
            Dish(d.mushroom, len(d.day), len(d.night), d.butter, d.cider) for d in side.dishes
        )
        players.append(
            Player(
                sorted_kinds(kinds(side.hand)),
                sorted_kinds(kinds(side.night)),
                len(side.baskets),
                len(side.pans),
                side.sticks,
                side.turns,
                dishes,
            )
        )
    discard = tuple(card for batch in track.discard for card in batch)
    return State(
        game,
        kinds(track.forest),
        ANY * track.draw,
        ANY * track.night,
        kinds(track.decay),
        kinds(discard),
        kinds(tuple(card for card in discard if card < 0)),
        (players[0], players[1]),
        track.to_move,
        track.reason,
    )


__all__ = [
    "PAN",
    "Choice",
    "DishIds",
    "Ids",
    "PutPan",
    "Side",
    "Step",
    "Track",
    "advance",
    "state_of",
    "without",
]
