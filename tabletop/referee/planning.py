"""What happened to forest and decay pile: the sequences of turns worth a closer look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tabletop.referee.beliefs import Belief
from tabletop.referee.demands import Demand
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.structure import (
    Lane,
    LaneScorer,
    Structure,
    half_turns,
    lane_of,
    step_of,
    structures,
)
from tabletop.referee.weigh import Weigher

TURNS_PRIOR = (0.0, -0.5, -3.0, -5.0, -7.0)
"""Log probability of so many turns since the last picture that was understood."""

DEEPEST = 4
HALF_PRIOR = -2.0

_Group = tuple[Lane, tuple[int, ...]]


@dataclass(frozen=True)
class Plans:
    """``found``: for each hypothesis, by place, its sequences; ``half``: the table in the middle of
    a turn, where that explains the picture better than any whole turn."""

    found: dict[int, list[Structure]] = field(default_factory=dict)
    half: Structure | None = None


def prior(s: Structure) -> float:
    """A sequence's score before the details."""
    return s.score + TURNS_PRIOR[len(s.steps)]


class Planner:
    """Plans for one picture. ``hypotheses`` likeliest first; ``demands``: what players say turns
    were; ``hints``: what a picture from the middle of a turn told of the card that is taken."""

    def __init__(
        self,
        hypotheses: Sequence[Hypothesis],
        demands: Mapping[int, Demand],
        hints: Mapping[Lane, Mapping[int, float]],
        weigher: Weigher,
        fresh: Belief,
    ) -> None:
        self._hypotheses = hypotheses
        self._demands = demands
        self._hints = hints
        self._weigher = weigher
        self._fresh = fresh
        self._by_group = self._groups()
        self._scorers = {
            key: LaneScorer(weigher, hypotheses[members[0]].beliefs, fresh)
            for key, members in self._by_group.items()
        }
        self._known: dict[tuple[_Group, int], list[Structure]] = {}

    def plans(self, *, halves: bool = True, least: int = 1, first: int = 0) -> Plans:
        """For each hypothesis the sequences worth a closer look. Sequences of ``least`` turns are
        tried whatever shorter ones explain, none of less than ``first``; ``halves``: whether half
        turns are thought of."""
        groups = self._by_group
        # A group's first member is its likeliest: hypotheses are sorted.
        lead = {key: self._hypotheses[members[0]].logp for key, members in groups.items()}
        found: dict[_Group, list[Structure]] = {key: [] for key in groups}
        best: tuple[float, float] | None = None
        for depth in range(first, DEEPEST + 1):
            good = best is not None and best[1] <= (0.6 if depth == 2 else 1.1)
            if depth > least and good:
                break
            for key in list(groups)[: (99, 99, 6, 3, 1)[depth]]:
                more = self._sequences(key, depth)
                found[key] += more
                for s in more[:1]:
                    if best is None or prior(s) + lead[key] > best[0]:
                        best = (prior(s) + lead[key], s.faults)
        if best is None:
            return Plans()
        if halves:
            for key in groups:
                for s in half_turns(key[0], self._scorers[key], self._certain(key[1][0]))[:1]:
                    if s.score + HALF_PRIOR + lead[key] > best[0] + 1.0:
                        return Plans(half=s)
        return Plans(
            {
                n: [
                    s
                    for s in found[key]
                    if prior(s) + self._hypotheses[n].logp > best[0] - (10 if n < 8 else 7)
                ]
                for key, members in groups.items()
                for n in members
            }
        )

    def _sequences(self, key: _Group, depth: int) -> list[Structure]:
        """Those of ``depth`` turns; asked for again and again."""
        known = self._known.get((key, depth))
        if known is None:
            found = structures(key[0], self._scorers[key], depth, self._certain(key[1][0]))
            known = self._known[key, depth] = self._hinted(key[0], found)
        return known

    def _groups(self) -> dict[_Group, list[int]]:
        """Hypotheses, by place, whose forest and decay pile are the same."""
        groups: dict[_Group, list[int]] = {}
        for n, h in enumerate(self._hypotheses):
            lane = lane_of(h.track)
            known = tuple(id(h.beliefs[c]) for c in lane.forest + lane.decay)
            groups.setdefault((lane, (len(h.history), *known)), []).append(n)
        return groups

    def _certain(self, played: int) -> dict[int, int]:
        """Steps that are demanded of a history with ``played`` turns, by place after those."""
        return {n - played: step_of(d.move) for n, d in self._demands.items() if n >= played}

    def noted(self) -> dict[Lane, dict[int, float]] | None:
        """A picture from the middle of a turn shows which card is being taken, even among equals:
        for the lane before it the log weight of each position; None where it shows no such."""
        best = self._hypotheses[0]
        lane = lane_of(best.track)
        scorer = LaneScorer(self._weigher, best.beliefs, self._fresh)
        whole = scorer.score(lane)[0]
        halves = [s for s in half_turns(lane, scorer) if s.steps[0] > 0 and s.lane.slots]
        if not halves or halves[0].score + HALF_PRIOR <= whole:
            return None
        top = halves[0].score
        hint: dict[int, float] = {}
        for s in halves:
            hint[s.steps[0]] = max(hint.get(s.steps[0], -6.0), s.score - top)
        return {lane: hint}

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
