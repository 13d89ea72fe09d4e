"""Corrections by hand: what follows is judged again, and nothing else changes."""

from __future__ import annotations

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Take, parse_move
from tabletop.record import format_record
from tabletop.referee.events import Illegal, Question, Revise, Score
from tabletop.referee.session import CorrectionError, Session
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

Readings = list[tuple[str, Reading]]


def followed(readings: Readings) -> Session:
    session = Session(game_named("mushroom-walk"))
    for name, reading in readings:
        session.see(reading, name)
    return session


def moves(session: Session) -> list[str]:
    return [m.text for m in session.view.moves]


@pytest.fixture(scope="module")
def clean() -> Readings:
    return list(world_readings(make_world(6), "clean", 6))[:18]


def test_a_turn_put_right_changes_what_depends_on_it_and_can_be_withdrawn(
    clean: Readings,
) -> None:
    session = followed(clean)
    before, record = moves(session), format_record(session.record)
    assert before[:8] == [
        "take 2", "take 2", "decay", "take 2", "take 1", "take 2", "take 1", "cook T T T",
    ]  # fmt: skip
    scores = [p.score for p in session.view.players]
    events = session.fix(8, parse_move("cook T T T T"))
    fixed = next(e for e in events if isinstance(e, Revise) and e.n == 8)
    assert fixed.move == "cook T T T T"
    assert fixed.p == 1.0
    assert [e.scores for e in events if isinstance(e, Score)] == [(scores[0], scores[1] + 6)]
    assert moves(session) == [*before[:7], "cook T T T T", *before[8:]]
    assert "cook T T T T" in format_record(session.record)
    # What is seen later keeps to it.
    assert not session.see(clean[-1][1], "again")
    events = session.undo()
    assert [(e.n, e.move) for e in events if isinstance(e, Revise)] == [(8, "cook T T T")]
    assert moves(session) == before
    assert format_record(session.record) == record
    with pytest.raises(CorrectionError, match="Nothing was corrected"):
        session.undo()


def test_a_correction_may_break_a_rule_which_is_told(clean: Readings) -> None:
    session = followed(clean[:8])
    before = moves(session)
    events = session.fix(2, Take(4))
    assert moves(session) == [before[0], "take 4", *before[2:]]
    told = next(e for e in events if isinstance(e, Illegal))
    assert (told.n, told.rules) == (2, ("MW-5.1",))


@pytest.mark.parametrize(
    ("turn", "move", "says"),
    [
        (0, "take 1", "There is no turn 0: there are"),
        (99, "take 1", "There is no turn 99: there are"),
        (3, "take 9", "Turn 3 can't have been 'take 9'"),
        (1, "cook 9 9 9 9 9 9", "Turn 1 can't have been"),
    ],
)
def test_what_cannot_be_changes_nothing(clean: Readings, turn: int, move: str, says: str) -> None:
    session = followed(clean[:8])
    before = session.view
    with pytest.raises(CorrectionError, match=says):
        session.fix(turn, parse_move(move))
    assert session.view == before
    assert not session.fixes


def test_an_answer_settles_a_question() -> None:
    readings = list(world_readings(make_world(14), "usual", 14))[:14]
    session = Session(game_named("mushroom-walk"))
    asked, seen = None, 0
    for name, reading in readings:
        seen += 1
        for event in session.see(reading, name):
            asked = event if isinstance(event, Question) else asked
        if asked is not None:
            break
    assert asked is not None
    with pytest.raises(CorrectionError, match="no open question"):
        session.answer("turn-99", "pan")
    with pytest.raises(CorrectionError, match="choose from"):
        session.answer(asked.id, "walk away")
    told = moves(session)[asked.n - 1]
    other = next(o.text for o in asked.options if o.text != told)
    events = session.answer(asked.id, other)
    assert (asked.n, other) in [(e.n, e.move) for e in events if isinstance(e, Revise)]
    assert moves(session)[asked.n - 1] == other
    assert asked.id not in [q.id for q in session.view.questions]
    for name, reading in readings[seen:]:
        session.see(reading, name)
        assert moves(session)[asked.n - 1] == other


def test_a_turn_played_again_after_it_was_taken_back_can_be_put_right(clean: Readings) -> None:
    session = followed(clean[:6])
    turns = len(moves(session))
    # The cards are put back to the first picture's table; then the same game is played again.
    again = [(f"again {name}", reading) for name, reading in clean[:6]]
    for name, reading in again:
        session.see(reading, name)
    assert len(moves(session)) == turns
    before = moves(session)
    session.fix(2, Take(1))
    assert moves(session)[:2] == [before[0], "take 1"]
    session.fix(2, Take(3))
    assert moves(session)[:2] == [before[0], "take 3"]
    session.undo()
    session.undo()
    assert moves(session) == before


def test_no_more_corrections_stand_than_a_game_needs(
    clean: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.referee.session.MOST_FIXES", 1)
    session = followed(clean[:4])
    session.fix(1, Take(1))
    with pytest.raises(CorrectionError, match="1 corrections stand already"):
        session.fix(1, Take(2))
    session.undo()
    session.fix(1, Take(1))
