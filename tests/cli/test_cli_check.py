"""``tabletop check``: verdict in front, rules and facts after it, the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabletop.cli import records
from tabletop.cli.codes import USAGE
from tabletop.cli.main import run

GAME = """\
tabletop record 1
game: mushroom-walk
player 1: Anna
dealer forest 5D 8S 9H XR XB 2C KS KD
dealer deal p2 9 9 9
1. p1 take 2
dealer turn 9H JS
2. p2 decay
dealer turn 6S
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def test_an_illegal_move(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", game, "--move", "take 5"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Illegal: Anna takes cider (card 5) for 3 sticks."
    assert out[1].startswith("MW-5.1  The first two forest cards are free;")
    assert out[2] == "    Card 5 costs 3 sticks, has 0."
    assert out[3].startswith("    To put it right: take one of the first 2 cards")
    assert "The table after turn 2:" in out
    assert any("poison mushroom (2), cider (3)" in line for line in out)
    assert any(line.strip().startswith("Anna: to move; 0 points; holds 4 of 8") for line in out)


def test_a_legal_one_names_the_rule_that_allows_it(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", game, "--at", "1", "--move", "cook 9 9 9"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Legal: Player 2 cooks 3 × 9 (chanterelle) in an empty pan: 12 points."
    assert out[1].startswith("MW-5.3  A dish is 3 or more")
    assert "The table after turn 1:" in out


def test_hidden_cards_leave_it_open(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", game, "--at", "0", "--move", "sell 2 2"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Possible: Anna sells 2 × 2 (honey fungus) for 2 sticks."
    assert "Open: needs 2 × 2" in out[2]
    assert out[3].strip() == "To settle it: show the cards."


@pytest.mark.parametrize(
    ("arguments", "code", "verdict", "player", "rule"),
    [
        (["--move", "stuck"], 1, "illegal", 0, "R-21"),
        (["--move", "p2 take 1"], 1, "illegal", 1, "MW-5.0"),
        (["--move", "p2 take 1", "--at", "1"], 0, "legal", 1, "MW-5.1"),
        (["--move", "decay", "--at", "0"], 1, "illegal", 0, "MW-5.2"),
        (["--move", "take 1", "--game", "fungi"], 0, "legal", 0, "FU-4.1"),
        # By the house rule the two jacks are moons.
        (["--move", "pan", "--set", "moon=jack"], 0, "possible", 0, "MW-5.5"),
    ],
)
def test_one_json_object(
    arguments: list[str],
    code: int,
    verdict: str,
    player: int,
    rule: str,
    game: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "fungi" in arguments:
        text = GAME.replace("5D 8S 9H XR XB 2C KS KD", "5 8 9 N N 2 P C").replace("9H JS", "9 N")
        Path(game).write_text(text.replace("6S", "6"), encoding="utf-8")
    assert run(["check", game, "--json", *arguments]) == code
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["verdict"], told["player"], told["rules"][0]["id"]) == (verdict, player, rule)
    assert told["move"] == arguments[1].removeprefix("p2 ")
    assert [card["price"] for card in told["position"]["forest"]] == [0, 0, 1, 2, 3, 4, 5, 6]
    assert told["position"]["players"][player]["limit"] == 8


def test_house_settings_replace_those_of_the_record(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(game).write_text(GAME.replace("player 1", "set: moon=ace\nplayer 1"), encoding="utf-8")
    for settings, kind in (([], "N"), (["--set", "moon=jack"], "O")):
        run(["check", game, "--json", "--move", "take 1", *settings])
        forest = json.loads(capsys.readouterr().out)["position"]["forest"]
        assert forest[6]["kind"] == kind


@pytest.mark.parametrize(
    ("words", "move", "player"),
    [
        ("may I take the fourth card?", "take 4", 0),
        ("can Player 2 take the first card?", "take 1", 1),
        ("Darf Anna drei 9er kochen?", "cook 9 9 9", 0),
        ("I can't do anything, I'm stuck", "stuck", 0),
        ("may Anna take two cards?", "take two cards", 0),
        ("may Player 2 pass?", "pass", 1),
    ],
)
def test_a_question_in_the_players_words(
    words: str, move: str, player: int, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["check", game, "--json", "--move", words])
    told = json.loads(capsys.readouterr().out)
    assert (told["move"], told["player"]) == (move, player)


def test_what_is_no_action_is_judged_by_its_rule(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", game, "--move", "may Anna pass?"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Illegal: Anna passes."
    assert out[1].startswith("MW-5.0  Each turn is exactly one of the five actions")
    assert out[2] == "    Passing is none of the five actions."


def test_a_claim_to_be_stuck_is_answered_as_such(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", game, "--move", "is Anna stuck?"]) == 1
    assert capsys.readouterr().out.startswith("Illegal: Anna isn't stuck and must act.\n")
    assert run(["check", game, "--move", "is Player 2 stuck?"]) == 1
    assert capsys.readouterr().out.startswith("Illegal: Player 2 claims to be stuck.\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        # In the short form nothing is guessed: a word more may be a mistake that matters.
        (["--move", "take 1 discrad 9"], "'discrad'"),
        (["--move", "what about turn 2?"], "not understood: 'what about'"),
        (["--move", "was turn 2 legal?"], "replay tells whether turn 2 was legal"),
        (["--move", "may Bob take card 1?"], "not understood: 'Bob'"),
        (["--move", ""], "--move '': write a move"),
        (["--move", "a" * 5000], "a…': not understood"),
        (["--move", "p3 take 1"], "the players are p1 and p2"),
        (["--move", "take 1", "--at", "3"], "there is no turn 3: 2 were played"),
        (["--move", "take 1", "--at", "-1"], "there is no turn -1"),
        (["--move", "take 1", "--at", "x"], "invalid int value"),
        (["--move", "take 1", "--game", "chess"], "'chess' isn't known"),
        (["--move", "take 1", "--set", "moon=sun"], "use ace or jack"),
        ([], "--move"),
    ],
)
def test_what_cannot_be_answered_is_code_2_and_one_line(
    arguments: list[str], says: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", game, *arguments]) == USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"hello", "line 1, column 1: a record starts with"),
        (GAME.encode() + b"p1 fly\n", "line 10, column 4: 'fly' is no action"),
        (GAME.encode() + b"dealer turn 2 2 2\n", "line 10: turn 2 turns up 1"),
        (b"\xff\xff", "save the file as UTF-8"),
    ],
)
def test_a_bad_record_is_named_with_its_line(
    data: bytes, says: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(game).write_bytes(data)
    assert run(["check", game, "--move", "take 1"]) == USAGE
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.startswith("tabletop check: ")
    assert captured.err.count("\n") == 1


def test_files_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, says in (
        (str(tmp_path / "missing.txt"), "can't be read: no such file"),
        (str(tmp_path), "is a folder"),
        ("a\0b", "can't be read"),
    ):
        assert run(["check", path, "--move", "take 1"]) == USAGE
        captured = capsys.readouterr()
        assert says in captured.err
        assert captured.err.count("\n") == 1


def test_a_bundle_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sent.zip"
    path.write_bytes(b"PK\x03\x04")
    assert run(["check", str(path), "--move", "take 1"]) == USAGE
    assert "is a bundle: make a record of it first" in capsys.readouterr().err


def test_even_a_bug_is_not_taken_for_a_verdict(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(path: str) -> None:
        raise RuntimeError("a bug")

    monkeypatch.delenv("TABLETOP_DEBUG", raising=False)
    monkeypatch.setattr(records, "load_record", fail)
    assert run(["check", game, "--move", "take 1"]) == USAGE
    assert "something went wrong" in capsys.readouterr().err


def test_what_is_wrong_in_the_record_is_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "slips.txt"
    path.write_text(
        GAME.replace("p1 take 2", "p1 take 3").replace("5D 8S 9H", "9D 9S 9H"), encoding="utf-8"
    )
    assert run(["check", str(path), "--move", "take 1"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if "Note" in line] == [
        "Note: turn 1 of the record was illegal (MW-5.1); it is taken as it was played.",
        "Note: the record has 7 × 9, the decks have 4.",
    ]
    assert run(["check", str(path), "--move", "take 1", "--at", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == [
        "the record has 6 × 9, the decks have 4"
    ]
    run(["replay", str(path), "--lenient"])
    assert "Note: the record has 7 × 9, the decks have 4." in capsys.readouterr().out
