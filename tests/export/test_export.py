"""A game as a page, a table and a record: complete, self-contained, safe against hostile names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.cli.codes import DONE, FAILED, USAGE
from tabletop.cli.main import run
from tabletop.export import Account, account_of, account_of_session, page, table
from tabletop.export.page import graph
from tabletop.games import game_named
from tabletop.language import use
from tabletop.record import load_record, parse_record
from tabletop.referee.kept import KeptSession
from tests.referee.worlds import make_world, world_readings

GAME = """\
tabletop record 1
game: mushroom-walk
player 1: <script>alert(1)</script>
player 2: =HYPERLINK("http://evil.example")
event: "><img src=x onerror=alert(2)>
dealer forest 5D 8S 9H XR XB 2C KS KD
1. p1 take 2
dealer turn 9H JS
2. p2 take 4
dealer turn 6S 6S
"""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.fixture
def account() -> Account:
    return account_of(parse_record(GAME))


class Read(HTMLParser):
    """What a page holds: its tags, its words, every address in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "data")]

    def handle_data(self, data: str) -> None:
        self.words += data


def test_nothing_in_a_name_becomes_part_of_the_page(account: Account) -> None:
    read = Read(page(account))
    assert not {"script", "link", "iframe", "object", "img"} & set(read.tags)
    assert not [name for name in read.attributes if name.startswith("on")]
    assert read.addresses == []
    assert "<script>alert(1)</script>" in read.words
    assert '"><img src=x onerror=alert(2)>' in read.words
    assert "default-src 'none'" in page(account)


def test_a_page_tells_the_turns_what_was_broken_and_the_score(account: Account) -> None:
    words = Read(page(account)).words
    assert "takes an 8 (card 2)" in words
    assert "MW-5.1: card 4 costs 2 sticks, has 0" in words
    assert "Nobody is ahead: 0 points each" in words
    assert "no dish cooked" in words


def test_a_page_in_german(account: Account) -> None:
    use("de")
    words = Read(page(account)).words
    assert "nimmt eine 8 (Karte 2)" in words
    assert "MW-5.1: Karte 4 kostet 2 Stöcke, vorhanden: 0" in words
    assert 'lang="de"' in page(account)


def test_a_table_has_a_row_for_each_turn_and_no_formula(account: Account) -> None:
    rows = list(csv.DictReader(io.StringIO(table(account))))
    assert [(row["turn"], row["move"], row["points_1"]) for row in rows] == [
        ("1", "take 2", "0"),
        ("2", "take 4", "0"),
    ]
    assert rows[1]["player"].startswith("'=HYPERLINK")
    assert rows[1]["broken_rules"] == "MW-5.1"


def test_the_graph_goes_through_every_score() -> None:
    drawn = graph([(0, 3), (12, 3)])
    first, second = ([tuple(map(float, p.split(","))) for p in w.split()] for w in drawn["lines"])
    assert len(first) == len(second) == 3
    assert first[0][1] == second[0][1] > second[1][1] == second[2][1] > first[2][1]
    assert [points for _, points in drawn["levels"]] == [0, 5, 10]
    assert len(graph([])["lines"]) == 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "game"
    jpeg = cv2.imencode(".jpg", np.full((1080, 1920, 3), 90, np.uint8))[1].tobytes()
    with KeptSession.create(path, game_named("mushroom-walk")) as session:
        for name, reading in list(world_readings(make_world(7), "clean", 7))[:4]:
            session.hold(jpeg)
            session.see(reading, name)
    return path


def test_a_session_brings_pictures_of_both_displays(folder: Path) -> None:
    read = Read(page(account_of_session(folder)))
    assert read.tags.count("img") == 2
    assert all(address.startswith("data:image/jpeg;base64,") for address in read.addresses)


def test_on_the_command_line(folder: Path, tmp_path: Path) -> None:
    html, sheet, text = (tmp_path / name for name in ("a.html", "a.csv", "a.txt"))
    words = ["export", str(folder), "--html", str(html), "--csv", str(sheet), "--record", str(text)]
    assert run(words) == DONE
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert len(load_record(text).entries) > 3
    again = tmp_path / "b.csv"
    assert run(["export", str(text), "--csv", str(again)]) == DONE
    assert again.read_text(encoding="utf-8") == sheet.read_text(encoding="utf-8")


def test_a_bundle_is_exported_as_its_session_is(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, html, sheets = tmp_path / "b.zip", tmp_path / "a.html", []
    assert run(["bundle", str(folder), "-o", str(bundle)]) == DONE
    for n, source in enumerate((folder, bundle)):
        sheet = tmp_path / f"{n}.csv"
        assert run(["export", str(source), "--csv", str(sheet), "--html", str(html)]) == DONE
        sheets.append(sheet.read_text(encoding="utf-8"))
    assert sheets[0] == sheets[1]
    assert Read(html.read_text(encoding="utf-8")).tags.count("img") == 2
    (tmp_path / "other.zip").write_bytes(b"PK\x03\x04 and nothing")
    capsys.readouterr()
    assert run(["export", str(tmp_path / "other.zip"), "--csv", str(tmp_path / "x.csv")]) == USAGE
    assert capsys.readouterr().err.count("other.zip") == 1


def test_what_can_not_be_written_or_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    assert run(["export", str(path)]) == USAGE
    assert "say what to write" in capsys.readouterr().err
    assert run(["export", str(tmp_path), "--csv", "x.csv"]) == USAGE
    assert "no session folder" in capsys.readouterr().err
    nowhere = str(tmp_path / "no" / "such" / "folder.html")
    assert run(["export", str(path), "--html", nowhere]) == FAILED
    assert "can't be written" in capsys.readouterr().err


def test_the_game_itself_is_never_written_over(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, link = tmp_path / "game.txt", tmp_path / "link.txt"
    path.write_text(GAME, encoding="utf-8")
    link.symlink_to(path)
    journal = (folder / "journal.jsonl").read_bytes()
    for source, target in (
        (path, path),
        (path, link),
        (folder, folder / "journal.jsonl"),
        (folder, folder / "pictures" / ".." / "record.txt"),
    ):
        assert run(["export", str(source), "--csv", str(target)]) == USAGE
        assert "is the game itself" in capsys.readouterr().err
    both = str(tmp_path / "both")
    assert run(["export", str(path), "--csv", both, "--html", both]) == USAGE
    assert "named twice" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == GAME
    assert (folder / "journal.jsonl").read_bytes() == journal
    assert run(["export", str(folder), "--csv", str(folder / "game.csv")]) == DONE


def test_one_file_may_be_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    assert run(["export", str(path), "--csv", "-"]) == DONE
    told = capfdbinary.readouterr()
    assert told.out.decode() == table(account_of(load_record(path)))
    assert told.err == b""
    assert run(["export", str(path), "--csv", "-", "--html", "-"]) == USAGE
    assert b"only one of the files can be -" in capfdbinary.readouterr().err
    assert not Path("-").exists()
