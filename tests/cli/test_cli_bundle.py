"""``tabletop bundle``: nothing private in it, and it can be replayed."""

from __future__ import annotations

import json
import re
import shutil
import struct
import warnings
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.cli.codes import DONE, USAGE
from tabletop.cli.main import run
from tabletop.games import game_named
from tabletop.referee.folder import JOURNAL, RECORD, read
from tabletop.referee.journal import Picture, reading_of
from tabletop.referee.kept import KeptSession
from tests.referee.worlds import make_world, world_readings

SECRETS = ("Anna", "Zwiebelgasse", "SN-4711-0815", "kitchen-pc", "2024-12-24")


def _jpeg(seed: int) -> bytes:
    """A picture full of noise, so that what is black was painted so, with a secret in its EXIF."""
    noise = np.random.default_rng(seed).integers(60, 255, (1080, 1920, 3)).astype(np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    exif = b"Exif\0\0" + " ".join(SECRETS).encode()
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session of a few turns with secrets in every place that can hold one."""
    path = tmp_path_factory.mktemp("Zwiebelgasse") / "Anna 2024-12-24"
    with KeptSession.create(path, game_named("mushroom-walk")) as session:
        world = make_world(8, turns=4, busy=0.0, half=0.0)
        for n, (_, reading) in enumerate(world_readings(world, "clean", 8)):
            session.hold(_jpeg(n))
            session.see(reading, f"/home/Anna/Zwiebelgasse/SN-4711-0815 2024-12-24 {n}.jpg")
        session.end()
    journal = path / JOURNAL
    lines = journal.read_bytes().splitlines(True)
    lines[0] = lines[0].replace(b'"entry"', b'"host":"kitchen-pc","entry"')
    journal.write_bytes(b"".join(lines))
    (path / RECORD).write_text("tabletop record 1\nplayer 1: Anna\n# Zwiebelgasse\n")
    (path / "notes.txt").write_text(" ".join(SECRETS))
    return path


def test_no_secret_is_in_its_bytes_and_it_plays_the_same(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["bundle", str(folder)]) == DONE
    said = capsys.readouterr().out
    assert "tabletop-bundle.zip" in said
    assert "5 pictures, black outside the table's edge" in said
    bundle = tmp_path / "tabletop-bundle.zip"
    with zipfile.ZipFile(bundle) as file:
        inner = {info.filename: file.read(info) for info in file.infolist()}
        assert {info.date_time[0] for info in file.infolist()} == {1980}
    everything = bundle.read_bytes() + b"".join(inner.values()) + b"\n".join(map(str.encode, inner))
    for secret in SECRETS:
        assert secret.encode() not in everything
    assert set(inner) == {
        "bundle.json",
        JOURNAL,
        RECORD,
        *(f"pictures/{n:06d}.jpg" for n in range(1, 6)),
    }
    assert set(json.loads(inner["bundle.json"])) == {
        "format",
        "tabletop",
        "python",
        "opencv",
        "system",
        "entries",
        "month",
    }
    assert run(["replay", str(folder), "--json"]) == DONE
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert run(["replay", str(bundle), "--json"]) == DONE
    again = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [e | {"frame": ""} for e in told] == [e | {"frame": ""} for e in again]
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(bundle) as file:
        file.extractall(unpacked)
    assert run(["replay", str(unpacked)]) == DONE
    assert capsys.readouterr().err == ""
    # Every card lies within what is left of the picture, its corners are black.
    for entry in (e for e in read(unpacked) if isinstance(e, Picture)):
        image = cv2.imread(str(unpacked / "pictures" / f"{entry.frame}.jpg"))
        for card in reading_of(entry).cards:
            x, y = card.centre
            assert image[int(y), int(x)].max() > 30
        assert (image[:40, :40] == 0).all() or (image[-40:, :40] == 0).all()


def test_a_linked_picture_is_left_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "session"
    shutil.copytree(folder, path)
    picture = path / "pictures" / "000002.jpg"
    secret = picture.rename(tmp_path / "secret.jpg")
    try:
        picture.symlink_to(secret)
    except OSError:
        pytest.skip("links can't be made here")
    assert run(["bundle", str(path), "-o", str(tmp_path / "b.zip")]) == DONE
    assert "4 pictures, black outside" in capsys.readouterr().out


def test_words_of_strangers_in_the_events_are_left_out(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another version may have told other events; what they say is not passed on blindly."""
    path = tmp_path / "session"
    path.mkdir()
    text = (folder / JOURNAL).read_bytes()
    changed = text.replace(b'"event":"turn"', b'"event":"turn","note":"Anna"', 1)
    changed = changed.replace(b'"move":"', b'"move":"Anna ', 1)
    assert changed != text
    (path / JOURNAL).write_bytes(changed)
    out = tmp_path / "b.zip"
    assert run(["bundle", str(path), "-o", str(out)]) == DONE
    assert "0 pictures" in capsys.readouterr().out
    with zipfile.ZipFile(out) as file:
        journal = file.read(JOURNAL)
    assert b"Anna" not in journal
    assert b'"event":"turn"' in journal
    assert run(["replay", str(out)]) == USAGE
    assert "tell other events than the journal" in capsys.readouterr().err


def test_what_can_be_no_bundle_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, there = tmp_path / "empty", tmp_path / "there.zip"
    empty.mkdir()
    there.write_bytes(b"PK\x03\x04 and then nothing of the kind")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as file:
        file.writestr("../../journal.jsonl", "x")
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as file:
        file.writestr("journal.jsonl", "x")
        for number in range(6000):
            file.writestr(f"pictures/{number:06d}.jpg", "")
    whole = tmp_path / "whole.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("bundle.json", bytes(range(256)) * 40)
        file.writestr("journal.jsonl", "x")
    data = whole.read_bytes()
    (tmp_path / "bent.zip").write_bytes(data[:60] + bytes([data[60] ^ 0xFF]) * 40 + data[100:])
    for words, says in (
        (["replay", str(tmp_path / "many.zip")], "holds more files than any bundle"),
        (["replay", str(tmp_path / "bent.zip")], "damaged or not complete"),
        (["bundle", str(empty)], "is no session folder: it has no journal.jsonl"),
        (["bundle", str(whole)], "whole.zip is no session folder: it has no journal.jsonl"),
        (["bundle", str(folder), "-o", str(there)], "is there already"),
        (["bundle", str(folder), "-o", str(tmp_path / "b.txt")], "give the file the ending .zip"),
        (["replay", str(there)], "damaged or not complete"),
        (["replay", str(tmp_path / "other.zip")], "is no bundle of a session"),
    ):
        assert run(words) == USAGE
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1


@pytest.fixture(scope="module")
def bundle(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files in a bundle."""
    path = tmp_path_factory.mktemp("bundle") / "b.zip"
    assert run(["bundle", str(folder), "-o", str(path)]) == DONE
    with zipfile.ZipFile(path) as file:
        return {info.filename: file.read(info) for info in file.infolist()}


def _zipped(path: Path, files: dict[str, bytes], *more: tuple[str, bytes]) -> Path:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        warnings.simplefilter("ignore")
        for name, data in (*files.items(), *more):
            file.writestr(name, data)
    return path


def _one_line(path: Path, capsys: pytest.CaptureFixture[str], command: str = "replay") -> str:
    """What is complained of: one line that names the file as it was given."""
    more = ["--csv", "-"] if command == "export" else []
    assert run([command, str(path), *more]) != DONE
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.err.count(str(path)) == 1
    assert "/tabletop-" not in captured.err
    return captured.err


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("bundle.json", None, "it has no bundle.json"),
        ("bundle.json", b"[]", "bundle.json makes no sense"),
        ("bundle.json", b"\xff\xfe\x00", "bundle.json makes no sense"),
        ("bundle.json", b"[" * 10_000, "bundle.json makes no sense"),
        ("bundle.json", b'{"format": "1"}', "bundle.json makes no sense"),
        (
            "bundle.json",
            b'{"format": 99, "tabletop": "9.0"}',
            "has format 99, this tabletop reads format 1: use tabletop 9.0",
        ),
        ("bundle.json", b" " * 2**20, "bundle.json is too large"),
        (RECORD, b"#" * 2**21, "record.txt is too large"),
        ("pictures/000001.jpg", bytes(2**26 + 1), "pictures/000001.jpg is too large"),
        (JOURNAL, None, "it has no journal.jsonl"),
        (JOURNAL, b"", "the journal in it is empty: ask for the bundle again"),
        (JOURNAL, b"Dear Anna\n", "line 1 of the journal makes no sense: it is damaged"),
        (JOURNAL, b"\n", "line 1 of the journal makes no sense: it is damaged"),
        (
            JOURNAL,
            b'{"entry":"session","format":1,"program":"1","game":"chess","settings":[]}\n',
            "game 'chess' isn't known",
        ),
    ],
)
def test_what_is_not_sound_in_a_bundle_is_told_of_the_file_that_was_given(
    name: str,
    data: bytes | None,
    says: str,
    bundle: dict[str, bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = {n: d for n, d in bundle.items() if n != name}
    path = _zipped(tmp_path / "given.zip", files if data is None else {**files, name: data})
    assert says in _one_line(path, capsys)
    assert says in _one_line(path, capsys, "export")
    assert says in _one_line(path, capsys, "fix")


def test_zip_files_that_are_none_or_empty_or_locked_are_told_in_plain_words(
    bundle: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = _zipped(tmp_path / "good.zip", bundle).read_bytes()
    at = [found.start() for found in re.finditer(rb"PK\x01\x02", good)]
    locked, odd = bytearray(good), bytearray(good)
    for place in at:
        locked[place + 8] |= 1
        odd[place + 10] = 99
    (tmp_path / "none.zip").write_bytes(b"no zip file at all")
    (tmp_path / "empty.zip").write_bytes(b"")
    (tmp_path / "nothing.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    (tmp_path / "half.zip").write_bytes(good[: len(good) // 2])
    (tmp_path / "locked.zip").write_bytes(locked)
    (tmp_path / "odd.zip").write_bytes(odd)
    _zipped(tmp_path / "twice.zip", bundle, (JOURNAL, b"{}\n"))
    for name, says in (
        ("none.zip", "the zip file is damaged or not complete: copy it again"),
        ("empty.zip", "the file is empty: copy it again"),
        ("nothing.zip", "the zip file is empty"),
        ("half.zip", "the zip file is damaged or not complete: copy it again"),
        ("locked.zip", "locked with a password: unpack it into a folder"),
        ("odd.zip", "packed in a way that isn't known here"),
        ("twice.zip", "it holds journal.jsonl twice"),
    ):
        assert says in _one_line(tmp_path / name, capsys)


def test_a_record_that_is_called_a_zip_file_is_a_record_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.zip"
    path.write_text(
        "tabletop record 1\ngame: mushroom-walk\ndealer forest 5D 8S 9H XR XB 2C KS KD\n"
    )
    assert run(["replay", str(path)]) == DONE


def test_a_cut_journal_is_played_as_far_as_it_goes_and_told(
    bundle: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = bundle[JOURNAL].splitlines(True)
    about = json.loads(bundle["bundle.json"])
    assert about["entries"] == len(lines)
    whole = b"".join(lines[:-2])
    old = json.dumps({k: v for k, v in about.items() if k != "entries"}).encode()
    for n, (journal, manifest, says) in enumerate(
        (
            (whole, bundle["bundle.json"], f"after {len(lines) - 2} of {len(lines)} entries"),
            (whole + lines[-2][:50], bundle["bundle.json"], "the rest of the game is missing"),
            (whole + lines[-2][:50], old, "the journal is cut off: the rest"),
        )
    ):
        files = {**bundle, JOURNAL: journal, "bundle.json": manifest}
        path = _zipped(tmp_path / f"cut{n}.zip", files)
        assert run(["replay", str(path)]) == USAGE
        captured = capsys.readouterr()
        assert "Turn 1" in captured.out
        assert captured.err.startswith(f"tabletop replay: {path}: the journal is cut off")
        assert says in captured.err
    path = _zipped(tmp_path / "old.zip", {**bundle, "bundle.json": old})
    assert run(["replay", str(path)]) == DONE
