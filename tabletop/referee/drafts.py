"""Continuations in the making, and what proposing their details has in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from tabletop.games.mushroom_walk import (
    Breach,
    Cook,
    Decay,
    Game,
    Move,
    PutPan,
    State,
    Take,
    can_act,
    judge,
    price,
)
from tabletop.games.walk.game import PAN
from tabletop.games.walk.judge import breaches
from tabletop.games.walk.state import sorted_kinds
from tabletop.referee.beliefs import Belief, Faces, faces_of, settle
from tabletop.referee.hypothesis import Hypothesis, Played, items_of
from tabletop.referee.items import Place
from tabletop.referee.observe import Seen
from tabletop.referee.track import Choice, Ids, Side, Track, advance, state_of
from tabletop.referee.weigh import Weigher

LEAST = 2e-3
"""Probability below which a card is not thought to be of a kind."""

ILLEGAL = -7.5
"""Log weight of a rule that a turn breaks."""
_OVERFULL = -3.5
"""Log weight of a taking for which the hand has no room: players count it seldom."""
_MISREAD = 5e-4
"""Probability that a card which was read surely, however often, is of some other kind after all: a
reader that errs once errs again."""
_DOUBTFUL = -0.5
"""A pairing below this leaves its sighting free to be something else."""
_JUDGED = 4096
_STUCK = 0.15
"""Share of players with a full hand of singles, some of them unseen, who can do nothing."""


class Draft(NamedTuple):
    """A continuation in the making. ``moved``: cards laid or moved since the hypothesis; ``prior``:
    its log probability before looking."""

    track: Track
    beliefs: Mapping[int, Belief]
    moved: frozenset[int]
    prior: float
    plays: tuple[Played, ...]
    past: tuple[Track, ...]


class Bench:
    """What one hypothesis and one picture lay on the table for proposing."""

    def __init__(self, h: Hypothesis, weigher: Weigher, fresh: Belief, frame: str) -> None:
        self._h = h
        self._game: Game = h.game
        self._faces: Faces = faces_of(h.game)
        self._weigher = weigher
        self._fresh = fresh
        self._frame = frame
        self._night = h.faces.night_deck
        self._over: dict[int, list[Seen]] = {}
        self._states: dict[tuple[int, int], tuple[Draft, State]] = {}

    def start(self) -> Draft:
        """The hypothesis itself as a draft."""
        return Draft(self._h.track, self._h.beliefs, frozenset(), 0.0, (), ())

    def _left(self, player: int) -> list[Seen]:
        """Sightings in a display that no card lying there explains well."""
        if player not in self._over:
            self._over[player] = self._leftover(player)
        return self._over[player]

    def _leftover(self, player: int) -> list[Seen]:
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
        free = [s for s in left if float(self._faces.mask[kind] @ share(s)) > 0.05]
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
        state = self._before(draft, move, beliefs)
        broken = _broken(state, move)
        if broken:
            prior += against(broken, self._game)
        step = advance(track, move, choice, self._game.sell)
        for card in step.refill:
            beliefs[card] = self._fresh
        for card in step.drawn:
            beliefs[card] = self._night
        after = step.track
        nexts = [(after, 0.0)]
        if not after.reason and _maybe_stuck(after):
            then_state = state_of(after, self._game, lambda c: self._called(beliefs, c))
            nexts = _who_acts(after, then_state, who)
        paid = price(move.position) if isinstance(move, Take) else 0
        played = Played(
            who, move, choice, step.taken, step.drawn, step.refill, paid, broken, self._frame
        )
        moved = draft.moved | {*choice.day, *choice.night, *choice.extra, *step.drawn, *step.taken}
        if isinstance(move, Cook | PutPan):
            moved |= {choice.pan}
        for then, weight in nexts:
            yield Draft(
                then, beliefs, moved, prior + weight, (*draft.plays, played), (*draft.past, track)
            )

    def _called(self, beliefs: Mapping[int, Belief], card: int) -> str:
        return PAN if card in self._h.backs else self._kind(beliefs, card)

    def _before(self, draft: Draft, move: Move, beliefs: Mapping[int, Belief]) -> State:
        """The engine's state of ``draft`` with ``beliefs``, which differ from the draft's only for
        cards that ``move`` concerns."""
        key = (id(draft.track), id(draft.beliefs))
        if key not in self._states:
            known = state_of(draft.track, self._game, lambda c: self._called(draft.beliefs, c))
            # Drafts are kept so that no later one can take over an identity.
            self._states[key] = draft, known
        state = self._states[key][1]
        track = draft.track
        me = track.sides[track.to_move]

        def kinds(ids: Ids) -> str:
            # As ``_called``, for hundreds of thousands of cards.
            backs, kind_of = self._h.backs, self._faces.kind_of
            known = [(card, beliefs.get(card)) for card in ids]
            return "".join(
                [PAN if c in backs else "?" if b is None else kind_of(b) for c, b in known]
            )

        mover = state.mover._replace(
            hand=sorted_kinds(kinds(me.hand)), night=sorted_kinds(kinds(me.night))
        )
        other = state.players[1 - track.to_move]
        state = state._replace(players=(other, mover) if track.to_move else (mover, other))
        if isinstance(move, Take | Decay):
            state = state._replace(forest=kinds(track.forest), decay=kinds(track.decay))
        return state


@lru_cache(_JUDGED)
def _broken(state: State, move: Move) -> tuple[Breach, ...]:
    """The rules that ``move`` breaks; hypotheses that differ in their past alone ask the same."""
    # Only what is broken is explained: most moves are in order.
    return judge(state, move).breaches if breaches(state, move) else ()


def against(broken: Sequence[Breach], game: Game) -> float:
    """Log weight of a turn that breaks rules: of one or two slips, however many rules speak of
    each."""
    limit = game.ids("hand limit")
    overfull = {b.facts for b in broken if b.rule in limit}
    others = len({b.rule for b in broken if b.facts not in overfull})
    return _OVERFULL * len(overfull) + ILLEGAL * min(2 - len(overfull), others)


def hand_limit(me: Side, gains: str) -> int:
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
    return not track.forest or len(me.hand) + len(me.night) >= hand_limit(me, "")


def _far(place: Place | None, seen: Seen) -> bool:
    """Whether a card lies where it did not lie before: it may be another one of its face."""
    return place is not None and (seen.x - place.x) ** 2 + (seen.y - place.y) ** 2 > 1.0


def share(seen: Seen) -> Belief:
    """What a sighting alone says of its face."""
    assert seen.look is not None
    return settle(seen.look)
