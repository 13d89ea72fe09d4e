"""``tabletop fix`` and kept sessions on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from standins import CountingReader, ListSource, still

from tabletop.cli import watch
from tabletop.cli.codes import DONE, FAILED, USAGE
from tabletop.cli.main import run
from tabletop.cli.parser import build_parser
from tabletop.cli.sessions import KeepingReader, kept_session
from tabletop.games import game_named
from tabletop.referee.folder import read
from tabletop.referee.journal import Picture
from tabletop.referee.kept import KeptSession
from tabletop.vision.frame import Frame
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "game"
    with KeptSession.create(path, GAME) as session:
        for name, reading in list(world_readings(make_world(7), "clean", 7))[:6]:
            session.see(reading, name)
    return path


def test_a_turn_is_put_right_and_put_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fix", str(folder)]) == DONE
    listed = capsys.readouterr().out.splitlines()
    assert listed[2].endswith("(take 1)")
    assert run(["fix", str(folder), "--turn", "3", "--move", "take 2", "--json"]) == DONE
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ("revise", 3, "take 2") in [(e["event"], e["n"], e["move"]) for e in lines]
    assert "3. p2 take 2" in (folder / "record.txt").read_text(encoding="utf-8")
    assert run(["fix", str(folder), "--undo"]) == DONE
    assert "takes" in capsys.readouterr().out
    assert run(["fix", str(folder)]) == DONE
    assert capsys.readouterr().out.splitlines() == listed


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--turn", "3"], USAGE, "belong together"),
        (["--move", "pan"], USAGE, "belong together"),
        (["--turn", "3", "--move", "fly"], USAGE, "'fly' is no action"),
        (["--turn", "3", "--move", "pan", "--undo"], USAGE, "stands alone"),
        (["--turn", "77", "--move", "pan"], FAILED, "There is no turn 77"),
        (["--undo"], FAILED, "Nothing was corrected"),
    ],
)
def test_what_cannot_be_is_one_line(
    words: list[str], code: int, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "journal.jsonl").read_bytes()
    assert run(["fix", str(folder), *words]) == code
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert (folder / "journal.jsonl").read_bytes() == before


@pytest.mark.parametrize("command", ["fix", "replay"])
@pytest.mark.parametrize(("rest", "says"), [(0, "in this session yet."), (40, "breaks off")])
def test_a_session_without_a_turn_says_so(
    command: str,
    rest: int,
    says: str,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)[:2]
    (tmp_path / "journal.jsonl").write_bytes(first + second[:rest])
    assert run([command, str(tmp_path)]) == DONE
    captured = capsys.readouterr()
    said = captured.out if command == "fix" else captured.err
    assert said.startswith("No turn was seen"), captured
    assert says in said


def test_of_a_bundle_the_turns_are_listed_and_none_is_changed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = str(tmp_path / "sent.zip")
    assert run(["bundle", str(folder), "-o", bundle]) == DONE
    capsys.readouterr()
    assert run(["fix", str(folder)]) == DONE
    listed = capsys.readouterr().out
    assert run(["fix", bundle]) == DONE
    assert capsys.readouterr().out == listed
    before = Path(bundle).read_bytes()
    for words in (["--turn", "3", "--move", "take 2"], ["--undo"]):
        assert run(["fix", bundle, *words]) == USAGE
        assert "unpack it into a folder" in capsys.readouterr().err
    assert Path(bundle).read_bytes() == before


def test_a_folder_without_a_session_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["fix", str(tmp_path)]) == FAILED
    assert "is no session folder" in capsys.readouterr().err


def test_watching_keeps_readings_and_pictures(tmp_path: Path) -> None:
    arguments = build_parser().parse_args(["watch", "x", "--session", str(tmp_path / "new")])
    kept = kept_session(arguments, GAME, live=False)
    assert kept is not None
    source = ListSource([Frame(f"{i}.jpg", still(), float(i), moment=True) for i in range(2)])
    with kept:
        reader = KeepingReader(CountingReader(), kept)
        with pytest.raises(Exception, match="No game was seen"):
            watch.tell(source, reader, kept, lambda event: None, lambda record: None)
    frames = [e.frame for e in read(kept.path) if isinstance(e, Picture)]
    assert frames == ["0.jpg", "1.jpg"]
    pictures = sorted((kept.path / "pictures").iterdir())
    assert [p.name for p in pictures] == ["000001.jpg", "000002.jpg"]
    assert pictures[0].read_bytes().startswith(b"\xff\xd8")
    again = build_parser().parse_args(["watch", "x", "--resume", str(kept.path)])
    resumed = kept_session(again, GAME, live=True)
    assert resumed is not None
    assert resumed.pictures == 2
    assert resumed.known == {"0.jpg", "1.jpg"}
    resumed.close()


def test_a_camera_is_kept_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.cli.sessions.default_folder", lambda: tmp_path / "now")
    plain = build_parser().parse_args(["watch", "0"])
    assert kept_session(plain, GAME, live=False) is None
    kept = kept_session(plain, GAME, live=True)
    assert kept is not None
    kept.close()
    assert (tmp_path / "now" / "journal.jsonl").is_file()
    assert (
        kept_session(build_parser().parse_args(["watch", "0", "--no-session"]), GAME, live=True)
        is None
    )


def test_a_session_replays_to_the_same_events(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(folder), "--json"]) == DONE
    told = capsys.readouterr().out.splitlines()
    text = (folder / "journal.jsonl").read_text(encoding="utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    assert [json.loads(line) for line in told] == [
        event for entry in entries for event in entry.get("events", ())
    ]
    assert json.loads(told[0])["event"] == "start"


def test_a_replay_that_tells_something_else_says_so(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (folder / "journal.jsonl").read_text(encoding="utf-8")
    (tmp_path / "journal.jsonl").write_text(text.replace('"take 2"', '"take 3"'), encoding="utf-8")
    assert run(["replay", str(tmp_path)]) == USAGE
    assert "steps tell other events than the journal" in capsys.readouterr().err
    assert run(["replay", str(tmp_path), "--set", "moon=jack"]) == USAGE
    assert "leave --game and --set out" in capsys.readouterr().err
