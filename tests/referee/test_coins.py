"""Coins are counted once each, and what only looks like a coin is not."""

from __future__ import annotations

import numpy as np

from tabletop.referee.coins import coins_on, stashed
from tabletop.referee.plane import Plane
from tabletop.vision.sighting import Coin, Reading

PLANE = Plane((1920, 1080), (0.0, 0.05, 0.4, 2.5, 0.336, 0.0, 0.0))
"""A table seen at a slant: 20 card widths span the picture or so."""
RADIUS = 0.18
HEAP = [(5 + 0.4 * i, 2 + 0.38 * j) for i in range(5) for j in range(4)]


def coin(x: float, y: float, radius: float = RADIUS, score: float = 0.93) -> Coin:
    """A coin with its middle at ``(x, y)`` on the table, in card widths."""
    at = PLANE.to_picture(np.array([(x, y), (x + radius, y), (x, y + radius)]))
    across, down = at[1] - at[0], at[2] - at[0]
    area = abs(across[0] * down[1] - across[1] * down[0])
    return Coin(float(at[0, 0]), float(at[0, 1]), float(np.sqrt(area)), score)


def counted(*coins: Coin, supply: list[tuple[float, float]] = HEAP) -> tuple[int, int] | None:
    """Of a table on which ``coins`` lie, and the ``supply``: those on either side of the row."""
    lying = (*coins, *(coin(x, y) for x, y in supply))
    mine = stashed(Reading(PLANE.size, coins=lying), PLANE, np.array(supply))
    return None if mine is None else (int((mine[:, 1] < 0).sum()), int((mine[:, 1] >= 0).sum()))


def test_coins_that_touch_are_all_counted() -> None:
    # Their middles lie 0.36 card widths apart, at a slant fewer pixels than that.
    touching = [coin(-4 + 0.36 * i, -2 - 0.37 * j) for i in range(3) for j in range(2)]
    assert counted(*touching, coin(-4, 2.5)) == (6, 1)


def test_a_coin_reported_twice_is_one() -> None:
    assert counted(coin(-4, -2), coin(-3.95, -2.03)) == (1, 0)


def test_on_a_patterned_cloth_what_is_larger_or_smaller_than_coins_is_none() -> None:
    patterned = [*HEAP, (-1.0, 3.0)]
    odd = [coin(-3, -2, 0.09), coin(-2, -2, 0.3), coin(-2, -3, score=0.55)]
    assert counted(coin(-4, -2), *odd, supply=patterned) == (1, 0)


def test_on_a_plain_cloth_a_coin_of_which_a_part_shows_counts() -> None:
    assert counted(coin(-4, -2), coin(-3, -2, 0.09, score=0.55)) == (2, 0)
    assert counted(coin(-4, -2), coin(-3, -2, 1.0)) == (1, 0), "a saucer"


def test_the_forests_row_holds_no_stash() -> None:
    assert counted(coin(-4, 0.3), coin(-4, -0.3)) == (0, 0)


def test_what_looked_like_a_coin_at_first_is_part_of_the_cloth() -> None:
    flowers = [(-4.0, -2.0), (-1.0, 3.0), (2.0, -3.0)]
    assert counted(coin(-3, -2), supply=HEAP + flowers) == (1, 0)


def test_the_supply_is_the_heap_not_all_that_lies_between_two_flowers() -> None:
    flowers = [(-8.0, -4.0), (8.0, 4.0)]
    assert counted(coin(-4, -2), coin(-4, 2), supply=HEAP + flowers) == (1, 1)


def test_without_coins_nothing_is_known() -> None:
    assert stashed(Reading(PLANE.size), PLANE, None) is None
    assert len(coins_on(Reading(PLANE.size), PLANE)) == 0
