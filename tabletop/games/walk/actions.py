"""Generating every action a player may do; judging a given one is ``judge``'s own code."""

from __future__ import annotations

from functools import cache, lru_cache

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
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PanFrom, PutPan, Sell, Take
from tabletop.games.walk.state import Player, State
from tabletop.games.walk.unseen import Unseen, unseen

# Moves are values: the ones met most are made once. Making them is most of the work otherwise.
_TAKES = tuple(Take(i) for i in range(1, 101))
_DECAY = Decay()
_PUT_PAN = PutPan()
_cook = cache(Cook)
_sell = cache(Sell)
_take_and_discard = lru_cache(maxsize=2**14)(Take)


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
        moves += _plays(me)
    return moves


def takes(state: State, me: Player) -> list[Move]:
    """Taking one forest card (MW-5.1) or the decay pile (MW-5.2)."""
    hand, night, baskets, _, sticks, poison, _ = me
    held = len(hand) + len(night)
    low = POISONED_LIMIT + ROOM_OF_BASKET * baskets
    limit = low if poison else HAND_LIMIT + ROOM_OF_BASKET * baskets
    fits = held < limit
    moves: list[Move] = []
    reach = state.forest[: sticks + 2]
    if fits and (held <= low or POISON not in reach):
        moves += _TAKES[: len(reach)]
    else:
        for i, kind in enumerate(reach):
            if kind == POISON and held > low:
                moves += [_take_and_discard(i + 1, d) for d in _discards(hand, night, held - low)]
            elif fits or kind in "KP?" or (kind == MOON and not state.night):
                moves.append(_TAKES[i])
    decay = state.decay
    if decay:
        bags = decay.count(BASKET)
        moons = decay.count(MOON)
        bad = decay.count(POISON)
        drawn = state.night[:moons]
        held += len(decay) - bags - moons - bad + len(drawn)
        low += ROOM_OF_BASKET * bags
        if held - decay.count(ANY) <= limit + ROOM_OF_BASKET * bags:
            if bad and held > low and ANY not in drawn:
                # what comes from the night pile is seen before the discards are chosen.
                kept = "".join(k for k in decay if k not in "KOP")
                moves += [Decay(d) for d in _discards(hand + kept, night + drawn, held - low)]
            else:
                moves.append(_DECAY)
    return moves


def _discards(hand: str, night: str, number: int) -> list[Discards]:
    """Every way to discard ``number`` of these cards (R-5), cards of a kind being alike."""
    cards = [(("n", k), night.count(k)) for k in sorted(set(night), reverse=True)]
    cards += [(("d", k), hand.count(k)) for k in sorted(set(hand), reverse=True)]
    # ways[n] holds every choice of n cards among those looked at so far.
    ways: list[list[Discards]] = [[] for _ in range(number + 1)]
    ways[0].append(())
    for card, count in cards:
        for n in range(number, 0, -1):
            more = ways[n]
            for k in range(1, min(count, n) + 1):
                chosen = (card,) * k
                more += [chosen + rest for rest in ways[n - k]]
    return ways[number]


def _plays(me: Player) -> list[Move]:
    """Cooking, selling and putting down a pan, from a hand that is known in full."""
    hand, night, _, pans, _, _, _ = me
    moves: list[Move] = []
    pan_in_hand = PAN in hand
    if night or len(set(hand)) < len(hand):
        butter = hand.count(BUTTER)
        cider = hand.count(CIDER)
        for kind in MUSHROOMS:
            days = hand.count(kind)
            if days > 1 or kind in night:
                nights = night.count(kind)
                moves += _plays_of(kind, days, nights, butter, cider, pans > 0, pan_in_hand)
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
    limit = me.limit
    if state.forest and held < limit:
        return True
    if PAN in hand or night:
        return True
    if ANY in hand:
        if hopeful or not _could_be_stuck(hand, unseen(state)):
            return True
    elif len(set(hand)) < len(hand) and any(hand.count(k) > 1 for k in MUSHROOMS):
        return True
    free = "KP?" if hopeful else "KP"
    if not state.night:
        free += MOON
    if any(kind in free for kind in state.forest[: sticks + 2]):
        return True
    decay = state.decay
    if not decay:
        return False
    bags = decay.count(BASKET)
    moons = decay.count(MOON)
    held += len(decay) - bags - moons - decay.count(POISON) + len(state.night[:moons])
    if hopeful:
        held -= decay.count(ANY)
    return held <= limit + ROOM_OF_BASKET * bags


def _could_be_stuck(hand: str, left: Unseen) -> bool:
    """Whether the unknown cards of a hand can leave it without a pair and without a pan."""
    if any(hand.count(k) > 1 for k in MUSHROOMS):
        return False
    spare = hand.count(ANY)
    room = sum(left.most(k, 1) for k in MUSHROOMS if k not in hand)
    return room + left.most(BUTTER, spare) + left.most(CIDER, spare) >= spare
