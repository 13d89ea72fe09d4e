"""Judging what players claim: "I can't do anything" (MW-5.6, R-21), and whose turn it is.

Written apart from ``actions.can_act``, which the engine asks after every turn; tests hold the two
against each other.
"""

from __future__ import annotations

from tabletop.games.rulings import Breach, Ruling, count, joined, ruling
from tabletop.games.walk.game import (
    ANY,
    BASKET,
    BUTTER,
    CIDER,
    MOON,
    MUSHROOMS,
    PAN,
    POISON,
    ROOM_OF_BASKET,
)
from tabletop.games.walk.state import State, price
from tabletop.games.walk.unseen import unseen


def stuck(state: State) -> Ruling:
    """The ruling on the claim of the player to move that no action is possible."""
    can = [*_taking(state), *_decaying(state), *_playing(state)]
    if can:
        cure = "do it, or another action"
        return ruling(b for text in can for b in state.game.breaches("R-21", text, cure))
    me = state.mover
    facts = [f"holds {me.held} of {me.limit}"]
    if state.decay:
        facts.append(f"the decay pile ({count(len(state.decay), 'card')}) does not fit")
    might = _hoping(state)
    if not might:
        facts.append("no pan in the hand and no two mushrooms of a kind")
    return ruling([], might, facts)


def out_of_turn(state: State) -> Ruling:
    """Whether the player who is not to move may have the turn: only if the other one is stuck."""
    says = stuck(state)
    who = state.to_move + 1  # as people count
    if says.verdict == "illegal":
        facts = f"it is player {who}'s turn: {says.breaches[0].facts}"
        return ruling(state.game.breaches("one action", facts, "wait for the turn"))
    unless = f"it is player {who}'s turn unless stuck"
    open_ = ((f"{unless}: {d.facts}", d.cure) for d in says.doubts)
    return ruling([], [b for text in open_ for b in state.game.breaches("one action", *text)])


def _taking(state: State) -> list[str]:
    """Forest cards that can be taken, in words; an unread card may need room."""
    me = state.mover
    found = []
    for place, kind in enumerate(state.forest[: me.sticks + 2], start=1):
        name = "a " + state.game.word(kind)
        if kind in (BASKET, POISON):
            why = f"card {place} is {name}, which needs no room"
        elif kind == MOON and not state.night:
            why = f"card {place} is {name}, and the night pile is empty"
        elif me.held < me.limit:
            why = f"card {place} can be taken: holds {me.held} of {me.limit}"
        else:
            continue
        cost = price(place)
        found.append(f"{why}, costs {count(cost, 'stick')}, has {me.sticks}" if cost else why)
    return found


def _decaying(state: State) -> list[str]:
    me, pile = state.mover, state.decay
    bags = pile.count(BASKET)
    comes = sum(kind not in (BASKET, MOON, POISON) for kind in pile)
    comes += min(pile.count(MOON), len(state.night))
    if not pile or me.held + comes > me.limit + ROOM_OF_BASKET * bags:
        return []
    return [f"the decay pile can be taken: holds {me.held} of {me.limit}, it brings {comes}"]


def _playing(state: State) -> list[str]:
    """Cards known to be in the hand that can be sold, cooked or put down."""
    me, word = state.mover, state.game.word
    found = [f"a night {word(kind)} can be sold" for kind in me.night if kind != ANY]
    found += ["a night card can be sold"] * (ANY in me.night)
    for kind in MUSHROOMS:
        if me.hand.count(kind) > 1:
            found.append(f"{me.hand.count(kind)} × {word(kind)} can be sold")
    if PAN in me.hand:
        found.append("a pan can be put down")
    if not found and ANY in me.hand and not _can_be_useless(state):
        found.append("whatever the unseen cards are, two are of a kind or one is a pan")
    return found


def _can_be_useless(state: State) -> bool:
    """Whether the unknown cards of the hand can be such that nothing can be played: no pan, and no
    mushroom of a kind that is held already, or twice."""
    hand = state.mover.hand
    unknown = hand.count(ANY)
    left = unseen(state)
    singles = sum(left.most(kind, 1) for kind in MUSHROOMS if kind not in hand)
    return singles + left.most(BUTTER, unknown) + left.most(CIDER, unknown) >= unknown


def _hoping(state: State) -> list[Breach]:
    """What might be possible after all, cards being unknown."""
    me, left, word = state.mover, unseen(state), state.game.word
    unknown = me.hand.count(ANY)
    open_: list[tuple[str, str]] = []
    if unknown:
        pairs = [
            word(kind) for kind in MUSHROOMS if me.hand.count(kind) + left.most(kind, unknown) > 1
        ]
        hopes = [f"two of a kind ({joined(pairs, 'or')})"] if pairs else []
        hopes += ["a pan"] * bool(left.most(PAN, 1))
        if hopes:
            facts = f"the hand may hold {joined(hopes, 'or')}, {count(unknown, 'card')} unseen"
            open_.append((facts, "show the cards"))
    for place, kind in enumerate(state.forest[: me.sticks + 2], start=1):
        if kind == ANY:
            facts = f"card {place} was not read and may need no room"
            open_.append((facts, "name the card"))
    unread = state.decay.count(ANY)
    if unread and _decaying(state._replace(decay=state.decay.replace(ANY, POISON))):
        facts = f"{count(unread, 'card')} of the decay pile were not read and may need no room"
        open_.append((facts, "name the cards"))
    return [b for facts, cure in open_ for b in state.game.breaches("R-21", facts, cure)]


__all__ = ["out_of_turn", "stuck"]
