"""Stillness: which frames of a video or camera show a table where nothing moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.frame import Frame, Image, Item

Reduced = NDArray[np.float32]
"""A picture made small for comparing: shape (rows, columns), float32, grey levels 0 to 255."""

COLUMNS = 192
"""Width of the reduced picture: a card of a 1080p table picture is some ten cells wide then."""
FLOOR = 7.0
"""Grey levels a cell must change by at least to count as changed."""
NOISE_FACTOR = 6.0
"""How many standard deviations of the pair's own noise a changed cell must exceed."""
CELLS = 5
"""Changed cells in one cluster that count as motion: less than a coin on the table covers."""


class Rest(StrEnum):
    """Whether the table rests."""

    MOVING = "moving"
    SETTLING = "settling"
    STILL = "still"


def reduce(image: Image) -> Reduced:
    """``image`` in grey, ``COLUMNS`` wide, each cell the mean of its pixels: noise averages out."""
    height, width = image.shape[:2]
    columns = min(COLUMNS, width)
    rows = max(1, round(height * columns / width))
    small = cv2.resize(image, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.float32)


def motion(before: Reduced, after: Reduced) -> float:
    """Share of the picture that moved between two reduced pictures, 0 to 1."""
    if before.shape != after.shape:
        return 1.0
    return float(changes(before, after).mean())


def changes(before: Reduced, after: Reduced) -> NDArray[np.bool_]:
    """Where two reduced pictures of one shape differ: a mask of that shape.

    What changes the light everywhere is no change: a change of exposure, and the bands of a
    flickering lamp, which a rolling shutter draws across the rows, are taken out as one factor for
    each row. It is a median, so a hand over less than half of a row doesn't disturb it. What is
    left must exceed the noise of these two pictures and touch several neighbouring cells.
    """
    # The floor under both keeps dark cells, whose ratio is all noise, near 1.
    gain = np.median(np.maximum(after, 8.0) / np.maximum(before, 8.0), axis=1, keepdims=True)
    difference = after - gain * before
    spread = 1.4826 * float(np.median(np.abs(difference)))
    changed = np.abs(difference) > max(FLOOR, NOISE_FACTOR * spread)
    if int(changed.sum()) < CELLS:
        return np.zeros(changed.shape, np.bool_)
    # Single cells are noise and compression; a change is a cluster.
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] >= CELLS
    large[0] = False
    return np.asarray(large[labels], np.bool_)


MOVING_PACE_S, STILL_PACE_S = 1 / 15, 1 / 5


class Stillness:
    """Watches frames in order and tells when the table has come to rest.

    The table rests when for ``still_s`` seconds and at least ``still_frames`` frames nothing moved,
    neither from frame to frame nor, which finds slow motion, against the first frame of the rest.
    Once it rests, that first frame follows the light slowly, so that daylight that wanders ends no
    rest.
    """

    def __init__(self, *, still_s: float = 0.5, still_frames: int = 4) -> None:
        self.still_s = still_s
        self.still_frames = still_frames
        self.rest = Rest.MOVING
        self.motion = 1.0
        """Share of the picture that moved with the newest frame, 0 to 1."""
        self._last: Reduced | None = None
        self._anchor: Reduced | None = None
        self._since = 0.0
        self._frames = 0

    def see(self, frame: Frame) -> bool:
        """Take the next frame; true exactly once in each rest, when it has lasted long enough."""
        reduced = reduce(frame.image)
        if self._last is None or self._anchor is None:
            self.motion = 1.0
        else:
            self.motion = max(motion(self._last, reduced), motion(self._anchor, reduced))
        self._last = reduced
        if self._anchor is None or self.motion > 0.0:
            self.rest = Rest.MOVING
            self._anchor, self._since, self._frames = reduced, frame.time_s, 1
            return False
        self._frames += 1
        if self.rest is Rest.STILL:
            self._anchor = 0.95 * self._anchor + 0.05 * reduced
            return False
        rested = frame.time_s - self._since
        if self._frames >= self.still_frames and rested >= self.still_s:
            self.rest = Rest.STILL
            return True
        self.rest = Rest.SETTLING
        return False

    @property
    def pace_s(self) -> float:
        """Seconds from one frame to the next that are enough to see what happens: a table at rest
        needs a look five times a second, and most of the time it is at rest."""
        return STILL_PACE_S if self.rest is Rest.STILL else MOVING_PACE_S


def settled(items: Iterable[Item], stillness: Stillness | None = None) -> Iterator[Item]:
    """The frames worth reading: each picture that is a moment of its own, and of video and cameras
    one frame of each rest. What was skipped is passed on.

    A video that ends while the table is settling gives its last frame too.
    """
    watch = stillness or Stillness()
    last: Frame | None = None
    for item in items:
        if not isinstance(item, Frame) or item.moment:
            yield item
            continue
        last = item
        if watch.see(item):
            yield item
    if last is not None and watch.rest is Rest.SETTLING:
        yield last
