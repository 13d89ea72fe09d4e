"""Judging a given move: every rule it breaks, or whether unknown cards leave that open.

Nothing here asks the generator in ``actions``; tests hold the two against each other.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

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
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PutPan, Sell, Take
from tabletop.games.walk.rules import RULES
from tabletop.games.walk.state import Player, State, price
from tabletop.games.walk.unseen import unseen

Certainty = Literal["legal", "possible", "illegal"]


class Breach(NamedTuple):
    """A broken rule: its id, its sentence in our words, the facts, what would make it right."""

    rule: str
    sentence: str
    facts: str
    cure: str = ""


def why_illegal(state: State, move: Move) -> list[Breach]:
    """Every rule that ``move`` breaks whatever the unknown cards are; empty if it may be legal."""
    return breaches(state, move)


def certainty(state: State, move: Move) -> Certainty:
    """Whether ``move`` is legal whatever the unknown cards are, for some of them, or for none."""
    if breaches(state, move):
        return "illegal"
    return "possible" if doubts(state, move) else "legal"


def doubts(state: State, move: Move) -> list[Breach]:
    """Every rule that ``move`` breaks for some value of the unknown cards."""
    return breaches(state, move, hopeful=False)


def breaches(state: State, move: object, *, hopeful: bool = True) -> list[Breach]:
    """Every rule that ``move`` breaks; of unknown cards the kindest case counts, unless ``hopeful``
    is false: then the worst. Never raises, whatever the move holds."""
    if state.reason:
        return [_breach("MW-8.1", f"the game has ended: {state.reason}")]
    case = _Case(state, hopeful)
    if isinstance(move, Take):
        case.take(move)
    elif isinstance(move, Decay):
        case.decay(move)
    elif isinstance(move, Cook):
        case.cook(move)
    elif isinstance(move, Sell):
        case.sell(move)
    elif isinstance(move, PutPan):
        case.hold([(PAN, 1, "MW-5.5")], [])
    else:
        case.add("MW-5.0", f"{move!r} isn't one of the five actions")
    return case.found


def _breach(rule: str, facts: str, cure: str = "") -> Breach:
    return Breach(rule, RULES[rule].text, facts, cure)


class _Case:
    """One judgment in the making."""

    __slots__ = ("found", "game", "hopeful", "me", "state")

    def __init__(self, state: State, hopeful: bool) -> None:
        self.state = state
        self.game: Game = state.game
        self.me: Player = state.players[state.to_move]
        self.hopeful = hopeful
        self.found: list[Breach] = []

    def add(self, rule: str, facts: str, cure: str = "") -> None:
        self.found.append(_breach(rule, facts, cure))

    def take(self, move: Take) -> None:
        """MW-5.1 to MW-5.1c."""
        forest = self.state.forest
        if not _is_count(move.position) or not 1 <= move.position <= len(forest):
            self.add(
                "MW-5.1",
                f"there is no card {move.position}: the forest has {len(forest)}",
                f"name a card from 1 to {len(forest)}",
            )
            return
        cost = price(move.position)
        if cost > self.me.sticks:
            self.add(
                "MW-5.1",
                f"card {move.position} costs {_count(cost, 'stick')}, has {self.me.sticks}",
                f"take one of the first {min(len(forest), self.me.sticks + 2)} cards"
                " or sell mushrooms first",
            )
        self.gain(forest[move.position - 1], move.discards, pile=False)

    def decay(self, move: Decay) -> None:
        """MW-5.2."""
        if not self.state.decay:
            self.add("MW-5.2", "the decay pile is empty", "do another action")
            self.add("R-12", "the decay pile is empty")
            return
        self.gain(self.state.decay, move.discards, pile=True)

    def gain(self, cards: str, discards: Discards, *, pile: bool) -> None:
        """Whether ``cards`` fit in the hand, and the discards that poison among them asks for."""
        me = self.me
        night_pile = self.state.night
        bags = cards.count(BASKET)
        moons = cards.count(MOON)
        drawn = night_pile[:moons]
        kept = cards.replace(BASKET, "").replace(MOON, "").replace(POISON, "")
        needs = len(kept) + len(drawn)
        if self.hopeful:
            # An unread card may be a basket or a poison mushroom, which need no room.
            needs -= kept.count(ANY)
        limit = me.limit + ROOM_OF_BASKET * bags
        if needs > 0 and me.held + needs > limit:
            self.no_room(cards, needs, pile=pile)
        if discards != () or POISON in cards:
            self.poison(cards, discards, kept, drawn)

    def no_room(self, cards: str, needs: int, *, pile: bool) -> None:
        bags = cards.count(BASKET)
        facts = f"holds {self.me.held} of {self.me.limit}, {_count(needs, 'card')} would come"
        if bags:
            facts += f", {_count(bags, 'basket')} would make room for {ROOM_OF_BASKET * bags} more"
        rules = ["MW-4.1"]
        if pile:
            rules.append("MW-5.2")
        if MOON in cards:
            rules.append("R-2")
        if self.me.poison:
            rules += ["MW-7.1", "R-4"]
        if pile and POISON in cards:
            rules.append("R-3")
        for rule in rules:
            self.add(rule, facts, "cook, sell or put down a pan first")

    def poison(self, cards: str, discards: Discards, kept: str, drawn: str) -> None:
        """MW-7.1: exactly as many discards as the lower limit asks for, from what is held."""
        me = self.me
        if not _are_discards(discards):
            self.add("MW-7.1", f"{discards!r} names no hand cards to discard")
            return
        number = len(discards)
        if POISON not in cards:
            if number:
                self.add(
                    "MW-7.1",
                    f"{_count(number, 'discard')} without taking a poison mushroom",
                    "discard nothing",
                )
            return
        low = POISONED_LIMIT + ROOM_OF_BASKET * (me.baskets + cards.count(BASKET))
        held = me.held + len(kept) + len(drawn)
        due = max(0, held - low)
        # without the night card the taking alone is the move.
        if number != due and not (number == 0 and ANY in drawn):
            facts = f"holds {held} with what is taken, may keep {low}: discards {due}, not {number}"
            self.add("MW-7.1", facts, f"discard {due}" if due else "discard nothing")
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
        if not self.one_kind(move.mushroom, move.day, move.night, "MW-5.3"):
            return
        if not _is_count(move.butter) or not _is_count(move.cider):
            self.add("MW-5.3b", f"{move.butter!r} butter and {move.cider!r} cider are no numbers")
            return
        word = self.game.word
        total = move.day + 2 * move.night
        if total < 3:
            facts = f"{total} × {word(move.mushroom)}, at least 3 are needed"
            self.add("MW-5.3", facts, "sell them" if total == 2 else "")
            if move.night and not move.day:
                self.add("R-15", facts)
        if BUTTER_NEEDS * move.butter + CIDER_NEEDS * move.cider > total:
            facts = (
                f"{move.butter} butter and {move.cider} cider need"
                f" {BUTTER_NEEDS * move.butter + CIDER_NEEDS * move.cider} mushrooms,"
                f" there are {total}"
            )
            self.add("MW-5.3b", facts, "add less")
            self.add("R-13", facts)
        cards = [(move.mushroom, move.day, "MW-5.3")]
        cards += [(BUTTER, move.butter, "MW-5.3b"), (CIDER, move.cider, "MW-5.3b")]
        if move.pan == "hand":
            cards.append((PAN, 1, "MW-5.3a"))
        elif not _is_display(move.pan):
            self.add("MW-5.3a", f"{move.pan!r} is neither hand nor display")
        elif self.me.pans < 1:
            self.add("MW-5.3a", "no empty pan in the display", "play a pan from the hand with it")
        self.hold(cards, [(move.mushroom, move.night, "MW-5.3")])

    def sell(self, move: Sell) -> None:
        """MW-5.4."""
        if not self.one_kind(move.mushroom, move.day, move.night, "MW-5.4"):
            return
        total = move.day + 2 * move.night
        if total < 2:
            self.add("MW-5.4", f"{total} × {self.game.word(move.mushroom)}, at least 2 are needed")
        self.hold([(move.mushroom, move.day, "MW-5.4")], [(move.mushroom, move.night, "MW-5.4")])

    def one_kind(self, mushroom: str, day: int, night: int, rule: str) -> bool:
        if not _is_kind(mushroom, MUSHROOMS):
            self.add(rule, f"{mushroom!r} is no mushroom", "name a rank from 2 to 10")
            return False
        if not _is_count(day) or not _is_count(night):
            self.add(rule, f"{day!r} and {night!r} are no numbers of cards")
            return False
        return True

    def hold(
        self,
        day: list[tuple[str, int, str]],
        night: list[tuple[str, int, str]],
        hand: str | None = None,
        nights: str | None = None,
    ) -> None:
        """Whether these (kind, number, rule) are all held at once, unknown cards counted."""
        self.hold_pile(day, self.me.hand if hand is None else hand, "")
        self.hold_pile(night, self.me.night if nights is None else nights, "night ")

    def hold_pile(self, wanted: list[tuple[str, int, str]], have: str, which: str) -> None:
        spare = have.count(ANY)
        used = 0
        lacks: list[tuple[str, int, str, int]] = []
        for kind, number, rule in wanted:
            lack = number - have.count(kind)
            if kind == ANY:
                used += number
                if number > spare:
                    self.add(rule, f"{number} unknown {which}cards, holds {spare}")
            elif lack > 0:
                used += lack
                lacks.append((kind, number, rule, lack))
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
                self.lacks(rule, which, kind, number, have.count(kind), most)
        if self.hopeful and used > spare and len(self.found) == before:
            kinds = ", ".join(f"{lack} {which}{self.game.word(k, lack)}" for k, _, _, lack in lacks)
            self.add(lacks[0][2], f"{kinds} lacking, {_count(spare, 'card')} not known")

    def lacks(
        self, rule: str, which: str, kind: str, number: int, known: int, possible: int
    ) -> None:
        word = self.game.word
        named = f"{which}{word(kind, number)}" if kind in HAND_KINDS else f"{which}{kind}"
        holds = f"at most {known + possible}" if possible else str(known) if known else "none"
        self.add(rule, f"needs {number} {named}, holds {holds}", "use only cards that are held")


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0


def _is_display(pan: object) -> bool:
    return pan == "display"


def _are_discards(discards: object) -> bool:
    return isinstance(discards, tuple) and all(map(_is_discard, discards))


def _is_discard(item: object) -> bool:
    return (
        isinstance(item, tuple)
        and len(item) == 2
        and item[0] in ("d", "n")
        and _is_kind(item[1], HAND_KINDS + ANY)
    )


def _is_kind(value: object, kinds: str) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in kinds


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
