"""The score sheet saved as files by a key."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import cv2
from desks import kept_desk, record_desk
from driving import at_rest, dashboard, ready, screen_text
from tables import Step, ended, picture

from tabletop.cli.writing import saver
from tabletop.record import format_record, parse_record


async def test_a_key_saves_the_sheet_the_turns_and_the_record(tmp_path: Path) -> None:
    desk, steps = kept_desk(tmp_path / "game")
    jpeg = cv2.imencode(".jpg", picture(1920, 1080))[1].tobytes()
    for file in (tmp_path / "game" / "pictures").iterdir():
        file.write_bytes(jpeg)
    app = dashboard(steps[-1], desk=desk, save=saver(desk, tmp_path))
    async with app.run_test(size=(200, 60)) as pilot:
        await ready("r", "e")(pilot)
        assert "Saved:" in screen_text(app)
        files = {file.suffix: file for file in tmp_path.iterdir() if file.is_file()}
        assert files.keys() == {".html", ".csv", ".txt"}
        # A long name may be broken between lines.
        said = "".join(screen_text(app).split())
        assert all(str(file) in said for file in files.values())
        page = files[".html"].read_text(encoding="utf-8")
        assert page.count("data:image/jpeg") == 2, "both displays"
        assert not re.search(r"(?:src|href)=.?https?:", page), "it needs nothing else"
        rows = list(csv.DictReader(files[".csv"].open(encoding="utf-8")))
        assert len(rows) == desk.view.turn > 0
        assert files[".txt"].read_text(encoding="utf-8") == format_record(desk.record)

        await pilot.press("e")
        await at_rest(pilot)
        assert sorted(file for file in tmp_path.iterdir() if file.is_file()) == sorted(
            files.values()
        ), "a game takes the place of its own files"
    desk.close()


async def test_no_other_files_are_written_over(tmp_path: Path) -> None:
    desk = record_desk("tabletop record 1\ngame: mushroom-walk\ndate: 2031-05-17\n\n"
                       "dealer forest 9D 9S 9H XR XB 2C KS KD\n1. p1 take 2\n")  # fmt: skip
    other = tmp_path / "mushroom-walk-2031-05-17.csv"
    other.write_text("somebody's")
    app = dashboard(Step(ended()), desk=desk, save=saver(desk, tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("e")(pilot)
        assert "Saved:" in screen_text(app)
    assert other.read_text() == "somebody's"
    record = tmp_path / "mushroom-walk-2031-05-17-2.txt"
    assert parse_record(record.read_text(encoding="utf-8")) == desk.record
    page = (tmp_path / "mushroom-walk-2031-05-17-2.html").read_text(encoding="utf-8")
    assert "<img" not in page, "a record holds no pictures"
    assert "The game is not over" in page
    assert "draw" not in page, "nobody has won yet, and nobody has not"


async def test_files_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    desk = record_desk()
    app = dashboard(Step(ended()), desk=desk, save=saver(desk, tmp_path / "nowhere"))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("e")(pilot)
        said = " ".join(screen_text(app).split())
        assert "can't be written: no such file or directory" in said, said


async def test_the_sheet_of_an_earlier_turn_tells_no_end_and_saves_every_turn(
    tmp_path: Path,
) -> None:
    desk = record_desk()
    app = dashboard(Step(ended()), desk=desk, save=saver(desk, tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready("escape", "home", "right", "r")(pilot)
        assert "The score so far" in screen_text(app)
        assert "after turn 1; the game went on" in screen_text(app)
        assert "wins" not in screen_text(app)
        await pilot.press("e")
        await at_rest(pilot)
        assert "Saved with all turns:" in screen_text(app)
        (turns,) = tmp_path.glob("*.csv")
        assert len(list(csv.DictReader(turns.open(encoding="utf-8")))) == 6
        await ready("escape", "end", "r")(pilot)
        assert "Player 2 wins" in screen_text(app), "now the end is looked at"
