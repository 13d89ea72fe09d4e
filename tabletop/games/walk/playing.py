"""Carrying out a move, with the steps that follow every turn (MW-6, MW-7.2, MW-8.1)."""

from __future__ import annotations

from tabletop.games.rulings import Breach
from tabletop.games.walk.actions import can_act
from tabletop.games.walk.claims import stuck
from tabletop.games.walk.game import (
    ANY,
    BASKET,
    BUTTER,
    CIDER,
    DECAY_SIZE,
    FOREST_SIZE,
    MOON,
    PAN,
    POISON,
    Game,
)
from tabletop.games.walk.judge import breaches
from tabletop.games.walk.moves import Cook, Decay, Move, Sell, Take
from tabletop.games.walk.state import (
    BOTH_STUCK,
    FOREST_EMPTY,
    Dish,
    Player,
    State,
    price,
    sorted_kinds,
)


class IllegalMoveError(ValueError):
    """A move that breaks a rule; ``breaches`` lists every rule it breaks."""

    def __init__(self, broken: list[Breach]) -> None:
        super().__init__("; ".join(f"{b.rule}: {b.facts or b.sentence}" for b in broken))
        self.breaches = broken


def play(
    state: State, move: Move, refill: str = "", night: str = "", *, strict: bool = True
) -> State:
    """The state after ``move`` and the steps that follow it.

    ``refill`` and ``night`` are the kinds turned up from the draw pile and the night pile, in that
    order, where the state doesn't know them. An unknown forest or decay card is taken as a hand
    card. Raises IllegalMoveError; with ``strict`` false an illegal move is done as far as it can be
    (sticks don't fall below 0, cards that a hand lacks come from nowhere), for following a table
    where it was done all the same.
    """
    if refill or night:
        state = reveal(state, draw=refill, night=night)
    if strict:
        broken = breaches(state, move)
        if broken:
            raise IllegalMoveError(broken)
        if type(move) is Decay and not move.discards and discards_open(state):
            raise IllegalMoveError(night_card_first(state.game))
    return apply(state, move)


def reveal(state: State, *, draw: str = "", night: str = "") -> State:
    """``state`` with the top cards of its piles known to be of these kinds.

    Raises ValueError where a pile is shorter, or is known to hold other cards.
    """
    return state._replace(
        draw=_reveal(state.draw, draw, "draw pile"), night=_reveal(state.night, night, "night pile")
    )


def _reveal(pile: str, kinds: str, name: str) -> str:
    if len(kinds) > len(pile):
        raise ValueError(f"the {name} has {len(pile)} cards, {len(kinds)} can't be turned up")
    for have, new in zip(pile, kinds, strict=False):
        if have != new and ANY not in (have, new):
            raise ValueError(f"the {name} is known to have {have} where {new} was turned up")
    top = "".join(new if have == ANY else have for have, new in zip(pile, kinds, strict=False))
    return top + pile[len(kinds) :]


def skip_stuck(state: State) -> State:
    """``state`` with the turn passed on, the player to move being stuck.

    ``play`` does this by itself where all cards are known. Raises ValueError where the player to
    move surely can act.
    """
    if state.over or stuck(state).verdict == "illegal":
        raise ValueError("the player to move can act: nobody may be stuck by choice (R-21)")
    after = state._replace(to_move=1 - state.to_move)
    return after if can_act(after, after.to_move) else state._replace(reason=BOTH_STUCK)


def turned_up(state: State, move: Move) -> tuple[int, int]:
    """How many cards ``move`` turns up: from the draw pile to the forest, from the night pile."""
    forest = len(state.forest)
    nights = 0
    if type(move) is Take:
        nights = state.forest[move.position - 1 : move.position].count(MOON)
        forest -= 1
    elif type(move) is Decay:
        nights = state.decay.count(MOON)
    if forest > 0:
        forest -= 1
    draw = min(len(state.draw), FOREST_SIZE - forest) if forest else 0
    return draw, min(nights, len(state.night))


def apply(state: State, move: Move) -> State:
    """``play`` without asking whether the move is legal."""
    game, forest, draw, night_pile, decay, discard, spent, players, who, _ = state
    hand, night, baskets, pans, sticks, poison, dishes = players[who]
    if type(move) is Take or type(move) is Decay:
        if type(move) is Take:
            at = move.position - 1
            gained = forest[at]
            forest = forest[:at] + forest[at + 1 :]
            sticks = max(0, sticks - price(at + 1))
        else:
            gained = decay
            decay = ""
        kept = ""
        for kind in gained:
            if kind == BASKET:
                baskets += 1
            elif kind == MOON:
                discard += MOON
                night = sorted_kinds(night + night_pile[:1])
                night_pile = night_pile[1:]
            elif kind == POISON:
                poison += (2,)
            else:
                kept += kind
        if kept:
            hand = sorted_kinds(hand + kept)
        for pile, kind in move.discards:
            discard += kind
            if pile == "d":
                hand = _without(hand, kind, 1)
            else:
                night = _without(night, kind, 1)
                spent += kind
    elif type(move) is Cook:
        hand = _without(hand, move.mushroom, move.day)
        night = _without(night, move.mushroom, move.night)
        hand = _without(_without(hand, BUTTER, move.butter), CIDER, move.cider)
        if move.pan == "hand":
            hand = _without(hand, PAN, 1)
        else:
            pans = max(0, pans - 1)
        dishes += (Dish(move.mushroom, move.day, move.night, move.butter, move.cider),)
    elif type(move) is Sell:
        hand = _without(hand, move.mushroom, move.day)
        night = _without(night, move.mushroom, move.night)
        sticks += game.sell[move.mushroom] * (move.day + 2 * move.night)
        discard += move.mushroom * (move.day + move.night)
        spent += move.mushroom * move.night
    else:
        hand = _without(hand, PAN, 1)
        pans += 1

    reason = "" if forest else FOREST_EMPTY
    if forest:
        if len(decay) >= DECAY_SIZE:
            discard += decay
            decay = ""
        decay += forest[0]
        forest = forest[1:]
        if forest:
            missing = FOREST_SIZE - len(forest)
            if missing > 0 and draw:
                forest += draw[:missing]
                draw = draw[missing:]
            if poison:
                discard += POISON * poison.count(1)
                poison = tuple(turns - 1 for turns in poison if turns > 1)
        else:
            reason = FOREST_EMPTY
    me = Player(hand, night, baskets, pans, sticks, poison, dishes)
    other = players[1 - who]
    after = State(
        game,
        forest,
        draw,
        night_pile,
        decay,
        discard,
        spent,
        (other, me) if who else (me, other),
        1 - who,
        reason,
    )
    if reason or can_act(after, 1 - who):
        return after
    if can_act(after, who):
        return after._replace(to_move=who)
    return after._replace(reason=BOTH_STUCK)


def _without(cards: str, kind: str, number: int) -> str:
    """``cards`` less ``number`` of ``kind``; where they don't suffice, unknown cards were of it."""
    if not number:
        return cards
    have = cards.count(kind)
    if have >= number:
        return cards.replace(kind, "", number)
    return cards.replace(kind, "").replace(ANY, "", number - have)


def discards_open(state: State) -> bool:
    """Whether taking the decay pile asks for discards that can't be chosen before a night card is
    seen (R-19)."""
    me = state.mover
    decay = state.decay
    baskets = me.baskets + decay.count(BASKET)
    drawn = len(state.night[: decay.count(MOON)])
    gained = sum(kind not in "KOP" for kind in decay)
    return POISON in decay and me.held + gained + drawn > 4 + 2 * baskets


def night_card_first(game: Game) -> list[Breach]:
    """The breach of choosing no discards where ``discards_open``."""
    facts = "the night card isn't known yet"
    return game.breaches("R-19", facts, "give the night card and the discards")
