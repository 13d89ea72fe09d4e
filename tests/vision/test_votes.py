"""Gathering votes: one card from its cells, two from equal neighbours, none from noise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.vision.coins import coins, hands
from tabletop.vision.finder import Grid, _guesses
from tabletop.vision.order import bottom_to_top, corners
from tabletop.vision.votes import gather

STRIDE = 4
ROWS, COLUMNS = 100, 120

Card = tuple[float, float, float, float, float, int]
"""x, y, half width, half height, turn in radians, class (1 up, 2 back)."""


def grid_of(
    cards: list[Card],
    *,
    noise: float = 0.0,
    round_things: Sequence[tuple[float, float, float]] = (),
) -> Grid:
    """What a finder without faults says of ``cards``, later ones on top."""
    share = np.zeros((ROWS, COLUMNS, 5), np.float32)
    share[:, :, 0] = 1
    centre = np.zeros((ROWS, COLUMNS, 2), np.float32)
    u2, v2 = np.zeros_like(centre), np.zeros_like(centre)
    ys, xs = np.mgrid[0:ROWS, 0:COLUMNS]
    px, py = (xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE
    for x, y, hw, hh, turn, kind in cards:
        c, s = np.cos(turn), np.sin(turn)
        along = (px - x) * c + (py - y) * s
        down = -(px - x) * s + (py - y) * c
        inside = (abs(along) <= hw) & (abs(down) <= hh)
        share[inside] = np.eye(5, dtype=np.float32)[kind]
        centre[inside] = (x, y)
        u2[inside] = hw * np.array([np.cos(2 * turn), np.sin(2 * turn)])
        v2[inside] = -hh * np.array([np.cos(2 * turn), np.sin(2 * turn)])
    for x, y, r in round_things:
        inside = np.hypot(px - x, py - y) <= r
        share[inside] = np.eye(5, dtype=np.float32)[4]
        centre[inside] = (x, y)
    if noise:
        rng = np.random.default_rng(3)
        centre += rng.normal(0, noise, centre.shape).astype(np.float32)
    return Grid(share, centre, u2, v2, (1 / STRIDE, 1 / STRIDE), 1.0)


def test_a_card_is_found_where_it_lies() -> None:
    (card,) = gather(grid_of([(200, 180, 30, 42, 0.4, 1)]))
    assert card.centre == pytest.approx((200, 180), abs=0.5)
    assert card.visible == pytest.approx(1.0, abs=0.05)
    assert card.up == 1.0
    quad: NDArray[np.float32] = corners(card)
    assert np.hypot(*(quad[1] - quad[0])) == pytest.approx(60, abs=0.5)
    assert np.hypot(*(quad[2] - quad[1])) == pytest.approx(84, abs=0.5)


@pytest.mark.parametrize("turn", np.linspace(0, np.pi, 7))
def test_any_turn(turn: float) -> None:
    (card,) = gather(grid_of([(240, 200, 26, 38, float(turn), 1)], noise=1.0))
    v = card.v / np.hypot(*card.v)
    assert abs(float(v @ [-np.sin(turn), np.cos(turn)])) == pytest.approx(1, abs=0.01)


def test_equal_neighbours_stay_two_and_covered_ones_are_kept() -> None:
    column: list[Card] = [(200, 100 + 16 * i, 30, 42, 0.0, 1) for i in range(4)]
    grid = grid_of(column, noise=1.0)
    found = gather(grid)
    assert len(found) == 4
    assert sorted(round(float(f.centre[1])) for f in found) == pytest.approx(
        [100, 116, 132, 148], abs=1
    )
    order = bottom_to_top(grid, found)
    assert [round(float(found[i].centre[1]) / 16) for i in order] == sorted(
        round(float(f.centre[1]) / 16) for f in found
    )


def test_a_card_cut_in_two_by_another_stays_one() -> None:
    found = gather(grid_of([(200, 200, 30, 42, 0.0, 1), (200, 200, 60, 10, 0.0, 2)]))
    assert len([f for f in found if f.up > 0.5]) == 1


def test_a_card_across_another_with_the_same_middle_is_a_second_card() -> None:
    found = gather(grid_of([(200, 200, 30, 42, 0.0, 1), (200, 200, 30, 42, np.pi / 2, 1)]))
    assert len(found) == 2


def test_votes_in_two_heaps_for_one_place_are_one_card() -> None:
    grid = grid_of([(200, 200, 30, 42, 0.2, 1)])
    grid.centre[::2] += (10, 0)
    found = gather(grid)
    assert len(found) == 1
    assert found[0].visible > 0.9


def test_back_and_face_are_told_apart() -> None:
    found = gather(grid_of([(120, 200, 30, 42, 0.0, 2), (250, 200, 30, 42, 0.0, 1)]))
    assert [f.up for f in sorted(found, key=lambda f: float(f.centre[0]))] == [0.0, 1.0]


def test_scattered_votes_are_no_card() -> None:
    grid = grid_of([])
    rng = np.random.default_rng(0)
    grid.share[:, :, 1] = 0.9
    grid.share[:, :, 0] = 0.1
    grid.centre[:] = rng.uniform(0, 4 * COLUMNS, grid.centre.shape)
    grid.u2[:] = rng.normal(0, 30, grid.u2.shape)
    grid.v2[:] = rng.normal(0, 42, grid.v2.shape)
    assert len(gather(grid)) <= 3


def test_touching_coins_are_counted() -> None:
    row = [(100 + 17 * i, 200.0, 8.5) for i in range(7)]
    found = coins(grid_of([], round_things=[(float(x), y, r) for x, y, r in row]))
    assert len(found) == 7
    assert found[0].radius == pytest.approx(8.5, abs=2)


def test_stray_votes_at_a_coins_edge_are_no_second_coin() -> None:
    grid = grid_of([], round_things=[(200.0, 200.0, 20.0)])
    grid.centre[48:51, 46] = (188.0, 198.0)
    assert len(coins(grid)) == 1


def test_each_cell_gives_the_guess_it_holds_likeliest() -> None:
    out = np.zeros((5 + 3 + 18, 3), np.float32)
    for turn in range(3):
        out[5 + turn, turn] = 1
        out[8 + 6 * turn : 14 + 6 * turn] = turn
    assert _guesses(out)[:, 0].tolist() == [0, 1, 2]
    assert _guesses(out).shape == (3, 6)


def test_a_speck_is_no_hand_and_an_arm_is() -> None:
    grid = grid_of([])
    grid.share[50, 60] = np.eye(5)[3]
    assert not hands(grid).any()
    grid.share[20:60, 30:42] = np.eye(5)[3]
    assert hands(grid).sum() == pytest.approx(480, abs=8)
