"""Session folders: killed at any moment, resumed, replayed, refused."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.games.mushroom_walk import Take
from tabletop.record import format_record
from tabletop.referee.events import to_json
from tabletop.referee.folder import JOURNAL, RECORD, read
from tabletop.referee.journal import (
    Ended,
    JournalError,
    Opened,
    Picture,
    apply,
    picture,
    reading_of,
)
from tabletop.referee.kept import KeptSession
from tabletop.referee.session import Session
from tabletop.vision.sighting import Coin, Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk", ["night-sideways=yes"])
SHOWN = 7


@pytest.fixture(scope="module")
def readings() -> list[tuple[str, Reading]]:
    return list(world_readings(make_world(8), "usual", 8))[:SHOWN]


@pytest.fixture(scope="module")
def kept(readings: list[tuple[str, Reading]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a session that ended, in which a turn was corrected."""
    path = tmp_path_factory.mktemp("kept") / "game"
    with KeptSession.create(path, GAME) as session:
        for name, reading in readings:
            session.hold(name.encode())
            session.see(reading, name)
        session.fix(2, Take(1))
        session.end()
    return path


def test_the_journal_tells_the_session_again(kept: Path) -> None:
    entries = read(kept)
    assert isinstance(entries[0], Opened)
    assert entries[0].settings == ("moon=ace", "deal-order=alternate", "night-sideways=yes")
    session = Session(GAME)
    again = [
        (entry, [to_json(event).encode() for event in events])
        for entry, events in apply(session, entries)
    ]
    assert len(again) == SHOWN + 2
    for entry, events in again:
        assert [bytes(e) for e in entry.events] == events  # type: ignore[union-attr]
    assert (kept / RECORD).read_text(encoding="utf-8") == format_record(session.record)
    assert [p.read_text() for p in sorted((kept / "pictures").iterdir())] == [
        e.frame for e in entries if isinstance(e, Picture)
    ]


@pytest.mark.parametrize("cut", [0.3, 0.71, 1.0])
def test_a_killed_session_goes_on_as_if_nothing_had_been(
    cut: float, kept: Path, readings: list[tuple[str, Reading]], tmp_path: Path
) -> None:
    path = tmp_path / "game"
    shutil.copytree(kept, path)
    text = (path / JOURNAL).read_bytes()
    # Without the end and the correction: what was on the disk while the game went on.
    text = b"".join(
        line
        for line in text.splitlines(True)
        if b'"picture"' in line[:30] or b'"session"' in line[:30]
    )
    (path / JOURNAL).write_bytes(text[: int(cut * len(text))])
    with KeptSession.resume(path, on=True) as session:
        assert session.pictures == sum(isinstance(e, Picture) for e in read(path))
        assert (cut < 1.0) == (session.pictures < SHOWN)
        for name, reading in readings[session.pictures :]:
            session.see(reading, name)
        unbroken = Session(GAME)
        for name, reading in readings:
            unbroken.see(reading, name)
        assert session.view == unbroken.view
    assert len(read(path)) == SHOWN + 1


def test_an_ended_session_can_go_on(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "game"
    shutil.copytree(kept, path)
    assert isinstance(read(path)[-1], Ended)
    with KeptSession.resume(path) as session:
        assert session.view.state == "ended"
        assert session.view.moves[1].text == "take 1"
        session.undo()
        assert session.view.moves[1].text == "take 2"
    with KeptSession.resume(path, on=True) as session:
        assert session.view.state != "ended"
        assert session.view.moves[1].text == "take 2"


def test_only_one_program_has_a_folder_open(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / "new"
    with KeptSession.create(path, GAME):
        for use in (KeptSession.resume, lambda there: KeptSession.create(there, GAME)):
            with pytest.raises(JournalError, match="another program is using"):
                use(path)
    with pytest.raises(JournalError, match="holds a session already"):
        KeptSession.create(path, GAME)
    KeptSession.resume(path).close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no links and pipes here")
def test_a_lock_that_is_a_link_or_a_pipe_is_refused(kept: Path, tmp_path: Path) -> None:
    path, other = tmp_path / "game", tmp_path / "of the user"
    shutil.copytree(kept, path)
    (path / "lock").unlink()
    (path / "lock").symlink_to(other)
    with pytest.raises(JournalError, match="lock is no file that tabletop made"):
        KeptSession.resume(path)
    assert not other.exists()
    (path / "lock").unlink()
    os.mkfifo(path / "lock")
    with pytest.raises(JournalError, match="lock is no file that tabletop made"):
        KeptSession.resume(path)
    (path / "lock").unlink()
    KeptSession.resume(path).close()


OPENED = b'{"entry":"session","format":1,"program":"7.0","game":"mushroom-walk","settings":[]}\n'
SETUP = (
    b'{"format":1,"size":[9,9],"plane":[0,0,0,1e200,0,0,0],"origin":[0,0],"error":0,"step":1,'
    b'"lower":1}'
)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "is empty"),
        (b'{"entry":"session"', "is empty"),
        (b'{"entry":"end","events":[]}\n', "names no session"),
        (OPENED + b'{"entry":"end","events":' + b"[" * 100_000 + b"\n", "line 2 of the journal"),
        (
            OPENED + b'{"entry":"fix","turn":1,"move":"rm -r","player":0,"events":[]}\n',
            "is no move",
        ),
        (OPENED + b'{"entry":"fix","turn":1,"move":"pan","player":7,"events":[]}\n', "no player 7"),
        (OPENED[:-2] + b',"setup":' + SETUP + b"}\n", "its set-up's numbers can't be"),
        (b"Dear Anna\n", "line 1 of the journal makes no sense"),
        (b"\xff\xfe\n", "line 1 of the journal makes no sense"),
        (
            b'{"entry":"session","format":9,"program":"7.0","game":"x","settings":[]}\n',
            "format 9, this tabletop reads format 1: use tabletop 7.0",
        ),
        (
            b'{"entry":"session","format":1,"program":"7.0","game":"chess","settings":[]}\n',
            "game 'chess' isn't known",
        ),
    ],
)
def test_what_is_no_journal_is_refused(text: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no session folder"):
        KeptSession.resume(tmp_path)
    (tmp_path / JOURNAL).write_bytes(text)
    with pytest.raises(JournalError, match=says):
        KeptSession.resume(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == text


def test_readings_that_cannot_be_are_refused(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever number is changed into one that can't be: one line says which line it is."""
    lines = (kept / JOURNAL).read_bytes().splitlines(True)
    seen = msgspec.json.decode(lines[1])
    reading = seen["reading"]
    card = reading["cards"][0]
    for changes, says in (
        ({"size": [0, 1080]}, "no picture has 0"),
        ({"hands": [2**40, 2**40, ""]}, "grid of hands"),
        ({"hands": [5, 7, "AAAA"]}, "grid of hands"),
        ({"cards": [[*card[:4], "AAAA"]]}, "another number of faces"),
        ({"cards": [[*card[:3], 2.5, card[4]]]}, "a card's numbers"),
        ({"cards": [[[[1e30, 0.0]] * 4, *card[1:]]]}, "a card's numbers"),
        ({"cards": [[[[0.0, 0.0]] * 3, *card[1:]]]}, ""),
        ({"cards": [card] * 1001}, "more than 1000 cards"),
        ({"coins": [[0.0, 0.0, 1e99, 1.0]]}, "a coin's numbers"),
    ):
        changed = seen | {"reading": reading | changes}
        text = lines[0] + msgspec.json.encode(changed) + b"\n"
        (tmp_path / JOURNAL).write_bytes(text)
        with pytest.raises(JournalError, match=f"line 2 of the journal makes no sense.*{says}"):
            KeptSession.resume(tmp_path)
    monkeypatch.setattr("tabletop.referee.folder.MOST_BYTES", 100)
    with pytest.raises(JournalError, match="larger than"):
        KeptSession.resume(tmp_path)


def test_one_killed_before_its_first_line_is_no_session_yet(tmp_path: Path) -> None:
    for written in (b"", b'{"entry":"sess'):
        (tmp_path / JOURNAL).write_bytes(written)
        KeptSession.create(tmp_path, GAME).close()
        assert len(read(tmp_path)) == 1
        (tmp_path / JOURNAL).unlink()


def test_readings_come_back_exactly(readings: list[tuple[str, Reading]]) -> None:
    reading = readings[0][1]
    hands = np.zeros((5, 7), np.bool_)
    hands[1:3, 2:5] = True
    full = Reading(reading.size, reading.cards, (Coin(1.25, 2.5, 3.0, 0.1),), hands)
    line = msgspec.json.encode(picture("a.jpg", full, ()))
    back = reading_of(msgspec.json.decode(line, type=Picture))
    assert back.size == full.size
    assert back.coins == full.coins
    assert np.array_equal(back.hands, hands)
    for one, other in zip(back.cards, full.cards, strict=True):
        assert one.quad == other.quad
        assert (one.up, one.visible, one.score) == (other.up, other.visible, other.score)
        assert one.p.dtype == np.float32
        assert np.array_equal(one.p, other.p)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_journal_that_never_ends_is_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / JOURNAL)
    with pytest.raises(JournalError, match="not a regular file"):
        KeptSession.resume(tmp_path)
