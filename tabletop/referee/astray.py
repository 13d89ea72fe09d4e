"""Tables that no turn explains: something done wrong, or cards put back to an earlier table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from tabletop.referee.beliefs import Belief
from tabletop.referee.drafts import Draft
from tabletop.referee.hypothesis import Hypothesis
from tabletop.referee.planning import TURNS_PRIOR
from tabletop.referee.slips import Slip, Slipping
from tabletop.referee.structure import LaneScorer, Structure, lane_of
from tabletop.referee.weigh import Weigher
from tabletop.referee.weighed import Weighed, fault_limit, weigh

SLIP_PRIOR = -7.0
_UNDO_PRIOR = -9.0
_SLIP_FAULTS = 0.5
"""Faults up to which a slip is believed."""
_SLIP_BETTER = 2.5
"""How much better than any turn, in nats, a slip must explain a table."""
_LIKELY = 6
"""Continuations with which slips are thought of."""
_BACK = 6
"""Tables back to which cards are put."""


def likely_slip(
    h: Hypothesis,
    found: Sequence[Weighed],
    half: Structure | None,
    weigher: Weigher,
    fresh: Belief,
    frame: str,
) -> tuple[Slip, float] | None:
    """The slip that explains the table clearly better than any turn of ``found``, or the turn
    ``half`` done, and its score."""
    # What was thrown away long ago may speak for another past than the likeliest: the slip must not
    # lose to a turn for that.
    pasts = [h] if not found or found[0].h is h else [h, found[0].h]
    best: tuple[Weighed, Slip] | None = None
    for past in pasts:
        slipping = Slipping(past, weigher, fresh, frame)
        turns = [w.draft for w in found[:_LIKELY] if w.h is past]
        for slip in slipping.slips(turns):
            w = weigh(past, slip.draft, past.logp + slip.score + TURNS_PRIOR[1], weigher)
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
    elif half is not None and slip.score < half.score + _SLIP_BETTER:
        return None
    return slip, w.score


def put_back(h: Hypothesis, weigher: Weigher) -> Weighed | None:
    """The likeliest of the last few tables, if the table is one of them again."""
    limit = fault_limit(weigher.observation)
    found: list[Weighed] = []
    for back in range(1, min(_BACK, len(h.past)) + 1):
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
        draft = Draft(track, h.beliefs, frozenset(), _UNDO_PRIOR, (), ())
        scorer = LaneScorer(weigher, h.beliefs, h.expected())
        lane = scorer.score(lane_of(track))
        if lane[1] > 0.6:
            continue
        w = weigh(earlier, draft, h.logp + lane[0], weigher)
        if w.faults <= limit:
            found.append(w)
    return max(found, key=lambda w: w.score, default=None)
