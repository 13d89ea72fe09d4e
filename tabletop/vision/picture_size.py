"""Format and size of a picture from its first bytes, so that a bomb is refused before decoding."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureHead:
    """What the first bytes of a picture say: its format and its size in pixels as stored."""

    format: str
    width: int
    height: int


def read_head(data: bytes) -> PictureHead | None:
    """The head of ``data``; None if it is no picture of a known format, or cut before its size."""
    for mark, read in _READERS:
        if data.startswith(mark):
            try:
                size = read(data)
            except (struct.error, IndexError, ValueError):
                return None
            return PictureHead(_NAMES[mark], *size) if size else None
    return None


def is_cut_short(data: bytes, head: PictureHead) -> bool:
    """Whether a JPEG or PNG ends before its end mark, as after a broken copy."""
    if head.format == "PNG":
        return b"IEND" not in data
    if head.format == "JPEG":
        scan = _jpeg_scan_start(data)
        return scan is None or data.find(b"\xff\xd9", scan) < 0
    return False


def _png(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", data[16:24])
    return width, height


# Frame headers of all JPEG kinds: SOF0 to SOF15 but for DHT (C4), JPG (C8) and DAC (CC).
_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _jpeg_segments(data: bytes) -> list[tuple[int, int]]:
    """Marker and place of each segment up to the first scan (ITU T.81, annex B)."""
    segments = []
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        segments.append((marker, at))
        if marker == 0xDA:
            break
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return segments


def _jpeg(data: bytes) -> tuple[int, int] | None:
    for marker, at in _jpeg_segments(data):
        if marker in _FRAME_MARKERS:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
    return None


def _jpeg_scan_start(data: bytes) -> int | None:
    return next((at for marker, at in _jpeg_segments(data) if marker == 0xDA), None)


def _webp(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if data[8:12] != b"WEBP":
        return None
    if chunk == b"VP8X":
        return (
            1 + int.from_bytes(data[24:27], "little"),
            1 + int.from_bytes(data[27:30], "little"),
        )
    if chunk == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None


def _bmp(data: bytes) -> tuple[int, int]:
    if struct.unpack("<I", data[14:18])[0] == 12:
        width, height = struct.unpack("<HH", data[18:22])
    else:
        width, height = struct.unpack("<ii", data[18:26])
    return abs(width), abs(height)


def _gif(data: bytes) -> tuple[int, int]:
    width, height = struct.unpack("<HH", data[6:10])
    return width, height


def _tiff(data: bytes) -> tuple[int, int] | None:
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack(order + "I", data[4:8])[0]
    count = struct.unpack(order + "H", data[at : at + 2])[0]
    found: dict[int, int] = {}
    for i in range(count):
        entry = data[at + 2 + 12 * i : at + 14 + 12 * i]
        tag, kind = struct.unpack(order + "HH", entry[:4])
        short = kind == 3
        if tag in (256, 257):
            value = entry[8:10] if short else entry[8:12]
            found[tag] = struct.unpack(order + ("H" if short else "I"), value)[0]
    return (found[256], found[257]) if len(found) == 2 else None


_PNM = re.compile(rb"P[56](?:\s|#[^\n]*\n)+(\d{1,9})(?:\s|#[^\n]*\n)+(\d{1,9})\s")


def _pnm(data: bytes) -> tuple[int, int] | None:
    match = _PNM.match(data[:4096])
    return (int(match[1]), int(match[2])) if match else None


_NAMES = {
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"RIFF": "WebP",
    b"BM": "BMP",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"P5": "PNM",
    b"P6": "PNM",
}
_READERS = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"RIFF", _webp),
    (b"BM", _bmp),
    (b"GIF87a", _gif),
    (b"GIF89a", _gif),
    (b"II*\x00", _tiff),
    (b"MM\x00*", _tiff),
    (b"P5", _pnm),
    (b"P6", _pnm),
)
