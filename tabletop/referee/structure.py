"""What turns do to the forest and the decay pile alone: the cheap first look at every continuation.

A turn takes one forest card, or the decay pile, or neither; then a card drops, the row closes up
and is refilled. Of all sequences of up to four such turns only those that fit the picture are
looked at more closely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

from tabletop.games.mushroom_walk import Decay, Move, Take
from tabletop.games.walk.game import DECAY_SIZE, FOREST_SIZE
from tabletop.referee.beliefs import Belief
from tabletop.referee.track import Ids, Track
from tabletop.referee.weigh import Weigher

PLAY = 0
PILE = -1
"""Steps: ``PLAY`` (cook, sell or put down a pan), ``PILE`` (the decay pile), else the position
taken."""

MARGIN = 11.0
"""Sequences worse than the best by more than this are dropped."""
_MOST = 40


class Lane(NamedTuple):
    """Forest and decay pile by card number, cards left in the draw pile, next card number;
    ``slots``: the forest's places, from 0, where it is not closed up."""

    forest: Ids
    decay: Ids
    draw: int
    next_id: int
    slots: Ids | None = None


class Structure(NamedTuple):
    """Turns as steps and the lane after them, with how well that fits."""

    steps: tuple[int, ...]
    lane: Lane
    score: float
    faults: float
    half: bool = False


def lane_of(track: Track) -> Lane:
    """The lane of ``track``."""
    return Lane(track.forest, track.decay, track.draw, track.next_id)


def after(lane: Lane, step: int) -> Lane:
    """The lane after one whole turn."""
    forest, decay, count = _next(lane, step)
    return Lane(forest, decay, lane.draw - count, lane.next_id + count)


def _next(lane: Lane, step: int) -> tuple[Ids, Ids, int]:
    """Forest and decay pile after one whole turn, and how many cards were turned up."""
    forest, decay, draw, next_id, _ = lane
    if step > 0:
        forest = forest[: step - 1] + forest[step:]
    elif step == PILE:
        decay = ()
    count = 0
    if forest:
        if len(decay) >= DECAY_SIZE:
            decay = ()
        decay += forest[:1]
        forest = forest[1:]
        if forest:
            count = min(draw, max(0, FOREST_SIZE - len(forest)))
            forest += tuple(range(next_id, next_id + count))
    return forest, decay, count


def step_of(move: Move) -> int:
    """What ``move`` does to forest and decay pile."""
    if isinstance(move, Take):
        return move.position
    return PILE if isinstance(move, Decay) else PLAY


def steps_of(lane: Lane) -> list[int]:
    """Every step that the lane allows."""
    steps = [PLAY] if lane.forest else []
    if lane.decay and lane.forest:
        steps.append(PILE)
    return steps + list(range(1, len(lane.forest) + 1))


def _halves(lane: Lane, step: int) -> Iterator[Lane]:
    """The lane in the middle of a turn: card taken; card dropped; row closed, not refilled."""
    forest, decay, draw, next_id, _ = lane
    slots = tuple(range(len(forest)))
    if step > 0:
        forest = forest[: step - 1] + forest[step:]
        slots = slots[: step - 1] + slots[step:]
        yield Lane(forest, decay, draw, next_id, slots)
    elif step == PILE:
        decay = ()
        yield Lane(forest, decay, draw, next_id)
    if len(forest) > 1:
        if len(decay) >= DECAY_SIZE:
            yield Lane(forest, (), draw, next_id, slots)
            decay = ()
        dropped = (*decay, forest[0])
        yield Lane(forest[1:], dropped, draw, next_id, slots[1:])
        if draw:
            yield Lane(forest[1:], dropped, draw, next_id)
            if draw > 1 and len(forest) < FOREST_SIZE:
                # A turn that took a card needs two new ones.
                yield Lane((*forest[1:], next_id), dropped, draw - 1, next_id + 1)


class LaneScorer:
    """Scores lanes against one picture. ``fresh``: the belief of a card never seen before."""

    def __init__(self, weigher: Weigher, beliefs: Mapping[int, Belief], fresh: Belief) -> None:
        self._weigher = weigher
        self.beliefs = _WithFresh(beliefs, fresh)
        # Thousands of sequences lead to few rows; the beliefs stay the same here.
        self._rows: dict[tuple[Ids, Ids | None], tuple[float, float]] = {}
        self._piles: dict[Ids, tuple[float, float]] = {}

    def score(self, lane: Lane) -> tuple[float, float]:
        """Log likelihood ratio and faults."""
        row, pile = self.row(lane.forest, lane.slots), self.pile(lane.decay)
        return row[0] + pile[0], row[1] + pile[1]

    def row(self, forest: Ids, slots: Ids | None = None) -> tuple[float, float]:
        """Log likelihood ratio and faults of the forest alone."""
        known = self._rows.get((forest, slots))
        if known is None:
            fit = self._weigher.forest(forest, self.beliefs, slots)
            known = self._rows[forest, slots] = fit.score, fit.faults
        return known

    def pile(self, decay: Ids) -> tuple[float, float]:
        """The same of the decay pile."""
        known = self._piles.get(decay)
        if known is None:
            fit = self._weigher.decay(decay, self.beliefs)
            known = self._piles[decay] = fit.score, fit.faults
        return known


class _WithFresh(dict[int, Belief]):
    def __init__(self, beliefs: Mapping[int, Belief], fresh: Belief) -> None:
        super().__init__(beliefs)
        self._fresh = fresh

    def __missing__(self, card: int) -> Belief:
        return self._fresh


def structures(
    lane: Lane, scorer: LaneScorer, depth: int, only: Mapping[int, int]
) -> list[Structure]:
    """Every sequence of exactly ``depth`` turns that fits about as well as the best, best first.
    ``only``: steps that are certain, by place in the sequence."""
    level: list[tuple[tuple[int, ...], Lane]] = [((), lane)]
    for n in range(depth - 1):
        level = [
            (steps + (s,), after(at, s))
            for steps, at in level
            for s in steps_of(at)
            if only.get(n, s) == s
        ]
    if not depth:
        return [Structure((), lane, *scorer.score(lane))]
    # The last step leads to thousands of tables, of which a few are worth being made.
    found: list[tuple[float, tuple[int, ...], Lane]] = []
    top = -inf
    for steps, at in level:
        for s in steps_of(at):
            if only.get(depth - 1, s) == s:
                forest, decay, _ = _next(at, s)
                score = scorer.row(forest)[0] + scorer.pile(decay)[0]
                if score > top - MARGIN:
                    top = max(top, score)
                    found.append((score, steps + (s,), at))
    found = [f for f in found if f[0] > top - MARGIN]
    found.sort(key=lambda f: (-f[0], f[1]))
    ends = [(steps, after(at, steps[-1])) for _, steps, at in found[:_MOST]]
    return [Structure(steps, end, *scorer.score(end)) for steps, end in ends]


def half_turns(
    lane: Lane, scorer: LaneScorer, only: Mapping[int, int] | None = None
) -> list[Structure]:
    """Tables in the middle of the next turn, best first; ``only`` as in ``structures``."""
    found = [
        Structure((step,), half, *scorer.score(half), True)
        for step in steps_of(lane)
        if (only or {}).get(0, step) == step
        for half in _halves(lane, step)
    ]
    return _best(found)


def _best(found: list[Structure]) -> list[Structure]:
    if not found:
        return []
    top = max(s.score for s in found)
    kept = [s for s in found if s.score > top - MARGIN]
    kept.sort(key=lambda s: (-s.score, s.steps))
    return kept[:_MOST]
