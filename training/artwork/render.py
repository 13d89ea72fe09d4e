"""Drawing vector artwork: SVG with resvg, PDF with pdfium. RGBA ``(height, width, 4)`` uint8."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np

from training.artwork.crop import Picture


def read_svg(path: Path) -> str:
    """The text of an ``.svg`` or ``.svgz`` file."""
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode("utf-8")


def decode(data: bytes) -> Picture:
    """A PNG (or any picture file's bytes) as RGBA; opaque where the file has no alpha."""
    import cv2

    picture: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError("not a picture that OpenCV can read")
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    code = cv2.COLOR_BGRA2RGBA if picture.shape[2] == 4 else cv2.COLOR_BGR2RGBA
    return np.asarray(cv2.cvtColor(picture, code))


def encode_png(picture: Picture) -> bytes:
    """``picture`` (RGBA) as a PNG file's bytes."""
    import cv2

    done, data = cv2.imencode(".png", cv2.cvtColor(picture, cv2.COLOR_RGBA2BGRA))
    if not done:
        raise ValueError("OpenCV could not write the picture as PNG")
    return bytes(data)


def draw_svg(svg: str, *, width: int | None = None, height: int | None = None) -> Picture:
    """``svg`` drawn ``width`` or ``height`` pixels large."""
    import resvg_py

    return decode(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, dpi=96)))


def draw_pdf(path: Path, height: int) -> Picture:
    """The first page of a PDF, ``height`` pixels high, on no paper."""
    import pypdfium2

    page = pypdfium2.PdfDocument(path)[0]
    bitmap = page.render(
        scale=height / page.get_height(), fill_color=(255, 255, 255, 0), rev_byteorder=True
    )
    picture = np.array(bitmap.to_numpy())
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    return picture
