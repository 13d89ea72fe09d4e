"""``tabletop enrol``: what can be told without learning anything."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.cli.codes import DONE, FAILED, USAGE
from tabletop.cli.main import run
from tabletop.resources import decks_dir
from tabletop.vision.enrolment.store import save_deck
from tabletop.vision.enrolment.views import Lying


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETOP_DATA", str(tmp_path / "data"))
    return decks_dir()


def keep(home: Path, name: str) -> None:
    picture = np.full((120, 100, 3), 200, np.uint8)
    u, v = np.array([30, 0], np.float32), np.array([0, 42], np.float32)
    save_deck(home, name, [("AS", Lying(picture, np.array([50, 60], np.float32), u, v))])


def test_decks_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enrol", "--list"]) == DONE
    assert capsys.readouterr().out == ""
    keep(home, "ours")
    keep(home, "grandmas")
    assert run(["enrol", "--list"]) == DONE
    assert capsys.readouterr().out.split() == ["grandmas", "ours"]
    assert run(["enrol", "--list", "--json"]) == DONE
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"deck": "grandmas"}, {"deck": "ours"}]


def test_the_last_deck_is_forgotten_with_what_was_learnt(home: Path) -> None:
    keep(home, "ours")
    (home / "learnt.npz").write_bytes(b"old")
    assert run(["enrol", "--forget", "ours"]) == DONE
    assert list(home.iterdir()) == []


def test_forgetting_an_unknown_deck_names_the_known_ones(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(home, "ours")
    assert run(["enrol", "--forget", "theirs"]) == FAILED
    assert "ours" in capsys.readouterr().err


def test_nothing_to_learn_from_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enrol"]) == USAGE
    assert "laid out" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../up", "a/b", ""])
def test_bad_names_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enrol", "x.jpg", "--name", name]) == FAILED
    assert "name" in capsys.readouterr().err


def test_a_picture_without_cards_says_how_to_lay_the_deck_out(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((200, 320, 3), 90, np.uint8))
    assert run(["enrol", str(path)]) == FAILED
    assert "row" in capsys.readouterr().err
    assert not home.exists()
