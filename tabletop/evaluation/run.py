"""Reading all labelled pictures and judging each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tabletop.evaluation.judge import Judged, judge
from tabletop.evaluation.labels import Labelled
from tabletop.vision.frame import Image
from tabletop.vision.images import load_image
from tabletop.vision.sighting import Reading


class ReadsPictures(Protocol):
    """What is used of the reader."""

    def read(self, image: Image) -> Reading: ...


def evaluate(
    pictures: Sequence[Labelled],
    reader: ReadsPictures,
    told: Callable[[int, Labelled], None] = lambda _, __: None,
) -> list[Judged]:
    """Read and judge each of ``pictures``; ``told`` hears of each before it is read.

    Raises ``SourceError`` if one can't be read: figures without it would be of something else.
    """
    judged = []
    for i, picture in enumerate(pictures):
        told(i, picture)
        image, scale = load_image(picture.path)
        judged.append(judge(picture, reader.read(image), image, scale))
    return judged
