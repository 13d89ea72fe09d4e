"""Wrong acts at the table: what a slip leaves lying there, and the rule it breaks.

Each slip is made in the place of a legal turn or together with it. Those that are ``undone`` are
put back before the turn is played; the others are put right by finishing the turn as it should be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from tabletop.games.mushroom_walk import Move, State, Take, price
from tabletop.games.walk.game import (
    BASKET,
    BUTTER,
    DECAY_SIZE,
    FOREST_SIZE,
    MOON,
    MUSHROOMS,
    PAN,
    POISON,
)  # fmt: skip
from tabletop.simulation.table.cards import Card, Piles, Seat, gain


@dataclass(frozen=True, eq=False)
class Slip:
    """A wrong act by ``player``. ``act``: its name in ``ACTS``; ``rule``: the id that forbids it;
    ``piles``: the table it leaves; ``undone``: whether it is taken back as a whole."""

    act: str
    rule: str
    player: int
    piles: Piles
    undone: bool


class Turn(NamedTuple):
    """A legal turn that a slip may spoil, with the cards before and after it."""

    state: State
    piles: Piles
    move: Move
    after: State
    then: Piles


Maker = Callable[[Turn, random.Random], Piles | None]


class _Act(NamedTuple):
    rule: str
    make: Maker
    undone: bool


def _clean_up(piles: Piles) -> None:
    """The steps after a turn (MW-6)."""
    drop(piles)
    missing = FOREST_SIZE - len(piles.forest)
    piles.forest += piles.draw[:missing]
    del piles.draw[:missing]


def drop(piles: Piles) -> None:
    """The first forest card drops onto the decay pile (MW-6.1)."""
    if len(piles.decay) >= DECAY_SIZE:
        piles.discard += piles.decay
        piles.decay.clear()
    piles.decay.append(piles.forest.pop(0))


def _begin(turn: Turn) -> tuple[Piles, Seat] | None:
    """A copy of the table before the turn; None late in a game, where the row is short."""
    if len(turn.piles.draw) < 3 or len(turn.piles.forest) < FOREST_SIZE:
        return None
    piles = turn.piles.copy()
    return piles, piles.seats[turn.state.to_move]


def _finished(turn: Turn) -> tuple[Piles, Seat] | None:
    """A copy of the table after the turn; None late in a game."""
    if turn.after.over or len(turn.then.draw) < 2 or len(turn.then.forest) < FOREST_SIZE:
        return None
    piles = turn.then.copy()
    return piles, piles.seats[turn.state.to_move]


def _unpaid(turn: Turn, rng: random.Random) -> Piles | None:
    """A card from the deep forest by a player without the sticks."""
    me = turn.state.mover
    begun = _begin(turn)
    dear = [
        n
        for n in range(3, 9)
        if price(n) > me.sticks and turn.state.forest[n - 1 : n] not in ("", POISON, MOON)
    ]
    if begun is None or not dear or me.held >= me.limit:
        return None
    piles, seat = begun
    gain(piles, seat, [piles.forest.pop(rng.choice(dear) - 1)])
    _clean_up(piles)
    return piles


def _underpaid(turn: Turn, _: random.Random) -> Piles | None:
    """A card from the deep forest for which nothing is paid."""
    done = _finished(turn)
    if done is None or not isinstance(turn.move, Take) or price(turn.move.position) < 1:
        return None
    piles, seat = done
    seat.sticks += price(turn.move.position)
    return piles


def _over_limit(turn: Turn, rng: random.Random) -> Piles | None:
    """One card more than the hand may hold."""
    begun = _begin(turn)
    me = turn.state.mover
    if begun is None or me.held < me.limit:
        return None
    free = [n for n in (1, 2) if turn.state.forest[n - 1] not in (BASKET, POISON, MOON)]
    if not free:
        return None
    piles, seat = begun
    gain(piles, seat, [piles.forest.pop(rng.choice(free) - 1)])
    _clean_up(piles)
    return piles


def _lay(piles: Piles, seat: Seat, kind: str, days: int, extra: str = "") -> None:
    """Cook ``days`` mushrooms of ``kind`` and the ``extra`` in the display's last pan."""
    dish = [seat.pans.pop()]
    for wanted in kind * days + extra:
        dish.append(_take(seat.hand, wanted))
    seat.dishes.append(dish)
    _clean_up(piles)


def _take(cards: list[Card], kind: str) -> Card:
    card = next(c for c in cards if c.kind == kind)
    cards.remove(card)
    return card


def _pair(turn: Turn, rng: random.Random) -> Piles | None:
    """A dish of two."""
    begun, me = _begin(turn), turn.state.mover
    twos = [k for k in MUSHROOMS if me.hand.count(k) == 2]
    if begun is None or not twos or not me.pans:
        return None
    piles, seat = begun
    _lay(piles, seat, rng.choice(twos), 2)
    return piles


def _butter(turn: Turn, rng: random.Random) -> Piles | None:
    """Butter with three mushrooms."""
    begun, me = _begin(turn), turn.state.mover
    threes = [k for k in MUSHROOMS if me.hand.count(k) >= 3]
    if begun is None or not threes or not me.pans or BUTTER not in me.hand:
        return None
    piles, seat = begun
    _lay(piles, seat, rng.choice(threes), 3, BUTTER)
    return piles


def _pan_reused(turn: Turn, rng: random.Random) -> Piles | None:
    """Three mushrooms laid on a dish of another kind, there being no empty pan."""
    begun, me = _begin(turn), turn.state.mover
    threes = [k for k in MUSHROOMS if me.hand.count(k) >= 3]
    if begun is None or not threes or me.pans or PAN in me.hand or not me.dishes:
        return None
    piles, seat = begun
    kind = rng.choice(threes)
    places = [n for n, dish in enumerate(me.dishes) if dish.mushroom != kind]
    if not places:
        return None
    seat.dishes[rng.choice(places)] += [_take(seat.hand, kind) for _ in range(3)]
    _clean_up(piles)
    return piles


def _dish_changed(turn: Turn, rng: random.Random) -> Piles | None:
    """One more mushroom laid on a dish of its kind."""
    begun, me = _begin(turn), turn.state.mover
    places = [n for n, dish in enumerate(me.dishes) if dish.mushroom in me.hand]
    if begun is None or not places:
        return None
    piles, seat = begun
    n = rng.choice(places)
    seat.dishes[n].append(_take(seat.hand, me.dishes[n].mushroom))
    _clean_up(piles)
    return piles


def _no_decay(turn: Turn, _: random.Random) -> Piles | None:
    """A card taken, the row closed and filled up, but no card dropped out of it."""
    done = _finished(turn)
    if done is None or not isinstance(turn.move, Take):
        # After any other move the table would just look like a turn not finished yet.
        return None
    piles, seat = done
    card = piles.decay.pop()
    if not piles.decay and len(turn.piles.decay) == DECAY_SIZE:
        # The four old cards would not have gone either.
        old = turn.piles.decay
        gone = {c.number for c in old}
        held = {c.number for c in seat.hand}
        if not gone & held and all(c in piles.discard for c in old):
            piles.discard = [c for c in piles.discard if c.number not in gone]
            piles.decay = old[:]
    piles.forest.insert(0, card)
    piles.draw.insert(0, piles.forest.pop())
    return piles


def _refill_short(turn: Turn, _: random.Random) -> Piles | None:
    """One card too few laid at the row's end."""
    done = _finished(turn)
    if done is None:
        return None
    piles = done[0]
    piles.draw.insert(0, piles.forest.pop())
    return piles


def _refill_long(turn: Turn, _: random.Random) -> Piles | None:
    """A ninth card laid at the row's end."""
    done = _finished(turn)
    if done is None:
        return None
    piles = done[0]
    piles.forest.append(piles.draw.pop(0))
    return piles


def _poison_ignored(turn: Turn, _: random.Random) -> Piles | None:
    """Poison taken, nothing thrown away."""
    done = _finished(turn)
    discards = getattr(turn.move, "discards", ())
    if done is None or not discards:
        return None
    piles, seat = done
    before = {c.number for c in turn.piles.discard}
    held = {c.number for c in turn.piles.seats[turn.state.to_move].hand}
    held |= {c.number for c in turn.piles.seats[turn.state.to_move].night}
    back = [c for c in piles.discard if c.number not in before and c.number in held]
    if len(back) < len(discards):
        return None
    piles.discard = [c for c in piles.discard if c not in back]
    seat.hand += [c for c in back if not c.night]
    seat.night += [c for c in back if c.night]
    return piles


def _night_without_moon(turn: Turn, _: random.Random) -> Piles | None:
    """A night card taken along with a card that is no moon."""
    done = _finished(turn)
    if done is None or not isinstance(turn.move, Take) or not turn.then.night:
        return None
    if turn.state.forest[turn.move.position - 1] in (MOON, POISON):
        return None
    piles, seat = done
    seat.night.append(piles.night.pop(0))
    return piles


def _part_of_pile(turn: Turn, rng: random.Random) -> Piles | None:
    """One card of the decay pile taken, the others left."""
    begun, me = _begin(turn), turn.state.mover
    if begun is None or len(turn.piles.decay) < 2 or me.held >= me.limit:
        return None
    places = [n for n, c in enumerate(turn.piles.decay) if c.kind not in (BASKET, POISON, MOON)]
    if not places:
        return None
    piles, seat = begun
    gain(piles, seat, [piles.decay.pop(rng.choice(places))])
    _clean_up(piles)
    return piles


def _moved_back(turn: Turn, _: random.Random) -> Piles | None:
    """The last turn's decay taken back: its card in the row again, the new one on its pile."""
    begun = _begin(turn)
    if begun is None or not turn.piles.decay:
        return None
    piles = begun[0]
    piles.forest.insert(0, piles.decay.pop())
    piles.draw.insert(0, piles.forest.pop())
    return piles


ACTS: Final[Mapping[str, _Act]] = {
    "unpaid": _Act("MW-5.1", _unpaid, True),
    "underpaid": _Act("MW-5.1", _underpaid, False),
    "over-limit": _Act("MW-4.1", _over_limit, True),
    "pair": _Act("MW-5.3", _pair, True),
    "butter": _Act("MW-5.3b", _butter, True),
    "pan-reused": _Act("MW-5.3a", _pan_reused, True),
    "dish-changed": _Act("MW-5.3c", _dish_changed, True),
    "no-decay": _Act("MW-6.1", _no_decay, False),
    "refill-short": _Act("MW-6.3", _refill_short, False),
    "refill-long": _Act("MW-6.3", _refill_long, False),
    "poison-ignored": _Act("MW-7.1", _poison_ignored, False),
    "night-without-moon": _Act("MW-5.1b", _night_without_moon, False),
    "part-of-pile": _Act("MW-5.2", _part_of_pile, True),
    "moved-back": _Act("MW-6.1", _moved_back, True),
}
"""Every slip that can be asked for, by name, with the rule it breaks."""

APART = 3
"""Turns at least from one slip to the next."""


def find_slips(turns: list[Turn], acts: list[str], number: int, seed: str) -> Mapping[int, Slip]:
    """Up to ``number`` slips in a game of ``turns``, by turn (from 0); ``acts``: names in ``ACTS``
    to choose from, those that are seldom possible first."""
    rng = random.Random(seed)
    possible: dict[str, list[tuple[int, Piles]]] = {act: [] for act in acts}
    for n, turn in enumerate(turns):
        if n:
            for act in acts:
                piles = ACTS[act].make(turn, random.Random(f"{seed} {act} {n}"))
                if piles is not None:
                    possible[act].append((n, piles))
    found: dict[int, Slip] = {}
    while len(found) < number:
        used = [slip.act for slip in found.values()]
        left = {
            act: ways
            for act, options in possible.items()
            if (ways := [w for w in options if all(abs(w[0] - n) >= APART for n in found)])
        }
        if not left:
            break
        act = min(left, key=lambda a: (used.count(a), len(left[a]), rng.random()))
        n, piles = rng.choice(left[act])
        rule, _, undone = ACTS[act]
        found[n] = Slip(act, rule, turns[n].state.to_move, piles, undone)
    return found
