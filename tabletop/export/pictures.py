"""Parts of a picture as ``data:`` addresses, so that a page needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tabletop.referee.view import ZoneView
from tabletop.vision.errors import VisionError
from tabletop.vision.images import load_image

_WIDEST: Final = 1400
_QUALITY: Final = 85


def parts(file: Path, zones: Sequence[ZoneView]) -> list[str]:
    """The part of the picture in ``file`` that each of ``zones`` lies in, as a JPEG; none if the
    picture can't be read or a zone lies outside it."""
    try:
        image, scale = load_image(file)
    except VisionError:
        return []
    found = []
    height, width = image.shape[:2]
    for zone in zones:
        xs = [x * scale for x, _ in zone.outline]
        ys = [y * scale for _, y in zone.outline]
        left, right = max(0, int(min(xs))), min(width, int(max(xs)) + 1)
        top, bottom = max(0, int(min(ys))), min(height, int(max(ys)) + 1)
        if right - left < 8 or bottom - top < 8:
            return []
        part = image[top:bottom, left:right]
        if part.shape[1] > _WIDEST:
            factor = _WIDEST / part.shape[1]
            small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
            part = np.asarray(small, dtype=np.uint8)
        ok, jpeg = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not ok:
            return []
        found.append("data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode())
    return found
