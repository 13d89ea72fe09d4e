"""Pictures that follow each other: when the whole is read, and what is kept of the last one."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.vision.frame import Image
from tabletop.vision.rereading import MOST_IN_PART, Rereader
from tabletop.vision.sighting import Reading, Sighting

WHOLE, PART = "whole", "part"


class NotingReader:
    """Notes what it is asked for. Each whole reading holds one card more than the last."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.changed: list[float] = []
        self.fails = False

    def read(self, image: Image) -> Reading:
        self.asked.append(WHOLE)
        if self.fails:
            raise ValueError("broken")
        card = Sighting(((0, 0), (9, 0), (9, 9), (0, 9)), False, np.zeros(54, np.float32))
        cards = (card,) * self.asked.count(WHOLE)
        return Reading((image.shape[1], image.shape[0]), cards)

    def read_again(self, image: Image, earlier: Reading, changed: NDArray[np.bool_]) -> Reading:
        self.asked.append(PART)
        self.changed.append(float(changed.mean()))
        return earlier


def table(spot: int = 0, width: int = 640) -> Image:
    """A grey table with a white square of ``spot`` pixels on it."""
    image = np.full((width * 9 // 16, width, 3), 90, np.uint8)
    image[100 : 100 + spot, 200 : 200 + spot] = 240
    return image


def asked(*images: Image) -> list[str]:
    noting = NotingReader()
    reader = Rereader(noting)
    for image in images:
        reader.read(image)
    return noting.asked


def test_little_that_changed_is_read_again_and_much_is_read_whole() -> None:
    assert asked(table(), table(40)) == [WHOLE, PART]
    assert asked(table(), table(200)) == [WHOLE, WHOLE]
    # A camera that was pushed a little sees every edge elsewhere.
    rng = np.random.default_rng(1)
    cloth = np.repeat(np.repeat(rng.integers(40, 200, (36, 64, 3)), 10, 0), 10, 1).astype(np.uint8)
    assert asked(cloth, np.roll(cloth, 4, axis=1)) == [WHOLE, WHOLE]


def test_a_picture_of_another_size_is_read_whole() -> None:
    assert asked(table(), table(width=480), table(width=480)) == [WHOLE, WHOLE, PART]


def test_what_changed_is_compared_with_the_last_picture() -> None:
    noting = NotingReader()
    reader = Rereader(noting)
    one, two, three = (reader.read(image) for image in (table(), table(40), table(40)))
    assert noting.asked == [WHOLE, PART, PART]
    assert noting.changed[0] > 0.003
    assert noting.changed[1] == 0
    assert one.cards == two.cards == three.cards


def test_now_and_then_everything_is_read() -> None:
    many = asked(*[table()] * (2 * MOST_IN_PART + 3))
    assert many == ([WHOLE] + [PART] * MOST_IN_PART) * 2 + [WHOLE]


def test_in_doubt_the_next_picture_is_read_whole_and_the_one_after_builds_on_it() -> None:
    noting = NotingReader()
    reader = Rereader(noting)
    reader.read(table())
    reader.afresh()
    assert len(reader.read(table()).cards) == 2
    assert len(reader.read(table()).cards) == 2
    assert noting.asked == [WHOLE, WHOLE, PART]


def test_nothing_is_built_on_a_picture_that_could_not_be_read() -> None:
    noting = NotingReader()
    reader = Rereader(noting)
    reader.read(table())
    noting.fails = True
    with pytest.raises(ValueError, match="broken"):
        reader.read(table(200))
    noting.fails = False
    reader.read(table(200))
    assert noting.asked == [WHOLE, WHOLE, WHOLE]
