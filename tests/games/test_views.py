"""What a player at the table is shown: everything open, and no card that is hidden (R-16, R-19)."""

from __future__ import annotations

import gc
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games import Game, game_named
from tabletop.games.mushroom_walk import (
    Decay,
    Move,
    Player,
    State,
    Take,
    deal,
    legal_moves,
    play,
    setup,
)
from tabletop.games.simulation.match import turns
from tabletop.games.walk.views import first_view, next_view
from tests.games.positions import position

GAMES = ["mushroom-walk", "original-numbers", "fungi"]
seeds = st.integers(0, 2**32 - 1)
games = st.sampled_from(GAMES).map(game_named)


class Spy:
    """Plays at random and keeps all that it was shown."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.shown: list[tuple[State, list[Move]]] = []

    def choose(self, view: State, moves: Sequence[Move]) -> Move:
        self.shown.append((view, list(moves)))
        return self.rng.choice(moves)


def texts_within(thing: object) -> set[str]:
    """Every text that can be reached from ``thing``, those of its game (the decks) left out."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, (Game, type)):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            found.add(one)
        waiting += gc.get_referents(one)
    return found


@given(games, seeds)
@settings(max_examples=25, deadline=None)
def test_nothing_that_a_player_is_shown_leads_to_a_hidden_card(game: Game, seed: int) -> None:
    state = setup(game, random.Random(seed))
    spies = (Spy(seed), Spy(seed + 1))
    asked = [0, 0]
    for before, _, _ in turns(state, spies):
        who = before.to_move
        for shown in spies[who].shown[asked[who] :]:
            view, other = shown[0], before.players[1 - who]
            assert set(view.draw) <= {"?"}
            assert game.open_nights or set(view.players[1 - who].night) <= {"?"}
            hidden = {before.draw, before.night}
            if "?" in view.players[1 - who].hand:
                hidden.add(other.hand)
            # Short texts, such as the last card of a pile, may well stand elsewhere too.
            found = hidden & texts_within(shown) - {view.mover.hand, view.decay, view.forest}
            assert not {text for text in found if len(text) > 2}
        asked[who] = len(spies[who].shown)


@given(games, seeds, st.sampled_from((0, 1)))
@settings(max_examples=40, deadline=None)
def test_shuffles_that_look_alike_to_a_player_give_the_same_view(
    game: Game, seed: int, who: int
) -> None:
    """Hidden cards change places; as long as none of them shows, the views can't differ."""
    rng = random.Random(seed)
    state = setup(game, rng, rng.randrange(2))
    hidden = list(state.draw)
    rng.shuffle(hidden)
    night = list(state.night)
    rng.shuffle(night)
    twin = state._replace(draw="".join(hidden), night="".join(night))
    other = state.players[1 - who]
    # The dealt hand changes too, with hand cards of the draw pile.
    fresh = [kind for kind in twin.draw if kind not in "KOP"][: len(other.hand)]
    draw = list(twin.draw)
    for old, new in zip(other.hand, fresh, strict=True):
        draw[draw.index(new)] = old
    hands = [*twin.players]
    hands[1 - who] = other._replace(hand="".join(sorted(fresh)))
    twin = twin._replace(draw="".join(draw), players=(hands[0], hands[1]))
    assert first_view(state, who) == first_view(twin, who)
    if state.to_move == who:
        assert list(legal_moves(first_view(state, who))) == list(legal_moves(first_view(twin, who)))


@given(games, seeds)
@settings(max_examples=25, deadline=None)
def test_a_view_says_nothing_false(game: Game, seed: int) -> None:
    """Where a view names a card, it is that card; only counts are known of the rest."""
    rng = random.Random(seed)
    state = setup(game, rng)
    views = [first_view(state, who) for who in (0, 1)]
    while not state.over:
        for who, view in enumerate(views):
            assert view.players[who] == state.players[who]
            for name in ("forest", "decay", "discard", "spent", "to_move", "reason"):
                assert getattr(view, name) == getattr(state, name)
            mine, true = view.players[1 - who], state.players[1 - who]
            assert mine[2:] == true[2:]
            for known, cards in ((mine.hand, true.hand), (mine.night, true.night)):
                assert len(known) == len(cards)
                for kind in set(known) - {"?"}:
                    assert known.count(kind) <= cards.count(kind)
            assert (len(view.draw), len(view.night)) == (len(state.draw), len(state.night))
        move = rng.choice(list(legal_moves(state)))
        after = play(state, move)
        views = [next_view(view, who, state, move, after) for who, view in enumerate(views)]
        state = after


def test_r_16_dealt_cards_are_hidden_until_they_show() -> None:
    cards = "23456789" + "9N9B5C" + "2" * 20
    state = deal(game_named("mushroom-walk"), cards, "25", first=0)
    assert [player.hand for player in state.players] == ["599", "BCN"]
    view = first_view(state, 1)
    assert view.players == (Player("???"), Player("BCN"))
    after = play(state, Take(1))
    assert next_view(view, 1, state, Take(1), after).players[0].hand == "2???"


def test_fu_r2_night_cards_are_secret_in_fungi_and_open_in_mushroom_walk() -> None:
    shown = []
    for name in ("mushroom-walk", "fungi"):
        state = position(forest="O2345678")._replace(game=game_named(name))
        views = [first_view(state, who) for who in (0, 1)]
        after = play(state, Take(1))
        shown.append(
            [
                next_view(view, who, state, Take(1), after).players[0].night
                for who, view in enumerate(views)
            ]
        )
    assert shown == [["5", "5"], ["5", "?"]]


def test_r_19_the_night_card_is_seen_before_the_discards_are_chosen() -> None:
    state = position(Player("2345678"), decay="PO", forest="NBCNBCNB")

    class TakesThePile(Spy):
        def choose(self, view: State, moves: Sequence[Move]) -> Move:
            super().choose(view, moves)
            return next(m for m in moves if isinstance(m, Decay))

    spy = TakesThePile(0)
    turn = next(turns(state, (spy, spy)))
    (first, offered), (second, choices) = spy.shown[:2]
    assert first.night == "??"
    assert [move for move in offered if isinstance(move, Decay)] == [Decay()]
    assert second.night == "5?"
    assert all(isinstance(move, Decay) and len(move.discards) == 4 for move in choices)
    assert any(("n", "5") in move.discards for move in choices if isinstance(move, Decay))
    assert turn.move in choices


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_choice_is_refused(name: str) -> None:
    class Cheat:
        def choose(self, view: State, moves: Sequence[Move]) -> Move:
            return Take(8)

    state = setup(game_named(name), random.Random(1))
    with pytest.raises(ValueError, match="costs 6 sticks, has 0"):
        next(turns(state, (Cheat(), Cheat())))
