"""A picture as the networks look at it: the whole made smaller, and cut out card by card."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


class Picture:
    """A picture that is looked at several times, and what all looks have in common."""

    def __init__(self, image: Image) -> None:
        """``image``: BGR, (h, w, 3)."""
        self._halves = [image]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        height, width = self._halves[0].shape[:2]
        return width, height

    @cached_property
    def with_room(self) -> Image:
        """The picture with a fourth channel, (h, w, 4), for the mask that a cut-out gets."""
        return np.asarray(cv2.cvtColor(self._halves[0], cv2.COLOR_BGR2BGRA), np.uint8)

    def resized(self, zoom: float) -> Image:
        """The picture ``zoom`` times as large, (h, w, 3).

        Down to a half each pixel counts where one interpolates, and a half is quickly made; a mean
        over any other number of pixels takes ten times as long.
        """
        size = tuple(max(1, round(side * zoom)) for side in self.size)
        k = 0
        while all(2 * wanted <= side >> k for wanted, side in zip(size, self.size, strict=True)):
            k += 1
        small = self._half(k)
        if small.shape[1::-1] == size:
            return small
        return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)

    def _half(self, k: int) -> Image:
        """The picture halved ``k`` times."""
        while len(self._halves) <= k:
            last = self._halves[-1]
            size = last.shape[1] // 2, last.shape[0] // 2
            half = cv2.resize(last, size, interpolation=cv2.INTER_AREA)
            self._halves.append(np.asarray(half, np.uint8))
        return self._halves[k]
