"""Judging a given move: every rule it breaks, or whether unknown cards leave that open.

Nothing here asks the generator in ``actions``; tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeGuard

from tabletop.games.rulings import Breach, Ruling, count, joined, quoted, ruling
from tabletop.games.walk import claims
from tabletop.games.walk.game import (
    ANY,
    BASKET,
    BUTTER,
    BUTTER_NEEDS,
    CIDER,
    CIDER_NEEDS,
    HAND_KINDS,
    MOON,
    MUSHROOMS,
    PAN,
    POISON,
    POISONED_LIMIT,
    ROOM_OF_BASKET,
    Game,
)
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PutPan, Sell, Stuck, Take
from tabletop.games.walk.rules import RuleName, RulingId
from tabletop.games.walk.state import Player, State, price
from tabletop.games.walk.unseen import unseen

_Rule = RuleName | RulingId
_Wanted = tuple[str, int, _Rule]

_COUNTABLE = 1000
"""Numbers of cards beyond this are no numbers of cards."""


def judge(state: State, move: Move | Stuck, player: int | None = None) -> Ruling:
    """The ruling on ``move``, or on the claim ``Stuck()``, made by ``player`` (the one to move).

    Never raises, whatever the move holds. Where ``state`` holds unknown cards (``?``) the verdict
    is ``"possible"`` if some cards that they can be allow the move and others don't.
    """
    if state.reason:
        return ruling(state.game.breaches("end", f"the game has ended: {state.reason}"))
    doubts: list[Breach] = []
    if player is not None and player != state.to_move:
        early = claims.out_of_turn(state)
        if early.verdict == "illegal":
            return early
        doubts += early.doubts
        state = state._replace(to_move=1 - state.to_move)
    if isinstance(move, Stuck):
        said = claims.stuck(state)
    else:
        case = _Case(state, explain=True)
        case.judge(move)
        if case.found:
            return ruling(case.found)
        if _is_full(state):
            return ruling([], doubts, case.facts)
        worst = _Case(state, hopeful=False)
        worst.judge(move)
        said = ruling([], worst.found, case.facts)
    return ruling(said.breaches, (*doubts, *said.doubts), said.facts)


def breaches(state: State, move: object) -> list[Breach]:
    """Every rule that ``move`` breaks whatever the unknown cards are; never raises.

    The quick half of ``judge``, for the engine itself.
    """
    if state.reason:
        return state.game.breaches("end", f"the game has ended: {state.reason}")
    case = _Case(state)
    case.judge(move)
    return case.found


def _is_full(state: State) -> bool:
    """Whether no card that a move may touch is unknown."""
    me = state.mover
    return ANY not in me.hand + me.night + state.forest + state.decay + state.night


class _Case:
    """One judgment in the making. Of unknown cards the kindest case counts where ``hopeful``, else
    the worst; ``facts`` says what is in order only where ``explain`` asks for it, as the engine
    judges every move that is played."""

    __slots__ = ("explain", "facts", "found", "game", "hopeful", "me", "state")

    def __init__(self, state: State, *, hopeful: bool = True, explain: bool = False) -> None:
        self.explain = explain
        self.state = state
        self.game: Game = state.game
        self.me: Player = state.players[state.to_move]
        self.hopeful = hopeful
        self.found: list[Breach] = []
        self.facts: list[str] = []

    def add(self, rule: _Rule, facts: str, cure: str = "") -> None:
        self.found += self.game.breaches(rule, facts, cure)

    def judge(self, move: object) -> None:
        if isinstance(move, Take):
            self.take(move)
        elif isinstance(move, Decay):
            self.decay(move)
        elif isinstance(move, Cook):
            self.cook(move)
        elif isinstance(move, Sell):
            self.sell(move)
        elif isinstance(move, PutPan):
            self.hold([(PAN, 1, "put pan")], [])
        else:
            self.add(
                "one action",
                f"{quoted(move)} isn't one of the five actions",
                "take a card, take the decay pile, cook, sell or put down a pan",
            )

    def take(self, move: Take) -> None:
        """MW-5.1 to MW-5.1c."""
        forest = self.state.forest
        if not _is_count(move.position) or not 1 <= move.position <= len(forest):
            self.add(
                "forest",
                f"there is no card {quoted(move.position)}: the forest has {len(forest)}",
                f"name a card from 1 to {len(forest)}",
            )
            return
        cost, sticks = price(move.position), self.me.sticks
        if cost > sticks:
            self.add(
                "price",
                f"card {move.position} costs {count(cost, 'stick')}, has {sticks}",
                f"take one of the first {min(len(forest), sticks + 2)} cards,"
                f" or sell mushrooms for {count(cost - sticks, 'more stick')} first",
            )
        elif self.explain:
            paid = f"costs {count(cost, 'stick')}, has {sticks}" if cost else "is free"
            self.facts.append(f"card {move.position} {paid}")
        self.gain(forest[move.position - 1], move.discards, pile=False)

    def decay(self, move: Decay) -> None:
        """MW-5.2."""
        if not self.state.decay:
            self.add("decay pile", "the decay pile is empty", "do another action")
            self.add("R-12", "the decay pile is empty")
            return
        self.gain(self.state.decay, move.discards, pile=True)

    def gain(self, cards: str, discards: object, *, pile: bool) -> None:
        """Whether ``cards`` fit in the hand, and the discards that poison among them asks for."""
        me = self.me
        bags = cards.count(BASKET)
        moons = cards.count(MOON)
        drawn = self.state.night[:moons]
        kept = cards.replace(BASKET, "").replace(MOON, "").replace(POISON, "")
        needs = len(kept) + len(drawn)
        if self.hopeful:
            # An unread card may be a basket or a poison mushroom, which need no room.
            needs -= kept.count(ANY)
        over = me.held + needs - (me.limit + ROOM_OF_BASKET * bags)
        if needs > 0 and over > 0:
            self.no_room(cards, self.room(needs, bags, pile=pile), over, pile=pile)
        elif needs > 0 and self.explain:
            self.facts.append(self.room(needs, bags, pile=pile))
        if type(discards) is not tuple or discards or POISON in cards:
            self.poison(cards, discards, kept, drawn)

    def room(self, needs: int, bags: int, *, pile: bool) -> str:
        me = self.me
        why = ""
        if me.poison or me.baskets:
            why = " ("
            why += f"poisoned: {POISONED_LIMIT}" if me.poison else f"{me.limit - 2 * me.baskets}"
            why += f" + 2 for {'each' if me.baskets > 1 else 'the'} basket" if me.baskets else ""
            why += ")"
        facts = f"holds {me.held} of {me.limit}{why}, the {'pile' if pile else 'card'} "
        facts += f"brings {needs}" if pile else "needs room for 1"
        if bags:
            owner = "its basket makes" if bags == 1 else f"its {bags} baskets make"
            facts += f", {owner} room for {ROOM_OF_BASKET * bags}"
        return facts

    def no_room(self, cards: str, facts: str, over: int, *, pile: bool) -> None:
        rules: list[_Rule] = ["hand limit"]
        if pile:
            rules.append("decay pile")
            if BASKET in cards:
                rules.append("pile with baskets")
        if MOON in cards:
            rules.append("R-2")
        if self.me.poison:
            rules += ["poison", "R-4"]
        if pile and POISON in cards:
            rules.append("pile with poison")
        cure = f"first make room for {over} more: cook, sell, put down a pan or take a basket"
        for rule in rules:
            self.add(rule, facts, cure)

    def poison(self, cards: str, discards: object, kept: str, drawn: str) -> None:
        """MW-7.1: exactly as many discards as the lower limit asks for, from what is held."""
        me = self.me
        if not _are_discards(discards):
            self.add(
                "poison", f"{quoted(discards)} names no hand cards to discard", "name hand cards"
            )
            return
        number = len(discards)
        if POISON not in cards:
            if number:
                facts = f"{count(number, 'discard')} without taking a {self.game.word(POISON)}"
                self.add("poison", facts, "discard nothing")
            return
        low = POISONED_LIMIT + ROOM_OF_BASKET * (me.baskets + cards.count(BASKET))
        held = me.held + len(kept) + len(drawn)
        due = max(0, held - low)
        # without the night card the taking alone is the move.
        if number != due and not (number == 0 and ANY in drawn):
            facts = f"holds {held} with what is taken, may keep {low}: discards {due}, not {number}"
            self.add("poison", facts, f"discard {due}" if due else "discard nothing")
        elif self.explain:
            self.facts.append(f"holds {held} with what is taken, may keep {low}: discards {due}")
        hand = Counter(k for pile, k in discards if pile == "d")
        night = Counter(k for pile, k in discards if pile == "n")
        self.hold(
            [(k, n, "R-5") for k, n in hand.items()],
            [(k, n, "R-5") for k, n in night.items()],
            me.hand + kept,
            me.night + drawn,
        )

    def cook(self, move: Cook) -> None:
        """MW-5.3 to MW-5.3c."""
        if not self.one_kind(move.mushroom, move.day, move.night, "cook"):
            return
        if not _is_count(move.butter) or not _is_count(move.cider):
            facts = f"{quoted(move.butter)} and {quoted(move.cider)} are no numbers of cards"
            self.add("butter and cider", facts, "write how many of each are added")
            return
        word = self.game.word
        total = move.day + 2 * move.night
        if total < 3:
            facts = f"{_amount(move.day, move.night, word(move.mushroom))}, at least 3 are needed"
            self.add("cook", facts, "sell them" if total == 2 else f"add {3 - total} more")
            if move.night and not move.day:
                self.add("R-15", facts, f"sell it, or cook it with a {word(move.mushroom)}")
        asked = BUTTER_NEEDS * move.butter + CIDER_NEEDS * move.cider
        if asked:
            facts = f"{self.extras(move)} {'needs' if move.butter + move.cider == 1 else 'need'}"
            facts += f" {asked} mushrooms, there are {total}"
            if asked > total:
                cure = f"cook {count(asked - total, 'more mushroom')} or add less"
                self.add("butter and cider", facts, cure)
                self.add("R-13", facts, cure)
            else:
                self.facts.append(facts)
        cards: list[_Wanted] = [(move.mushroom, move.day, "cook")]
        cards += [
            (BUTTER, move.butter, "butter and cider"),
            (CIDER, move.cider, "butter and cider"),
        ]
        if _is_text(move.pan, "hand"):
            cards.append((PAN, 1, "pan"))
        elif not _is_text(move.pan, "display"):
            facts = f"{quoted(move.pan)} is neither hand nor display"
            self.add("pan", facts, "say where the pan comes from")
        elif self.me.pans < 1:
            self.add("pan", "no empty pan in the display", "play a pan from the hand with it")
        elif self.explain:
            self.facts.append(f"{count(self.me.pans, 'empty pan')} in the display")
        self.hold(cards, [(move.mushroom, move.night, "cook")])

    def extras(self, move: Cook) -> str:
        added = ((move.butter, BUTTER), (move.cider, CIDER))
        return joined(f"{n} {self.game.word(kind, n)}" for n, kind in added if n)

    def sell(self, move: Sell) -> None:
        """MW-5.4."""
        if not self.one_kind(move.mushroom, move.day, move.night, "sell"):
            return
        if move.day + 2 * move.night < 2:
            amount = _amount(move.day, move.night, self.game.word(move.mushroom))
            self.add("sell", f"{amount}, at least 2 are needed", "sell 2 or more")
        self.hold([(move.mushroom, move.day, "sell")], [(move.mushroom, move.night, "sell")])

    def one_kind(self, mushroom: object, day: object, night: object, rule: RuleName) -> bool:
        if not _is_kind(mushroom, MUSHROOMS):
            cure = "name a rank from 2 to 10" if self.game.playing_cards else "name its kind"
            self.add(rule, f"{quoted(mushroom)} is no mushroom", cure)
            return False
        if not _is_count(day) or not _is_count(night):
            facts = f"{quoted(day)} and {quoted(night)} are no numbers of cards"
            self.add(rule, facts, "write how many day and night cards are played")
            return False
        return True

    def hold(
        self,
        day: list[_Wanted],
        night: list[_Wanted],
        hand: str | None = None,
        nights: str | None = None,
    ) -> None:
        """Whether these (kind, number, rule) are all held at once, unknown cards counted."""
        self.hold_pile(day, self.me.hand if hand is None else hand, "")
        self.hold_pile(night, self.me.night if nights is None else nights, "night ")

    def hold_pile(self, wanted: list[_Wanted], have: str, which: str) -> None:
        spare = have.count(ANY)
        used = 0
        lacks: list[tuple[str, int, _Rule, int]] = []
        for kind, number, rule in wanted:
            lack = number - have.count(kind)
            if kind == ANY:
                used += number
                if number > spare:
                    self.add(rule, f"{number} unknown {which}cards, holds {spare}")
            elif lack > 0:
                used += lack
                lacks.append((kind, number, rule, lack))
            elif number and self.explain:
                named = f"{number} × {which}{self.game.word(kind)}"
                self.facts.append(f"needs {named}, holds {number - lack}")
        if not lacks:
            return
        left = unseen(self.state) if spare else None
        before = len(self.found)
        for kind, number, rule, lack in lacks:
            most = least = 0
            if left is not None and not which and kind in HAND_KINDS:
                most, least = left.most(kind, spare), left.least(kind, spare)
            elif left is not None and which:
                most, least = left.most_night(kind, spare), left.least_night(kind, spare)
            if lack > (most if self.hopeful else least):
                self.lacks(rule, which, kind, number, have.count(kind) + least, most - least)
        if self.hopeful and used > spare and len(self.found) == before:
            kinds = joined(f"{lack} × {which}{self.game.word(k)}" for k, _, _, lack in lacks)
            facts = f"lacks {kinds}, only {count(spare, 'card')} unseen"
            self.add(lacks[0][2], facts, "use only cards that are held")

    def lacks(
        self, rule: _Rule, which: str, kind: str, number: int, known: int, open_: int
    ) -> None:
        named = f"{number} × {which}{self.game.word(kind) if kind in HAND_KINDS else kind}"
        if not open_:
            facts = f"needs {named}, holds {known or 'none'}"
            cure = f"get {number - known} more first, or use only cards that are held"
        elif self.hopeful:
            facts = f"needs {named}, holds at most {known + open_}"
            cure = f"get {number - known - open_} more first, or use only cards that are held"
        else:
            unseen_cards = count(open_, "card")
            facts = f"needs {named}, is known to hold {known}, up to {unseen_cards} unseen"
            cure = "show the cards"
        self.add(rule, facts, cure)


def _amount(day: int, night: int, word: str) -> str:
    if night:
        each = f"{night} × night {word} (counts {2 * night})"
        return f"{day} × {word} and {each}" if day else each
    return f"{day} × {word}"


def _is_count(number: object) -> bool:
    return type(number) is int and 0 <= number < _COUNTABLE


def _is_text(value: object, text: str) -> bool:
    return type(value) is str and value == text


def _are_discards(discards: object) -> TypeGuard[Discards]:
    return type(discards) is tuple and all(map(_is_discard, discards))


def _is_discard(item: object) -> bool:
    return (
        type(item) is tuple
        and len(item) == 2
        and _is_kind(item[0], "dn")
        and _is_kind(item[1], HAND_KINDS + ANY)
    )


def _is_kind(value: object, kinds: str) -> bool:
    return type(value) is str and len(value) == 1 and value in kinds
