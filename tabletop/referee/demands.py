"""What a player says a turn was: taken at their word, whatever the pictures make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from tabletop.games.mushroom_walk import Cook, Decay, Move, PutPan, Sell, Take
from tabletop.games.walk.game import BUTTER, CIDER, PAN
from tabletop.referee.beliefs import Belief
from tabletop.referee.drafts import Draft
from tabletop.referee.gaining import Gaining, pool_of
from tabletop.referee.observe import Seen
from tabletop.referee.playing import Playing
from tabletop.referee.structure import step_of
from tabletop.referee.track import Choice, Ids

_ODD = -6.0
"""Log weight of discards where the card taken was no poison mushroom."""


class Demand(NamedTuple):
    """``move`` was made; ``player`` made it, None where only the move is told."""

    move: Move
    player: int | None = None


class Demanding(Gaining, Playing):
    """Carries out moves that are certain, legal or not, with the likeliest cards."""

    def demanded(self, draft: Draft, demand: Demand) -> Iterator[Draft]:
        """``draft`` after what is demanded, once for each thing that leaves open; nothing if the
        player, the table or the hand doesn't allow it."""
        move, player = demand
        if draft.track.reason or player not in (None, draft.track.to_move):
            return
        if isinstance(move, Take | Decay):
            yield from self._taking(draft, move)
        elif isinstance(move, Cook):
            yield from self._cooking(draft, move)
        elif isinstance(move, Sell):
            yield from self._selling(draft, move)
        else:
            yield from self._putting(draft, move)

    def _taking(self, draft: Draft, move: Take | Decay) -> Iterator[Draft]:
        step = step_of(move)
        for gains, beliefs, prior in self._ways(draft, step):
            then = draft._replace(beliefs=beliefs)
            rest = pool_of(draft.track, step, gains)
            drop: Ids = ()
            weight = _ODD if move.discards and "P" not in gains else 0.0
            known = dict(beliefs)
            seen = [card for card in move.discards if card[1] in self._faces.mask]
            for (pile, kind), group in groupby(seen):
                side = tuple(c for c in rest if (c < 0) == (pile == "n"))
                found = self._as(then, side, kind, len(list(group)), [])
                if found is None:
                    break
                drop, weight = drop + found[0], weight + found[1]
                rest = tuple(c for c in rest if c not in found[0])
                self._become(known, then, found[0], kind)
            else:
                for more, w in self._unseen(move, rest, known):
                    way = Choice(gains, drop + more)
                    yield from self._done(draft, move, way, dict(known), prior + weight + w)

    def _unseen(
        self, move: Take | Decay, rest: Ids, known: Mapping[int, Belief]
    ) -> Iterator[tuple[Ids, float]]:
        """What of ``rest`` the cards may be that ``move`` throws away unnamed, with log weights."""
        number = Counter(pile for pile, kind in move.discards if kind not in self._faces.mask)
        nights = tuple(c for c in rest if c < 0)
        days = tuple(c for c in rest if c >= 0)
        if number["n"] > len(nights) or number["d"] > len(days):
            return
        for night, first in self._drops(nights, number["n"], known):
            for day, second in self._drops(days, number["d"], known):
                yield night + day, first + second

    def _cooking(self, draft: Draft, move: Cook) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        left = [s for s in self._left(draft.track.to_move) if s.up]
        beliefs, weight = dict(draft.beliefs), draft.prior
        rest, picked = me.hand, []
        wanted = [(move.mushroom, move.day), (BUTTER, move.butter), (CIDER, move.cider)]
        for kind, number in [*wanted, (PAN, int(move.pan == "hand"))]:
            found = self._as(draft, rest, kind, number, left)
            if found is None:
                return
            picked.append(found[0])
            weight += found[1]
            rest = tuple(c for c in rest if c not in found[0])
            self._become(beliefs, draft, found[0], kind)
        nights = self._as(draft, me.night, move.mushroom, move.night, left)
        pans = picked[3] or me.pans[-1:]
        if nights is None or not pans:
            return
        self._become(beliefs, draft, nights[0], move.mushroom)
        choice = Choice("", (), picked[0], nights[0], picked[1] + picked[2], pans[0])
        yield from self._done(draft, move, choice, beliefs, weight + nights[1])

    def _selling(self, draft: Draft, move: Sell) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        pile = [s for s in self._weigher.observation.discard if s.up]
        day = self._as(draft, me.hand, move.mushroom, move.day, pile)
        night = self._as(draft, me.night, move.mushroom, move.night, pile)
        if day is None or night is None:
            return
        beliefs = dict(draft.beliefs)
        self._become(beliefs, draft, day[0] + night[0], move.mushroom)
        weight = draft.prior + day[1] + night[1]
        yield from self._done(draft, move, Choice("", (), day[0], night[0]), beliefs, weight)

    def _putting(self, draft: Draft, move: PutPan) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        left = [s for s in self._left(draft.track.to_move) if s.up]
        found = self._as(draft, me.hand, PAN, 1, left)
        if found is None:
            return
        beliefs = dict(draft.beliefs)
        self._become(beliefs, draft, found[0], PAN)
        yield from self._done(draft, move, Choice(pan=found[0][0]), beliefs, draft.prior + found[1])

    def _as(
        self, draft: Draft, hand: Ids, kind: str, number: int, left: list[Seen]
    ) -> tuple[Ids, float] | None:
        """``number`` cards of ``hand`` as cards of ``kind``, those likeliest to be; None where the
        hand hasn't that many cards."""
        found = self._pick(draft, hand, kind, number, left)
        if found is not None:
            return found
        if len(hand) < number:
            return None
        ranked = sorted(hand, key=lambda c: (-self._mass(draft, c, kind), c))[:number]
        return tuple(sorted(ranked)), sum(self._log_mass(draft, c, kind) for c in ranked)
