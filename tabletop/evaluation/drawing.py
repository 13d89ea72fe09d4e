"""The worst pictures, drawn with what was read and with what is wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tabletop.evaluation.judge import Judged
from tabletop.evaluation.report import Report, describe
from tabletop.vision.draw import draw_reading
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Image
from tabletop.vision.images import load_image

LINE, MARGIN = 26, 6
"""Pixels of a line of text, and round it."""


def draw_worst(report: Report, folder: Path) -> int:
    """Draw ``report.worst`` into ``folder``, named by part and place, and return how many.

    Raises ``SourceError`` where that isn't possible.
    """
    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part, worst in report.worst:
            for place, judged in enumerate(worst, 1):
                stem = f"{part.replace(' ', '-')}-{place:02d}-{judged.picture.path.stem}.jpg"
                good, data = cv2.imencode(".jpg", _drawn(judged))
                if good:
                    (folder / stem).write_bytes(data.tobytes())
                    count += 1
    except OSError as error:
        raise SourceError(f"{shown(folder)} can't be written: {error.strerror}.") from None
    return count


def _drawn(judged: Judged) -> Image:
    image, _ = load_image(judged.picture.path)
    picture = draw_reading(image, judged.reading)
    width = picture.shape[1]
    letters = max(20, width // 11)
    words = f"{judged.picture.name}: {describe(judged)}".replace("×", "x")
    lines = [words[i : i + letters] for i in range(0, min(len(words), 5 * letters), letters)]
    strip = np.full((LINE * len(lines) + 2 * MARGIN, width, 3), 255, np.uint8)
    for i, line in enumerate(lines):
        at = (MARGIN, MARGIN + LINE * i + LINE - 8)
        cv2.putText(strip, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    return np.concatenate([strip, picture])
