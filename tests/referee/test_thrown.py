"""Cards thrown away unseen: named where the histories agree, left open everywhere else."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.judging import judge, left_open, run, told_key, truth_keys
from tabletop.games import game_named
from tabletop.games.mushroom_walk import Decay, Discards, Sell, Take, parse_move
from tabletop.record import format_record, parse_record, replay
from tabletop.referee.events import Event, Question, Revise, Turn
from tabletop.referee.retelling import retell
from tabletop.referee.session import Session
from tabletop.referee.thrown import agrees, named, plain
from tests.referee.worlds import World, make_world, world_readings

SEED, TURN = 33, 32
"""A game in which four cards are thrown away, one of them dealt unseen."""


def seen_until_thrown() -> Session:
    """The game up to ``TURN``."""
    session = Session(game_named("mushroom-walk"))
    for name, reading in world_readings(make_world(SEED), "clean", SEED):
        session.see(reading, name)
        if len(session.view.moves) == TURN:
            break
    return session


def cards(text: str) -> Discards:
    """``"6 9 4*"``: two day cards and a night card."""
    return tuple(sorted(("n" if c.endswith("*") else "d", c[0]) for c in text.split()))


@pytest.mark.parametrize(
    ("ways", "told"),
    [
        ({"6": 1.0}, "6"),
        ({"6": 0.95, "9": 0.05}, "6"),
        ({"6": 0.75, "9": 0.25}, "?"),
        # One card is in all of them, the other is not.
        ({"6 9": 0.4, "6 8": 0.35, "6 7": 0.25}, "6 ?"),
        # Each of two is likely enough, but not both together.
        ({"6 8": 0.86, "6 9": 0.07, "8 9": 0.07}, "6 ?"),
        ({"6 6": 0.95, "6 9": 0.05}, "6 6"),
        ({"6 6": 0.5, "6 9": 0.5}, "6 ?"),
        ({"2* 6": 0.5, "2* 9": 0.5}, "2* ?"),
        ({"? 6": 0.5, "? 9": 0.5}, "? ?"),
        ({"": 1.0}, ""),
    ],
)
def test_what_is_named(ways: dict[str, float], told: str) -> None:
    for scale in (1.0, 0.1):
        weighted = [(cards(text), scale * weight) for text, weight in ways.items()]
        assert named(weighted) == cards(told)


def test_a_word_is_taken_back_only_where_it_is_clearly_in_doubt() -> None:
    def told(six: float, so_far: str) -> Discards:
        return named([(cards("6"), six), (cards("9"), 1 - six)], cards(so_far))

    assert told(0.75, "6") == cards("6")
    assert told(0.75, "?") == told(0.75, "9") == cards("?")
    assert told(0.5, "6") == cards("?")
    assert told(0.1, "6") == cards("9")


def test_what_was_said_last_is_said_again() -> None:
    ways = [(cards("6 9"), 0.5), (cards("6 8"), 0.3), (cards("8 9"), 0.2)]
    for before in ("6 9", "8 9", "? ?", "6 ?"):
        once = named(ways, cards(before))
        assert named(ways, once) == once


def test_an_open_card_agrees_with_any() -> None:
    assert agrees(Take(1, cards("? 6")), Take(1, cards("6 9")))
    assert agrees(Take(1, cards("?")), Take(1, cards("?")))
    assert agrees(Sell("4", 2), Sell("4", 2))
    assert not agrees(Take(1, cards("? 6")), Take(1, cards("8 9")))
    assert not agrees(Take(1, cards("6 9")), Take(1, cards("? 6")))
    assert not agrees(Take(1, cards("?")), Take(1, cards("6 9")))
    assert not agrees(Take(1, cards("?")), Take(1, cards("2*")))
    assert not agrees(Take(1, cards("?")), Take(2, cards("6")))
    assert not agrees(Decay(cards("?")), Take(1, cards("6")))


def test_plain_moves_are_those_that_differ_in_nothing_else() -> None:
    assert plain(Decay(cards("6 9 2*"))) == Decay(cards("? ? ?*"))
    assert plain(Take(3)) == Take(3)
    assert plain(Sell("4", 2)) == Sell("4", 2)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(SEED)


@pytest.fixture(scope="module")
def followed(world: World) -> tuple[list[Event], list[float], Session]:
    return run(world_readings(world, "clean", SEED))


def _told(events: list[Event]) -> list[Turn | Revise]:
    return [e for e in events if isinstance(e, Turn | Revise) and e.n == TURN]


def test_what_nobody_can_know_is_left_open_and_later_turns_say_more(
    world: World, followed: tuple[list[Event], list[float], Session]
) -> None:
    events, seconds, _ = followed
    told = [parse_move(e.move) for e in _told(events)]
    assert isinstance(told[0], Decay)
    assert len(told) > 1
    unknown = [Counter(move.discards)["d", "?"] for move in told if isinstance(move, Decay)]
    assert unknown[0] == 2
    assert unknown[-1] == 1
    assert left_open(truth_keys(world.game, world.lines)[TURN - 1], told_key(_told(events)[-1]))
    assert judge("game", world.game, world.lines, events, seconds).perfect
    assert not [e for e in events if isinstance(e, Question) and e.n == TURN]


def test_all_accounts_of_the_game_agree_on_what_is_open(
    followed: tuple[list[Event], list[float], Session],
) -> None:
    events, _, session = followed
    last = _told(events)[-1]
    view = session.view
    record = parse_record(format_record(session.record))
    assert view.moves[TURN - 1].text == last.move
    assert f" {last.move}\n" in format_record(session.record)
    assert not [s for s in replay(record) if s.ruling.verdict == "illegal"]
    again = retell(record)[-1].view
    assert [m.words for m in again.moves] == [m.words for m in view.moves]
    for mine, other in zip(view.players, again.players, strict=True):
        assert mine.held == other.held
        # What the live view knows of a hand, by likelihood, holds all that is certain.
        assert not Counter(c.name for c in other.known) - Counter(c.name for c in mine.known)
        assert len(mine.known) + mine.unseen == len(other.known) + other.unseen


def test_a_pile_and_a_hand_show_no_card_that_is_only_guessed() -> None:
    session = seen_until_thrown()
    view = session.view
    assert "?" in view.moves[-1].text
    thrown = [card.face for card in view.discard]
    assert thrown.count("??") == view.moves[-1].text.count("?")
    mover = view.players[view.moves[-1].player]
    assert mover.unseen > 0
    assert len(mover.known) + mover.unseen + len(mover.night_cards) == mover.held


def test_players_name_what_was_thrown_or_leave_it_open() -> None:
    session = seen_until_thrown()
    told = session.view.moves[-1].text
    options = [o for o in session.candidates(TURN) if o.p > 0]
    assert all(agrees(parse_move(told), parse_move(o.text)) for o in options[:3])
    assert options[0].text != told
    named_ = options[0].text
    session.fix(TURN, parse_move(named_))
    assert session.view.moves[-1].text == named_
    open_ = "decay discard ? ? ? ?"
    session.fix(TURN, parse_move(open_))
    now = session.view.moves[-1].text
    assert "?" in now
    assert agrees(parse_move(open_), parse_move(now))
    assert len([o for o in session.candidates(TURN) if o.p > 0]) > 3
