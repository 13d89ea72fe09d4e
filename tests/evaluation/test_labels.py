"""Every format of labels, and every way to get one wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.evaluation.labels import LabelError, Part, read_labels, without_cards
from tabletop.vision.errors import SourceError
from tests.evaluation.pictures import at, labels, picture, placed, truth


def mixed(folder: Path) -> Path:
    """Two sets of labels below one folder."""
    for i in range(4):
        picture(folder / "photos" / f"{i}.png", 10 + i)
    for i in range(3):
        picture(folder / "game" / f"{i}.png", 20 + i)
    labels(
        folder / "photos",
        tables_and_singles=[
            {"image": "0.png", "cards": ["TH", "X?"], "source": "us/deck", "note": "flash"},
            {"image": "1.png", "cards": ["XR"], "face_down": 0},
            {"image": "2.png", "cards": [], "face_down": 0},
        ],
        rank_boxes=[{"image": "3.png", "boxes": [["T", 1, 2, 30, 40]]}],
    )
    truth(
        folder / "game",
        {"frame": "0.png", "cards": [placed("9C", 5, 5, visible=0.4, zone="forest", slot=1)]},
        {"frame": "1.png", "cards": [], "busy": True},
        {"frame": "2.png", "cards": [], "half": True},
    )
    return folder


def test_all_formats_below_one_folder(tmp_path: Path) -> None:
    found = {p.name: p for p in read_labels([mixed(tmp_path)])}
    assert {name: str(p.part) for name, p in found.items()} == {
        "game/0.png": "frames",
        "photos/0.png": "tables",
        "photos/1.png": "singles",
        "photos/2.png": "no cards",
        "photos/3.png": "boxes",
    }
    assert [c.face for c in found["photos/0.png"].cards] == ["TH", "X?"]
    assert (found["photos/0.png"].source, found["photos/1.png"].source) == ("us", "photos")
    assert found["photos/3.png"].cards[0].quad == ((1, 2), (30, 2), (30, 40), (1, 40))
    card = found["game/0.png"].cards[0]
    assert (card.quad, card.visible, card.zone) == (at(5, 5), 0.4, "forest")


def test_every_counts_within_each_set(tmp_path: Path) -> None:
    names = [p.name for p in read_labels([mixed(tmp_path)], every=2)]
    assert names == ["game/0.png", "photos/0.png", "photos/2.png", "photos/3.png"]


def test_backs_that_are_not_counted_make_no_empty_picture(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", 1)
    labels(tmp_path, tables_and_singles=[{"image": "a.png", "cards": []}])
    assert read_labels([tmp_path])[0].part is Part.TABLES


def test_pictures_without_labels(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", 1)
    with pytest.raises(LabelError, match=r"no labelled pictures.*--no-cards"):
        read_labels([tmp_path])
    assert [p.part for p in without_cards([tmp_path])] == [Part.EMPTY]
    with pytest.raises(LabelError, match="is no folder"):
        read_labels([tmp_path / "a.png"])
    with pytest.raises(SourceError, match="holds no pictures"):
        without_cards([labels(tmp_path / "b", rank_boxes=[])])


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ({"tables": []}, "unknown field `tables`"),
        ({"tables_and_singles": [{"image": "a.png"}]}, "entry 1 of tables_and_singles: .*`cards`"),
        (
            {"tables_and_singles": [{"image": "a.png", "cards": ["10H"]}]},
            r"entry 1 of tables_and_singles \(a.png\): '10H' is no face",
        ),
        (
            {"tables_and_singles": [{"image": "a.png", "cards": ["TH"], "facedown": 1}]},
            "unknown field `facedown`",
        ),
        (
            {
                "tables_and_singles": [
                    {"image": "a.png", "cards": []},
                    {"image": "b.png", "cards": []},
                ]
            },
            r"entry 2 of tables_and_singles \(b.png\): there is no such picture",
        ),
        (
            {"rank_boxes": [{"image": "a.png", "boxes": [["10", 1, 2, 3, 4]]}]},
            r"entry 1 of rank_boxes \(a.png\): '10' is no rank",
        ),
        (
            {"rank_boxes": [{"image": "a.png", "boxes": [["K", 30, 2, 3, 4]]}]},
            "the box of K isn't left, top, right, bottom",
        ),
        ({"rank_boxes": [{"image": "a.png", "boxes": [["K", 1, 2, 3]]}]}, "entry 1 of rank_boxes"),
    ],
)
def test_bad_labels_are_one_line_that_names_the_entry(
    tmp_path: Path, entries: dict[str, list[dict[str, object]]], says: str
) -> None:
    picture(tmp_path / "a.png", 1)
    with pytest.raises(LabelError, match=says) as error:
        read_labels([labels(tmp_path, **entries)])
    assert "labels.json" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        ({"frame": "a.png"}, "line 2: .*`cards`"),
        ({"frame": "no.png", "cards": []}, r"line 2 \(no.png\): there is no such picture"),
        ({"frame": "a.png", "cards": [placed("1H", 0, 0)]}, "'1H' is no face"),
        ({"frame": "a.png", "cards": [{"face": "TH", "quad": [[0, 0]]}]}, "line 2: .*quad"),
    ],
)
def test_bad_truth_names_the_line(tmp_path: Path, frame: dict[str, object], says: str) -> None:
    picture(tmp_path / "a.png", 1)
    truth(tmp_path, {"frame": "a.png", "cards": []}, frame)
    with pytest.raises(LabelError, match=says) as error:
        read_labels([tmp_path])
    assert "truth.jsonl" in str(error.value)


def test_labels_that_are_no_json(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text("{'image'", encoding="utf-8")
    with pytest.raises(LabelError, match=r"labels\.json: "):
        read_labels([tmp_path])
