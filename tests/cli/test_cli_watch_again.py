"""``tabletop watch`` of a record or a session's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop.cli import watch
from tabletop.cli.main import run
from tabletop.cli.watch_again import was_kept
from tabletop.games import game_named
from tabletop.referee.desk import CorrectionError
from tabletop.referee.kept import KeptSession
from tests.referee.worlds import make_world, world_readings

RECORD = (
    "tabletop record 1\ngame: mushroom-walk\nplayer 1: Anna\n\n"
    "dealer forest 5D 6S 9H XR XB 2C KS KD\np1 take 2\ndealer turn 9H JS\n"
)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, dict[str, Any]]]:
    """What the dashboard is given; nothing is shown."""
    calls: list[tuple[Any, dict[str, Any]]] = []

    def run_dashboard(source: Any, **options: Any) -> int:
        calls.append((list(source()), options))
        return 0

    monkeypatch.setattr("tabletop.dashboard.running.run", run_dashboard)
    monkeypatch.setattr(watch, "has_terminal", lambda: True)
    return calls


def test_a_record_is_shown_from_its_start(tmp_path: Path, shown: list[Any]) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert was_kept(str(path))
    assert run(["watch", str(path)]) == 0
    ((steps, options),) = shown
    assert [step.view.turn for step in steps] == [1]
    assert options["from_start"]
    assert options["names"] == ("Anna", "Player 2")
    assert [m.turn for m in options["desk"].moments()] == [0, 1]


@pytest.mark.parametrize(
    "data",
    [
        RECORD.encode("utf-8-sig"),
        RECORD.encode("utf-16"),
        RECORD.replace("tabletop record", "Tabletop  Record").encode(),
    ],
)
def test_a_record_from_any_editor_is_known_as_one(
    data: bytes, tmp_path: Path, shown: list[Any]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    assert run(["watch", str(path)]) == 0
    assert len(shown) == 1


def test_a_session_is_gone_through_picture_by_picture(tmp_path: Path, shown: list[Any]) -> None:
    path = tmp_path / "game"
    with KeptSession.create(path, game_named("mushroom-walk")) as session:
        for name, reading in list(world_readings(make_world(8), "clean", 8))[:4]:
            session.see(reading, name)
        session.end()
        turns = session.view.turn
        journal = (path / "journal.jsonl").read_bytes()
    assert was_kept(str(path))
    assert run(["watch", str(path)]) == 0
    ((steps, options),) = shown
    assert len(steps) == 5
    assert steps[-1].view.turn == turns
    assert all(step.reading is not None for step in steps[:4])
    desk = options["desk"]
    assert [m.turn for m in desk.moments()] == list(range(turns + 1))
    with pytest.raises(CorrectionError, match="replay"):
        desk.undo()
    assert (path / "journal.jsonl").read_bytes() == journal


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--record", "other.txt"], "leave --record out"),
        (["--session", "new"], "leave --session out"),
    ],
)
def test_what_is_looked_at_is_not_kept_again(
    options: list[str],
    says: str,
    tmp_path: Path,
    shown: list[Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert run(["watch", str(path), *options]) == 2
    assert says in capsys.readouterr().err
    assert not shown


def test_text_of_it_is_what_replay_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    assert run(["watch", str(path), "--plain"]) == 2
    assert "tabletop replay" in capsys.readouterr().err


def test_pictures_were_not_kept(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    for source in (str(tmp_path), str(tmp_path / "photo.jpg"), "0", "demo", str(tmp_path / "none")):
        assert not was_kept(source)
