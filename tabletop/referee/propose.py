"""Every way in which a step (card taken, pile taken, cards played) may have been done in detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import exp, log
from typing import NamedTuple

import numpy as np

from tabletop.games.mushroom_walk import (
    Breach,
    Cook,
    Decay,
    Game,
    Move,
    PutPan,
    Sell,
    State,
    Take,
    breaches,
    can_act,
    price,
)
from tabletop.games.walk.game import BUTTER, CIDER, MUSHROOMS, PAN
from tabletop.referee.beliefs import Belief, Faces, faces_of, settle
from tabletop.referee.hypothesis import Hypothesis, Played, items_of
from tabletop.referee.observe import Seen
from tabletop.referee.structure import PILE, PLAY
from tabletop.referee.track import Choice, Ids, Side, Track, advance, state_of
from tabletop.referee.weigh import Place, Weigher

_LEAST = 2e-3
_ILLEGAL = -10.0
_FREE_DISCARDS = 60
_MISREAD = 5e-4
"""Probability that a card which was read surely, however often, is of some other kind after all: a
reader that errs once errs again."""
_DOUBTFUL = -0.5
"""A pairing below this leaves its sighting free to be something else."""
_STUCK = 0.15
"""Share of players with a full hand of singles, some of them unseen, who can do nothing."""

_WORTH = {"T": 3.0, "9": 2.4, "8": 2.0, "7": 1.8, "6": 1.8, "5": 1.4, "4": 1.2, "3": 0.8, "2": 0.4,
          PAN: 1.8, BUTTER: 1.8, CIDER: 2.2, "?": 1.2}  # fmt: skip
"""How unwilling players are to throw a kind away, in nats: only ever decides what no picture
shows."""


class Draft(NamedTuple):
    """A continuation in the making. ``moved``: cards laid or moved since the hypothesis; ``prior``:
    its log probability before looking."""

    track: Track
    beliefs: Mapping[int, Belief]
    moved: frozenset[int]
    prior: float
    plays: tuple[Played, ...]
    past: tuple[Track, ...]


class Proposer:
    """Proposes the details of steps for one hypothesis and one picture."""

    def __init__(self, h: Hypothesis, weigher: Weigher, fresh: Belief, frame: str) -> None:
        self._h = h
        self._game: Game = h.game
        self._faces: Faces = faces_of(h.game)
        self._weigher = weigher
        self._fresh = fresh
        self._frame = frame
        self._night = h.faces.night_deck
        self._left = [self._leftover(player) for player in (0, 1)]

    def start(self) -> Draft:
        """The hypothesis itself as a draft."""
        return Draft(self._h.track, self._h.beliefs, frozenset(), 0.0, (), ())

    def _leftover(self, player: int) -> list[Seen]:
        """Sightings in a display that no card lying there explains well."""
        h, o = self._h, self._weigher.observation
        items = items_of(h.track, player, h.beliefs, h.places, h.backs)
        fit = self._weigher.display(player, items)
        seen = {s.at: s for s in o.displays[player]}
        by_card = {i.card: i for i in items}
        taken = {
            at
            for card, at in fit.pairs
            if self._weigher.gain(by_card[card], seen[at]) > _DOUBTFUL
            and not _far(by_card[card].place, seen[at])
        }
        return [s for s in o.displays[player] if s.at not in taken]

    def expand(self, draft: Draft, step: int) -> list[Draft]:
        """``draft`` after one more turn, in every way that ``step`` allows."""
        if draft.track.reason:
            return []
        if step == PLAY:
            return [*self._cooks(draft), *self._sales(draft), *self._pans(draft)]
        return list(self._gains(draft, step))

    # Taking from the forest or the decay pile

    def _gains(self, draft: Draft, step: int) -> Iterator[Draft]:
        track = draft.track
        cards = track.decay if step == PILE else track.forest[step - 1 : step]
        options = []
        for card in cards:
            belief = self._belief(draft, card)
            ways = [(g, self._faces.gain(belief, g)) for g in "HKOP"]
            options.append([(g, m) for g, m in ways if m > _LEAST])
        for ways_taken in product(*options):
            gains = "".join(g for g, _ in ways_taken)
            beliefs = dict(draft.beliefs)
            prior = draft.prior
            for card, (gain, mass) in zip(cards, ways_taken, strict=True):
                beliefs[card] = self._narrowed(self._belief(draft, card), gain, mass)
                prior += log(mass)
            if prior < draft.prior - 9:
                continue
            yield from self._with_discards(draft, step, gains, beliefs, prior)

    def _narrowed(self, belief: Belief, gain: str, mass: float) -> Belief:
        return belief if mass > 0.999 else settle(belief * self._faces.gain_mask[gain])

    def _with_discards(
        self, draft: Draft, step: int, gains: str, beliefs: dict[int, Belief], prior: float
    ) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        cards = track.decay if step == PILE else track.forest[step - 1 : step]
        move: Move = Decay() if step == PILE else Take(step)
        if "P" not in gains:
            yield from self._done(draft, move, Choice(gains), beliefs, prior)
            return
        kept = tuple(c for c, g in zip(cards, gains, strict=True) if g == "H")
        moons = min(gains.count("O"), track.night)
        drawn = tuple(track.next_night - 1 - i for i in range(moons))
        pool = me.hand + me.night + kept + drawn
        low = 4 + 2 * (len(me.baskets) + gains.count("K"))
        due = max(0, len(pool) - low)
        fits = len(me.hand) + len(me.night) + len(kept) + moons <= _limit(me, gains)
        for drop, weight in self._drops(pool, due, beliefs)[: None if fits else 1]:
            discards = tuple(sorted(("n" if c < 0 else "d", self._kind(beliefs, c)) for c in drop))
            act: Move = Decay(discards) if step == PILE else Take(step, discards)
            yield from self._done(draft, act, Choice(gains, drop), beliefs, prior + weight)

    def _drops(self, pool: Ids, due: int, beliefs: Mapping[int, Belief]) -> list[tuple[Ids, float]]:
        """Which ``due`` cards of ``pool`` are thrown away, likeliest first, with log weights."""
        if due <= 0:
            return [((), 0.0)]
        kinds = [self._kind(beliefs, c) for c in pool]
        pile = [s for s in self._weigher.observation.discard if s.up]
        ease = []
        for card, kind in zip(pool, kinds, strict=True):
            worth = _WORTH.get(kind, 1.2) + 0.6 * (kinds.count(kind) - 1) + 0.8 * (card < 0)
            shown = max((self._ratio(beliefs, card, s) for s in pile), default=0.0)
            ease.append((-worth, 2.5 if shown > 1.5 else 0.0))
        # Cards of a kind are alike: of each, those that show on the discard pile go first.
        alike: dict[tuple[bool, str, int], list[int]] = {}
        for i in sorted(range(len(pool)), key=lambda i: (-ease[i][1], pool[i])):
            one = (pool[i] < 0, kinds[i], pool[i] if kinds[i] == "?" else 0)
            alike.setdefault(one, []).append(i)
        ranked: list[tuple[float, float, Ids]] = [(0.0, 0.0, ())]
        left = len(pool)
        for members in alike.values():
            left -= len(members)
            grown = []
            for order, prior, drop in ranked:
                for n in range(len(members) + 1):
                    if len(drop) + n > due or len(drop) + n + left < due:
                        continue
                    more = members[:n]
                    weight = sum(ease[i][0] for i in more)
                    shown = sum(ease[i][1] for i in more)
                    ids = drop + tuple(pool[i] for i in more)
                    grown.append((order + weight + shown, prior + weight, ids))
            ranked = sorted(grown, key=lambda c: (-c[0], c[2]))[: 8 * _FREE_DISCARDS]
        ranked = ranked[:_FREE_DISCARDS]
        total = log(sum(exp(c[1] - ranked[0][1]) for c in ranked)) + ranked[0][1]
        return [(drop, prior - total) for _, prior, drop in ranked]

    # Playing cards

    def _cooks(self, draft: Draft) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        left = [s for s in self._left[track.to_move] if s.up]
        if not me.hand and not me.night:
            return
        shares = [_share(s) for s in left]
        count = {k: sum(float(self._faces.mask[k] @ p) for p in shares) for k in MUSHROOMS + "BC"}
        sources = [("display", c) for c in me.pans[-1:]]
        sources += [("hand", c) for c in self._pan_cards(draft, me)]
        if not sources:
            return
        for kind in MUSHROOMS:
            nights = [c for c in me.night if self._mass(draft, c, kind) > 0.05][:1]
            # A misread card leaves a share to what it is; a moved night card is a hint as well.
            if count[kind] < (0.02 if nights else 0.3):
                continue
            for n in range(len(nights) + 1):
                for day in range(max(0, 3 - 2 * n), len(me.hand) + 1):
                    if not count[kind] - 1.3 <= day <= count[kind] + 2.5:
                        continue
                    picked = self._pick(draft, me.hand, kind, day, left)
                    if picked is None:
                        continue
                    for butter, cider in _extras(day + 2 * n, count[BUTTER], count[CIDER]):
                        for source, pan in sources:
                            yield from self._cook(
                                draft,
                                kind,
                                picked,
                                tuple(nights[:n]),
                                butter,
                                cider,
                                source,
                                pan,
                                left,
                            )

    def _cook(
        self,
        draft: Draft,
        kind: str,
        picked: tuple[Ids, float],
        nights: Ids,
        butter: int,
        cider: int,
        source: str,
        pan: int,
        left: list[Seen],
    ) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        day, weight = picked
        rest = tuple(c for c in me.hand if c not in day)
        extra: Ids = ()
        for what, number in ((BUTTER, butter), (CIDER, cider)):
            chosen = self._pick(draft, rest, what, number, left)
            if chosen is None:
                return
            extra += chosen[0]
            weight += chosen[1]
            rest = tuple(c for c in rest if c not in chosen[0])
        if source == "hand":
            if pan not in rest:
                return
            weight += self._log_mass(draft, pan, PAN)
        beliefs = dict(draft.beliefs)
        self._become(beliefs, draft, day + nights, kind)
        self._become(beliefs, draft, extra[:butter], BUTTER)
        self._become(beliefs, draft, extra[butter:], CIDER)
        for card in nights:
            weight += self._log_mass(draft, card, kind)
        if source == "hand":
            self._become(beliefs, draft, (pan,), PAN)
        move = Cook(
            kind, len(day), len(nights), butter, cider, "hand" if source == "hand" else "display"
        )
        choice = Choice("", (), day, nights, extra, pan)
        yield from self._done(draft, move, choice, beliefs, draft.prior + weight)

    def _pan_cards(self, draft: Draft, me: Side) -> Ids:
        """Hand cards that may be the pan that is seen: the two likeliest, and one not seen yet."""
        left = self._left[draft.track.to_move]
        cards = [c for c in me.hand if self._mass(draft, c, PAN) > 0.02]
        if not cards and any(float(self._faces.mask[PAN] @ _share(s)) > 0.5 for s in left if s.up):
            # A pan lies there that no hand card can be: one was misread.
            cards = sorted(me.hand, key=lambda c: (-self._mass(draft, c, PAN), c))[:1]
        cards.sort(key=lambda c: (-self._score_as(draft, c, PAN, left), c))
        unseen = [c for c in cards[2:] if float(self._belief(draft, c).max()) < 0.2]
        return tuple(cards[:2] + unseen[:1])

    def _sales(self, draft: Draft) -> Iterator[Draft]:
        track = draft.track
        me = track.sides[track.to_move]
        pile = [s for s in self._weigher.observation.discard if s.up]
        shares = [_share(s) for s in pile]
        for kind in MUSHROOMS:
            mass = [self._mass(draft, c, kind) for c in me.hand]
            known = sum(m > 0.3 for m in mass)
            shown = sum(float(self._faces.mask[kind] @ p) for p in shares)
            maybe = sum(_LEAST < m <= 0.3 for m in mass)
            spare = min(maybe, 2 if shown > 0.5 else 1 if known else 0)
            nights = tuple(c for c in me.night if self._mass(draft, c, kind) > 0.05)[:1]
            for n in range(len(nights) + 1):
                for day in range(max(0, 2 - 2 * n), known + spare + 1):
                    picked = self._pick(draft, me.hand, kind, day, pile)
                    if picked is None:
                        continue
                    beliefs = dict(draft.beliefs)
                    self._become(beliefs, draft, picked[0] + nights[:n], kind)
                    kept = max(0, known - day) + (len(nights) - n)
                    prior = draft.prior + picked[1] - 0.5 - 0.5 * kept
                    for card in nights[:n]:
                        prior += self._log_mass(draft, card, kind)
                    choice = Choice("", (), picked[0], nights[:n])
                    yield from self._done(draft, Sell(kind, day, n), choice, beliefs, prior)

    def _pans(self, draft: Draft) -> Iterator[Draft]:
        me = draft.track.sides[draft.track.to_move]
        best = next(iter(self._pan_cards(draft, me)), None)
        if best is None:
            return
        beliefs = dict(draft.beliefs)
        prior = draft.prior + self._log_mass(draft, best, PAN) - 0.5
        self._become(beliefs, draft, (best,), PAN)
        yield from self._done(draft, PutPan(), Choice(pan=best), beliefs, prior)

    # Shared

    def _pick(
        self, draft: Draft, hand: Ids, kind: str, number: int, left: list[Seen]
    ) -> tuple[Ids, float] | None:
        """The ``number`` cards of ``hand`` that are likeliest to be of ``kind`` and to be what was
        seen, with the log probability that all of them are of that kind."""
        if number == 0:
            return (), 0.0
        options = [c for c in hand if self._mass(draft, c, kind) > _MISREAD]
        if len(options) == number - 1 and left:
            # One card may have been taken for another one when it was taken.
            rest = [c for c in hand if c not in options]
            options += sorted(rest, key=lambda c: (-self._mass(draft, c, kind), c))[:1]
        if len(options) < number:
            return None
        chosen: list[int] = []
        free = [s for s in left if float(self._faces.mask[kind] @ _share(s)) > 0.05]
        masses = {c: self._log_mass(draft, c, kind) for c in options}
        while free and len(chosen) < number:
            value, card, at = max(
                (masses[c] + self._ratio_as(draft, c, kind, s), -c, n)
                for n, s in enumerate(free)
                for c in options
                if c not in chosen
            )
            if value < 0:
                break
            chosen.append(-card)
            free.pop(at)
        rest = sorted((c for c in options if c not in chosen), key=lambda c: (-masses[c], c))
        chosen += rest[: number - len(chosen)]
        return tuple(sorted(chosen)), sum(masses[c] for c in chosen)

    def _score_as(self, draft: Draft, card: int, kind: str, left: list[Seen]) -> float:
        mass = self._log_mass(draft, card, kind)
        return mass + max((self._ratio_as(draft, card, kind, s) for s in left if s.up), default=0.0)

    def _ratio_as(self, draft: Draft, card: int, kind: str, seen: Seen) -> float:
        belief = self._belief(draft, card)
        mass = self._faces.mass(belief, kind)
        look = seen.look
        assert look is not None
        value = float((belief * self._faces.mask[kind]) @ look) / max(mass, 1e-9)
        return log(max(value, 1e-4))

    def _ratio(self, beliefs: Mapping[int, Belief], card: int, seen: Seen) -> float:
        return self._weigher.ratios.of(beliefs.get(card, self._night), seen)

    def _belief(self, draft: Draft, card: int) -> Belief:
        return draft.beliefs.get(card, self._fresh)

    def _mass(self, draft: Draft, card: int, kind: str) -> float:
        return self._faces.mass(self._belief(draft, card), kind)

    def _log_mass(self, draft: Draft, card: int, kind: str) -> float:
        return log(max(self._mass(draft, card, kind), _MISREAD))

    def _kind(self, beliefs: Mapping[int, Belief], card: int) -> str:
        belief = beliefs.get(card)
        return "?" if belief is None else self._faces.kind_of(belief)

    def _become(self, beliefs: dict[int, Belief], draft: Draft, cards: Ids, kind: str) -> None:
        for card in cards:
            belief = self._belief(draft, card)
            if self._faces.mass(belief, kind) < 0.999:
                beliefs[card] = settle((belief + 1e-9) * self._faces.mask[kind])

    def _done(
        self,
        draft: Draft,
        move: Move,
        choice: Choice,
        beliefs: dict[int, Belief],
        prior: float,
    ) -> Iterator[Draft]:
        track = draft.track
        who = track.to_move
        backs = self._h.backs
        faces = self._faces

        def kind(card: int) -> str:
            if card in backs:
                return PAN
            belief = beliefs.get(card)
            return "?" if belief is None else faces.kind_of(belief)

        state = state_of(track, self._game, kind)
        broken: tuple[Breach, ...] = tuple(breaches(state, move))
        if broken:
            prior += _ILLEGAL * min(2, len({b.rule for b in broken}))
        step = advance(track, move, choice, self._game.sell)
        for card in step.refill:
            beliefs[card] = self._fresh
        for card in step.drawn:
            beliefs[card] = self._night
        after = step.track
        nexts = [(after, 0.0)]
        if not after.reason and _maybe_stuck(after):
            nexts = _who_acts(after, state_of(after, self._game, kind), who)
        paid = price(move.position) if isinstance(move, Take) else 0
        played = Played(
            who, move, choice, step.taken, step.drawn, step.refill, paid, broken, self._frame
        )
        moved = draft.moved | {*choice.day, *choice.night, *choice.extra, choice.pan, *step.drawn}
        moved |= set(step.taken)
        for then, weight in nexts:
            yield Draft(
                then, beliefs, moved, prior + weight, (*draft.plays, played), (*draft.past, track)
            )


def _limit(me: Side, gains: str) -> int:
    """The hand limit for taking cards with these effects (MW-4.1, MW-7.1, R-3)."""
    return (4 if me.turns else 8) + 2 * (len(me.baskets) + gains.count("K"))


def _who_acts(after: Track, state: State, who: int) -> list[tuple[Track, float]]:
    """Who may have the next turn, with log weights: the other player, or ``who`` again where the
    other one is stuck (MW-5.6), which unseen hand cards may leave open."""
    other = after.to_move
    if can_act(state, other, hopeful=False):
        return [(after, 0.0)]
    again = after._replace(to_move=who)
    if not can_act(state, who):
        again = after._replace(reason="both stuck")
    if not can_act(state, other):
        return [(again, 0.0)]
    if again.reason:
        return [(after, 0.0)]
    return [(after, log(1 - _STUCK)), (again, log(_STUCK))]


def _maybe_stuck(track: Track) -> bool:
    """Whether it is worth asking the engine if the player to move can act."""
    me = track.sides[track.to_move]
    return not track.forest or len(me.hand) + len(me.night) >= _limit(me, "")


def _far(place: Place | None, seen: Seen) -> bool:
    """Whether a card lies where it did not lie before: it may be another one of its face."""
    return place is not None and (seen.x - place.x) ** 2 + (seen.y - place.y) ** 2 > 1.0


def _share(seen: Seen) -> Belief:
    """What a sighting alone says of its face."""
    assert seen.look is not None
    return settle(seen.look)


def _extras(mushrooms: int, butter: float, cider: float) -> Iterator[tuple[int, int]]:
    for b in range(int(np.floor(butter + 0.9)) + 1):
        for c in range(int(np.floor(cider + 0.9)) + 1):
            if 4 * b + 5 * c <= mushrooms:
                yield b, c


__all__ = ["Draft", "Place", "Proposer"]
