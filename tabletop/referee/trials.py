"""One picture looked at in another way, tried out on a copy of what is known: with a discard pile
somewhere, with the table looked for afresh."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tabletop.referee.infer import Inference, Outcome
from tabletop.referee.layout import FOREST, Layout, find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.tracking import discard_places, same_table
from tabletop.vision.sighting import Reading

_ALIKE = 0.12
"""Card widths within which everything lies where it lay: looked at once more it tells the same."""
_REACH = 3.0
"""Card widths from the row at which displays lie."""

NOT_WHOLE = ("unfit", "half", "slip")
"""Outcomes that leave something of a picture unexplained."""
_DISCARD_MARGIN = 1.0


def with_likely_discard(
    inference: Inference,
    reading: Reading,
    observation: Observation,
    frame: str,
) -> Observation:
    """``observation`` of ``reading``, while nobody knows where the discard pile is: with it where a
    heap that appeared makes better sense as that than as part of a display."""
    places = list(discard_places(observation, inference.best))
    if not places:
        return observation
    best, best_score = observation, _score(inference.copy(), observation, frame)
    for place in places:
        trial = observe(reading, replace(observation.layout, discard=place))
        score = _score(inference.copy(), trial, frame)
        if score > best_score + _DISCARD_MARGIN:
            best, best_score = trial, score
    return best


def _score(trial: Inference, observation: Observation, frame: str) -> float:
    """How well ``observation`` can be explained; an unexplained one counts its faults."""
    outcome = trial.feed(observation, frame)
    if outcome.kind in NOT_WHOLE:
        return -1000.0 - 10.0 * outcome.faults
    return trial.score


def looked_afresh(
    inference: Inference,
    layout: Layout,
    reading: Reading,
    frame: str,
) -> tuple[Inference, Outcome, Observation] | None:
    """What comes of ``reading`` where the table of ``layout`` is looked for afresh, as after a push
    of the camera; None if that makes no sense either."""
    fresh = find_layout(reading)
    found = None if fresh is None else same_table(layout, fresh)
    if found is None or _lies_alike(layout, found):
        return None
    observation = observe(reading, found)
    trial = inference.copy()
    outcome = trial.feed(observation, frame)
    return None if outcome.kind in NOT_WHOLE else (trial, outcome, observation)


def _lies_alike(one: Layout, other: Layout) -> bool:
    """Whether both put the row's places, and what lies on either side of it, at the same points of
    the picture."""
    corners = np.array([(n, y) for n in (0, FOREST - 1) for y in (-_REACH, 0.0, _REACH)])
    there = one.plane.to_table(other.plane.to_picture(corners * [other.step, 1.0]))
    return bool(np.abs(there - corners * [one.step, 1.0]).max() < _ALIKE)
