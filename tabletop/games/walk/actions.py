"""Generating every action a player may do; judging a given one is ``judge``'s own code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter

from tabletop.games.walk.game import (
    ANY,
    BASKET,
    BUTTER,
    BUTTER_NEEDS,
    CIDER,
    CIDER_NEEDS,
    HAND_LIMIT,
    MOON,
    MUSHROOMS,
    PAN,
    POISON,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
)
from tabletop.games.walk.moves import (
    Cook,
    Decay,
    Discards,
    Move,
    PanFrom,
    PutPan,
    Sell,
    Take,
    decay_discarding,
    take_discarding,
)
from tabletop.games.walk.state import Player, State
from tabletop.games.walk.unseen import Unseen, unseen

# Moves are values: the ones met most are made once. Making them is most of the work otherwise.
_TAKES: list[Move] = [Take(i) for i in range(1, 101)]
_DECAY = Decay()
_PUT_PAN = PutPan()
_PAIRS = tuple((kind, 2 * kind) for kind in MUSHROOMS)
_cook = cache(Cook)
_sell = cache(Sell)


def actions(state: State) -> list[Move]:
    """Every legal move of the player to move, each once; with unknown cards, every possible one.

    Where a hand holds ``?``, discards to poison are listed over the known kinds and ``?`` itself.
    """
    if state.reason:
        return []
    me = state.players[state.to_move]
    moves = takes(state, me)
    if ANY in me.hand or ANY in me.night:
        moves += _plays_unknown(me, unseen(state))
    else:
        moves += _plays(me.hand, me.night, me.pans > 0)
    return moves


def takes(state: State, me: Player) -> list[Move]:
    """Taking one forest card (MW-5.1) or the decay pile (MW-5.2)."""
    hand, night, baskets, _, sticks, poison, _ = me
    held = len(hand) + len(night)
    low = POISONED_LIMIT + ROOM_OF_BASKET * baskets
    limit = low if poison else HAND_LIMIT + ROOM_OF_BASKET * baskets
    fits = held < limit
    reach = state.forest[: sticks + 2]
    moves: list[Move]
    if fits and (held <= low or POISON not in reach):
        moves = _TAKES[: len(reach)]
    else:
        moves = []
        for i, kind in enumerate(reach):
            if kind == POISON and held > low:
                moves += [take_discarding(i + 1, d) for d in _discards(hand, night, held - low)]
            elif fits or kind in "KP?" or (kind == MOON and not state.night):
                moves.append(_TAKES[i])
    decay = state.decay
    if decay:
        bags, moons, bad = decay.count(BASKET), decay.count(MOON), decay.count(POISON)
        drawn = state.night[:moons]
        held += len(decay) - bags - moons - bad + len(drawn)
        low += ROOM_OF_BASKET * bags
        if held - decay.count(ANY) <= limit + ROOM_OF_BASKET * bags:
            if bad and held > low and ANY not in drawn:
                # what comes from the night pile is seen before the discards are chosen.
                kept = "".join(k for k in decay if k not in "KOP")
                discards = _discards(hand + kept, night + drawn, held - low)
                moves += [decay_discarding(d) for d in discards]
            else:
                moves.append(_DECAY)
    return moves


def _discards(hand: str, night: str, number: int) -> list[Discards]:
    """Every way to discard ``number`` of these cards (R-5), cards of a kind being alike."""
    cards = [("d", kind) for kind in sorted(hand)] + [("n", kind) for kind in sorted(night)]
    if number == 1:
        return [(card,) for card in reversed(dict.fromkeys(cards))]
    numbers = tuple(Counter(cards).values())
    return [choose(cards) for choose in _choices(numbers, number)]


@lru_cache(maxsize=2**9)
def _choices(numbers: tuple[int, ...], number: int) -> list[Callable[..., Discards]]:
    """Every way to choose ``number`` (at least 2) of sorted cards, of which ``numbers`` are alike.

    Hands differ, but how many of their cards are alike is often the same.
    """
    # ways[n]: each choice of n among the cards looked at so far, as places in the row of cards.
    ways: list[list[tuple[int, ...]]] = [[] for _ in range(number + 1)]
    ways[0].append(())
    first = sum(numbers)
    for alike in reversed(numbers):
        first -= alike
        for n in range(number, 0, -1):
            for k in range(1, min(alike, n) + 1):
                chosen = tuple(range(first, first + k))
                ways[n] += [chosen + others for others in ways[n - k]]
    return [itemgetter(*places) for places in ways[number]]


def _plays(hand: str, night: str, empty_pan: bool) -> list[Move]:
    """Cooking, selling and putting down a pan, from a hand that is known in full."""
    moves: list[Move] = []
    pan_in_hand = PAN in hand
    for kind, pair in _PAIRS:
        if pair in hand or kind in night:
            days, nights = hand.count(kind), night.count(kind)
            butter, cider = hand.count(BUTTER), hand.count(CIDER)
            moves += _plays_of(kind, days, nights, butter, cider, empty_pan, pan_in_hand)
    if pan_in_hand:
        moves.append(_PUT_PAN)
    return moves


@cache
def _plays_of(
    kind: str, days: int, nights: int, butter: int, cider: int, empty_pan: bool, pan_in_hand: bool
) -> tuple[Move, ...]:
    """Every way to cook or sell ``kind`` with these cards in hand."""
    sources: list[PanFrom] = ["display"] if empty_pan else []
    if pan_in_hand:
        sources.append("hand")
    moves: list[Move] = []
    for n in range(nights + 1):
        for day in range(max(0, 2 - 2 * n), days + 1):
            moves.append(_sell(kind, day, n))
            total = day + 2 * n
            if total < 3:
                continue
            for b in range(min(butter, total // BUTTER_NEEDS) + 1):
                most = min(cider, (total - BUTTER_NEEDS * b) // CIDER_NEEDS)
                for c in range(most + 1):
                    moves += [_cook(kind, day, n, b, c, pan) for pan in sources]
    return tuple(moves)


def _plays_unknown(me: Player, left: Unseen) -> list[Move]:
    """As ``_plays`` where a hand holds unknown cards: whatever some value of them allows."""
    hand, night = me.hand, me.night
    spare = hand.count(ANY)
    night_spare = night.count(ANY)

    def lacking(kind: str, number: int) -> int:
        """Unknown cards that must be ``kind`` to hold ``number``; more than all if they can't."""
        lack = max(0, number - hand.count(kind))
        return lack if lack <= left.most(kind, spare) else spare + 1

    moves: list[Move] = []
    for kind in MUSHROOMS:
        days = hand.count(kind) + left.most(kind, spare)
        nights = night.count(kind) + left.most_night(kind, night_spare)
        for n in range(nights + 1):
            for day in range(max(0, 2 - 2 * n), days + 1):
                moves.append(_sell(kind, day, n))
                total = day + 2 * n
                if total < 3:
                    continue
                rest = spare - lacking(kind, day)
                for b in range(total // BUTTER_NEEDS + 1):
                    for c in range((total - BUTTER_NEEDS * b) // CIDER_NEEDS + 1):
                        free = rest - lacking(BUTTER, b) - lacking(CIDER, c)
                        if free < 0:
                            break
                        if me.pans > 0:
                            moves.append(_cook(kind, day, n, b, c, "display"))
                        if free >= lacking(PAN, 1):
                            moves.append(_cook(kind, day, n, b, c, "hand"))
    if lacking(PAN, 1) <= spare:
        moves.append(_PUT_PAN)
    return moves


def can_act(state: State, who: int, *, hopeful: bool = True) -> bool:
    """Whether player ``who`` could do any of the five actions if it were their turn (MW-5.6).

    Of unknown cards the kindest case counts, unless ``hopeful`` is false: then the worst.
    """
    me = state.players[who]
    hand, night, _, _, sticks, _, _ = me
    held = len(hand) + len(night)
    limit = (POISONED_LIMIT if me.poison else HAND_LIMIT) + ROOM_OF_BASKET * me.baskets
    if state.forest and held < limit:
        return True
    if PAN in hand or night:
        return True
    if ANY in hand:
        if hopeful or not _could_be_stuck(hand, unseen(state)):
            return True
    elif _has_pair(hand):
        return True
    free = "KP?" if hopeful else "KP"
    if not state.night:
        free += MOON
    if any(kind in free for kind in state.forest[: sticks + 2]):
        return True
    decay = state.decay
    if not decay:
        return False
    bags, moons, bad = decay.count(BASKET), decay.count(MOON), decay.count(POISON)
    held += len(decay) - bags - moons - bad + min(moons, len(state.night))
    if hopeful:
        held -= decay.count(ANY)
    return held <= limit + ROOM_OF_BASKET * bags


def _has_pair(hand: str) -> bool:
    """Whether two mushrooms of a kind are in ``hand``."""
    mushrooms = hand.replace(BUTTER, "").replace(CIDER, "").replace(PAN, "").replace(ANY, "")
    return len(set(mushrooms)) < len(mushrooms)


def _could_be_stuck(hand: str, left: Unseen) -> bool:
    """Whether the unknown cards of a hand can leave it without a pair and without a pan."""
    if _has_pair(hand):
        return False
    spare = hand.count(ANY)
    room = sum(left.most(k, 1) for k in MUSHROOMS if k not in hand)
    return room + left.most(BUTTER, spare) + left.most(CIDER, spare) >= spare
