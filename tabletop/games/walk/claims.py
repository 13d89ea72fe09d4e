"""Judging what players claim: "I can't do anything" (MW-5.6, R-21), and whose turn it is.

Written apart from ``actions.can_act``, which the engine asks after every turn; tests hold the two
against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    Game,
)
from tabletop.games.walk.state import State, price
from tabletop.games.walk.unseen import unseen


def stuck(state: State) -> Ruling:
    """The ruling on the claim of the player to move that no action is possible."""
    can = [*taking(state), *decaying(state), *_playing(state)]
    if can:
        return ruling(wrong(state.game, can))
    me = state.mover
    facts = [f"holds {me.held} of {me.limit}"]
    if state.decay:
        facts.append(f"the decay pile ({count(len(state.decay), 'card')}) does not fit")
    might = doubtful(state.game, _hoping(state))
    if not might:
        facts.append("no pan in the hand and no two mushrooms of a kind")
    return ruling([], might, facts)


def wrong(game: Game, can: Iterable[str]) -> list[Breach]:
    """The breaches of a claim to be stuck, ``can`` saying what is possible."""
    cure = "do it, or another action"
    return [b for facts in can for b in game.breaches("R-21", facts, cure)]


def doubtful(game: Game, might: Iterable[str]) -> list[Breach]:
    """The doubts of a claim to be stuck, ``might`` saying what unknown cards may allow."""
    return [b for facts in might for b in game.breaches("R-21", facts, "show the cards")]


def not_in_turn(state: State, could: Iterable[Breach], *, surely: bool) -> tuple[Breach, ...]:
    """The breach of acting where ``state`` has the other player to move, who ``surely`` or perhaps
    could act; in the second case it is a breach unless that player is stuck."""
    found: list[Breach] = []
    for broken in could:
        facts = f"it is player {state.to_move + 1}'s turn{'' if surely else ' unless stuck'}"
        cure = "wait for the turn" if surely else broken.cure
        found += state.game.breaches("one action", f"{facts}: {broken.facts}", cure)
    return tuple(found[:1] if surely else found)


def taking(state: State) -> list[str]:
    """The first forest card that can be taken, in words; an unread card may need room."""
    me = state.mover
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
        return [f"{why}, costs {count(cost, 'stick')}, has {me.sticks}" if cost else why]
    return []


def decaying(state: State) -> list[str]:
    """Whether the decay pile can be taken, in words; an unread card may need room."""
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


def _hoping(state: State) -> list[str]:
    """What might be possible after all, cards being unknown."""
    me, left, word = state.mover, unseen(state), state.game.word
    unknown = me.hand.count(ANY)
    open_: list[str] = []
    if unknown:
        pairs = [
            word(kind) for kind in MUSHROOMS if me.hand.count(kind) + left.most(kind, unknown) > 1
        ]
        open_ += hoping(pairs, bool(left.most(PAN, 1)), unknown)
    for place, kind in enumerate(state.forest[: me.sticks + 2], start=1):
        if kind == ANY:
            open_.append(f"card {place} was not read and may need no room")
    unread = state.decay.count(ANY)
    if unread and decaying(state._replace(decay=state.decay.replace(ANY, POISON))):
        open_.append(f"{count(unread, 'card')} of the decay pile not read, which may need no room")
    return open_


def hoping(pairs: Sequence[str], pan: bool, unseen: int) -> list[str]:
    """What a hand with ``unseen`` cards may hold that can be played, in words: two of the kinds
    ``pairs``, a pan."""
    kinds = f" ({joined(pairs, 'or')})" if 0 < len(pairs) < 4 else ""
    hopes = [f"two of a kind{kinds}"] * bool(pairs) + ["a pan"] * pan
    if not hopes:
        return []
    return [f"the hand may hold {joined(hopes, 'or')}, {count(unseen, 'card')} unseen"]


__all__ = ["decaying", "doubtful", "hoping", "not_in_turn", "stuck", "taking", "wrong"]
