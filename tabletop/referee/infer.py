"""Which turns explain the table: every continuation of every hypothesis weighed against a
picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log
from typing import Literal, NamedTuple

from tabletop.games.mushroom_walk import Cook
from tabletop.games.walk.game import FOREST_SIZE
from tabletop.referee.beliefs import Belief
from tabletop.referee.demands import Demand
from tabletop.referee.drafts import Draft
from tabletop.referee.hypothesis import Hypothesis, Learner, items_of
from tabletop.referee.items import Item
from tabletop.referee.observe import Observation
from tabletop.referee.propose import Proposer
from tabletop.referee.slips import Slip, Slipping
from tabletop.referee.structure import (
    Lane,
    LaneScorer,
    Structure,
    half_turns,
    lane_of,
    step_of,
    structures,
)
from tabletop.referee.track import Track
from tabletop.referee.weigh import Weigher

TURNS_PRIOR = (0.0, -0.5, -3.0, -5.0, -7.0)
"""Log probability of so many turns since the last picture that was understood."""

HALF_PRIOR = -2.0
UNDO_PRIOR = -9.0
BEAM = 36
SPREAD = 15.0
DEEPEST = 4
_TIDY = 0.8
"""Faults up to which an explanation leaves nothing to look for."""
_ODD = 1.4
"""Faults from which even three or four turns at once are thought of."""
_SLIP_FAULTS = 0.5
"""Faults up to which a slip is believed."""
_SLIP_BETTER = 2.5
"""How much better than any turn, in nats, a slip must explain a table."""
_SLIP_PRIOR = -7.0
_LIKELY = 6
"""Continuations with which slips are thought of."""
MOST_DRAFTS = 1500
"""Continuations weighed for one picture, likeliest first: where nothing fits, more don't help."""

Kind = Literal["stay", "turn", "half", "unfit", "undo", "slip"]


class Outcome(NamedTuple):
    """What a picture was: understood as ``stay`` or ``turn`` (or ``undo``), a ``half`` turn, or
    ``unfit`` to tell; ``faults``: how many things don't fit the best explanation."""

    kind: Kind
    faults: float


@dataclass(frozen=True, eq=False)
class _Weighed:
    h: Hypothesis
    draft: Draft
    score: float
    faults: float
    pairs: tuple[tuple[int, int], ...]
    lane: float


class Inference:
    """Follows a game picture by picture, as a set of hypotheses, likeliest first."""

    def __init__(self, hypotheses: list[Hypothesis]) -> None:
        self.hypotheses = hypotheses
        self.coin_trust = 0.7
        self.score = 0.0
        """Log likelihood of the last picture's best explanation."""
        self.slip: Slip | None = None
        """What was done wrong in the last picture, where its outcome is ``slip``."""
        self.demands: dict[int, Demand] = {}
        """What players say turns were, by place in the history."""
        self._half: Structure | None = None
        self._before: Observation | None = None
        self._hints: dict[Lane, dict[int, float]] = {}

    def copy(self) -> Inference:
        """The same hypotheses, to try something out with."""
        twin = Inference(list(self.hypotheses))
        twin.coin_trust = self.coin_trust
        twin.demands = dict(self.demands)
        twin._hints = dict(self._hints)
        twin._before = self._before
        return twin

    @property
    def unfilled(self) -> int | None:
        """Cards in the row, where the last picture was of a row closed up and not filled up."""
        half = self._half
        if half is None or half.lane.slots is not None or half.lane.draw < 1:
            return None
        return len(half.lane.forest) if len(half.lane.forest) < FOREST_SIZE else None

    @property
    def best(self) -> Hypothesis:
        """The likeliest hypothesis."""
        return self.hypotheses[0]

    def weights(self) -> list[float]:
        """The hypotheses' probabilities, in their order."""
        top = self.hypotheses[0].logp
        raw = [exp(h.logp - top) for h in self.hypotheses]
        return [r / sum(raw) for r in raw]

    def feed(self, observation: Observation, frame: str, reach: int = 0) -> Outcome:
        """Take in one settled picture. Hypotheses change only where it is understood. ``reach``:
        turns that a history must have after it, however badly that fits."""
        weigher = Weigher(observation, self.coin_trust, self._before, self.best.places)
        fresh = self.best.expected()
        self.slip = self._half = None
        behind = min(DEEPEST, max(0, reach - len(self.best.history)))
        plans = self._plans(weigher, fresh, halves=not behind, least=behind or 1, first=behind)
        self._note_half(weigher, fresh)
        if plans is None:
            slip = self._slip([], weigher, fresh, frame)
            return self._otherwise(slip, weigher, Outcome("half", 0.0))
        found = self._explain(plans, weigher, fresh, frame)
        if behind:
            due = len(self.best.history) + behind
            found = [w for w in found if len(w.h.history) + len(w.draft.plays) >= due]
            if found:
                return self._accept(found, observation)
        for least in range(2, DEEPEST + 1):
            # Forest and decay pile alone can hide another turn; the displays don't.
            if not found or not _odd(found[0], _TIDY if least == 2 else _ODD):
                break
            if len(found[0].draft.plays) < least:
                plans = self._plans(weigher, fresh, halves=False, least=least) or {}
                found = self._explain(plans, weigher, fresh, frame) or found
        slip = None
        if not found or _looks_wrong(found[0]):
            slip = self._slip(found, weigher, fresh, frame)
        if slip is not None or not found or not _believed(found[0], observation):
            faults = found[0].faults if found else 99.0
            return self._otherwise(slip, weigher, Outcome("unfit", faults))
        return self._accept(found, observation)

    def force(self, observation: Observation, frame: str) -> Outcome:
        """As ``feed``, but the best whole-turn explanation is taken however badly it fits."""
        weigher = Weigher(observation, self.coin_trust, self._before, self.best.places)
        fresh = self.best.expected()
        plans = self._plans(weigher, fresh, halves=False)
        found = self._explain(plans or {}, weigher, fresh, frame)
        if not found:
            return Outcome("unfit", 99.0)
        return self._accept(found, observation)

    # Structure first: what happened to forest and decay pile

    def _plans(
        self,
        weigher: Weigher,
        fresh: Belief,
        *,
        halves: bool = True,
        least: int = 1,
        first: int = 0,
    ) -> dict[int, list[Structure]] | None:
        """For each hypothesis (by place) the sequences worth a closer look; None for a half turn.
        Sequences of ``least`` turns are tried whatever shorter ones explain, none of less than
        ``first``."""
        lanes: dict[tuple[Lane, tuple[int, ...]], list[int]] = {}
        for n, h in enumerate(self.hypotheses):
            lane = lane_of(h.track)
            known = tuple(id(h.beliefs[c]) for c in lane.forest + lane.decay)
            key = (lane, (len(h.history), *known))
            lanes.setdefault(key, []).append(n)
        scorers = {
            key: LaneScorer(weigher, self.hypotheses[members[0]].beliefs, fresh)
            for key, members in lanes.items()
        }
        # A group's first member is its likeliest: hypotheses are sorted.
        lead = {key: self.hypotheses[members[0]].logp for key, members in lanes.items()}
        found: dict[tuple[Lane, tuple[int, ...]], list[Structure]] = {k: [] for k in lanes}
        best: tuple[float, float] | None = None
        for depth in range(first, DEEPEST + 1):
            good = best is not None and best[1] <= (0.6 if depth == 2 else 1.1)
            if depth > least and good:
                break
            for key in list(lanes)[: (99, 99, 6, 3, 1)[depth]]:
                only = self._certain(key[1][0])
                more = self._hinted(key[0], structures(key[0], scorers[key], depth, only))
                found[key] += more
                for s in more[:1]:
                    if best is None or _prior(s) + lead[key] > best[0]:
                        best = (_prior(s) + lead[key], s.faults)
        if best is None:
            return {}
        if halves:
            for key in lanes:
                for s in half_turns(key[0], scorers[key], self._certain(key[1][0]))[:1]:
                    if s.score + HALF_PRIOR + lead[key] > best[0] + 1.0:
                        self._half = s
                        return None
        return {
            n: [
                s
                for s in found[key]
                if _prior(s) + self.hypotheses[n].logp > best[0] - (10 if n < 8 else 7)
            ]
            for key, members in lanes.items()
            for n in members
        }

    def _certain(self, played: int) -> dict[int, int]:
        """Steps that are demanded of a history with ``played`` turns, by place after those."""
        return {n - played: step_of(d.move) for n, d in self.demands.items() if n >= played}

    def _note_half(self, weigher: Weigher, fresh: Belief) -> None:
        """A picture from the middle of a turn shows which card is being taken, even among
        equals."""
        lane = lane_of(self.best.track)
        scorer = LaneScorer(weigher, self.best.beliefs, fresh)
        whole = scorer.score(lane)[0]
        halves = [s for s in half_turns(lane, scorer) if s.steps[0] > 0 and s.lane.slots]
        if halves and halves[0].score + HALF_PRIOR > whole:
            top = halves[0].score
            hint: dict[int, float] = {}
            for s in halves:
                hint[s.steps[0]] = max(hint.get(s.steps[0], -6.0), s.score - top)
            self._hints = {lane: hint}

    def _hinted(self, lane: Lane, found: list[Structure]) -> list[Structure]:
        hint = self._hints.get(lane)
        if hint is None:
            return found
        worst = min(hint.values(), default=0.0)
        told = [
            s._replace(score=s.score + hint.get(s.steps[0], min(worst, -2.0))) if s.steps else s
            for s in found
        ]
        return sorted(told, key=lambda s: (-s.score, s.steps))

    # Then the details

    def _explain(
        self, plans: dict[int, list[Structure]], weigher: Weigher, fresh: Belief, frame: str
    ) -> list[_Weighed]:
        found: list[_Weighed] = []
        top = -1e9
        proposers = {n: Proposer(self.hypotheses[n], weigher, fresh, frame) for n in plans}
        likely = [
            (self.hypotheses[n].logp + _prior(s), -n, -k)
            for n, plan in plans.items()
            for k, s in enumerate(plan)
            if self.hypotheses[n].logp >= self.best.logp - SPREAD
        ]
        budget = MOST_DRAFTS
        for base, minus_n, minus_k in sorted(likely, reverse=True):
            if budget <= 0:
                break
            n = -minus_n
            h, s = self.hypotheses[n], plans[n][-minus_k]
            for draft in _expanded(proposers[n], s, weigher, h, self.demands):
                budget -= 1
                w = _weigh(h, draft, base, weigher)
                top = max(top, w.score)
                if w.score > top - SPREAD:
                    found.append(w)
        found.sort(key=lambda w: (-w.score, len(w.draft.plays)))
        return [w for w in found if w.score > top - SPREAD]

    def _accept(self, found: list[_Weighed], observation: Observation) -> Outcome:
        learner = Learner(observation)
        kept: dict[tuple[object, ...], Hypothesis] = {}
        for w in found:
            key = _signature(w)
            if key in kept:
                continue
            h = replace(
                w.h,
                track=w.draft.track,
                beliefs=w.draft.beliefs,
                logp=w.score,
                history=w.h.history + w.draft.plays,
                past=w.h.past + w.draft.past,
                misfit=w.faults,
            )
            kept[key] = learner.learn(h, w.pairs)
            if len(kept) >= BEAM:
                break
        best = found[0]
        self.score = best.score
        self.hypotheses = _rescaled(list(kept.values()))
        self._judge_coins(observation)
        self._before = observation
        return Outcome("turn" if best.draft.plays else "stay", best.faults)

    def _judge_coins(self, observation: Observation) -> None:
        """Coins that keep disagreeing with the game are counted wrong: trust them less."""
        misses = [
            min(abs(seen - side.sticks), 3) / 3
            for side, seen in zip(self.best.track.sides, observation.coins, strict=True)
            if seen is not None
        ]
        if misses:
            aim = max(0.08, 1.0 - 1.3 * sum(misses) / len(misses))
            self.coin_trust += 0.12 * (aim - self.coin_trust)

    # What players forget

    def _slip(
        self, found: list[_Weighed], weigher: Weigher, fresh: Belief, frame: str
    ) -> tuple[Slip, float] | None:
        """The slip that explains the table clearly better than any turn, and its score."""
        h = self.best
        slipping = Slipping(h, weigher, fresh, frame)
        turns = [w.draft for w in found[:_LIKELY] if w.h is h]
        best: tuple[_Weighed, Slip] | None = None
        for slip in slipping.slips(turns):
            w = _weigh(h, slip.draft, h.logp + slip.score + TURNS_PRIOR[1], weigher)
            if w.faults <= _SLIP_FAULTS and (best is None or w.score > best[0].score):
                best = w, slip
        if best is None:
            return None
        w, slip = best
        if found:
            more = w.score - found[0].score
            if more < _SLIP_BETTER or w.faults > found[0].faults - 0.3:
                return None
            slip = slip._replace(p=round(1 / (1 + exp(-more)), 3))
        elif self._half is not None and slip.score < self._half.score + _SLIP_BETTER:
            return None
        return slip, w.score

    # Cards put back

    def _otherwise(
        self, slip: tuple[Slip, float] | None, weigher: Weigher, outcome: Outcome
    ) -> Outcome:
        """What a picture is that no turn explains: an earlier table again, or a slip; else
        ``outcome``."""
        undone = self._undone(weigher)
        if slip is not None and (undone is None or slip[1] + _SLIP_PRIOR > undone.score):
            self.slip = slip[0]
            return Outcome("slip", outcome.faults)
        if undone is None:
            return outcome
        self._accept([undone], weigher.observation)
        played = len(self.best.history)
        self.demands = {n: d for n, d in self.demands.items() if n < played}
        return Outcome("undo", undone.faults)

    def _undone(self, weigher: Weigher) -> _Weighed | None:
        """The likeliest of the last few tables, if the table is one of them again."""
        h = self.best
        limit = fault_limit(weigher.observation)
        found: list[_Weighed] = []
        for back in range(1, min(6, len(h.past)) + 1):
            track = h.past[-back]
            earlier = replace(
                h,
                track=track,
                history=h.history[:-back],
                past=h.past[:-back],
                places={},
            )
            if any(c not in h.beliefs for c in track.forest + track.decay):
                continue
            draft = Draft(track, h.beliefs, frozenset(), UNDO_PRIOR, (), ())
            scorer = LaneScorer(weigher, h.beliefs, h.expected())
            lane = scorer.score(lane_of(track))
            if lane[1] > 0.6:
                continue
            w = _weigh(earlier, draft, h.logp + lane[0], weigher)
            if w.faults <= limit:
                found.append(w)
        return max(found, key=lambda w: w.score, default=None)


def _believed(w: _Weighed, observation: Observation) -> bool:
    """Whether an explanation is taken: where forest and decay pile are whole and just as they
    should be the turn is over, and more in the displays may be misread."""
    limit = fault_limit(observation)
    return w.faults <= limit or (w.lane < 0.5 and w.faults <= 1.8 * limit)


def _odd(w: _Weighed, most: float) -> bool:
    """Whether an explanation leaves more than ``most`` faults, or needs a rule to be broken."""
    return w.faults > most or any(p.broken for p in w.draft.plays)


def _looks_wrong(w: _Weighed) -> bool:
    """Whether an explanation leaves enough unexplained to think of a slip."""
    if _odd(w, _TIDY) or w.lane > 0.3:
        return True
    seen = {card for card, _ in w.pairs}
    cooked = [p.choice for p in w.draft.plays if type(p.move) is Cook]
    return any({c.pan, *c.day, *c.night, *c.extra} - seen for c in cooked)


def fault_limit(observation: Observation) -> float:
    """Faults up to which an explanation is believed."""
    return 1.6 + 0.04 * len(observation.seen)


def _prior(s: Structure) -> float:
    return s.score + TURNS_PRIOR[len(s.steps)]


def _expanded(
    proposer: Proposer,
    s: Structure,
    weigher: Weigher,
    h: Hypothesis,
    demands: Mapping[int, Demand],
) -> list[Draft]:
    drafts = [proposer.start()]
    for n, step in enumerate(s.steps):
        demand = demands.get(len(h.history) + n)
        if demand is None:
            drafts = [d for draft in drafts for d in proposer.expand(draft, step)]
        else:
            drafts = [d for draft in drafts for d in proposer.demanded(draft, demand)]
        if n + 1 < len(s.steps) and len(drafts) > 24:
            scored = [(_display_score(h, d, weigher) + d.prior, -k) for k, d in enumerate(drafts)]
            drafts = [drafts[-k] for _, k in sorted(scored, reverse=True)[:24]]
    return drafts


def _display_score(h: Hypothesis, draft: Draft, weigher: Weigher) -> float:
    return sum(weigher.display(p, _items(h, draft, p), h.ghosts[p]).score for p in (0, 1))


def _items(h: Hypothesis, draft: Draft, player: int) -> tuple[Item, ...]:
    return items_of(draft.track, player, draft.beliefs, h.places, h.backs, draft.moved, h.missed)


def _weigh(h: Hypothesis, draft: Draft, base: float, weigher: Weigher) -> _Weighed:
    """``base`` holds the lane's score, whose faults are counted again with the narrowed beliefs."""
    track: Track = draft.track
    forest = weigher.forest(track.forest, draft.beliefs)
    decay = weigher.decay(track.decay, draft.beliefs)
    new = len(track.discard) - len(h.track.discard)
    parts = [forest, decay, weigher.discard(track.discard, draft.beliefs, new)]
    for player in (0, 1):
        parts.append(weigher.display(player, _items(h, draft, player), h.ghosts[player]))
    sticks = (h.track.sides[0].sticks, h.track.sides[1].sticks)
    score, faults = weigher.piles(track)
    score += base + draft.prior + weigher.coins(track, sticks) + sum(p.score for p in parts[2:])
    faults += sum(p.faults for p in parts)
    pairs = tuple(pair for p in parts for pair in p.pairs)
    return _Weighed(h, draft, score, faults, pairs, forest.faults + decay.faults)


def _signature(w: _Weighed) -> tuple[object, ...]:
    t = w.draft.track
    moves = tuple((p.player, p.move, p.choice.gains) for p in w.h.history + w.draft.plays)
    return (t.forest, t.decay, t.sides, t.to_move, t.reason, moves)


def _rescaled(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """Log probabilities relative to their sum, so that they stay small over a long game."""
    top = hypotheses[0].logp
    norm = top + log(sum(exp(h.logp - top) for h in hypotheses))
    return [replace(h, logp=h.logp - norm) for h in hypotheses]
