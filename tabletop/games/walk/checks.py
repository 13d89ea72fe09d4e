"""What a move must keep to on the table, rule by rule, and what it needs in the hand.

Nothing here asks the generator in ``actions``; tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeGuard

from tabletop.games.rulings import Breach, quoted
from tabletop.games.walk import phrases
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
from tabletop.games.walk.moves import Cook, Decay, Discards, PutPan, Sell, Take
from tabletop.games.walk.needs import Need
from tabletop.games.walk.rules import Cited, RuleName
from tabletop.games.walk.state import Player, State, price
from tabletop.language import Text, commas, listed, say, several

_Wanted = tuple[str, int, Cited]

_COUNTABLE = 1000
"""Numbers of cards beyond this are no numbers of cards."""


class Checks:
    """What a move breaks on the table, ``found``, and what it needs in the hand, ``needs``, to be
    looked for in ``hand`` and ``nights``. Unread cards that are taken are hand cards. ``facts``
    says what is in order only where ``explain`` asks for it: the engine judges every move that is
    played."""

    __slots__ = (
        "day",
        "explain",
        "facts",
        "found",
        "game",
        "hand",
        "me",
        "night",
        "nights",
        "state",
    )

    def __init__(self, state: State, *, explain: bool = False) -> None:
        self.state = state
        self.game: Game = state.game
        self.me: Player = state.players[state.to_move]
        self.explain = explain
        self.found: list[Breach] = []
        self.facts: list[str] = []
        self.day: Sequence[_Wanted] = ()
        self.night: Sequence[_Wanted] = ()
        self.hand = self.nights = ""

    @property
    def needs(self) -> list[Need]:
        """The cards that must be held."""
        needs = [Need(False, *wanted) for wanted in self.day if wanted[1]]
        return needs + [Need(True, *wanted) for wanted in self.night if wanted[1]]

    @property
    def met(self) -> bool:
        """Whether the cards that must be held are there for certain."""
        for kind, number, _ in self.day:
            if self.hand.count(kind) < number:
                return False
        for kind, number, _ in self.night:  # noqa: SIM110 - asked of every move that is played
            if self.nights.count(kind) < number:
                return False
        return True

    def add(self, rule: Cited, facts: str, cure: str = "") -> None:
        self.found += self.game.breaches(rule, facts, cure)

    def check(self, move: object) -> None:
        """Look at ``move``; never raises, whatever it holds."""
        if isinstance(move, Take):
            self.take(move)
        elif isinstance(move, Decay):
            self.decay(move)
        elif isinstance(move, Cook):
            self.cook(move)
        elif isinstance(move, Sell):
            self.sell(move)
        elif isinstance(move, PutPan):
            self.hold([(PAN, 1, "put pan")])
        else:
            self.add(
                "one action",
                say("{what} isn't one of the five actions", what=quoted(move)),
                phrases.the_actions(),
            )

    def take(self, move: Take) -> None:
        """MW-5.1 to MW-5.1c."""
        forest = self.state.forest
        if not _is_count(move.position) or not 1 <= move.position <= len(forest):
            self.add(
                "forest",
                say(
                    "there is no card {n}: the forest has {all}",
                    n=quoted(move.position),
                    all=len(forest),
                ),
                say("name a card from 1 to {all}", all=len(forest)),
            )
            return
        cost, sticks = price(move.position), self.me.sticks
        if cost > sticks:
            self.add(
                "price",
                _costs(move.position, cost, sticks),
                several(
                    "take one of the first {all} cards, or sell mushrooms for {n} more stick first",
                    "take one of the first {all} cards,"
                    " or sell mushrooms for {n} more sticks first",
                    cost - sticks,
                    all=min(len(forest), sticks + 2),
                ),
            )
        elif self.explain:
            free = say("card {n} is free", n=move.position)
            self.facts.append(_costs(move.position, cost, sticks) if cost else free)
        self.gain(forest[move.position - 1], move.discards, pile=False)

    def decay(self, move: Decay) -> None:
        """MW-5.2."""
        if not self.state.decay:
            self.add("decay pile", say("the decay pile is empty"), say("do another action"))
            self.add("R-12", say("the decay pile is empty"))
            return
        self.gain(self.state.decay, move.discards, pile=True)

    def gain(self, cards: str, discards: object, *, pile: bool) -> None:
        """Whether ``cards`` fit in the hand, and the discards that poison among them asks for."""
        me = self.me
        bags = cards.count(BASKET)
        moons = cards.count(MOON)
        drawn = self.state.night[:moons]
        bad = cards.count(POISON)
        needs = len(cards) - bags - moons - bad + len(drawn)
        if needs > 0:
            over = me.held + needs - me.limit - ROOM_OF_BASKET * bags
            if over > 0:
                self.no_room(cards, self.room(needs, bags, pile=pile), over, pile=pile)
            elif self.explain:
                self.facts.append(self.room(needs, bags, pile=pile))
        if bad or type(discards) is not tuple or discards:
            self.poison(cards, discards, drawn)

    def room(self, needs: int, bags: int, *, pile: bool) -> str:
        facts = [_holds(self.me)]
        facts.append(
            say("the pile brings {n}", n=needs) if pile else say("the card needs room for 1")
        )
        if bags:
            facts.append(
                several(
                    "its basket makes room for {room}",
                    "its {n} baskets make room for {room}",
                    bags,
                    room=ROOM_OF_BASKET * bags,
                )
            )
        return commas(facts)

    def no_room(self, cards: str, facts: str, over: int, *, pile: bool) -> None:
        rules: list[Cited] = ["hand limit"]
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
        cure = say(
            "first make room for {n} more: cook, sell, put down a pan or take a basket", n=over
        )
        for rule in rules:
            self.add(rule, facts, cure)

    def poison(self, cards: str, discards: object, drawn: str) -> None:
        """MW-7.1: exactly as many discards as the lower limit asks for, from what is held."""
        me = self.me
        if not _are_discards(discards):
            facts = say("{what} names no hand cards to discard", what=quoted(discards))
            self.add("poison", facts, say("name hand cards"))
            return
        number = len(discards)
        if POISON not in cards:
            if number:
                facts = several(
                    "{n} discard without taking a {card}",
                    "{n} discards without taking a {card}",
                    number,
                    card=self.game.word(POISON),
                )
                self.add("poison", facts, say("discard nothing"))
            return
        low = POISONED_LIMIT + ROOM_OF_BASKET * (me.baskets + cards.count(BASKET))
        kept = cards.replace(BASKET, "").replace(MOON, "").replace(POISON, "")
        held = me.held + len(kept) + len(drawn)
        due = max(0, held - low)
        # without the night card the taking alone is the move.
        if number != due and not (number == 0 and ANY in drawn):
            facts = say(
                "holds {held} with what is taken, may keep {low}: discards {due}, not {n}",
                held=held,
                low=low,
                due=due,
                n=number,
            )
            self.add("poison", facts, say("discard {n}", n=due) if due else say("discard nothing"))
        elif self.explain:
            facts = say(
                "holds {held} with what is taken, may keep {low}: discards {due}",
                held=held,
                low=low,
                due=due,
            )
            self.facts.append(facts)
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
            facts = _no_numbers(move.butter, move.cider)
            self.add("butter and cider", facts, say("write how many of each are added"))
            return
        word = self.game.word(move.mushroom)
        total = move.day + 2 * move.night
        if total < 3:
            facts = _too_few(move.day, move.night, word, 3)
            more = say("sell them") if total == 2 else say("add {n} more", n=3 - total)
            self.add("cook", facts, more)
            if move.night and not move.day:
                cure = say("sell it, or cook it with {card}", card=self.game.one(move.mushroom))
                self.add("R-15", facts, cure)
        asked = BUTTER_NEEDS * move.butter + CIDER_NEEDS * move.cider
        if asked:
            facts = several(
                "{extras} needs {asked} mushrooms, there are {all}",
                "{extras} need {asked} mushrooms, there are {all}",
                move.butter + move.cider,
                extras=self.extras(move),
                asked=asked,
                all=total,
            )
            if asked > total:
                cure = several(
                    "cook {n} more mushroom or add less",
                    "cook {n} more mushrooms or add less",
                    asked - total,
                )
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
            facts = say("{what} is neither hand nor display", what=quoted(move.pan))
            self.add("pan", facts, say("say where the pan comes from"))
        elif self.me.pans < 1:
            facts = say("no empty pan in the display")
            self.add("pan", facts, say("play a pan from the hand with it"))
        elif self.explain:
            facts = several(
                "{n} empty pan in the display", "{n} empty pans in the display", self.me.pans
            )
            self.facts.append(facts)
        self.hold(cards, [(move.mushroom, move.night, "cook")])

    def extras(self, move: Cook) -> str:
        added = ((move.butter, BUTTER), (move.cider, CIDER))
        return listed(phrases.some(n, self.game.word(kind, n)) for n, kind in added if n)

    def sell(self, move: Sell) -> None:
        """MW-5.4."""
        if not self.one_kind(move.mushroom, move.day, move.night, "sell"):
            return
        if move.day + 2 * move.night < 2:
            facts = _too_few(move.day, move.night, self.game.word(move.mushroom), 2)
            self.add("sell", facts, say("sell 2 or more"))
        self.hold([(move.mushroom, move.day, "sell")], [(move.mushroom, move.night, "sell")])

    def one_kind(self, mushroom: object, day: object, night: object, rule: RuleName) -> bool:
        if not _is_kind(mushroom, MUSHROOMS):
            ranks = self.game.playing_cards
            cure = say("name a rank from 2 to 10") if ranks else say("name its kind")
            self.add(rule, say("{what} is no mushroom", what=quoted(mushroom)), cure)
            return False
        if not _is_count(day) or not _is_count(night):
            cure = say("write how many day and night cards are played")
            self.add(rule, _no_numbers(day, night), cure)
            return False
        return True

    def hold(
        self,
        day: Sequence[_Wanted],
        night: Sequence[_Wanted] = (),
        hand: str | None = None,
        nights: str | None = None,
    ) -> None:
        """These (kind, number, rule) must all be held at once, in the hand as it is now or, to be
        discarded, together with what is taken."""
        self.day, self.night = day, night
        self.hand = self.me.hand if hand is None else hand
        self.nights = self.me.night if nights is None else nights


def _costs(place: int, cost: int, sticks: int) -> Text:
    price_ = phrases.sticks(cost)
    return say("card {n} costs {price}, has {has}", n=place, price=price_, has=sticks)


def _no_numbers(one: object, other: object) -> Text:
    return say("{a} and {b} are no numbers of cards", a=quoted(one), b=quoted(other))


def _too_few(day: int, night: int, word: str, least: int) -> Text:
    amount = phrases.amount(day, night, word)
    return say("{amount}, at least {least} are needed", amount=amount, least=least)


def _holds(me: Player) -> Text:
    """How full the hand is, and where its limit comes from."""
    base = me.limit - ROOM_OF_BASKET * me.baskets
    if me.poison and me.baskets:
        why = several(
            "poisoned: {base} + 2 for the basket",
            "poisoned: {base} + 2 for each basket",
            me.baskets,
            base=base,
        )
    elif me.poison:
        why = say("poisoned: {base}", base=base)
    elif me.baskets:
        why = several(
            "{base} + 2 for the basket", "{base} + 2 for each basket", me.baskets, base=base
        )
    else:
        return phrases.holds(me.held, me.limit)
    return say("holds {held} of {limit} ({why})", held=me.held, limit=me.limit, why=why)


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
