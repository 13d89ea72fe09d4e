"""Judging what players claim: "I can't do anything" (MW-5.6, R-21), and whose turn it is.

Written apart from ``actions.can_act``, which the engine asks after every turn; tests hold the two
against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tabletop.games.rulings import Breach, Ruling, ruling
from tabletop.games.walk import phrases
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
from tabletop.language import listed, say


def stuck(state: State) -> Ruling:
    """The ruling on the claim of the player to move that no action is possible."""
    can = [*taking(state), *decaying(state), *_playing(state)]
    if can:
        return ruling(wrong(state.game, can))
    me = state.mover
    facts: list[str] = [phrases.holds(me.held, me.limit)]
    if state.decay:
        cards = phrases.cards(len(state.decay))
        facts.append(say("the decay pile ({cards}) does not fit", cards=cards))
    might = doubtful(state.game, _hoping(state))
    if not might:
        facts.append(say("no pan in the hand and no two mushrooms of a kind"))
    return ruling([], might, facts)


def wrong(game: Game, can: Iterable[str]) -> list[Breach]:
    """The breaches of a claim to be stuck, ``can`` saying what is possible."""
    cure = say("do it, or another action")
    return [b for facts in can for b in game.breaches("R-21", facts, cure)]


def doubtful(game: Game, might: Iterable[str]) -> list[Breach]:
    """The doubts of a claim to be stuck, ``might`` saying what unknown cards may allow."""
    cure = say("show the cards")
    return [b for facts in might for b in game.breaches("R-21", facts, cure)]


def not_in_turn(state: State, could: Iterable[Breach], *, surely: bool) -> tuple[Breach, ...]:
    """The breach of acting where ``state`` has the other player to move, who ``surely`` or perhaps
    could act; in the second case it is a breach unless that player is stuck."""
    found: list[Breach] = []
    for broken in could:
        n, facts, cure = state.to_move + 1, broken.facts, broken.cure
        if surely:
            cure = say("wait for the turn")
            text = say("it is player {n}'s turn: {facts}", n=n, facts=facts)
        else:
            text = say("it is player {n}'s turn unless stuck: {facts}", n=n, facts=facts)
        found += state.game.breaches("one action", text, cure)
    return tuple(found[:1] if surely else found)


def taking(state: State) -> list[str]:
    """The first forest card that can be taken, in words; an unread card may need room."""
    me = state.mover
    for place, kind in enumerate(state.forest[: me.sticks + 2], start=1):
        name = state.game.word(kind)
        if kind in (BASKET, POISON):
            why = say("card {n} is a {card}, which needs no room", n=place, card=name)
        elif kind == MOON and not state.night:
            why = say("card {n} is a {card}, and the night pile is empty", n=place, card=name)
        elif me.held < me.limit:
            holds = phrases.holds(me.held, me.limit)
            why = say("card {n} can be taken: {holds}", n=place, holds=holds)
        else:
            continue
        cost = phrases.sticks(price(place))
        paid = say("{why}, costs {price}, has {has}", why=why, price=cost, has=me.sticks)
        return [paid if price(place) else why]
    return []


def decaying(state: State) -> list[str]:
    """Whether the decay pile can be taken, in words; an unread card may need room."""
    me, pile = state.mover, state.decay
    bags = pile.count(BASKET)
    comes = sum(kind not in (BASKET, MOON, POISON) for kind in pile)
    comes += min(pile.count(MOON), len(state.night))
    if not pile or me.held + comes > me.limit + ROOM_OF_BASKET * bags:
        return []
    holds = phrases.holds(me.held, me.limit)
    return [say("the decay pile can be taken: {holds}, it brings {n}", holds=holds, n=comes)]


def _playing(state: State) -> list[str]:
    """Cards known to be in the hand that can be sold, cooked or put down."""
    me, word = state.mover, state.game.word
    found: list[str] = [
        say("a night {card} can be sold", card=word(kind)) for kind in me.night if kind != ANY
    ]
    found += [say("a night card can be sold")] * (ANY in me.night)
    found += [can_sell(me.hand.count(k), word(k)) for k in MUSHROOMS if me.hand.count(k) > 1]
    if PAN in me.hand:
        found.append(say("a pan can be put down"))
    if not found and ANY in me.hand and not _can_be_useless(state):
        found.append(say("whatever the unseen cards are, two are of a kind or one is a pan"))
    return found


def can_sell(number: int, word: str) -> str:
    """That so many cards called ``word`` can be sold."""
    return say("{cards} can be sold", cards=phrases.times(number, word))


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
            open_.append(say("card {n} was not read and may need no room", n=place))
    unread = state.decay.count(ANY)
    if unread and decaying(state._replace(decay=state.decay.replace(ANY, POISON))):
        cards = phrases.cards(unread)
        open_.append(say("{cards} of the decay pile not read, which may need no room", cards=cards))
    return open_


def hoping(pairs: Sequence[str], pan: bool, unseen: int) -> list[str]:
    """What a hand with ``unseen`` cards may hold that can be played, in words: two of the kinds
    ``pairs``, a pan."""
    hopes: list[str] = []
    if 0 < len(pairs) < 4:
        hopes.append(say("two of a kind ({kinds})", kinds=listed(pairs, "or")))
    elif pairs:
        hopes.append(say("two of a kind"))
    if pan:
        hopes.append(say("a pan"))
    if not hopes:
        return []
    cards = phrases.cards(unseen)
    return [say("the hand may hold {what}, {cards} unseen", what=listed(hopes, "or"), cards=cards)]


__all__ = ["can_sell", "decaying", "doubtful", "hoping", "not_in_turn", "stuck", "taking", "wrong"]
