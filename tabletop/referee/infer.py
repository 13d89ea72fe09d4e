"""Which turns explain the table: every continuation of every hypothesis weighed against a
picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import exp, log
from typing import Literal, NamedTuple

from tabletop.games.walk.game import FOREST_SIZE
from tabletop.referee.astray import SLIP_PRIOR, likely_slip, put_back
from tabletop.referee.beliefs import Belief
from tabletop.referee.continuing import Continuations, Effort, in_turn
from tabletop.referee.demands import Demand
from tabletop.referee.hypothesis import Hypothesis, Learner
from tabletop.referee.observe import Observation
from tabletop.referee.planning import DEEPEST, Planner, Plans, prior
from tabletop.referee.slips import Slip
from tabletop.referee.structure import Lane, Structure
from tabletop.referee.weigh import Weigher
from tabletop.referee.weighed import (
    TIDY,
    Weighed,
    believed,
    crowd,
    looks_wrong,
    odd,
    signature,
    ways_to_throw,
    with_thrown,
)

_LEAST = 60
"""Continuations of shorter sequences that are weighed however much was before."""
_ODD = 1.4
"""Faults from which even three or four turns at once are thought of."""


class Width(NamedTuple):
    """How much is thought of. ``beam``: hypotheses kept, ``crowd`` of them alike but for what was
    thrown away; ``spread``: nats below the best up to which they are kept."""

    beam: int
    crowd: int
    spread: float


USUAL = Width(48, 10, 15.0)
WIDE = Width(160, 16, 22.0)

PICTURE = 3000
"""Continuations weighed for one picture at most: where nothing fits, more don't help."""

Kind = Literal["stay", "turn", "half", "unfit", "undo", "slip"]


class Outcome(NamedTuple):
    """What a picture was: understood as ``stay`` or ``turn`` (or ``undo``), a ``half`` turn, or
    ``unfit`` to tell; ``faults``: how many things don't fit the best explanation."""

    kind: Kind
    faults: float


class Inference:
    """Follows a game picture by picture, as a set of hypotheses, likeliest first."""

    def __init__(self, hypotheses: list[Hypothesis], width: Width = USUAL) -> None:
        self.hypotheses = hypotheses
        self.width = width
        self.effort = Effort(PICTURE)
        """What may still be weighed for this picture."""
        self.coin_trust = 0.7
        self.evidence = 0.0
        """Log likelihood of all pictures so far, up to a constant of the pictures."""
        self.score = 0.0
        """Log likelihood of the last picture's best explanation."""
        self.slip: Slip | None = None
        """What was done wrong in the last picture, where its outcome is ``slip``."""
        self.demands: dict[int, Demand] = {}
        """What players say turns were, by place in the history."""
        self._half: Structure | None = None
        self._before: Observation | None = None
        self._played = 0
        self._hints: dict[Lane, dict[int, float]] = {}

    def copy(self) -> Inference:
        """The same hypotheses, to try something out with."""
        twin = Inference(list(self.hypotheses), self.width)
        twin.effort = self.effort
        twin.coin_trust, twin.evidence = self.coin_trust, self.evidence
        twin.demands = dict(self.demands)
        twin._hints = dict(self._hints)
        twin._before, twin._played = self._before, self._played
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
        planner = self._planner(weigher, fresh)
        plans = planner.plans(halves=not behind, least=behind or 1, first=behind)
        self._half = plans.half
        self._hints = planner.noted() or self._hints
        if plans.half is not None:
            slip = likely_slip(self.best, [], plans.half, weigher, fresh, frame)
            return self._otherwise(slip, weigher, Outcome("half", 0.0))
        ways = self._continuations(weigher, fresh, frame)
        found = self._explain(plans, ways)
        if behind:
            due = len(self.best.history) + behind
            found = [w for w in found if len(w.h.history) + len(w.draft.plays) >= due]
            if found:
                return self._accept(found, observation)
        for least in range(2, DEEPEST + 1):
            # Forest and decay pile alone can hide another turn; the displays don't.
            if not found or not odd(found[0], TIDY if least == 2 else _ODD) or self.effort.over:
                break
            if len(found[0].draft.plays) < least:
                plans = planner.plans(halves=False, least=least)
                found = self._explain(plans, ways) or found
        slip = None
        if not found or looks_wrong(found[0]):
            slip = likely_slip(self.best, found, None, weigher, fresh, frame)
        if slip is not None or not found or not believed(found[0], observation):
            faults = found[0].faults if found else 99.0
            return self._otherwise(slip, weigher, Outcome("unfit", faults))
        return self._accept(found, observation)

    def force(self, observation: Observation, frame: str) -> Outcome:
        """As ``feed``, but the best whole-turn explanation is taken however badly it fits."""
        weigher = Weigher(observation, self.coin_trust, self._before, self.best.places)
        fresh = self.best.expected()
        plans = self._planner(weigher, fresh).plans(halves=False)
        found = self._explain(plans, self._continuations(weigher, fresh, frame))
        if not found:
            return Outcome("unfit", 99.0)
        return self._accept(found, observation)

    # Then the details

    def _planner(self, weigher: Weigher, fresh: Belief) -> Planner:
        return Planner(self.hypotheses, self.demands, self._hints, weigher, fresh)

    def _continuations(self, weigher: Weigher, fresh: Belief, frame: str) -> Continuations:
        return Continuations(
            self.hypotheses, self.demands, weigher, fresh, frame, self.width.spread
        )

    def _explain(self, planned: Plans, ways: Continuations) -> list[Weighed]:
        """Every continuation of the ``planned`` sequences that is worth keeping, best first."""
        plans: Mapping[int, list[Structure]] = planned.found
        found: list[Weighed] = []
        spread = self.width.spread
        likely = {
            n: [self.hypotheses[n].logp + prior(s) for s in plan]
            for n, plan in plans.items()
            if self.hypotheses[n].logp >= self.best.logp - spread
        }
        # Half of what is left each time: what is tried after it must have its share.
        before = ways.weighed
        share = max(_LEAST, self.effort.left // 2)
        for n, k in in_turn(likely):
            left = share - (ways.weighed - before)
            if left <= 0:
                break
            found += ways.of(n, plans[n][k], left)
        self.effort.spend(ways.weighed - before)
        top = max((w.score for w in found), default=0.0)
        found = [w for w in found if w.score > top - spread]
        return sorted(found, key=lambda w: (-w.score, len(w.draft.plays)))

    def _accept(self, found: list[Weighed], observation: Observation) -> Outcome:
        learner = Learner(observation)
        thrown = ways_to_throw(found, observation)
        kept: dict[tuple[object, ...], Hypothesis] = {}
        alike: Counter[tuple[object, ...]] = Counter()
        for w in found:
            key, group = signature(w), crowd(w)
            if key in kept or alike[group] >= self.width.crowd:
                continue
            alike[group] += 1
            h = replace(
                w.h,
                track=w.draft.track,
                beliefs=w.draft.beliefs,
                logp=w.score,
                history=w.h.history + w.draft.plays,
                past=w.h.past + w.draft.past,
                thrown=with_thrown(w, thrown),
                misfit=w.faults,
            )
            kept[key] = learner.learn(h, w.pairs, w.draft.moved)
            if len(kept) >= self.width.beam:
                break
        best = found[0]
        self.score = best.score
        self.hypotheses, norm = _rescaled(list(kept.values()))
        self.evidence += norm
        self._judge_coins(observation)
        self._before, self._played = observation, len(self.best.history)
        return Outcome("turn" if best.draft.plays else "stay", best.faults)

    def _judge_coins(self, observation: Observation) -> None:
        """Coins that come and go otherwise than the game says are counted wrong: trust them less.
        That they are off by the same number all the time speaks against the game, not against
        the count."""
        h, before = self.best, self._before
        was = h.past[self._played] if self._played < len(h.past) else h.track
        misses = [
            min(abs((seen - now.sticks) - (earlier - then.sticks)), 3) / 3
            for now, then, seen, earlier in zip(
                h.track.sides,
                was.sides,
                observation.coins,
                before.coins if before is not None else (None, None),
                strict=True,
            )
            if seen is not None and earlier is not None
        ]
        if misses:
            aim = max(0.08, 1.0 - 1.3 * sum(misses) / len(misses))
            self.coin_trust += 0.12 * (aim - self.coin_trust)

    # Cards put back

    def _otherwise(
        self, slip: tuple[Slip, float] | None, weigher: Weigher, outcome: Outcome
    ) -> Outcome:
        """What a picture is that no turn explains: an earlier table again, or a slip; else
        ``outcome``."""
        undone = put_back(self.best, weigher)
        if slip is not None and (undone is None or slip[1] + SLIP_PRIOR > undone.score):
            self.slip = slip[0]
            return Outcome("slip", outcome.faults)
        if undone is None:
            return outcome
        self._accept([undone], weigher.observation)
        played = len(self.best.history)
        self.demands = {n: d for n, d in self.demands.items() if n < played}
        return Outcome("undo", undone.faults)


def _rescaled(hypotheses: list[Hypothesis]) -> tuple[list[Hypothesis], float]:
    """Log probabilities relative to their sum, so that they stay small over a long game; and the
    log of that sum."""
    top = hypotheses[0].logp
    norm = top + log(sum(exp(h.logp - top) for h in hypotheses))
    return [replace(h, logp=h.logp - norm) for h in hypotheses], norm
