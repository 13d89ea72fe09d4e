"""One case of what may lie behind the table: a public state with the trails of both hands.

Most games have one case. Several arise where hands of different sizes fit what was seen: whose a
dealt poison mushroom was (R-16), how many cards were sold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from tabletop.games.walk.game import (
    ANY,
    BUTTER,
    CIDER,
    HAND_KINDS,
    MOON,
    MUSHROOMS,
    PAN,
)
from tabletop.games.walk.hidden.deals import Deals
from tabletop.games.walk.hidden.trail import Trail
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, Sell, Take
from tabletop.games.walk.state import State
from tabletop.games.walk.turn import apply
from tabletop.games.walk.unread import readings, taken
from tabletop.games.walk.unseen import unseen
from tabletop.language import say

Trails = tuple[Trail, Trail]

MOST_PLACES: Final = 2**16
Left = Counter[str] | None


class Assumption(NamedTuple):
    """Something that holds in a case, in words; or what ``player`` was dealt, if that is given."""

    text: str
    player: int | None = None

    def told(self, who: int) -> str:
        """The words, in a ruling on what player ``who`` does."""
        if self.player is None:
            return self.text
        if self.player == who:
            return say("the player was dealt {cards}", cards=self.text)
        return say("the other player was dealt {cards}", cards=self.text)


class Moment(NamedTuple):
    """A case before one of its turns."""

    state: State
    day: Trails
    night: Trails
    decks: bool


@dataclass(frozen=True)
class Case:
    """A case, never changed.

    ``state``: the table; in the hands every card is ``?``, so that only their sizes count.
    ``day``, ``night``: the trails of both players. ``says``: what is assumed, in words.
    ``poisons``, ``moons``: how many of the cards that were dealt unseen are assumed to have been
    poison mushrooms and moons, by player. ``past``: the moments before each turn. ``decks``:
    whether the decks limit what hands can hold; not so after something happened that no deal
    explains. ``since``: of what was before so many turns, nothing later tells more. ``later``: the
    cards that were not seen to come from the decks by a later moment, in a case that looks back.
    """

    state: State
    day: Trails
    night: Trails
    says: tuple[Assumption, ...] = ()
    poisons: tuple[int, int] = (0, 0)
    moons: tuple[int, int] = (0, 0)
    past: tuple[Moment, ...] = ()
    decks: bool = True
    since: int = 0
    later: tuple[Left, Left] | None = field(default=None, repr=False)

    @cached_property
    def left(self) -> tuple[Left, Left]:
        """The cards of the forest deck and of the night pile that were not seen to come from them,
        by kind; None where the decks prove nothing, or hold fewer cards than were seen."""
        if not self.decks:
            return None, None
        return self.unseen_now if self.later is None else self.later

    @cached_property
    def unseen_now(self) -> tuple[Left, Left]:
        """As ``left``, but by what was seen until the moment looked at."""
        table = unseen(self.state)
        return _less(table.day, self.day), _less(table.night, self.night)

    @cached_property
    def deals(self) -> tuple[Deals, Deals]:
        """The deals of the day cards and of the night cards that fit; they don't depend on each
        other."""
        return Deals(self.day, self.left[0]), Deals(self.night, self.left[1])

    @cached_property
    def possible(self) -> bool:
        """Whether some deal fits all evidence."""
        if self.decks and None in self.left:
            return False
        return all(deals.possible for deals in self.deals)

    def after(self, who: int, move: Move, *, forced: bool = False) -> Case:
        """The case after ``who`` did ``move``; nobody asks here whether the rules allow it."""
        state = self.state
        gained = self.gained(who, move)
        if isinstance(move, Take | Decay):
            end = len(state.discard) + taken(state, move).count(MOON)
            played = gained.without(who, move.discards, end, forced=forced)
        else:
            played = gained.using(who, move, forced=forced)
        moment = Moment(self.state, self.day, self.night, self.decks)
        return replace(played, state=apply(state, move), past=(*self.past, moment)).masked()

    def kept_small(self) -> Case:
        """The case, its groups put together where they are too many to go on exactly: some thirty
        cards that nobody read, or four discards to poison that nobody saw."""
        if all(deals.extent <= MOST_PLACES for deals in self.deals):
            return self
        day, night = (tuple(trail.joined() for trail in pile) for pile in (self.day, self.night))
        (first, second), (third, fourth) = day, night
        day, night = (first, second), (third, fourth)
        return replace(self, day=day, night=night, since=len(self.past))

    def forced(self, who: int, move: Move) -> Case:
        """The case after ``who`` did ``move`` though the rules or the evidence forbid it."""
        now = replace(self, state=self.state._replace(to_move=who, reason=""))
        after = now.after(who, move, forced=True)
        if after.possible:
            return after
        after = after.unsettled()
        if after.possible:
            return after
        # Not even without the decks: all that is left to know of this hand is its size.
        day, night = (
            Trail.empty(trail.limits).draw(max(0, trail.size))
            for trail in (after.day[who], after.night[who])
        )
        return replace(after.holding(who, day, night), since=len(after.past)).masked()

    def unsettled(self) -> Case:
        """The case after something that no deal explains: the decks prove nothing from here on, and
        nothing is learnt of what was before."""
        return replace(self, decks=False, since=len(self.past))

    def gained(self, who: int, move: Move) -> Case:
        """The case with the cards that ``move`` brings in the hand of ``who``; the table is not
        changed. An unread card is taken as a hand card."""
        cards = taken(self.state, move)
        if not cards:
            return self
        kept = "".join(kind for kind in cards if kind in HAND_KINDS)
        drawn = self.state.night[: cards.count(MOON)]
        day = self.day[who].gain(kept).draw(cards.count(ANY))
        night = self.night[who].gain(drawn.replace(ANY, "")).draw(drawn.count(ANY))
        return self.holding(who, day, night)

    def holding(self, who: int, day: Trail, night: Trail) -> Case:
        """The case with other trails for the hand of ``who``."""
        return replace(self, day=_put(self.day, who, day), night=_put(self.night, who, night))

    def without(self, who: int, discards: Discards, end: int, *, forced: bool = False) -> Case:
        """The case after ``who`` discarded, to the discard pile that has ``end`` cards."""
        trails = {"d": self.day[who], "n": self.night[who]}
        unread: dict[str, list[int]] = {"d": [], "n": []}
        for place, (pile, kind) in enumerate(discards, start=end):
            if kind == ANY:
                unread[pile].append(place)
            else:
                trails[pile] = trails[pile].use(kind, 1, forced=forced)
        for pile, places in unread.items():
            places = places[: trails[pile].size] if forced else places
            trails[pile] = trails[pile].lose(len(places), tuple(places))
        return self.holding(who, trails["d"], trails["n"])

    def using(self, who: int, move: Move, *, forced: bool = False) -> Case:
        """The case after ``who`` played the cards of ``move``."""
        day, night = self.day[who], self.night[who]
        for kind, number in day_cards(move):
            day = day.use(kind, number, forced=forced)
        if isinstance(move, Cook | Sell) and move.night:
            night = night.use(move.mushroom, move.night, forced=forced)
        return self.holding(who, day, night)

    def masked(self) -> Case:
        """The case with its hands as ``?``, as many as the trails hold."""
        players = [
            player._replace(hand=ANY * day.size, night=ANY * night.size)
            for player, day, night in zip(self.state.players, self.day, self.night, strict=True)
        ]
        return replace(self, state=self.state._replace(players=(players[0], players[1])))

    def saying(self, *says: Assumption) -> Case:
        """The case that assumes more."""
        return replace(self, says=self.says + says) if says else self

    def left_of(self, kind: str) -> int:
        """How many cards of ``kind`` may lie unread on the table."""
        left = self.left[0]
        return self.state.game.kinds[kind].count if left is None else left[kind]

    def unsure(self, who: int, *, night: bool) -> int:
        """How many cards of a hand are not certain."""
        trail, deals = (self.night if night else self.day)[who], self.deals[night]
        return trail.size - sum(deals.bounds(who, kind)[0] for kind in trail.ways)

    def apart(self) -> Case:
        """The case in which unknown cards that come now are kept apart from those that came."""
        day = [replace(trail, growing=False) for trail in self.day]
        night = [replace(trail, growing=False) for trail in self.night]
        return replace(self, day=(day[0], day[1]), night=(night[0], night[1]))

    def showing(self, who: int, day: str, night: str, *, whole: bool) -> Case:
        """The case with these cards in the hand of ``who``, and no others if ``whole``."""
        found = []
        for trail, cards in ((self.day[who], day), (self.night[who], night)):
            for kind in trail.ways if whole else set(cards):
                trail = trail.at_least(kind, cards.count(kind))
                trail = trail.at_most(kind, cards.count(kind)) if whole else trail
            found.append(trail)
        return self.holding(who, *found)

    def at_least(self, who: int, kind: str, number: int, *, night: bool) -> Case:
        """The case with ``number`` cards of ``kind`` in the hand of ``who``."""
        day, nights = self.day[who], self.night[who]
        if night:
            return self.holding(who, day, nights.at_least(kind, number))
        return self.holding(who, day.at_least(kind, number), nights)

    def useless(self, who: int) -> Case:
        """The case with nothing in the hand of ``who`` that could be played: the claim to be stuck,
        as far as the hand goes. Night cards can always be sold; there must be none."""
        day = self.day[who].at_most(PAN, 0)
        for kind in MUSHROOMS:
            day = day.at_most(kind, 1)
        return self.holding(who, day, self.night[who])

    def at(self, turn: int) -> Case:
        """The case as it was after ``turn`` turns, by all evidence up to now."""
        if turn == len(self.past):
            return self
        then = self.past[turn]
        if turn < self.since:
            return replace(self, **then._asdict(), past=self.past[:turn], later=None)
        day = [now.looked_back(early) for now, early in zip(self.day, then.day, strict=True)]
        night = [now.looked_back(early) for now, early in zip(self.night, then.night, strict=True)]
        return replace(
            self,
            state=then.state,
            day=(day[0], day[1]),
            night=(night[0], night[1]),
            past=self.past[:turn],
            later=self.left,
        )

    def readings(self, move: object) -> Iterator[Case]:
        """The case with every reading of the unread cards that ``move`` takes."""
        for state, words in readings(self.state, move, self.left[0]):
            yield replace(self, state=state).saying(Assumption(words)) if words else self


def day_cards(move: Move) -> list[tuple[str, int]]:
    """The day cards that ``move`` plays from the hand, as kinds with their numbers."""
    if isinstance(move, Sell):
        return [(move.mushroom, move.day)]
    if isinstance(move, Cook):
        cards = [(move.mushroom, move.day), (BUTTER, move.butter), (CIDER, move.cider)]
        return [*cards, (PAN, int(move.pan == "hand"))]
    return [] if isinstance(move, Take | Decay) else [(PAN, 1)]


def _put(pair: Trails, who: int, trail: Trail) -> Trails:
    return (pair[0], trail) if who else (trail, pair[1])


def _less(table: Left, trails: Trails) -> Left:
    if table is None:
        return None
    left = table.copy()
    for trail in trails:
        left.subtract(trail.known)
    return None if min(left.values()) < 0 else left


__all__ = ["Assumption", "Case", "Left", "Moment", "Trails", "day_cards"]
