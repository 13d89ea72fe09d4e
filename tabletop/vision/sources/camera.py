"""A camera as a source: always the newest frame, and a camera that goes away is noticed."""

from __future__ import annotations

import glob
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import cv2
import numpy as np

from tabletop.vision.errors import SourceError
from tabletop.vision.frame import Frame, Image, Item, Skipped, Source
from tabletop.vision.images import fit_image

WIDTH, HEIGHT, RATE = 1920, 1080, 30
PATIENCE_S = 5.0
"""Seconds without a frame until a camera counts as lost, and without a change until it is told."""
_EARLY_S = 0.01
"""A frame that comes so little too early is taken: the next one may be long in coming."""
GIVE_UP_S = 60.0
"""Seconds a lost camera is waited for."""


class Capture(Protocol):
    """What is used of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool: ...  # noqa: N802
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


def open_capture(number: int) -> Capture:
    """Camera ``number``, asked for MJPG at 1080p: raw pictures of that size come at 5 a second."""
    backend = {"linux": cv2.CAP_V4L2, "darwin": cv2.CAP_AVFOUNDATION, "win32": cv2.CAP_DSHOW}
    capture = cv2.VideoCapture(number, backend.get(sys.platform, cv2.CAP_ANY))
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        capture.set(cv2.CAP_PROP_FPS, RATE)
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def explain_missing(number: int) -> str:
    """One line that says why camera ``number`` doesn't open and what to do."""
    if not sys.platform.startswith("linux"):
        return f"Camera {number} can't be opened; check that it is plugged in and not in use."
    device = f"/dev/video{number}"
    if os.path.exists(device):
        if not os.access(device, os.R_OK | os.W_OK):
            return f"You may not use {device}; add yourself to the group video and log in again."
        return (
            f"Camera {number} ({device}) can't be opened; another program may use it, "
            "or it is not a camera: try the next number."
        )
    others = sorted(int(path[10:]) for path in glob.glob("/dev/video[0-9]*"))
    if not others:
        return f"There is no camera {number}, and none is plugged in at all."
    return f"There is no camera {number}; there is {', '.join(map(str, others))}."


class CameraSource(Source):
    """The newest frame each time it is asked for; frames nobody took in time are counted.

    A thread empties the camera's buffer all the time, so that no frame is old when it is taken; it
    decodes no more of them than ``pace_s`` asks for, since that costs the most. A camera that stops
    delivering is reported as a ``Skipped`` and opened anew; if it stays away for ``give_up_s``
    seconds, iterating ends with a ``SourceError``. One that keeps delivering the very
    same picture, as some drivers do after it was unplugged, is reported as well.
    """

    kind = "camera"

    def __init__(
        self,
        number: int,
        *,
        opener: Callable[[int], Capture] = open_capture,
        patience_s: float = PATIENCE_S,
        give_up_s: float = GIVE_UP_S,
    ) -> None:
        self.name = f"camera {number}"
        self._number = number
        self._opener = opener
        self._patience_s = patience_s
        self._give_up_s = give_up_s
        self._changed = threading.Condition()
        self._newest: tuple[int, float, Image] | None = None
        self._count = 0
        self._dropped = 0
        self._closing = threading.Event()
        capture = opener(number)
        if not capture.isOpened():
            capture.release()
            raise SourceError(explain_missing(number))
        self._began = time.monotonic()
        self._thread = threading.Thread(
            target=self._pump, args=(capture,), name=self.name, daemon=True
        )
        self._thread.start()

    @property
    def dropped(self) -> int:
        return self._dropped

    def __iter__(self) -> Iterator[Item]:
        last_frame = last_change = time.monotonic()
        lost = stuck = False
        before: bytes | None = None
        while not self._closing.is_set():
            taken = self._take()
            now = time.monotonic()
            if taken is None:
                if self._closing.is_set():
                    return
                if now - last_frame > self._give_up_s:
                    raise SourceError(
                        f"{self.name} has sent nothing for {self._give_up_s:.0f} s; "
                        "plug it in again and start anew."
                    )
                if not lost:
                    lost = True
                    yield Skipped(self.name, f"{self.name} sends nothing; is it still plugged in?")
                continue
            number, when, image = taken
            lost = False
            last_frame = now
            # Noise makes every picture of a real sensor differ from the one before.
            now_shown = image[::16, ::16].tobytes()
            if now_shown != before:
                before, last_change, stuck = now_shown, now, False
            elif now - last_change > self._patience_s and not stuck:
                stuck = True
                yield Skipped(
                    self.name,
                    f"{self.name} sends the very same picture over and over; "
                    "is it still plugged in?",
                )
            fitted, scale = fit_image(image)
            yield Frame(str(number), fitted, when, moment=False, scale=scale)

    def close(self) -> None:
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        # A driver may hang in its read; the thread is a daemon and lets go of the camera itself.
        self._thread.join(timeout=2.0)

    def _take(self) -> tuple[int, float, Image] | None:
        """The newest frame not taken yet; None if none comes while patience lasts."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._newest is not None or self._closing.is_set(),
                timeout=self._patience_s,
            )
            taken, self._newest = self._newest, None
            return taken

    def _pump(self, capture: Capture) -> None:
        """Take every frame from the camera as it comes and keep the newest; runs in the thread."""
        last_good = time.monotonic()
        last_decoded = float("-inf")
        while not self._closing.is_set():
            good, decoded = capture.isOpened() and capture.grab(), None
            now = time.monotonic()
            if good and now - last_decoded < self.pace_s - _EARLY_S:
                last_good = now
                continue
            if good:
                good, decoded = capture.retrieve()
            if good and decoded is not None:
                last_good = last_decoded = now
                image = np.asarray(decoded, dtype=np.uint8)
                with self._changed:
                    if self._newest is not None:
                        self._dropped += 1
                    self._newest = (self._count, now - self._began, image)
                    self._count += 1
                    self._changed.notify_all()
                continue
            self._closing.wait(min(0.05, self._patience_s / 10))
            if now - last_good > self._patience_s:
                capture.release()
                self._closing.wait(min(1.0, self._patience_s))
                if not self._closing.is_set():
                    capture = self._opener(self._number)
                    last_good = time.monotonic()
        capture.release()
