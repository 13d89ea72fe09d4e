"""Playing a move, and what unknown cards turn out to be."""

from __future__ import annotations

from tabletop.games.rulings import Breach
from tabletop.games.walk.actions import can_act
from tabletop.games.walk.claims import stuck
from tabletop.games.walk.game import (
    ANY,
    BASKET,
    FOREST_SIZE,
    MOON,
    POISON,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
    Game,
)
from tabletop.games.walk.judge import breaches
from tabletop.games.walk.moves import Decay, Move, Take
from tabletop.games.walk.plain import plainly_legal
from tabletop.games.walk.state import BOTH_STUCK, State
from tabletop.games.walk.turn import apply
from tabletop.language import say


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
    if strict and not plainly_legal(state, move):
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


def discards_open(state: State) -> bool:
    """Whether taking the decay pile asks for discards that can't be chosen before a night card is
    seen (R-19)."""
    me, decay = state.mover, state.decay
    if POISON not in decay:
        return False
    bags, moons = decay.count(BASKET), decay.count(MOON)
    gained = len(decay) - bags - moons - decay.count(POISON) + len(state.night[:moons])
    return me.held + gained > POISONED_LIMIT + ROOM_OF_BASKET * (me.baskets + bags)


def night_card_first(game: Game) -> list[Breach]:
    """The breach of choosing no discards where ``discards_open``."""
    facts = say("the night card isn't known yet")
    return game.breaches("R-19", facts, say("give the night card and the discards"))
