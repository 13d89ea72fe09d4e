"""What a move brings."""

from __future__ import annotations

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Cook, Decay, Player, Sell, State, Take
from tabletop.games.walk.prospects import prospect

GAME = game_named("mushroom-walk")
STATE = State(
    GAME,
    forest="9PKO2TN8",
    draw="33",
    night="56",
    decay="2345",
    players=(Player(hand="999BN", sticks=3, pans=1), Player()),
)


def test_taking_costs_sticks_and_room() -> None:
    found = prospect(STATE, Take(5))
    assert (found.points, found.sticks, found.held, found.limit) == (0, -3, 6, 8)
    assert (found.decays, found.clears) == ("9", True)
    assert prospect(STATE, Take(1)).decays == "P"


def test_a_basket_raises_the_limit_and_poison_lowers_it() -> None:
    basket = prospect(STATE, Take(3))
    assert (basket.sticks, basket.held, basket.limit) == (-1, 5, 10)
    poison = prospect(STATE, Take(2, (("d", "B"),)))
    assert (poison.held, poison.limit) == (4, 4)


def test_cooking_brings_points_and_selling_sticks() -> None:
    assert prospect(STATE, Cook("9", 3)).points == 12
    assert prospect(STATE, Sell("9", 2)).sticks == 4


def test_taking_the_decay_pile_leaves_nothing_to_clear() -> None:
    found = prospect(STATE, Decay())
    assert (found.held, found.decays, found.clears) == (9, "9", False)


def test_the_last_card_drops_nowhere() -> None:
    found = prospect(STATE._replace(forest="9", draw=""), Take(1))
    assert (found.decays, found.clears) == ("", False)
