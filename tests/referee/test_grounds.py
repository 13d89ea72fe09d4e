"""Nobody is accused by a count that no picture proves."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Move, PutPan, Sell, Take
from tabletop.referee.grounds import Grounds
from tabletop.referee.hypothesis import Hypothesis, Played
from tabletop.referee.track import Choice, Side, Track

GAME = game_named("mushroom-walk")
LIMIT, PRICE = ("MW-4.1",), ("MW-5.1",)
HAND, STASH = "count the hand", "count the stash"
PAN = 7


def _after(
    *moves: Move, sticks: int = 0, pans: tuple[int, ...] = (), missed: Sequence[int] = ()
) -> Hypothesis:
    """Player 0, with ``sticks``, has made ``moves``, and player 1 none."""
    side = Side((), pans=pans, sticks=sticks)
    track = Track((), (), 20, 5, (), (side, Side(())), 1, 50)
    history = tuple(
        Played(
            0,
            move,
            Choice(pan=PAN) if isinstance(move, PutPan) else Choice(),
            (),
            (),
            (),
            max(0, move.position - 2) if isinstance(move, Take) else 0,
            (),
            "",
        )
        for move in moves
    )
    return Hypothesis(
        GAME, track, {}, {}, {}, frozenset(), history=history, missed=frozenset(missed)
    )


def _grounds(*told: float) -> Grounds:
    grounds = Grounds()
    for n, p in enumerate(told or (1.0,) * 5):
        grounds.told(n, p)
    return grounds


def _wanting(grounds: Grounds, h: Hypothesis, rules: tuple[str, ...]) -> str:
    return grounds.wanting(h, len(h.history) - 1, rules) or ""


def test_takings_alone_prove_a_hand() -> None:
    assert _wanting(_grounds(), _after(Take(1), Take(2), Take(1)), LIMIT) == ""


def test_a_turn_that_was_in_doubt_proves_no_hand() -> None:
    h = _after(PutPan(), Take(1), pans=(PAN,))
    assert _wanting(_grounds(0.95, 1.0), h, LIMIT) == ""
    assert HAND in _wanting(_grounds(0.7, 1.0), h, LIMIT)
    # A taking is shown by the row, whoever's turn it may have been.
    assert _wanting(_grounds(0.5, 1.0), _after(Take(1), Take(1)), LIMIT) == ""


def test_a_turn_told_anew_stays_in_doubt() -> None:
    grounds = _grounds(0.5, 1.0)
    grounds.told(0, 0.99)
    assert HAND in _wanting(grounds, _after(PutPan(), Take(1), pans=(PAN,)), LIMIT)


@pytest.mark.parametrize(("seen", "proven"), [(4, True), (3, False), (6, False), (None, False)])
def test_a_sale_is_proven_by_what_it_brought(seen: int | None, proven: bool) -> None:
    sold = _after(Sell("4", 2), sticks=4)
    grounds = _grounds()
    grounds.note(sold, (seen, None))
    h = _after(Sell("4", 2), Take(1), sticks=4)
    assert (_wanting(grounds, h, LIMIT) == "") is proven


def test_the_other_players_coins_prove_nothing() -> None:
    grounds = _grounds()
    grounds.note(_after(Sell("4", 2), sticks=4), (None, 0))
    assert HAND in _wanting(grounds, _after(Sell("4", 2), Take(1), sticks=4), LIMIT)


def test_a_pan_that_is_not_there_proves_no_hand() -> None:
    there = _after(PutPan(), Take(1), pans=(PAN,))
    gone = _after(PutPan(), Take(1), pans=(PAN,), missed=(PAN,))
    assert _wanting(_grounds(), there, LIMIT) == ""
    assert HAND in _wanting(_grounds(), gone, LIMIT)


def test_a_price_needs_a_stash_that_was_counted_before() -> None:
    grounds = _grounds()
    h = _after(Sell("4", 2), Take(8), sticks=0)
    assert STASH in _wanting(grounds, h, PRICE)
    grounds.note(_after(Sell("4", 2), sticks=4), (4, 0))
    assert _wanting(grounds, h, PRICE) == ""
    assert STASH in _wanting(grounds, _after(Sell("4", 2), Take(4), Take(8)), PRICE)


def test_a_turn_that_was_another_one_takes_its_proof_with_it() -> None:
    grounds = _grounds()
    grounds.note(_after(Sell("4", 2), sticks=4), (4, 0))
    grounds.told(0, 1.0)
    assert STASH in _wanting(grounds, _after(Sell("4", 2), Take(8)), PRICE)


def test_acts_that_need_no_count_need_no_proof() -> None:
    assert _wanting(_grounds(), _after(Sell("4", 2), Take(1)), ("MW-5.3",)) == ""


def test_a_turn_taken_back_is_told_afresh() -> None:
    grounds = _grounds(0.5, 1.0)
    grounds.undone(0)
    grounds.told(0, 1.0)
    assert _wanting(grounds, _after(PutPan(), Take(1), pans=(PAN,)), LIMIT) == ""
