"""The counts of legal move sequences that were worked out independently (R-27)."""

from __future__ import annotations

import pytest

from tabletop.games.mushroom_walk import perft

from .positions import LATE, dealt


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("first", [3, 12, 48, 180, 796]),
        ("second", [4, 16, 100, 627, 5268]),
        ("third", [3, 15, 55, 293, 1232]),
    ],
)
def test_perft_from_the_deal(name: str, counts: list[int]) -> None:
    state = dealt(name)
    assert [perft(state, depth) for depth in range(1, 6)] == counts


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("A", [178, 1246, 28138, 212063]),
        ("B", [14, 96, 509, 879]),
        ("C", [1, 1, 1, 1]),
        ("D", [1, 4, 12, 16]),
        ("E", [39, 156, 581, 1000]),
        ("F", [4, 15, 62, 260]),
    ],
)
def test_perft_late_in_a_game(name: str, counts: list[int]) -> None:
    assert [perft(LATE[name], depth) for depth in range(1, 5)] == counts
