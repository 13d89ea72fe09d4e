"""Sources of pictures: folders, single pictures, videos, and everything that isn't one."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.vision import sources
from tabletop.vision.sources import Frame, Skipped, SourceError, open_source
from tabletop.vision.sources.pictures import natural_key


def picture(path: Path, value: int = 100) -> Path:
    assert cv2.imwrite(str(path), np.full((48, 64, 3), value, np.uint8))
    return path


def video(path: Path, frames: int, rate: float = 25.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for i in range(frames):
        writer.write(np.full((48, 64, 3), min(10 * i, 255), np.uint8))
    writer.release()
    return path


def message(spec: str | Path) -> str:
    with pytest.raises(SourceError) as caught, open_source(str(spec)) as source:
        list(source)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_folder_is_read_in_natural_order_without_what_is_no_picture(tmp_path: Path) -> None:
    for name in ("10.jpg", "2.png", "1.JPG", "b1.webp", "B2.bmp"):
        picture(tmp_path / name)
    (tmp_path / "notes.txt").write_text("x")
    picture(tmp_path / ".hidden.jpg")
    (tmp_path / "folder.jpg").mkdir()
    with open_source(str(tmp_path)) as source:
        items = list(source)
    assert source.kind == "pictures"
    assert source.total == 5
    assert [item.name for item in items] == ["1.JPG", "2.png", "10.jpg", "b1.webp", "B2.bmp"]
    assert all(isinstance(item, Frame) and item.moment for item in items)
    assert [item.time_s for item in items if isinstance(item, Frame)] == [0, 1, 2, 3, 4]


def test_natural_order_counts() -> None:
    names = ["f10", "F9", "f1", "f09", "g", "f", "1", ""]
    assert sorted(names, key=natural_key) == ["", "1", "f", "f1", "F9", "f09", "f10", "g"]


def test_a_broken_picture_among_good_ones_is_skipped(tmp_path: Path) -> None:
    picture(tmp_path / "1.jpg")
    (tmp_path / "2.jpg").write_text("no picture")
    data = picture(tmp_path / "3.jpg").read_bytes()
    (tmp_path / "3.jpg").write_bytes(data[: len(data) // 2])
    (tmp_path / "4.jpg").touch()
    picture(tmp_path / "5.jpg")
    with open_source(str(tmp_path)) as source:
        items = list(source)
    assert [type(item) for item in items] == [Frame, Skipped, Skipped, Skipped, Frame]
    skipped = [item for item in items if isinstance(item, Skipped)]
    assert [item.name for item in skipped] == ["2.jpg", "3.jpg", "4.jpg"]
    assert "isn't a picture" in skipped[0].reason
    assert "cut short" in skipped[1].reason
    assert "empty" in skipped[2].reason


def test_a_folder_of_broken_pictures_only_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_text("no picture")
    (tmp_path / "2.jpg").write_text("no picture")
    assert "None of the 2 pictures" in message(tmp_path)


def test_one_picture_is_a_source(tmp_path: Path) -> None:
    with open_source(str(picture(tmp_path / "one.png"))) as source:
        (item,) = source
    assert isinstance(item, Frame)
    assert item.moment
    assert item.name == "one.png"
    assert item.image.shape == (48, 64, 3)


def test_a_picture_is_known_by_its_content_too(tmp_path: Path) -> None:
    path = picture(tmp_path / "one.png").rename(tmp_path / "one.dat")
    with open_source(str(path)) as source:
        assert source.kind == "pictures"
        assert len(list(source)) == 1


def test_a_video_gives_numbered_frames_with_time(tmp_path: Path) -> None:
    with open_source(str(video(tmp_path / "v.avi", 10))) as source:
        items = list(source)
    assert source.kind == "video"
    assert source.total == 10
    frames = [item for item in items if isinstance(item, Frame)]
    assert [frame.name for frame in frames] == [str(i) for i in range(10)]
    assert [frame.time_s for frame in frames] == pytest.approx([i / 25 for i in range(10)])
    assert not any(frame.moment for frame in frames)
    assert [round(float(frame.image.mean()) / 10) for frame in frames] == list(range(10))


def test_a_video_that_breaks_off_says_so(tmp_path: Path) -> None:
    path = video(tmp_path / "v.avi", 60)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])
    with open_source(str(path)) as source:
        items = list(source)
    assert isinstance(items[0], Frame)
    assert len(items) < 40
    if source.total == 60:
        assert isinstance(items[-1], Skipped)


def test_the_sample_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture(tmp_path / "0.jpg")
    monkeypatch.setattr(sources, "sample_frames_dir", lambda: tmp_path)
    with open_source("demo") as source:
        assert source.name == "demo"
        assert len(list(source)) == 1
    monkeypatch.setattr(sources, "sample_frames_dir", lambda: tmp_path / "missing")
    assert "sample game" in message("demo")
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(sources, "sample_frames_dir", lambda: tmp_path / "empty")
    assert "sample game" in message("demo")


def test_bad_sources_are_one_line(tmp_path: Path) -> None:
    assert "doesn't exist" in message(tmp_path / "missing")
    assert "No source" in message("")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "holds no pictures" in message(empty)
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    assert "isn't a picture" in message(text)
    notes = tmp_path / "notes.txt"
    notes.write_text("no video, though FFmpeg would paint it\n" * 100)
    assert "text file" in message(notes)
    junk = tmp_path / "junk.mp4"
    junk.write_bytes(bytes(range(256)) * 40)
    assert "isn't a picture or a video" in message(junk)
    nothing = tmp_path / "nothing.mp4"
    nothing.touch()
    assert "is empty" in message(nothing)
    assert "without a single frame" in message(video(tmp_path / "none.avi", 0))
    phones = tmp_path / "phones"
    phones.mkdir()
    (phones / "IMG_1.HEIC").write_bytes(b"x")
    assert "HEIC" in message(phones)
    assert "can't be read" in message("nul\0")


def test_numbers_that_are_no_cameras(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for number in ("20261231", "9" * 5000):
        assert message(number).startswith("There is no camera")
    (tmp_path / "20261231").mkdir()
    assert "write ./20261231" in message("20261231")


def test_a_playlist_cannot_open_other_files(tmp_path: Path) -> None:
    clip = video(tmp_path / "v.avi", 5)
    playlist = tmp_path / "list.mp4"
    playlist.write_text(f"#EXTM3U\n#EXTINF:5,\n{clip}\n#EXT-X-ENDLIST\n")
    assert "text file" in message(playlist)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in message(tmp_path / "pipe")
    assert "device" in message("/dev/null")
