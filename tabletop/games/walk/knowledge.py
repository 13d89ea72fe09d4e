"""What can be known of a game whose hands are hidden, from one side of the table or from above it.

::

    known = Knowledge.of(unknown_state(game, forest), poisons=1)
    known = known.play(Take(2), refill="9N")
    known.bounds(0).day["9"]           # the least and the most 9s in hand 0
    known.at(0).bounds(0).day["9"]     # the same before the first turn, by all evidence since
    judge(known, Cook("9", 3))         # legal, illegal, or possible

Who looks on is a matter of what is named: the camera names what lies open, a player also the own
cards; everything else is ``?``. Bounds and verdicts are exact: "possible" means that some full
state that fits all that was seen makes the move legal. Only where very much went unseen (some
thirty cards of the forest, say) they leave open a little more than they need.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from tabletop.games.rulings import Ruling
from tabletop.games.walk.game import ANY, DEALT, MOON, POISON, Game
from tabletop.games.walk.hidden import judging
from tabletop.games.walk.hidden.case import Assumption, Case
from tabletop.games.walk.hidden.filling import filled, weight
from tabletop.games.walk.hidden.reading import read
from tabletop.games.walk.hidden.starting import starting_cases
from tabletop.games.walk.hidden.telling import Finding, told
from tabletop.games.walk.moves import Move, Sell, Stuck, Take
from tabletop.games.walk.playing import IllegalMoveError, reveal
from tabletop.games.walk.state import State, sorted_kinds
from tabletop.games.walk.text import format_move
from tabletop.games.walk.views import first_view
from tabletop.language import say

Range = tuple[int, int]
"""The least and the most."""


class HandBounds(NamedTuple):
    """What a hand can hold: ``size`` and ``nights`` are the least and most day and night cards,
    ``day`` and ``night`` the same for each kind."""

    size: Range
    day: Mapping[str, Range]
    nights: Range
    night: Mapping[str, Range]


@dataclass(frozen=True)
class Knowledge:
    """Everything that was seen of a game, and what follows from it. Never changed.

    ``cases`` are what may lie behind it; every one is possible.
    """

    cases: tuple[Case, ...]

    @staticmethod
    def of(state: State, *, poisons: int | None = 0, moons: int | None = 0) -> Knowledge:
        """What ``state`` says; each ``?`` in a hand is one unseen card.

        ``poisons``: how many of the ``?`` of both hands are no hand cards but poison mushrooms that
        were dealt and discarded, whoever had them; they are not in ``state.discard`` yet (R-16).
        ``moons``: the same of dealt moons, where night cards are kept secret. None: not known.
        Raises ValueError where the hands don't have so many ``?``.
        """
        return Knowledge(tuple(starting_cases(state, poisons, moons)))

    @staticmethod
    def seen_by(state: State, player: int | None = None) -> Knowledge:
        """What ``player``, or the camera if None, knows of a full ``state`` after the deal."""
        if player is not None:
            return Knowledge.of(first_view(state, player))
        secret = not state.game.open_nights
        view = state._replace(draw=ANY * len(state.draw), night=ANY * len(state.night))
        hidden = POISON + MOON * secret
        first, second = (
            own._replace(
                hand=ANY * (DEALT - own.baskets - (0 if secret else len(own.night))),
                night="" if secret else own.night,
            )
            for own in state.players
        )
        poisons, moons = (state.discard.count(kind) * (kind in hidden) for kind in (POISON, MOON))
        view = view._replace(
            discard="".join(kind for kind in state.discard if kind not in hidden),
            night=view.night + ANY * moons,
            players=(first, second),
        )
        return Knowledge.of(view, poisons=poisons, moons=moons)

    @property
    def game(self) -> Game:
        """The game with its settings."""
        return self.cases[0].state.game

    @property
    def sure(self) -> bool:
        """Whether all that happened can be explained; else the decks prove nothing."""
        return all(case.decks for case in self.cases)

    @property
    def turns(self) -> int:
        """Turns played so far."""
        return len(self.cases[0].past)

    @property
    def to_move(self) -> int:
        """Who has the next turn, unless stuck (``play`` then is told the player)."""
        return self.cases[0].state.to_move

    @property
    def reason(self) -> str:
        """Why the game has ended, as in ``State``; empty while it goes on."""
        return self.cases[0].state.reason

    @property
    def state(self) -> State:
        """The table, and of each hand the cards that are certain, the others as ``?``. Where hands
        of different sizes are possible, the sizes of one case."""
        case = self.cases[0]
        players = list(case.state.players)
        for who, player in enumerate(players):
            bounds = self.bounds(who)
            hand = "".join(kind * least for kind, (least, _) in bounds.day.items())
            night = "".join(kind * least for kind, (least, _) in bounds.night.items())
            hand += ANY * (case.day[who].size - len(hand))
            night += ANY * (case.night[who].size - len(night))
            players[who] = player._replace(hand=sorted_kinds(hand), night=sorted_kinds(night))
        return case.state._replace(players=(players[0], players[1]))

    def bounds(self, player: int) -> HandBounds:
        """What the hand of ``player`` can hold, exactly."""
        each = [
            (
                trails[player].size,
                {kind: deals.bounds(player, kind) for kind in trails[player].ways},
            )
            for case in self.cases
            for trails, deals in zip((case.day, case.night), case.deals, strict=True)
        ]
        day, night = each[::2], each[1::2]
        return HandBounds(
            _range((size, size) for size, _ in day),
            {kind: _range(kinds[kind] for _, kinds in day) for kind in day[0][1]},
            _range((size, size) for size, _ in night),
            {kind: _range(kinds[kind] for _, kinds in night) for kind in night[0][1]},
        )

    def ruling(self, move: Move | Stuck, player: int | None = None) -> Ruling:
        """As ``judge(self, move, player)``."""
        return judging.ruling(self.cases, move, self.to_move if player is None else player)

    def at(self, turn: int) -> Knowledge:
        """The game as it was after ``turn`` turns (0: after the deal), by all evidence up to now.

        Raises ValueError for a turn that was not played.
        """
        if not 0 <= turn <= self.turns:
            raise ValueError(f"{self.turns} turns were played: there is none numbered {turn}")
        return Knowledge(tuple(case.at(turn) for case in self.cases))

    def play(
        self,
        *moves: Move,
        player: int | None = None,
        refill: str = "",
        night: str = "",
        strict: bool = True,
    ) -> Knowledge:
        """What is known after ``player`` (the one to move) did ``moves[0]``; where it could not be
        seen which move it was, one of ``moves``.

        If the other player had the turn, that player was stuck. ``refill`` and ``night`` are the
        kinds turned up, as in ``tabletop.games.walk.playing.play``; an unread card is taken as a
        hand card. Raises IllegalMoveError where no move can be legal. With ``strict`` false one is
        then done as far as it can be; where no deal explains it, the decks prove nothing any more.
        Raises ValueError where ``refill`` or ``night`` don't fit the piles, or where an unread card
        can't be a hand card.
        """
        who = self.to_move if player is None else player
        shown = [
            replace(case, state=reveal(case.state, draw=refill, night=night)) for case in self.cases
        ]
        after, failed = self._after(shown, moves, who)
        if not after and not any(case.possible for case in shown):
            # A card was turned up that can't be there: one was misread.
            shown = [case.unsettled() for case in shown]
            after, failed = self._after(shown, moves, who)
        if not after:
            if not failed:
                raise ValueError("an unread card was taken that can't be a hand card: name it")
            if strict or not all(_can_be_done(case, move) for case, move in product(shown, moves)):
                raise IllegalMoveError(list(told(failed, who)))
            after = [
                case.forced(who, move).kept_small().saying(*self._told(move, moves))
                for case, move in product(shown, moves)
            ]
        return Knowledge(tuple(map(judging.passed_on, after)))

    def _after(
        self, shown: Sequence[Case], moves: tuple[Move, ...], who: int
    ) -> tuple[list[Case], list[Finding]]:
        """The cases after one of ``moves``, and why it can't have been in others."""
        after: list[Case] = []
        failed: list[Finding] = []
        for case, move in product(shown, moves):
            for finding in judging.played(case, move, who):
                if finding.fits is not None:
                    next_ = finding.fits.after(who, move)
                    if next_.possible:
                        after.append(next_.kept_small().saying(*self._told(move, moves)))
                elif finding.broken:
                    failed.append(finding)
        return after, failed

    def _told(self, move: Move, moves: tuple[Move, ...]) -> tuple[Assumption, ...]:
        text = say("turn {n} was '{move}'", n=self.turns + 1, move=format_move(move))
        return (Assumption(text),) if len(moves) > 1 else ()

    def skip(self) -> Knowledge:
        """What is known after the player to move could do nothing and the turn passed on (MW-5.6).

        Needed only where no turn of the other player follows. Raises ValueError where the player to
        move surely can act.
        """
        who = self.to_move
        found = [f.fits for case in self.cases for f in judging.stuck(case, who) if f.fits]
        kept = [replace(c, state=c.state._replace(to_move=1 - who)) for c in found if c.possible]
        if not kept:
            raise ValueError("the player to move can act: nobody may be stuck by choice (R-21)")
        return Knowledge(tuple(kept))

    def shown(
        self, player: int, day: str = "", night: str = "", *, whole: bool = False
    ) -> Knowledge:
        """What is known after ``player`` showed these day and night cards of the hand, which stay
        there; all of them, if ``whole``. Raises ValueError where the hand can't hold them."""
        cases = [case.showing(player, day, night, whole=whole) for case in self.cases]
        return self._narrowed(cases, "the hand can't hold these cards by what was seen before")

    def settled(self, *, poisons: tuple[int, int]) -> Knowledge:
        """What is known once the players settled whose the dealt poison mushrooms were (R-16).

        Raises ValueError where it can't have been so.
        """
        cases = [case for case in self.cases if case.poisons == poisons]
        return self._narrowed(cases, "the dealt poison mushrooms can't have been shared out so")

    def read(self, *, forest: str = "", decay: str = "", discard: str = "") -> Knowledge:
        """What is known after unread cards were read. Each text is the whole row or pile as it can
        be read now, ``?`` for what still can't; where it is left out, nothing new was read.

        Raises ValueError where a text doesn't fit what is known.
        """
        cases = [read(case, forest=forest, decay=decay, discard=discard) for case in self.cases]
        return self._narrowed(cases, "no deal fits what was read")

    def _narrowed(self, cases: Iterable[Case], message: str) -> Knowledge:
        kept = tuple(case for case in cases if case.possible)
        if not kept:
            raise ValueError(message)
        return Knowledge(kept)

    def sample(
        self, rng: random.Random, move: Move | None = None, player: int | None = None
    ) -> State:
        """A full state by chance that fits everything, each as likely as the shuffle makes it; with
        ``move`` one in which ``player`` (the one to move) may do it.

        Unknown piles are in no particular order. Raises ValueError where there is none.
        """
        who = self.to_move if player is None else player
        found = [(case, case) for case in self.cases]
        if move is not None:
            found = [pair for case in self.cases for pair in judging.allowing(case, move, who)]
        weights = [weight(gained) for _, gained in found]
        if not sum(weights):
            raise ValueError("no full state fits")
        case, gained = rng.choices(found, weights)[0]
        return filled(case, gained, move, rng)


def sales(game: Game, mushroom: str, *, seen: int = 1, sticks: int | None = None) -> list[Sell]:
    """Every sale of ``mushroom`` that it may have been, for ``play``, where only ``seen`` of its
    cards show on the discard pile; ``sticks``: how many it brought, if that was seen."""
    info = game.kinds[mushroom]
    found = [
        Sell(mushroom, day, night)
        for day in range(info.count + 1)
        for night in range(info.night + 1)
        if day + night >= seen and day + 2 * night > 1
    ]
    return [s for s in found if sticks in (None, info.sell * (s.day + 2 * s.night))]


def _can_be_done(case: Case, move: Move) -> bool:
    """Whether there is anything to do, legal or not."""
    if isinstance(move, Take):
        return 1 <= move.position <= len(case.state.forest)
    return bool(case.state.forest)


def _range(ranges: Iterable[Range]) -> Range:
    least, most = zip(*ranges, strict=True)
    return min(least), max(most)


__all__ = ["HandBounds", "Knowledge", "Range", "sales"]
