"""How much a look at a card says of it, and a look that was the same before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tabletop.faces import FACES
from tabletop.referee.beliefs import look_of
from tabletop.referee.layout import find_layout
from tabletop.referee.observe import Observation, observe
from tabletop.referee.settled import seen_again
from tabletop.vision.sighting import Reading, Sighting
from tests.referee import simulate
from tests.referee.worlds import make_world

QUAD = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))


def sure(face: str, visible: float) -> Sighting:
    p = np.zeros(len(FACES), np.float32)
    p[FACES.index(face)] = 1.0
    return Sighting(QUAD, True, p, visible)


@pytest.mark.parametrize(
    ("read", "alike", "unlike"),
    [("QC", "QS", "7H"), ("2H", "7H", "7S"), ("JS", "JC", "4D"), ("XB", "JS", "4H")],
)
def test_what_is_misread_is_rather_misread_as_what_looks_like_it(
    read: str, alike: str, unlike: str
) -> None:
    look = dict(zip(FACES, look_of(sure(read, 0.3)), strict=True))
    assert look[read] > 20 * look[alike] > 40 * look[unlike] > 0
    whole = dict(zip(FACES, look_of(sure(read, 1.0)), strict=True))
    assert whole[alike] < look[alike] < whole[read]


def test_a_look_is_a_distribution_over_what_the_card_may_be() -> None:
    half = np.zeros(len(FACES), np.float32)
    half[FACES.index("9H")] = 0.5
    for sighting in (sure("XR", 1.0), Sighting(QUAD, True, half, 0.2)):
        assert look_of(sighting).mean() == pytest.approx(1.0)


def last_table() -> Reading:
    world = make_world(seed=11, turns=30, busy=0.0, half=0.0)
    return simulate.reading(world.tables[-1], simulate.CLEAN, np.random.default_rng(1))


def observed(reading: Reading) -> Observation:
    layout = find_layout(reading)
    assert layout is not None
    return observe(reading, layout)


def test_what_lies_and_looks_as_before_is_known_from_the_last_picture() -> None:
    reading = last_table()
    before = observed(reading)
    shown = {c.at for display in before.displays for c in display if c.up}
    assert len(shown) > 3
    assert seen_again(observed(reading), before) == shown
    assert seen_again(observed(reading), None) == frozenset()
    # One looks otherwise now, another was laid elsewhere.
    other, moved = sorted(shown)[:2]
    cards = list(reading.cards)
    cards[other] = replace(cards[other], p=sure("XR", 1.0).p)
    (ax, ay), (bx, by) = cards[moved].quad[:2]
    by_half = (0.6 * (bx - ax), 0.6 * (by - ay))
    a, b, c, d = ((x + by_half[0], y + by_half[1]) for x, y in cards[moved].quad)
    cards[moved] = replace(cards[moved], quad=(a, b, c, d))
    now = observed(replace(reading, cards=tuple(cards)))
    assert not {other, moved} & seen_again(now, before)
