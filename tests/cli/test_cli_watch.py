"""``tabletop watch``: the loop, its two kinds of lines, the record file, interruption."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from standins import CountingReader, CountingSession, ListSource, still

from tabletop.cli import watch
from tabletop.cli.codes import DONE, INTERRUPTED, USAGE, UsageError
from tabletop.cli.following import Step, follow
from tabletop.cli.main import run
from tabletop.cli.opening import Unseen
from tabletop.games import game_named
from tabletop.record import Record, parse_record
from tabletop.referee.events import End, Event, Question, Turn, Unsure
from tabletop.referee.view import Following, View
from tabletop.vision.frame import Frame, Item, Skipped
from tabletop.vision.sighting import Reading
from tabletop.vision.sources import SourceError

GAME = game_named("mushroom-walk")


def moments(count: int) -> list[Item]:
    return [Frame(f"{i}.jpg", still(), float(i), moment=True) for i in range(count)]


def steps(items: list[Item], reader: CountingReader | None = None, **options: bool) -> list[Step]:
    source = ListSource(items)
    return list(follow(source, reader or CountingReader(), CountingSession(), **options))


def test_each_moment_is_read_and_the_end_told() -> None:
    found = steps(moments(3))
    events = [event for step in found for event in step.events]
    assert [type(event) for event in events] == [Turn, Turn, Turn, End]
    assert [event.frame for event in events[:3] if isinstance(event, Turn)] == [
        "0.jpg",
        "1.jpg",
        "2.jpg",
    ]


def test_of_a_folder_followed_before_only_what_came_since_is_read() -> None:
    reader = CountingReader()
    unseen = Unseen(ListSource(moments(4)), {"0.jpg", "1.jpg", "3.jpg"})
    found = list(follow(unseen, reader, CountingSession()))
    assert reader.count == 1
    assert [step.frame.name for step in found if step.frame is not None] == ["2.jpg"]


def test_a_session_resumed_with_nothing_new_ends_in_peace() -> None:
    session = CountingSession()
    session.turns = 3
    found = list(follow(Unseen(ListSource(moments(1)), {"0.jpg"}), CountingReader(), session))
    assert [type(event) for step in found for event in step.events] == [End]


def test_a_skipped_picture_is_told_as_unsure() -> None:
    items = moments(2)
    items.insert(1, Skipped("bad.jpg", "bad.jpg is empty."))
    events = [event for step in steps(items) for event in step.events]
    assert isinstance(events[1], Unsure)
    assert (events[1].frame, events[1].text) == ("bad.jpg", "bad.jpg is empty.")
    assert isinstance(events[2], Turn)


def test_one_picture_that_fails_unforeseen_does_not_end_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("TABLETOP_DEBUG", raising=False)
    events = [e for step in steps(moments(5), CountingReader([1, 3])) for e in step.events]
    assert [type(event) for event in events] == [Turn, Unsure, Turn, Unsure, Turn, End]
    assert isinstance(events[1], Unsure)
    assert "ValueError: bad picture" in events[1].text


class DoubtingSession(CountingSession):
    """Understands the first picture, finds the second one odd, asks about the third."""

    def see(self, reading: Reading, frame: str) -> tuple[Event, ...]:
        asked = Question("turn-3", "Pan or sale?", (), 3, frame)
        return (*super().see(reading, frame), *([asked] if self.turns == 3 else ()))

    @property
    def view(self) -> View:
        state = Following.UNSURE if self.turns == 2 else Following.FOLLOWING
        return msgspec.structs.replace(super().view, state=state)


def test_after_what_makes_no_sense_everything_is_read_afresh() -> None:
    reader = CountingReader()
    list(follow(ListSource(moments(5)), reader, DoubtingSession()))
    assert reader.afresh_before == [2, 3]
    failing = CountingReader([1])
    list(follow(ListSource(moments(4)), failing, CountingSession()))
    assert failing.afresh_before == [2]


def test_many_that_fail_in_a_row_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLETOP_DEBUG", raising=False)
    with pytest.raises(ValueError, match="bad"):
        steps(moments(5), CountingReader([1, 2, 3]))
    monkeypatch.setenv("TABLETOP_DEBUG", "1")
    with pytest.raises(ValueError, match="bad"):
        steps(moments(5), CountingReader([4]))


def clip() -> list[Item]:
    """A second of rest, a second of motion, a second of rest, at 15 frames a second."""
    items: list[Item] = []
    for i in range(45):
        image = still()
        if 15 <= i < 30:
            image[10:40, 3 * (i - 15) : 3 * (i - 15) + 30] = 200
        if i >= 30:
            image[20:34, 60:70] = 230
        items.append(Frame(str(i), image, i / 15, moment=False))
    return items


def test_of_a_video_each_rest_is_read_once() -> None:
    reader = CountingReader()
    found = steps(clip(), reader)
    assert reader.count == 2
    assert [type(event) for step in found for event in step.events] == [Turn, Turn, End]


def test_live_pictures_of_a_moving_table_are_shown_unread() -> None:
    found = steps(clip(), live=True)
    unread = [step for step in found if step.frame is not None and step.reading is None]
    assert 8 <= len(unread) <= 18
    assert any(step.view.state is Following.MOVING for step in unread)
    assert unread[-1].view.state is Following.FOLLOWING
    assert not any(step.events for step in unread)


def test_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    source = ListSource(moments(2))
    session = CountingSession()
    code = watch.tell(source, CountingReader(), session, watch.json_sayer(), lambda record: None)
    assert code == DONE
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == ["turn", "turn", "end"]
    assert lines[0]["kind"] == "pan"
    assert lines[0]["frame"] == "0.jpg"


def test_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    source = ListSource(moments(1))
    say = watch.text_sayer(GAME)
    watch.tell(source, CountingReader(), CountingSession(), say, lambda record: None)
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Turn 1: Player 1 puts down a pan."
    assert out[1].strip() == "No more pictures. Score so far: 0 to 0."


@pytest.mark.parametrize(("kind", "code"), [("pictures", INTERRUPTED), ("camera", DONE)])
def test_interrupting_says_the_last_events(kind: str, code: int) -> None:
    source = ListSource(moments(2), kind=kind, error=KeyboardInterrupt())  # type: ignore[arg-type]
    said: list[Event] = []
    kept: list[object] = []
    session = CountingSession()
    assert watch.tell(source, CountingReader(), session, said.append, kept.append) == code
    assert [type(event) for event in said] == [Turn, Turn, End]
    assert len(kept) == 3


def test_a_source_that_breaks_ends_in_its_error() -> None:
    source = ListSource(moments(1), error=SourceError("gone"))
    said: list[Event] = []
    with pytest.raises(SourceError, match="gone"):
        watch.tell(source, CountingReader(), CountingSession(), said.append, lambda record: None)
    assert len(said) == 1


def test_a_source_in_which_no_game_begins_is_an_error() -> None:
    said: list[Event] = []
    session = CountingSession()
    session.end = lambda: ()  # type: ignore[method-assign]
    source = ListSource([Skipped("a.jpg", "a.jpg is empty.")])
    with pytest.raises(SourceError, match="No game was seen in list"):
        watch.tell(source, CountingReader(), session, said.append, lambda record: None)
    assert [type(event) for event in said] == [Unsure]
    with pytest.raises(SourceError, match="No game was seen in list"):
        list(follow(source, CountingReader(), session, live=True))


def test_the_record_is_written_before_each_event_is_said(tmp_path: Path) -> None:
    target = tmp_path / "new" / "game.txt"
    keep = watch.record_keeper(str(target))
    written: list[str] = []

    def say(event: Event) -> None:
        written.append(parse_record(target.read_text(encoding="utf-8")).players[1])

    watch.tell(
        ListSource(moments(2)), CountingReader(), CountingSession(), say, lambda r: keep(r, 1)
    )
    assert written == ["after 1", "after 2", "after 2"]
    assert [path.name for path in target.parent.iterdir()] == ["game.txt"]
    # A game that goes on may replace its record, the next game may not, nor another evening's.
    with pytest.raises(UsageError, match="holds a game already; name another file"):
        watch.record_keeper(str(target))
    keep = watch.record_keeper(str(target), goes_on=True)
    keep(Record(players=("Anna", "Ben")), 2)
    assert parse_record(target.read_text(encoding="utf-8")).players[1] == "after 2"
    assert "Anna" in target.with_name("game-2.txt").read_text(encoding="utf-8")


def test_the_record_of_a_game_under_a_camera_has_its_date() -> None:
    for kind, date in (("camera", r"20\d\d-\d\d-\d\d"), ("pictures", "")):
        kept: list[Record] = []
        source = ListSource([], kind=kind)  # type: ignore[arg-type]
        date_it = watch.dated(lambda record, game, to=kept: to.append(record), source)
        date_it(Record(players=("Anna", "Ben")), 1)
        assert re.fullmatch(date, kept[0].date)
        assert kept[0].players == ("Anna", "Ben")


def test_the_record_replaces_nothing_else(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna")
    for path, says in (
        (letter, "something else"),
        (tmp_path, "folder"),
        (letter / "game.txt", "can't be written"),
    ):
        with pytest.raises(UsageError, match=says):
            watch.record_keeper(str(path))
    if os.path.exists("/dev/null"):
        with pytest.raises(UsageError, match="device"):
            watch.record_keeper("/dev/null")
    assert letter.read_text() == "Dear Anna"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "chess"], "mushroom-walk"),
        (["--set", "moon"], "NAME=VALUE"),
        (["--set", "sun=up"], "sun"),
        (["--record", "."], "folder"),
        (["--record", ""], "name of a file"),
    ],
)
def test_wrong_settings_are_usage_errors(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cv2.imwrite(str(tmp_path / "0.png"), np.zeros((9, 9, 3), np.uint8))
    assert run(["watch", str(tmp_path), *arguments]) == USAGE
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1
