"""Computer players: legal in every game, the same from the same dice, and each stronger than the
one before."""

from __future__ import annotations

import random

import pytest

from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import (
    Cook,
    Move,
    Player,
    Sell,
    State,
    Take,
    legal_moves,
    play,
    scores,
    setup,
)
from tabletop.games.players import PLAYERS, player_named
from tabletop.games.players.expert import sensible
from tabletop.games.players.guessing import guess
from tabletop.games.players.worth import Worth
from tabletop.games.simulation.match import turns
from tabletop.games.simulation.running import run_series
from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally
from tabletop.games.walk.views import first_view
from tests.games.positions import WALK, position


def moves_of(names: tuple[str, str], game: str, seed: int) -> list[Move]:
    state = setup(game_named(game), random.Random(seed))
    players = [player_named(name, random.Random(seed)) for name in names]
    return [turn.move for turn in turns(state, players)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_every_game_and_the_same_from_the_same_dice(
    name: str, game: str
) -> None:
    played = moves_of((name, "greedy"), game, 1)
    assert len(played) > 30
    assert moves_of((name, "greedy"), game, 1) == played


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(ValueError, match="use random, greedy, thinker or expert"):
        player_named("genius", random.Random(0))


@pytest.mark.parametrize(
    ("weak", "strong", "games"),
    [
        ("random", "greedy", 20),
        ("greedy", "thinker", 20),
        pytest.param("thinker", "expert", 40, marks=pytest.mark.slow),
    ],
)
def test_a_stronger_player_wins_most_games(weak: str, strong: str, games: int) -> None:
    """benchmarks/results/players.md has the figures of many more games."""
    tally = Tally()
    for part in run_series(Series(WALK, (weak, strong), games, seed=3)):
        tally.add(part)
    assert tally.wins[1] > games / 2


def best(name: str, me: Player, **rest: str) -> Move:
    view = first_view(position(me, Player("2"), **rest), 0)
    return player_named(name, random.Random(0)).choose(view, list(legal_moves(view)))


@pytest.mark.parametrize("name", ["thinker", "expert"])
def test_the_last_turns_are_for_cooking(name: str) -> None:
    cooked = best(name, Player("2TTT", pans=1), forest="4N", draw="")
    assert cooked == Cook("T", 3)


@pytest.mark.parametrize("name", ["thinker", "expert"])
def test_butter_and_cider_go_into_the_dish(name: str) -> None:
    cooked = best(name, Player("999999999BC", baskets=2), forest="4", draw="")
    assert cooked == Cook("9", 9, 0, 1, 1)


@pytest.mark.parametrize("name", ["greedy", "thinker", "expert"])
def test_the_third_of_a_kind_is_taken_at_a_price(name: str) -> None:
    assert best(name, Player("TT", sticks=3), forest="2P2T2323") == Take(4)


@pytest.mark.parametrize("name", ["thinker", "expert"])
def test_what_can_still_become_a_dish_is_not_sold_early_on(name: str) -> None:
    assert not isinstance(best(name, Player("99"), forest="29345678", draw="9" * 30), Sell)


def lead(state: State, who: int) -> int:
    return scores(state)[who] - scores(state)[1 - who]


def best_lead(state: State, who: int) -> int:
    """The lead that ``who`` can be sure of, found by playing everything through."""
    if state.over:
        return lead(state, who)
    values = [best_lead(play(state, move, strict=False), who) for move in legal_moves(state)]
    return max(values) if state.to_move == who else min(values)


def test_the_expert_plays_open_endings_perfectly() -> None:
    lost = {"greedy": 0, "expert": 0}
    for seed in range(8):
        state = setup(WALK, random.Random(seed))
        players = [player_named("thinker", random.Random(seed)) for _ in (0, 1)]
        for turn in turns(state, players):
            if len(turn.before.forest + turn.before.draw) <= 4:
                state = turn.before
                break
        who = state.to_move
        moves = list(legal_moves(state))
        for name in lost:
            chosen = PLAYERS[name](random.Random(seed)).choose(state, moves)
            lost[name] += best_lead(state, who) - best_lead(play(state, chosen), who)
    assert lost["expert"] == 0
    assert lost["greedy"] > 0


def test_guesses_fill_hands_with_cards_that_were_not_seen() -> None:
    for seed in range(20):
        state = setup(game_named("fungi"), random.Random(seed))
        view = first_view(state, 0)
        guessed = guess(view, random.Random(seed))
        assert guessed.players[0] == state.players[0]
        other = guessed.players[1]
        assert (len(other.hand), len(other.night)) == tuple(map(len, state.players[1][:2]))
        assert "?" not in other.hand + other.night
        for kind in set(other.hand):
            seen = state.forest.count(kind) + state.players[0].hand.count(kind)
            assert other.hand.count(kind) + seen <= state.game.forest_deck.count(kind)
        assert guessed.draw == view.draw


def test_more_of_a_good_thing_is_worth_more() -> None:
    view = first_view(setup(WALK, random.Random(2)), 0)
    worth = Worth(view).of
    assert worth(Player("9")) > worth(Player("")) > worth(Player("2"))  # a 2 fills the hand
    assert worth(Player("999")) > worth(Player("99")) > worth(Player("9"))
    assert worth(Player("999", pans=1)) > worth(Player("999", pans=0))
    assert worth(Player("9", "9")) > worth(Player("99"))
    assert worth(Player("9999B")) > worth(Player("9B"))
    assert worth(Player("", sticks=3)) > worth(Player(""))
    assert worth(Player("", baskets=1)) > worth(Player(""))
    assert worth(Player("9", "?")) > worth(Player("9"))


def test_sensible_moves_are_legal_and_leave_no_butter_behind() -> None:
    state = position(Player("44449999BNN"), decay="P")
    kept = sensible(state)
    assert set(kept) < set(legal_moves(state))
    cooks = [move for move in kept if isinstance(move, Cook)]
    assert set(cooks) == {Cook(kind, 4, 0, 1, 0, "hand") for kind in "49"}
