"""Reading pictures of one table as they follow each other: only what changed is read again."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.came import Uncovered
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import Reduced, changes, reduce

MOST_CHANGED = 0.03
"""Share of the picture that may have changed; of more the whole is read: there is little to save,
and the more is pieced together, the more can be wrong."""
MOST_IN_PART = 6
"""Pictures in a row of which not everything is read. What is too slow or too faint to be a change
from one picture to the next (the light, a camera that sags) is seen at the latest then, and so is
a card that was misread."""


class ReadsAgain(Protocol):
    """What is used of ``Reader``."""

    def read(self, image: Image) -> Reading: ...
    def read_again(self, image: Image, earlier: Reading, changed: NDArray[np.bool_]) -> Reading: ...


class _Last(NamedTuple):
    picture: Reduced
    reading: Reading


class Rereader:
    """Reads the pictures of one game in their order. One of which little changed since the last is
    read where it changed, and the rest is kept as it was read; all others are read whole."""

    def __init__(self, reader: ReadsAgain) -> None:
        self._reader = reader
        self._last: _Last | None = None
        self._in_part = 0
        self._uncovered: Uncovered | None = None

    def read(self, image: Image) -> Reading:
        """As ``Reader.read``."""
        picture = reduce(image)
        # Where reading fails nothing is known of this picture, and the next one is read whole.
        last, self._last = self._last, None
        reading = None if last is None else self._again(image, picture, last)
        if reading is None:
            self._in_part = 0
            reading = self._reader.read(image)
        self._last = _Last(picture, reading)
        self._uncovered, reading = Uncovered.after(picture, reading, self._uncovered)
        return reading

    def _again(self, image: Image, picture: Reduced, last: _Last) -> Reading | None:
        """The reading brought up to ``image``; None where the whole must be read."""
        if self._in_part >= MOST_IN_PART or last.reading.size != (image.shape[1], image.shape[0]):
            return None
        changed = changes(last.picture, picture)
        if float(changed.mean()) > MOST_CHANGED:
            return None
        self._in_part += 1
        return self._reader.read_again(image, last.reading, changed)

    def afresh(self) -> None:
        """Read the whole of the next picture: something in the last one makes no sense."""
        self._last = None
