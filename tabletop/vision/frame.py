"""Frame: one picture of a source, and what stands in its place where it can't be had."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: shape (height, width, 3), uint8, blue-green-red as OpenCV has it."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source.

    ``name``: the picture's file name in a folder, the frame's number in a video or from a camera.
    ``time_s``: seconds since the source began; a folder's pictures have no time and get their
    place in the order instead. ``moment``: the picture stands alone (a folder's picture, which may
    be the only one of its turn), so nothing but the picture tells whether it is fit to read; false
    for video and cameras, where motion tells as well. ``scale``: pixels of ``image`` to one pixel
    of the picture as given, below 1 where it was too large and was made smaller.
    """

    name: str
    image: Image
    time_s: float
    moment: bool
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Skipped:
    """A picture that couldn't be had. Following goes on; ``reason`` is one line for the user."""

    name: str
    reason: str


Item = Frame | Skipped
Kind = Literal["pictures", "video", "camera"]


class Source(ABC):
    """Where pictures come from: iterate it once, inside a ``with`` block.

    ``name``: what the user gave. ``kind``: what it is. ``total``: how many pictures it has, None
    where that isn't known beforehand. ``pace_s``: seconds from one picture to the next that are
    enough for whoever takes them, who may change it at any time; only a camera heeds it.
    """

    name: str
    kind: Kind
    total: int | None = None
    pace_s: float = 0.0

    @abstractmethod
    def __iter__(self) -> Iterator[Item]:
        """The pictures in order. Raises ``SourceError`` where none can be had any more."""

    def close(self) -> None:  # noqa: B027 - pictures hold nothing that must be closed
        """Let go of files, devices and threads; may be called more than once."""

    @property
    def dropped(self) -> int:
        """Frames that came faster than they were taken and were replaced by newer ones."""
        return 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
