"""Loading pictures: every format to one form, every broken file to one line."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.vision.errors import SourceError, shown
from tabletop.vision.images import LONGEST_SIDE, load_image
from tabletop.vision.picture_size import read_head


def gradient(height: int = 60, width: int = 80) -> np.ndarray:
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.linspace(0, 255, width).astype(np.uint8)
    image[..., 1] = np.linspace(0, 255, height).astype(np.uint8)[:, None]
    image[..., 2] = 40
    return image


def write(path: Path, image: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def message(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        load_image(path)
    text = str(caught.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "bmp", "tif", "ppm", "gif"])
def test_formats_come_out_alike(tmp_path: Path, ending: str) -> None:
    path = write(tmp_path / f"a.{ending}", gradient())
    head = read_head(path.read_bytes())
    assert head is not None
    assert (head.width, head.height) == (80, 60)
    image, scale = load_image(path)
    assert image.shape == (60, 80, 3)
    assert image.dtype == np.uint8
    assert scale == 1.0
    assert abs(image.astype(int) - gradient()).mean() < 20


def test_grey_becomes_three_equal_channels(tmp_path: Path) -> None:
    image, _ = load_image(write(tmp_path / "g.png", gradient()[..., 0]))
    assert image.shape == (60, 80, 3)
    assert (image[..., 0] == image[..., 2]).all()


def test_transparency_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "t.png", np.dstack([gradient(), np.full((60, 80), 128, np.uint8)]))
    image, _ = load_image(path)
    assert (image == gradient()).all()


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    deep = gradient().astype(np.uint16) * 257
    image, _ = load_image(write(tmp_path / "d.png", deep))
    assert image.dtype == np.uint8
    assert abs(image.astype(int) - gradient()).max() <= 1


def test_the_orientation_in_exif_is_applied(tmp_path: Path) -> None:
    path = write(tmp_path / "phone.jpg", gradient())
    data = path.read_bytes()
    # One EXIF entry: tag 0x0112 (orientation), type short, count 1, value 6 (turned right).
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    segment = b"Exif\0\0" + tiff
    path.write_bytes(
        data[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + data[2:]
    )
    image, _ = load_image(path)
    assert image.shape == (80, 60, 3)


def test_one_pixel(tmp_path: Path) -> None:
    image, scale = load_image(write(tmp_path / "1.png", np.full((1, 1, 3), 9, np.uint8)))
    assert image.shape == (1, 1, 3)
    assert scale == 1.0


@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_a_very_large_picture_is_made_smaller(tmp_path: Path, ending: str) -> None:
    large = np.full((9000, 12000, 3), 200, np.uint8)
    large[4000:5000, 6000:8000] = 0
    image, scale = load_image(write(tmp_path / f"large.{ending}", large))
    height, width = image.shape[:2]
    assert (width, height) == (LONGEST_SIDE, LONGEST_SIDE * 3 // 4)
    dark_y, dark_x = np.nonzero(image[..., 0] < 100)
    assert dark_x.min() / scale == pytest.approx(6000, abs=6)
    assert dark_x.max() / scale == pytest.approx(8000, abs=6)
    assert dark_y.min() / scale == pytest.approx(4000, abs=6)


def test_a_long_strip_keeps_one_pixel(tmp_path: Path) -> None:
    image, _ = load_image(write(tmp_path / "strip.png", np.zeros((1, 20000, 3), np.uint8)))
    assert image.shape == (1, LONGEST_SIDE, 3)


def test_a_bomb_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    path = tmp_path / "bomb.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )
    assert "60000×60000" in message(path)


@pytest.mark.parametrize("ending", ["jpg", "png", "webp", "bmp", "tif", "gif"])
@pytest.mark.parametrize("share", [0.5, 0.97])
def test_a_truncated_picture_is_an_error(tmp_path: Path, ending: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    path = write(tmp_path / f"cut.{ending}", noise)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert "cut." in message(path)


def test_a_jpeg_with_a_thumbnail_is_cut_short_all_the_same(tmp_path: Path) -> None:
    data = write(tmp_path / "cut.jpg", gradient(400, 400)).read_bytes()
    thumbnail = b"Exif\0\0" + data[:200] + b"\xff\xd9"
    whole = data[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + data[2:]
    path = tmp_path / "cut.jpg"
    path.write_bytes(whole[:-600])
    assert "cut short" in message(path)
    path.write_bytes(whole + b"trailing data of a phone")
    assert load_image(path)[0].shape == (400, 400, 3)


def test_what_is_no_picture(tmp_path: Path) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    assert "isn't a picture" in message(text)
    empty = tmp_path / "empty.jpg"
    empty.touch()
    assert "is empty" in message(empty)
    assert "is a folder" in message(tmp_path)
    assert "doesn't exist" in message(tmp_path / "missing.jpg")
    phone = tmp_path / "a.heic"
    phone.write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 50)
    assert "HEIC" in message(phone)
    assert "can't be read" in message(tmp_path / "nul\0.jpg")
    with pytest.raises(SourceError, match="'' doesn't exist"):
        load_image("")


def test_a_whole_picture_of_a_rare_kind_is_not_called_broken(tmp_path: Path) -> None:
    path = write(tmp_path / "float.tif", gradient().astype(np.float32))
    assert "a rare kind of TIFF" in message(path)


def test_a_picture_cut_before_its_size_is_cut_short(tmp_path: Path) -> None:
    for ending in ("jpg", "png"):
        path = write(tmp_path / f"a.{ending}", gradient())
        path.write_bytes(path.read_bytes()[:20])
        assert "cut short" in message(path)


@pytest.mark.parametrize(
    "mark", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF", b"BM", b"II*\0", b"P6"]
)
def test_a_mark_alone_is_no_picture(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "mark"
    for rest in (b"", b"\0" * 8, b"\xff" * 64, b"\0" * 200):
        path.write_bytes(mark + rest)
        assert "mark" in message(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert "pipe" in message(tmp_path / "pipe.jpg")
    assert "device" in message(Path("/dev/zero"))


@pytest.mark.skipif(os.name == "nt", reason="permissions work otherwise there")
def test_a_forbidden_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.png", gradient())

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "may not be read" in message(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(10**10)
    assert "MB" in message(path)


def test_names_cannot_steer_the_terminal() -> None:
    assert shown("a\x1b[2Jb\n.jpg") == "a�[2Jb�.jpg"
    assert shown(os.fsdecode(b"\xff.jpg")).encode() == "�.jpg".encode()
