"""The rules of the walk games once more: slow, plain, written from the rule texts alone.

Held against the engine, with which it shares nothing: no code, no numbers, no way of thinking. It
tries every move that could be thought of and asks the rules about each. Cards are written as in
the rulings: ``2`` to ``9``, ``T``, ``N`` pan, ``O`` moon, ``B`` butter, ``C`` cider, ``K`` basket,
``P`` poison, and ``4*`` for a night card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

COOK = {"2": 1, "3": 1, "4": 2, "5": 2, "6": 3, "7": 3, "8": 3, "9": 4, "T": 6}
SELL = {"2": 1, "3": 2, "4": 1, "5": 2, "6": 1, "7": 2, "8": 3, "9": 2, "T": 4}

# The numbers of cards, as the three texts and the table in the rulings give them.
DECKS = {
    "mushroom-walk": "2" * 7 + "3" * 7 + "BBBB" + "CCCC" + "KKKK" + "PPPP" + "N" * 12,
    "original-numbers": "2" * 10 + "3" * 8 + "BBB" + "CCC" + "KKKKK" + "PPPPP" + "N" * 11,
    "fungi": "2" * 10 + "3" * 8 + "BBB" + "CCC" + "KKKKK" + "PPPPP" + "N" * (13 - 2),
}
SAME = "4" * 6 + "5" * 5 + "6" * 5 + "7777" + "8888" + "9999" + "TTT" + "O" * 8

Cards = tuple[str, ...]
Act = tuple[str, int, Cards, str]
"""``("forest", place, discards, "")``, ``("pile", 0, discards, "")``, ``("cook", 0, cards, pan)``
with pan ``"hand"`` or ``"display"``, ``("sell", 0, cards, "")``, ``("pan", 0, (), "")``."""


@dataclass
class Seat:
    """One player: cards in hand (night cards too), what lies in the display."""

    hand: list[str] = field(default_factory=list)
    baskets: int = 0
    pans: int = 1
    sticks: int = 0
    poison: list[str] = field(default_factory=list)
    """For each poison mushroom in the display: taken ``"now"`` or ``"before"`` this turn."""
    dishes: list[Cards] = field(default_factory=list)


@dataclass
class Table:
    """The table between two turns."""

    forest: list[str]
    draw: list[str]
    night: list[str]
    decay: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=lambda: [Seat(), Seat()])
    turn: int = 0
    over: str = ""


def copied(table: Table) -> Table:
    """A table of its own, with the same cards."""
    piles = {k: list(v) for k, v in vars(table).items() if isinstance(v, list)}
    seats = [
        replace(s, hand=list(s.hand), poison=list(s.poison), dishes=list(s.dishes))
        for s in table.seats
    ]
    return replace(table, **{**piles, "seats": seats})


def dealt(pile: Sequence[str], night: Sequence[str], first: int) -> Table:
    """Set-up: eight cards are the forest, then three to each player, one at a time."""
    table = Table(list(pile[:8]), list(pile[8:]), [card + "*" for card in night], turn=first)
    for nth in range(6):
        seat = table.seats[first if nth % 2 == 0 else 1 - first]
        card = table.draw.pop(0)
        if card == "K":
            seat.baskets += 1
        elif card == "O":
            table.discard.append(card)
            seat.hand.append(table.night.pop(0))
        elif card == "P":
            table.discard.append(card)
        else:
            seat.hand.append(card)
    return table


def limit(seat: Seat) -> int:
    """8 cards, 4 while a poison mushroom lies in the display, and 2 for each basket."""
    return (4 if seat.poison else 8) + 2 * seat.baskets


def mushrooms(cards: Sequence[str]) -> int:
    """A night card counts as two mushrooms."""
    return sum(2 if card.endswith("*") else 1 for card in cards)


def one_kind(cards: Sequence[str]) -> bool:
    """Whether these are mushrooms of one kind."""
    return len({card[0] for card in cards}) == 1 and cards[0][0] in COOK


def holds(seat: Seat, cards: Sequence[str]) -> bool:
    return not Counter(cards) - Counter(seat.hand)


def done(table: Table, act: Act) -> Table | None:
    """The table after the action alone; None if the rules forbid it."""
    what, place, cards, pan = act
    if what in ("cook", "sell") and not holds(table.seats[table.turn], cards):
        return None
    table = copied(table)
    seat = table.seats[table.turn]
    if what == "forest":
        if not 1 <= place <= len(table.forest):
            return None
        cost = [0, 0, 1, 2, 3, 4, 5, 6][place - 1]
        if cost > seat.sticks:
            return None
        seat.sticks -= cost
        return table if take(table, seat, [table.forest.pop(place - 1)], cards) else None
    if what == "pile":
        pile, table.decay = table.decay, []
        return table if pile and take(table, seat, pile, cards) else None
    if what == "pan":
        if "N" not in seat.hand:
            return None
        seat.hand.remove("N")
        seat.pans += 1
        return table
    for card in cards:
        seat.hand.remove(card)
    if what == "sell":
        if not one_kind(cards) or mushrooms(cards) < 2:
            return None
        seat.sticks += SELL[cards[0][0]] * mushrooms(cards)
        table.discard += cards
        return table
    return table if cook(seat, cards, pan) else None


def take(table: Table, seat: Seat, taken: list[str], discards: Cards) -> bool:
    """Deal with cards that are taken, baskets first; whether that is allowed."""
    seat.baskets += taken.count("K")
    for card in taken:
        if card == "O":
            table.discard.append(card)
            if table.night:
                seat.hand.append(table.night.pop(0))
        elif card not in ("K", "P"):
            seat.hand.append(card)
    if len(seat.hand) > limit(seat):
        return False
    seat.poison += ["now"] * taken.count("P")
    if not holds(seat, discards):
        return False
    over = len(seat.hand) - limit(seat) if "P" in taken else 0
    if len(discards) != max(0, over):
        return False
    for card in discards:
        seat.hand.remove(card)
        table.discard.append(card)
    return True


def cook(seat: Seat, cards: Cards, pan: str) -> bool:
    """Put ``cards`` into a pan; whether that is allowed."""
    food = [card for card in cards if card not in ("B", "C")]
    if not food or not one_kind(food) or mushrooms(food) < 3:
        return False
    # Each butter has four mushrooms and each cider five that count for it alone.
    left = mushrooms(food)
    for card in cards:
        left -= {"B": 4, "C": 5}.get(card, 0)
    if left < 0:
        return False
    if pan == "hand":
        if "N" not in seat.hand:
            return False
        seat.hand.remove("N")
    elif seat.pans:
        seat.pans -= 1
    else:
        return False
    seat.dishes.append(tuple(sorted(cards)))
    return True


def played(table: Table, act: Act) -> Table | None:
    """The table when the next player is to act; None if the rules forbid ``act``."""
    after = done(table, act)
    if after is None:
        return None
    seat = after.seats[after.turn]
    if after.forest:
        if len(after.decay) == 4:
            after.discard += after.decay
            after.decay = []
        after.decay.append(after.forest.pop(0))
    if not after.forest:
        after.over = "forest empty"
        return after
    while len(after.forest) < 8 and after.draw:
        after.forest.append(after.draw.pop(0))
    after.discard += ["P"] * seat.poison.count("before")
    seat.poison = ["before" for when in seat.poison if when == "now"]
    for turn in (1 - after.turn, after.turn):
        after.turn = turn
        if next(acts(after), None) is not None:
            return after
    after.turn = table.turn
    after.over = "both stuck"
    return after


def acts(table: Table) -> Iterator[Act]:
    """Every act the rules allow, each once."""
    return (act for act in thinkable(table) if done(table, act) is not None)


def thinkable(table: Table) -> Iterator[Act]:
    """Every act that could be thought of with the cards on the table, most of them absurd."""
    seat = table.seats[table.turn]
    yield ("pan", 0, (), "")
    for place in range(11):
        taken = table.forest[place - 1 : place] if place else []
        for discards in discardable(table, seat, taken):
            yield ("forest", place, discards, "")
    for discards in discardable(table, seat, table.decay):
        yield ("pile", 0, discards, "")
    held = Counter(seat.hand)
    for kind in "23456789TNBCKPO":
        counts = range(held[kind] + 2), range(held[kind + "*"] + 2)
        for day, night in product(*counts):
            cards = (kind,) * day + (kind + "*",) * night
            yield ("sell", 0, cards, "")
            for butter, cider in product(range(held["B"] + 2), range(held["C"] + 2)):
                with_extras = cards + ("B",) * butter + ("C",) * cider
                yield ("cook", 0, with_extras, "hand")
                yield ("cook", 0, with_extras, "display")


def discardable(table: Table, seat: Seat, taken: Sequence[str]) -> Iterator[Cards]:
    """Every handful that might be thrown away when ``taken`` is: of cards held, taken or drawn."""
    cards = Counter([*seat.hand, *taken, *table.night[: list(taken).count("O")]])
    if "P" not in taken:
        yield from [(), *((card,) for card in cards)]
        return
    for numbers in product(*(range(n + 1) for n in cards.values())):
        yield tuple(card for card, n in zip(cards, numbers, strict=True) for _ in range(n))


def leaves(table: Table, depth: int) -> int:
    """Ends of all sequences of ``depth`` acts; a game that is over is one."""
    if depth == 0 or table.over:
        return 1
    if depth == 1:
        return sum(1 for _ in acts(table))
    after = (played(table, act) for act in thinkable(table))
    return sum(leaves(table, depth - 1) for table in after if table is not None)
