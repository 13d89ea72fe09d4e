"""Loading a picture: any common format, any size, broken or not, to one plain form."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import cv2
import numpy as np

from tabletop.language import say
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Image
from tabletop.vision.picture_size import is_cut_short, read_head

# Neither OpenCV nor its decoders may write into a dashboard or between lines of JSON.
cv2.utils.logging.setLogLevel(0)

LONGEST_SIDE = 4096
"""Pixels; larger pictures are made smaller when loaded. A 4K camera delivers 3840."""
MOST_PIXELS = 200_000_000
"""A picture of more pixels is refused: decoding it would take more than 600 MB."""
LARGEST_FILE = 256 * 2**20
"""Bytes; no picture of cards is larger."""


def load_image(path: str | os.PathLike[str]) -> tuple[Image, float]:
    """The picture at ``path`` and its scale: pixels of the result to one pixel of what was given.

    The result has shape (height, width, 3), uint8, blue-green-red, whatever the file holds: grey
    becomes three equal channels, transparency is left out, 16 bits become 8. The orientation that
    a phone writes into EXIF is applied, as OpenCV does, so "the picture as given" is the picture as
    every viewer shows it. Pictures longer than ``LONGEST_SIDE`` are made smaller; then scale < 1.

    Raises ``SourceError`` if there is no such file, it can't be read, or it is no whole picture.
    """
    return decode_image(read_picture_bytes(path), shown(path))


def read_picture_bytes(path: str | os.PathLike[str]) -> bytes:
    """The bytes of the regular file at ``path``; raises ``SourceError`` naming what is wrong."""
    name = shown(path)
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise SourceError(say("{name} is a folder, not a picture.", name=name))
        # Reading from a pipe or a device could wait for ever.
        if not stat.S_ISREG(status.st_mode):
            raise SourceError(
                say("{name} is not a file but a device or a pipe; give a picture file.", name=name)
            )
        if status.st_size == 0:
            raise SourceError(say("{name} is empty; it holds no picture.", name=name))
        if status.st_size > LARGEST_FILE:
            raise SourceError(
                say(
                    "{name} is {size} MB large; pictures up to {most} MB can be read.",
                    name=name,
                    size=status.st_size // 2**20,
                    most=LARGEST_FILE // 2**20,
                )
            )
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise SourceError(say("{name} doesn't exist; check the path.", name=name)) from None
    except PermissionError:
        raise SourceError(
            say("{name} may not be read by you; check its permissions.", name=name)
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(
            say("{name} can't be read: {reason}.", name=name, reason=reason)
        ) from None


def decode_image(data: bytes, name: str) -> tuple[Image, float]:
    """As ``load_image``, from a file's bytes; ``name`` is used in messages."""
    head = read_head(data)
    if head is None:
        if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"avif"):
            raise SourceError(
                say("{name} is a HEIC or AVIF picture; save it as JPEG or PNG first.", name=name)
            )
        if data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")):
            raise SourceError(
                say("{name} is cut short, as after a broken copy; get it again.", name=name)
            )
        raise SourceError(
            say("{name} isn't a picture (JPEG, PNG, WebP, BMP, GIF, TIFF or PNM).", name=name)
        )
    if head.width * head.height > MOST_PIXELS:
        raise SourceError(
            say(
                "{name} has {width}×{height} pixels; up to {most} million can be read. "
                "Make it smaller first.",
                name=name,
                width=head.width,
                height=head.height,
                most=MOST_PIXELS // 1000000,
            )
        )
    if is_cut_short(data, head):
        raise SourceError(
            say("{name} is cut short, as after a broken copy; get it again.", name=name)
        )
    flags, reduction = _flags(head.format, max(head.width, head.height))
    try:
        decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), flags)
    except (cv2.error, MemoryError):
        decoded = None
    if decoded is None or decoded.size == 0:
        raise SourceError(
            say(
                "{name} can't be decoded: it is damaged, or a rare kind of {format}; "
                "save it anew as JPEG or PNG.",
                name=name,
                format=head.format,
            )
        )
    return _fit(_plain(decoded), max(head.width, head.height), reduction)


def fit_image(image: Image) -> tuple[Image, float]:
    """``image`` no longer than ``LONGEST_SIDE``, and its scale."""
    return _fit(image, max(image.shape[:2]), 1)


def _flags(format_name: str, longest: int) -> tuple[int, int]:
    """Flags for OpenCV's decoder, and the whole factor by which it makes the picture smaller.

    Only JPEG is decoded at a reduced size directly, which saves both time and memory.
    """
    if format_name == "JPEG":
        for factor, flags in (
            (8, cv2.IMREAD_REDUCED_COLOR_8),
            (4, cv2.IMREAD_REDUCED_COLOR_4),
            (2, cv2.IMREAD_REDUCED_COLOR_2),
        ):
            if longest >= factor * LONGEST_SIDE:
                return flags, factor
    return cv2.IMREAD_COLOR, 1


def _plain(decoded: np.ndarray) -> Image:
    """Any decoded array as (height, width, 3) uint8."""
    if decoded.dtype != np.uint8:
        decoded = cv2.normalize(decoded, np.empty(0), 0, 255, cv2.NORM_MINMAX, cv2.CV_8U)
    if decoded.ndim == 2:
        decoded = cv2.cvtColor(decoded, cv2.COLOR_GRAY2BGR)
    elif decoded.shape[2] == 4:
        decoded = cv2.cvtColor(decoded, cv2.COLOR_BGRA2BGR)
    return np.ascontiguousarray(decoded[..., :3], dtype=np.uint8)


def _fit(image: Image, given_longest: int, reduction: int) -> tuple[Image, float]:
    height, width = image.shape[:2]
    if max(height, width) > LONGEST_SIDE:
        factor = LONGEST_SIDE / max(height, width)
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    elif reduction == 1:
        return image, 1.0
    return image, max(image.shape[:2]) / given_longest
