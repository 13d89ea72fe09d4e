"""The desk: evidence, claims, candidates, a set-up done again, a new game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Stuck, Take
from tabletop.record import Claimed, Ruled, format_record, parse_record
from tabletop.referee.desk import CorrectionError, Desk, ToldRecord
from tabletop.referee.folder import RECORD, read
from tabletop.referee.journal import apply, begin, raw, told_by
from tabletop.referee.kept import KeptSession
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")
Readings = list[tuple[str, Reading]]


@pytest.fixture(scope="module")
def readings() -> Readings:
    return list(world_readings(make_world(8), "clean", 8))[:10]


@pytest.fixture
def desk(readings: Readings, tmp_path: Path):
    made = Desk(
        KeptSession.create(tmp_path / "one", GAME),
        lambda: KeptSession.create(tmp_path / "two", GAME),
    )
    for name, reading in readings:
        made.hold(name.encode())
        made.see(reading, name)
    yield made
    made.close()


def test_the_pictures_of_a_turn_are_those_that_showed_it(desk: Desk, readings: Readings) -> None:
    frames = {move.n: None for move in desk.view.moves}
    assert frames
    for turn in frames:
        before, after = desk.pictures(turn)
        assert before is not None
        assert after is not None
        names = [name for name, _ in readings]
        assert names.index(before.file.read_text()) < names.index(after.file.read_text())
    assert desk.pictures(0) == desk.pictures(99) == (None, None)
    first, _ = desk.pictures(1)
    assert first is not None
    assert first.file.read_text() == readings[0][0]
    assert first.cards == readings[0][1].cards


def test_a_claim_is_judged_kept_and_told_again(desk: Desk, tmp_path: Path) -> None:
    turns, first = desk.view.turn, desk.view.moves[0].player
    assert desk.ask(Claimed(first, Take(8)), 0).verdict == "illegal"
    assert not any(isinstance(e, Claimed) for e in desk.record.entries)
    assert desk.claim(Claimed(first, Take(8)), 0).verdict == "illegal"
    desk.claim(Claimed(desk.view.to_move or 0, Stuck()), turns)
    desk.claim(Claimed(1, 2), turns)
    lines = (tmp_path / "one" / RECORD).read_text(encoding="utf-8").splitlines()
    at = lines.index(f"p{first + 1} claim take 8")
    assert lines[at + 1] == "ruling illegal MW-5.1"
    assert lines[at + 2].startswith("1. ")
    assert "p2 claim illegal 2" in lines
    assert parse_record("\n".join(lines)).entries == desk.record.entries
    with pytest.raises(CorrectionError, match="no turn 99"):
        desk.claim(Claimed(1, 99), turns)
    desk.close()
    entries = read(tmp_path / "one")
    session = begin(entries)
    for entry, events in apply(session, entries):
        assert raw(events) == told_by(entry)
    assert format_record(session.record) == format_record(desk.record)


def test_claims_stay_where_they_were_made_when_turns_are_put_right(desk: Desk) -> None:
    desk.claim(Claimed(0, Take(8)), 2)
    desk.fix(1, Take(1))
    entries = desk.record.entries
    at = next(i for i, e in enumerate(entries) if isinstance(e, Claimed))
    played = sum(type(e).__name__ == "Played" for e in entries[:at])
    assert played == 2
    assert isinstance(entries[at + 1], Ruled)


def test_candidates_begin_with_what_is_told(desk: Desk) -> None:
    for move in desk.view.moves:
        options = desk.candidates(move.n)
        assert options[0].text == move.text
        assert options[0].p > 0.5
        texts = [o.text for o in options]
        assert len(set(texts)) == len(texts)
        chances = [o.p for o in options]
        assert chances == sorted(chances, reverse=True)
    first = [o.text for o in desk.candidates(1)]
    assert [f"take {n}" for n in range(1, 9) if f"take {n}" not in first] == []
    assert desk.candidates(99) == ()


def test_setting_up_again_changes_nothing_at_a_table_that_is_understood(
    desk: Desk, tmp_path: Path
) -> None:
    before = desk.view
    assert list(desk.set_up_again()) == []
    after = desk.view
    assert after.moves == before.moves
    assert [c.face for c in after.forest] == [c.face for c in before.forest]
    turns = after.turn
    desk.fix(1, Take(1))
    assert desk.view.turn == turns
    desk.close()
    entries = read(tmp_path / "one")
    again = [raw(events) == told_by(entry) for entry, events in apply(begin(entries), entries)]
    assert all(again)
    assert len(again) == 12


def test_a_new_game_begins_in_a_folder_of_its_own(
    desk: Desk, readings: Readings, tmp_path: Path
) -> None:
    assert any(event.__class__.__name__ == "End" for event in desk.new_game())
    assert desk.view.turn == 0
    assert desk.moments() == []
    desk.see(readings[0][1], readings[0][0])
    assert len(desk.view.forest) == 8
    assert len(read(tmp_path / "two")) == 2
    assert type(read(tmp_path / "one")[-1]).__name__ == "Ended"


def test_moments_tell_the_table_after_every_turn(desk: Desk) -> None:
    view, moments = desk.view, desk.moments()
    assert [m.turn for m in moments] == list(range(view.turn + 1))
    last = moments[-1].view
    assert [c.face for c in last.forest] == [c.face for c in view.forest]
    assert [c.face for c in last.decay] == [c.face for c in view.decay]
    assert [p.score for p in last.players] == [p.score for p in view.players]
    assert [m.words for m in last.moves] == [m.words for m in view.moves]
    assert desk.moments() is moments
    desk.fix(5, Take(1))
    assert desk.moments()[-1].view.moves[4].text == "take 1"


def test_a_record_can_be_looked_at_and_not_be_changed() -> None:
    record = parse_record(
        "tabletop record 1\ngame: mushroom-walk\n\ndealer forest 5D 6S 9H XR XB 2C KS KD\n"
        "p1 take 2\ndealer turn 9H JS\np2 decay\ndealer turn 6S\n"
    )
    desk = Desk(ToldRecord(record))
    assert not desk.correcting
    assert not desk.renewing
    views = [m.view for m in desk.moments()]
    assert [c.face for c in views[2].forest] == ["XR", "XB", "2C", "KS", "KD", "9H", "JS", "6S"]
    assert [c.face for c in views[2].decay] == ["9H"]
    assert [c.face for c in views[1].players[0].known] == ["6S"]
    assert desk.ask(Claimed(0, Take(3)), 0).verdict == "illegal"
    for change in (
        lambda: desk.fix(1, Take(1)),
        desk.undo,
        desk.set_up_again,
        desk.new_game,
        lambda: desk.claim(Claimed(0, Take(1)), 0),
    ):
        with pytest.raises(CorrectionError):
            change()
    assert desk.pictures(1) == (None, None)
