"""A video file as a source."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

# A file handed to us must never make the decoder open another file or the network.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "protocol_whitelist;file")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

import cv2
import numpy as np

from tabletop.language import say
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Item, Skipped, Source
from tabletop.vision.images import fit_image

USUAL_RATE = 30.0
"""Frames a second, where the file doesn't say."""


class VideoSource(Source):
    """The frames of the video at ``path``; ``start`` are its first bytes.

    Raises ``SourceError`` if it is no video, or one without a single frame.
    """

    kind = "video"

    def __init__(self, path: Path, start: bytes) -> None:
        self.name = shown(path)
        if not start:
            raise SourceError(say("{name} is empty; it holds no video.", name=self.name))
        # FFmpeg would draw a plain text as the frames of an old text terminal.
        if _is_text(start):
            raise SourceError(
                say("{name} is a text file, not a picture or a video.", name=self.name)
            )
        self._capture = cv2.VideoCapture(os.fspath(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise SourceError(
                say(
                    "{name} isn't a picture or a video that can be read, or it is cut short.",
                    name=self.name,
                )
            )
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self.rate = rate if 1.0 <= rate <= 1000.0 else USUAL_RATE
        count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self.total = count if count > 0 else None
        self._first = self._capture.read()
        if not self._first[0]:
            self.close()
            raise SourceError(
                say("{name} is a video without a single frame that can be read.", name=self.name)
            )

    def __iter__(self) -> Iterator[Item]:
        number = 0
        good, decoded = self._first
        while good:
            image, scale = fit_image(np.asarray(decoded, dtype=np.uint8))
            yield Frame(str(number), image, number / self.rate, moment=False, scale=scale)
            number += 1
            good, decoded = self._capture.read()
        # The count in a file's head is an estimate; only a large gap means a broken file.
        if self.total is not None and number < 0.9 * self.total - 5:
            yield Skipped(
                str(number), f"{self.name} breaks off after {number} of about {self.total} frames."
            )

    def close(self) -> None:
        self._capture.release()


def _is_text(start: bytes) -> bool:
    return b"\x00" not in start and not any(
        byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in start[:4096]
    )
