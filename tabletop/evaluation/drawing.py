"""The worst pictures, drawn with what was read and with what is wrong."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tabletop.evaluation.judge import Judged
from tabletop.evaluation.report import Report, describe
from tabletop.language import say
from tabletop.vision.draw import draw_reading
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Image
from tabletop.vision.images import load_image

LINE, LETTER = 30, 14
"""Pixels of a line's height and a letter's width on a picture 1100 pixels wide."""
LINES = 5
INK = (0, 0, 0)


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
        raise SourceError(
            say("{name} can't be written: {why}.", name=shown(folder), why=error.strerror)
        ) from None
    return count


def _drawn(judged: Judged) -> Image:
    image, _ = load_image(judged.picture.path)
    picture = draw_reading(image, judged.reading)
    width = picture.shape[1]
    size = max(0.5, width / 1100)
    line = round(LINE * size)
    letters = int(width / (LETTER * size))
    words = f"{judged.picture.name}: {describe(judged)}".replace("×", "x")
    lines = [words[i : i + letters] for i in range(0, min(len(words), LINES * letters), letters)]
    strip = np.full((line * len(lines) + line // 2, width, 3), 255, np.uint8)
    for i, text in enumerate(lines):
        at = (line // 4, line * (i + 1) - line // 4)
        thick = max(1, round(1.4 * size))
        cv2.putText(strip, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7 * size, INK, thick, cv2.LINE_AA)
    return np.concatenate([strip, picture])
