"""``tabletop replay``: positions, illegal turns, disputes, the result, the exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tabletop.cli.codes import USAGE
from tabletop.cli.main import run
from tabletop.games.mushroom_walk import sheet_text
from tabletop.record import format_record
from tests.record.games import recorded

GAME = """\
tabletop record 1
game: mushroom-walk
player 1: Anna
date: 2031-05-17
dealer forest 5D 8S 9H XR XB 2C KS KD
1. p1 take 2  # she thought for long
dealer turn 9H JS
2. p2 take 4
dealer turn 6S 6S
p1 claim illegal 2
ruling legal
3. p1 take 9
4. p2 sell 2 2
p2 claim stuck
result 0 0 stopped
"""


def write(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_whole_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, last = recorded(21)
    assert all(player.dishes for player in last.players)
    path = write(tmp_path, format_record(record))
    assert run(["replay", path]) == 0
    out = capsys.readouterr().out
    turns = out.count("\nTurn ")
    assert f"{turns} turns, none illegal." in out
    assert "Mushroom Walk: Anna and Ben: the 2nd #1 (club, 2031-05-17)" in out
    assert out.endswith(f"\n\n{sheet_text(last, record.players)}\n")
    assert run(["replay", path, "--json"]) == 0
    told = objects(capsys)
    assert [t["event"] for t in told] == ["table", *["turn"] * turns, "end"]
    assert told[-1]["right"]
    assert told[-1]["reason"] == last.reason
    assert told[-1]["scores"] == told[-1]["result"] == [s["total"] for s in told[-1]["sheets"]]
    for sheet in told[-1]["sheets"]:
        items = [item for dish in sheet["dishes"] for item in dish["items"]]
        assert sum(item["points"] for item in items) == sheet["total"]
        assert all(item["what"] and item["rules"] for item in items)
    assert told[-2]["position"]["over"] == last.reason
    assert [t["n"] for t in told[1:-1]] == list(range(1, turns + 1))
    assert told[0]["settings"]["moon"] == "jack"


def test_it_ends_at_the_first_illegal_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", write(tmp_path, GAME)]) == 1
    out = capsys.readouterr().out
    assert "Turn 1. Anna takes an 8 (card 2).\n    # she thought for long\n" in out
    assert "Turn 2. Illegal: Player 2 takes a 2 (card 4) for 2 sticks.\n    MW-5.1  The" in out
    assert "Turn 3" not in out
    assert out.endswith(
        "2 turns, illegal: turn 2 [MW-5.1].\nDecided against the rules: 1 claim.\n"
        "Replaying ended at the illegal turn; --lenient goes on.\n"
    )


def test_lenient_goes_on_and_lists_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, GAME)
    assert run(["replay", path, "--lenient"]) == 1
    out = capsys.readouterr().out
    assert "Anna claims: turn 2 was illegal.\n  Decided: legal.\n  The rules say illegal." in out
    assert "4 turns, illegal: turn 2 [MW-5.1], turn 3 [MW-5.1], turn 4 [MW-5.0]." in out
    end = "By what is known the game isn't over; the record says: stopped. Points: 0 to 0."
    assert end in out
    assert run(["replay", path, "--lenient", "--json"]) == 1
    told = objects(capsys)
    assert told[-1]["illegal"] == [2, 3, 4]
    assert not told[-1]["stopped"]
    disputes = [t for t in told if t["event"] == "dispute"]
    assert [(d["after"], d["fits"]) for d in disputes] == [(2, False), (4, True)]
    assert disputes[0]["move"] == "take 4"
    assert disputes[1]["move"] == "stuck"


def test_what_is_open_is_not_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME[: GAME.index("1. p1")] + "p1 sell 2 2\n"
    assert run(["replay", write(tmp_path, text)]) == 0
    out = capsys.readouterr().out
    assert "Turn 1. Possible: Anna sells 2 × 2" in out
    assert "Hidden cards leave open: turn 1." in out


def test_a_wrong_result_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME[: GAME.index("2. p2")] + "result 3 0 stopped\n"
    assert run(["replay", write(tmp_path, text)]) == 1
    assert "The record's result is 3 to 0." in capsys.readouterr().out
    assert run(["replay", write(tmp_path, text.replace("3 0", "0 0"))]) == 0


def test_turns_that_were_taken_back_break_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GAME[: GAME.index("ruling")] + "ruling illegal MW-5.1  # no sticks\nundo 2\n2. p2 pan\n"
    assert run(["replay", write(tmp_path, text)]) == 0
    out = capsys.readouterr().out
    assert "Decided: illegal [MW-5.1].  # no sticks" in out
    assert "2 turns, none illegal." in out


def test_a_table_laid_out_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME[: GAME.index("2. p2")] + "dealer forest 2 2 2\ndealer hand p1\ndealer hand p2 9\n"
    assert run(["replay", write(tmp_path, text)]) == 0
    out = capsys.readouterr().out
    assert "Turns went unseen. The table then:\n    Forest: 2 (free), 2 (free), 2 (1)\n" in out


def test_lines_that_do_not_fit_end_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GAME.replace("dealer turn 9H JS", "dealer turn 9H JS 2 3 4")
    assert run(["replay", write(tmp_path, text)]) == USAGE
    captured = capsys.readouterr()
    assert "line 7: turn 1 turns up 2 forest and 0 night cards, not more" in captured.err
    assert captured.err.count("\n") == 1
    assert run(["replay", str(tmp_path / "missing")]) == USAGE
    assert "can't be read" in capsys.readouterr().err
