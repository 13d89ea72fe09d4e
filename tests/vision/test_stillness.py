"""Stillness on painted videos: hands, slow motion, noise, lamp flicker, exposure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tabletop.vision.sources import Frame, Skipped, open_source
from tabletop.vision.stillness import Rest, Stillness, motion, reduce, settled

RATE = 15.0
Paint = Callable[[int], np.ndarray]


def table(cards: tuple[tuple[int, int], ...] = ((60, 60), (200, 80))) -> np.ndarray:
    """A table of 480 by 270 pixels with some texture and white cards of 28 by 40 pixels on it."""
    rows, columns = np.mgrid[0:270, 0:480]
    wood = 95 + 18 * np.sin(rows / 7.0 + np.sin(columns / 60.0))
    image = np.dstack([wood * 0.6, wood * 0.8, wood]).astype(np.uint8)
    for x, y in cards:
        cv2.rectangle(image, (x, y), (x + 28, y + 40), (235, 240, 240), -1)
        cv2.circle(image, (x + 14, y + 20), 6, (40, 40, 190), -1)
    return image


GRAIN = np.random.default_rng(1).standard_normal((270 + 97, 480 + 89, 3), dtype=np.float32)


def noisy(image: np.ndarray, i: int, sigma: float = 6.0) -> np.ndarray:
    y, x = 31 * i % 97, 53 * i % 89
    return np.clip(image + sigma * GRAIN[y : y + 270, x : x + 480], 0, 255).astype(np.uint8)


def with_hand(image: np.ndarray, x: int, y: int) -> np.ndarray:
    image = image.copy()
    cv2.ellipse(image, (x, y), (45, 30), 20, 0, 360, (120, 150, 205), -1)
    cv2.line(image, (x, y), (x - 160, 300), (120, 150, 205), 40)
    return image


def frames(paint: Paint, count: int) -> Iterator[Frame]:
    for i in range(count):
        yield Frame(str(i), paint(i), i / RATE, moment=False)


def settled_numbers(paint: Paint, count: int) -> list[int]:
    return [int(frame.name) for frame in settled(frames(paint, count))]


def test_one_frame_for_each_rest_and_none_of_the_hand_between() -> None:
    def paint(i: int) -> np.ndarray:
        before, after = table(), table(((60, 60), (200, 80), (330, 120)))
        if i < 20:
            return noisy(before, i)
        if i < 40:
            return noisy(with_hand(before if i < 30 else after, 100 + 12 * (i - 20), 150), i)
        return noisy(after, i)

    numbers = settled_numbers(paint, 70)
    assert len(numbers) == 2
    assert numbers[0] < 20
    assert 40 < numbers[1] <= 55


def test_a_hand_that_creeps_is_motion_all_the_same() -> None:
    numbers = settled_numbers(lambda i: noisy(with_hand(table(), 100 + 2 * i, 150), i), 100)
    assert numbers == []


@pytest.mark.parametrize("sigma", [0.0, 3.0, 8.0, 15.0])
def test_noise_alone_is_stillness(sigma: float) -> None:
    assert len(settled_numbers(lambda i: noisy(table(), i, sigma), 60)) == 1


def test_lamp_flicker_in_bands_is_stillness() -> None:
    def paint(i: int) -> np.ndarray:
        bands = 1.0 + 0.12 * np.sin(np.arange(270) / 20.0 + 1.3 * i)
        return noisy(np.clip(table() * bands[:, None, None], 0, 255), i, 4.0)

    assert len(settled_numbers(paint, 60)) == 1


def test_slow_and_sudden_changes_of_exposure_are_stillness() -> None:
    def drift(i: int) -> np.ndarray:
        return noisy(np.clip(table() * (0.7 + 0.005 * i), 0, 250), i, 4.0)

    def jump(i: int) -> np.ndarray:
        return noisy(table() * (0.6 if i < 30 else 0.95), i, 4.0)

    assert len(settled_numbers(drift, 60)) == 1
    assert len(settled_numbers(jump, 60)) == 1


def test_a_coin_laid_down_without_a_hand_in_sight_begins_a_new_rest() -> None:
    def paint(i: int) -> np.ndarray:
        image = table()
        if i >= 30:
            cv2.circle(image, (300, 200), 8, (150, 190, 200), -1)
        return noisy(image, i, 4.0)

    numbers = settled_numbers(paint, 60)
    assert len(numbers) == 2
    assert numbers[1] > 30


def test_the_last_rest_of_a_video_counts_though_it_is_short() -> None:
    def paint(i: int) -> np.ndarray:
        return noisy(with_hand(table(), 100 + 12 * i, 150) if i < 20 else table(), i)

    assert settled_numbers(paint, 25) == [24]


def test_how_much_moved_is_told() -> None:
    still, moved = reduce(table()), reduce(table(((60, 60), (330, 120))))
    assert motion(still, still) == 0.0
    # The card left one place and came to another: twice its area of 28 by 40 pixels.
    assert motion(still, moved) == pytest.approx(2 * 28 * 40 / (480 * 270), rel=0.35)
    assert motion(still, reduce(np.zeros((50, 50, 3), np.uint8))) == 1.0


def test_black_pictures_and_single_pixels_do_no_harm() -> None:
    assert len(settled_numbers(lambda i: np.zeros((270, 480, 3), np.uint8), 20)) == 1
    assert len(settled_numbers(lambda i: np.zeros((1, 1, 3), np.uint8), 20)) == 1


def test_states_follow_one_another() -> None:
    watch = Stillness()
    seen = []
    for frame in frames(lambda i: noisy(table(), i), 20):
        watch.see(frame)
        seen.append(watch.rest)
    assert seen[0] is Rest.MOVING
    assert seen[2] is Rest.SETTLING
    assert seen[-1] is Rest.STILL


def test_moments_and_skipped_pictures_pass(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "1.png"), table())
    (tmp_path / "2.png").write_text("no picture")
    assert cv2.imwrite(str(tmp_path / "3.png"), table())
    with open_source(str(tmp_path)) as source:
        assert [type(item) for item in settled(source)] == [Frame, Skipped, Frame]


def test_a_compressed_video_file(tmp_path: Path) -> None:
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (480, 270))
    for i in range(75):
        busy = 25 <= i < 45
        image = table() if i < 35 else table(((60, 60), (260, 180)))
        writer.write(noisy(with_hand(image, 80 + 9 * (i - 25), 160) if busy else image, i))
    writer.release()
    with open_source(str(path)) as source:
        numbers = [int(item.name) for item in settled(source)]
    assert len(numbers) == 2
    assert numbers[0] < 25
    assert numbers[1] >= 45
