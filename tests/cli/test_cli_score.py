"""``tabletop score`` on a reading of a table laid by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from tabletop.cli import score as command
from tabletop.cli.codes import DONE, FAILED
from tabletop.cli.main import run
from tabletop.games import game_named
from tabletop.referee.setup import SetupError, find_setup
from tabletop.referee.table_score import DishScore, Doubt, PlayerScore, TableScore
from tabletop.vision.errors import SourceError
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading
from tests.referee.worlds import make_world, world_readings

GAME = game_named("mushroom-walk")
DISH = DishScore("XR", ("9H", "9S", "TD"), 1, 4, "9", 0.8)
DOUBT = Doubt("6 points if a night 9 lies in the dish of 9s", 6, 0.3)
TABLE = TableScore((PlayerScore(4, (DISH,), (DOUBT,)), PlayerScore(1, (), ())), ((4, 1), (6, 1)))


class SeesNothing:
    def read(self, image: Image) -> Reading:
        return Reading((image.shape[1], image.shape[0]))


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "table.png"
    assert cv2.imwrite(str(path), np.full((90, 160, 3), 90, np.uint8))
    return str(path)


def test_json(
    picture: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "score_table", lambda reading, game, layout: TABLE)
    assert command.score_picture(picture, SeesNothing(), GAME, as_json=True) == DONE
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["image"] == picture
    first, second = told["players"]
    assert (first["total"], second["total"]) == (4, 1)
    assert first["dishes"][0]["pan"] == "XR"
    assert first["dishes"][0]["cards"] == ["9H", "9S", "TD"]
    assert first["dishes"][0]["night"] == 1
    assert first["dishes"][0]["points"] == 4
    assert first["doubts"][0]["total"] == 6
    assert told["readings"] == [[4, 1], [6, 1]]


def test_a_game_that_goes_on() -> None:
    first, *rest = command.score_lines(msgspec.structs.replace(TABLE, forest=8), GAME)
    assert first == "The game isn't finished: the forest has 8 cards. The score so far:"
    assert rest == list(command.score_lines(TABLE, GAME))


def test_text() -> None:
    lines = list(command.score_lines(TABLE, GAME))
    assert lines[0] == "Player 1 (nearer to the lower edge): 4 points"
    assert "9♥ 9♠ 10♦, 1 of them a night card (80% sure)" in lines[1]
    assert GAME.kinds["9"].name in lines[1]
    assert lines[2].strip() == "?  6 points if a night 9 lies in the dish of 9s (30%)"
    assert lines[3] == "Player 2: 1 point"


def test_a_picture_without_cards_is_one_line(picture: str) -> None:
    with pytest.raises(SourceError, match="shows no table"):
        command.score_picture(picture, SeesNothing(), GAME, as_json=True)


def test_a_table_of_backs_is_no_game_without_points(picture: str) -> None:
    table = next(iter(world_readings(make_world(11), "clean", 11)))[1]
    nothing = np.zeros(54, np.float32)
    backs = replace(table, cards=tuple(replace(c, up=False, p=nothing) for c in table.cards))

    class SeesBacks:
        def read(self, image: Image) -> Reading:
            return backs

    with pytest.raises(SourceError, match="no face can be read"):
        command.score_picture(picture, SeesBacks(), GAME, as_json=True)


def test_a_setup_in_which_the_cards_do_not_lie_is_refused(picture: str) -> None:
    table = next(iter(world_readings(make_world(11), "clean", 11)))[1]
    setup = find_setup(table, GAME)
    assert setup is not None

    class SeesTheTable:
        def read(self, image: Image) -> Reading:
            return table

    assert command.score_picture(picture, SeesTheTable(), GAME, setup, as_json=True) == DONE
    wrong = msgspec.structs.replace(setup, plane=(*setup.plane[:3], 0.0, *setup.plane[4:]))
    with pytest.raises(SetupError, match="don't lie as the set-up says"):
        command.score_picture(picture, SeesTheTable(), GAME, wrong, as_json=True)


def test_a_missing_picture_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", str(tmp_path / "missing.jpg")]) == FAILED
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
