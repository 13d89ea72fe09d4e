"""``tabletop read`` with a reader that sees one card in every picture."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.cli.codes import DONE, FAILED, UsageError
from tabletop.cli.read import draw_targets, read_all
from tabletop.faces import FACE_INDEX
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Coin, Reading, Sighting


class OneCard:
    """Sees the ten of hearts in the middle half of any picture, a back beside it and a coin."""

    def read(self, image: Image) -> Reading:
        height, width = image.shape[:2]
        if not image.any():
            return Reading((width, height))
        p = np.zeros(54, np.float32)
        p[FACE_INDEX["TH"]] = 0.75
        p[FACE_INDEX["TD"]] = 0.2
        left, top, right, bottom = width / 4, height / 4, width * 3 / 4, height * 3 / 4
        quad = ((left, top), (right, top), (right, bottom), (left, bottom))
        back = Sighting(quad, False, np.zeros(54, np.float32), score=0.9)
        return Reading((width, height), (Sighting(quad, True, p, 0.5), back), (Coin(8, 4, 2),))


def picture(path: Path, width: int = 80, height: int = 60, value: int = 90) -> str:
    assert cv2.imwrite(str(path), np.full((height, width, 3), value, np.uint8))
    return str(path)


def read(images: list[str], *, as_json: bool = True, draw: str | None = None) -> int:
    targets = draw_targets(images, draw)
    return read_all(images, OneCard(), as_json=as_json, targets=targets)


def test_json_is_one_object_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    images = [picture(tmp_path / "a.jpg"), picture(tmp_path / "empty.png", value=0)]
    assert read(images) == DONE
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["image"] == images[0]
    assert first["size"] == [80, 60]
    assert first["cards"][0] == {
        "face": "TH",
        "p": 0.75,
        "quad": [[20, 15], [60, 15], [60, 45], [20, 45]],
        "up": True,
        "visible": 0.5,
    }
    assert first["cards"][1]["face"] == "back"
    assert first["cards"][1]["up"] is False
    assert first["coins"] == [{"x": 8, "y": 4, "radius": 2, "p": 1}]
    assert second["cards"] == []


def test_places_are_in_pixels_of_the_picture_as_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read([picture(tmp_path / "large.png", width=8192, height=4000)]) == DONE
    shown = json.loads(capsys.readouterr().out)
    assert shown["size"] == [8192, 4000]
    assert shown["cards"][0]["quad"] == [[2048, 1000], [6144, 1000], [6144, 3000], [2048, 3000]]


def test_text_names_each_card_with_its_doubt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    images = [picture(tmp_path / "a.jpg"), picture(tmp_path / "none.png", value=0)]
    assert read(images, as_json=False) == DONE
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("a.jpg: 2 cards")
    assert out[1].split() == ["TH", "10♥", "75%", "/", "10♦", "20%"]
    assert out[2].split() == ["back", "back"]
    assert out[3].endswith("none.png: no cards")


def test_a_bad_picture_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    cut = Path(picture(tmp_path / "cut.jpg"))
    cut.write_bytes(cut.read_bytes()[:-200])
    images = [
        str(text),
        str(cut),
        str(tmp_path / "missing.jpg"),
        str(tmp_path),
        picture(tmp_path / "one.png", width=1, height=1),
        picture(tmp_path / "good.jpg"),
    ]
    assert read(images) == FAILED
    captured = capsys.readouterr()
    assert [json.loads(line)["image"] for line in captured.out.splitlines()] == images[-2:]
    errors = captured.err.splitlines()
    assert len(errors) == 4
    assert all(error.startswith("tabletop read: ") for error in errors)


def test_drawing_one_picture_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "new" / "seen.png"
    assert read([picture(tmp_path / "a.jpg")], draw=str(out)) == DONE
    drawn = cv2.imread(str(out))
    assert drawn.shape == (60, 80, 3)
    assert (drawn != 90).any()


def test_drawing_several_pictures_to_a_folder(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
    images = [
        picture(tmp_path / "x" / "1.jpg"),
        picture(tmp_path / "y" / "1.jpg"),
        picture(tmp_path / "1-2.jpg"),
        picture(tmp_path / "2.ppm"),
    ]
    out = tmp_path / "seen"
    assert read(images, draw=str(out)) == DONE
    names = sorted(path.name for path in out.iterdir())
    assert names == ["1-2-2.jpg", "1-2.jpg", "1.jpg", "2.png"]


def test_drawing_never_replaces_what_is_read(tmp_path: Path) -> None:
    image = picture(tmp_path / "a.jpg")
    for images, out in (
        ([image], image),
        ([image, image], str(tmp_path)),
        ([image], f"{tmp_path}/"),
    ):
        with pytest.raises(UsageError, match="would replace"):
            draw_targets(images, out)


def test_drawing_to_impossible_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = picture(tmp_path / "a.jpg")
    with pytest.raises(UsageError, match="ending"):
        draw_targets([image], str(tmp_path / "seen"))
    with pytest.raises(UsageError, match="name of a file or a folder"):
        draw_targets([image], "")
    with pytest.raises(UsageError, match="folder"):
        draw_targets([image, image], picture(tmp_path / "b.jpg"))
    assert read([image], draw=f"{image}/seen.png") == FAILED
    assert "can't be written" in capsys.readouterr().err
