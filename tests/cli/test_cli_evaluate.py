"""``tabletop evaluate`` with a reader that reads what it is told."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tabletop.cli.codes import DONE, FAILED, USAGE, UsageError
from tabletop.cli.evaluate import measure
from tabletop.cli.main import run
from tabletop.cli.parser import build_parser
from tabletop.vision.errors import SourceError
from tests.evaluation.pictures import ToldReader, labels, picture, placed, seen, truth

GOOD = ToldReader(
    {
        10: [seen("TH", 10, 10), seen("9C", 100, 10)],
        20: [seen("XR", 10, 10)],
        30: [seen("TH", 10, 10), seen("back", 100, 10)],
    }
)
POOR = ToldReader(
    {
        10: [seen("TD", 10, 10), seen("9C", 100, 10)],
        20: [seen("XR", 10, 10), seen("KS", 100, 10)],
        30: [seen("TC", 10, 10), seen("back", 100, 10)],
        40: [seen("QS", 10, 10)],
    }
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "given"
    for name, grey in (("a.png", 10), ("b.png", 20), ("d.png", 40)):
        picture(home / "photos" / name, grey)
    picture(home / "game" / "c.png", 30)
    labels(
        home / "photos",
        tables_and_singles=[
            {"image": "a.png", "cards": ["9C", "TH"], "source": "us", "note": "flash"},
            {"image": "b.png", "cards": ["XR"], "face_down": 0},
            {"image": "d.png", "cards": [], "face_down": 0},
        ],
    )
    cards = [placed("TH", 10, 10, zone="forest"), placed("back", 100, 10, zone="draw")]
    truth(home / "game", {"frame": "c.png", "cards": cards})
    return home


def evaluate(reader: ToldReader, *words: str) -> int:
    return measure(build_parser().parse_args(["evaluate", *words]), reader)


def test_all_right_meets_every_floor(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Confidence 0.9 and always right is a calibration error of 0.1; let the surest be sure.
    sure = ToldReader(
        {
            10: [seen("TH", 10, 10), seen("9C", 100, 10)],
            20: [seen("XR", 10, 10, p=0.999)],
            30: [seen("TH", 10, 10, p=0.999), seen("back", 100, 10)],
        }
    )
    assert evaluate(sure, str(folder)) == DONE
    out, err = capsys.readouterr()
    assert "MISSED" not in out
    assert "| tables: recall of faces | 2 | 1.0000 | ≥ 0.9500 | 0.9900 | aim met |" in out
    assert (
        "| no cards: cards found in a picture | 1 | 0.0000 | ≤ 0.0100 | 0.0000 | aim met |" in out
    )
    assert "Worst pictures" not in out
    assert err == ""


def test_below_a_floor_is_told_and_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(POOR, str(folder)) == FAILED
    out, err = capsys.readouterr()
    assert (
        "| frames: wrong faces in the forest row | 1 | 1.0000 | ≤ 0.0033 | 0.0000 | MISSED |" in out
    )
    assert "tabletop evaluate: tables: precision of faces is 0.5000, under 0.9500" in err
    assert "| tables | photos/a.png | TH read as TD |" in out
    assert "| singles | photos/b.png | KS too many |" in out
    assert "| tables | lamp, candle, flash | 1 | 2 | 0.5000 | 0.5000 | 0.0% |" in out
    assert evaluate(POOR, str(folder), "--no-floors") == DONE
    out, err = capsys.readouterr()
    assert "MISSED" not in out
    assert err == ""


def test_json_holds_all_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(POOR, str(folder), "--json", "--no-floors") == DONE
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    figures = {f["name"]: f for f in told["figures"]}
    assert figures["singles: right face, no second card"]["value"] == 0
    assert figures["no cards: cards found in a picture"]["value"] == 1
    assert figures["frames: precision of faces by place"]["met"] is False
    assert {j["part"]: (j["there"], j["right"]) for j in told["jokers"]} == {"singles": (1, 1)}
    assert [b["right"] for b in told["backs"]] == [1]
    assert {"mistake": "TH read as TD", "count": 1} in told["mistakes"]
    assert told["zones"] == [
        {
            "part": "frames",
            "name": "forest",
            "pictures": 0,
            "cards": 1,
            "right": 0,
            "wrong": 1,
            "missed": 1,
            "clean": 0,
            "precision": 0.0,
            "recall": 0.0,
        }
    ]


def test_tables_and_worst_pictures_are_written(folder: Path, tmp_path: Path) -> None:
    table, drawn = tmp_path / "table.md", tmp_path / "worst"
    assert evaluate(POOR, str(folder), "--write", str(table), "--draw", str(drawn)) == FAILED
    text = table.read_text(encoding="utf-8")
    assert text.startswith("# How well cards are read\n\n`tabletop evaluate ")
    assert "## By source" in text
    names = sorted(path.name for path in drawn.iterdir())
    assert names == [
        "frames-01-c.jpg",
        "no-cards-01-d.jpg",
        "singles-01-b.jpg",
        "tables-01-a.jpg",
    ]
    image = cv2.imread(str(drawn / names[0]))
    assert image is not None
    assert image.shape[0] > 200


def test_pictures_without_cards_need_no_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture(tmp_path / "a.png", 1)
    picture(tmp_path / "b.png", 40)
    assert evaluate(POOR, str(tmp_path), "--no-cards") == FAILED
    assert "| no cards: cards found in a picture | 2 | 0.5000 |" in capsys.readouterr().out
    assert evaluate(POOR, str(tmp_path), "--no-cards", "--every", "2") == DONE


def test_what_cannot_be_is_said_before_reading(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match="--every"):
        evaluate(GOOD, str(folder), "--every", "0")
    with pytest.raises(UsageError, match="doesn't exist"):
        evaluate(GOOD, str(folder), "--write", str(tmp_path / "no" / "table.md"))
    (folder / "game" / "c.png").write_bytes(b"no picture")
    with pytest.raises(SourceError, match=r"c\.png"):
        evaluate(GOOD, str(folder))
    assert run(["evaluate", str(tmp_path / "missing")]) == FAILED
    assert run(["evaluate", str(folder), "--every", "x"]) == USAGE
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2
    assert "is no folder" in errors[0]
