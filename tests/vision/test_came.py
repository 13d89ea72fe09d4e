"""What looks like a hand and can't be one, since nothing came there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.came import Uncovered
from tabletop.vision.sighting import Reading
from tabletop.vision.stillness import Reduced, reduce

SIZE = (360, 640)


def table(arm: tuple[slice, slice] | None = None, width: int = SIZE[1]) -> Reduced:
    image = np.full((*SIZE, 3), 120, np.uint8)
    if arm is not None:
        image[arm] = (150, 180, 230)
    return reduce(image[:, :width])


def reading(*covered: tuple[slice, slice]) -> Reading:
    """A reading that takes what is ``covered``, in pixels, for hands."""
    hands: NDArray[np.bool_] = np.zeros((SIZE[0] // 5, SIZE[1] // 5), np.bool_)
    for rows, columns in covered:
        hands[rows.start // 5 : rows.stop // 5, columns.start // 5 : columns.stop // 5] = True
    return Reading((SIZE[1], SIZE[0]), hands=hands)


PLANK = (slice(0, 100), slice(0, 200))
ARM = (slice(160, 360), slice(300, 400))


def test_a_plank_taken_for_a_hand_now_and_then_is_none_once_it_was_seen_bare() -> None:
    known, first = Uncovered.after(table(), reading(PLANK), None)
    assert first.hand_share > 0.05
    known, second = Uncovered.after(table(), reading(), known)
    assert second.hand_share == 0
    known, third = Uncovered.after(table(), reading(PLANK), known)
    assert third.hand_share == 0


def test_an_arm_that_came_is_one_as_long_as_it_lies_there() -> None:
    known, _ = Uncovered.after(table(), reading(), None)
    for _ in range(3):
        known, seen = Uncovered.after(table(ARM), reading(ARM, PLANK), known)
        assert seen.hands[40:, 62:78].all()
        assert not seen.hands[:15].any()
    _, gone = Uncovered.after(table(), reading(), known)
    assert gone.hand_share == 0


def test_pictures_of_another_size_begin_anew() -> None:
    known, _ = Uncovered.after(table(), reading(), None)
    _, seen = Uncovered.after(table(width=480), reading(PLANK), known)
    assert seen.hand_share > 0.05
