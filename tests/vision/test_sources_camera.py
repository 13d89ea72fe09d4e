"""A camera as a source, with a camera made of numbers in place of the device."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tabletop.vision.sources import Frame, Skipped, SourceError
from tabletop.vision.sources.camera import CameraSource, explain_missing

Read = tuple[bool, Any]


class FakeCapture:
    def __init__(self, reads: Iterator[Read], opened: bool = True) -> None:
        self.reads = reads
        self.opened = opened
        self.released = False
        self.grabbed: Read = (False, None)
        self.grabs = self.decoded = 0

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def grab(self) -> bool:
        time.sleep(0.002)
        self.grabbed = next(self.reads, (False, None))
        self.grabs += 1
        return self.grabbed[0]

    def retrieve(self) -> Read:
        self.decoded += 1
        return self.grabbed

    def release(self) -> None:
        self.released = True


def noise(count: int) -> Iterator[Read]:
    random = np.random.default_rng(2)
    for _ in range(count):
        yield True, random.integers(0, 256, (48, 64, 3), dtype=np.uint8)


def camera(*captures: FakeCapture, patience_s: float = 0.1, give_up_s: float = 5.0) -> CameraSource:
    waiting = list(captures)
    opener: Callable[[int], FakeCapture] = lambda number: waiting.pop(0)  # noqa: E731
    return CameraSource(0, opener=opener, patience_s=patience_s, give_up_s=give_up_s)


def test_a_missing_camera_is_one_line() -> None:
    capture = FakeCapture(noise(0), opened=False)
    with pytest.raises(SourceError) as caught:
        camera(capture)
    assert capture.released
    assert "\n" not in str(caught.value)
    assert "907" in explain_missing(907)


def test_a_slow_taker_gets_new_frames_and_the_others_are_counted() -> None:
    capture = FakeCapture(noise(10_000))
    with camera(capture, patience_s=5) as source:
        frames = []
        for item in source:
            assert isinstance(item, Frame)
            frames.append(item)
            if len(frames) == 4:
                break
            seen = capture.grabs
            while capture.grabs < seen + 8:
                time.sleep(0.002)
    numbers = [int(frame.name) for frame in frames]
    assert all(later - earlier > 1 for earlier, later in pairwise(numbers))
    assert source.dropped >= numbers[-1] - len(numbers)
    assert not any(frame.moment for frame in frames)


def test_an_unplugged_camera_is_told_once_and_taken_up_again() -> None:
    first, gone, back = FakeCapture(noise(3)), FakeCapture(noise(0), False), FakeCapture(noise(500))
    items = []
    with camera(first, gone, back) as source:
        for item in source:
            items.append(item)
            if isinstance(item, Frame) and any(isinstance(i, Skipped) for i in items):
                break
    skipped = [item for item in items if isinstance(item, Skipped)]
    assert len(skipped) == 1
    assert "plugged in" in skipped[0].reason
    assert first.released
    assert gone.released


def test_a_camera_that_stays_away_ends_the_source() -> None:
    captures = [FakeCapture(noise(1)), *(FakeCapture(noise(0), False) for _ in range(50))]
    with camera(*captures, give_up_s=0.5) as source, pytest.raises(SourceError, match="nothing"):
        list(source)


def test_the_very_same_picture_over_and_over_is_told() -> None:
    def frozen() -> Iterator[Read]:
        image = np.full((48, 64, 3), 7, np.uint8)
        while True:
            yield True, image

    with camera(FakeCapture(frozen())) as source:
        reason = next(item.reason for item in source if isinstance(item, Skipped))
    assert "same picture" in reason


def test_closing_ends_a_waiting_iteration_and_lets_go_of_the_device() -> None:
    capture = FakeCapture(noise(5))
    source = camera(capture, patience_s=60)
    iterator = iter(source)
    assert isinstance(next(iterator), Frame)
    source.close()
    assert list(iterator) == []
    assert capture.released
    source.close()


def test_no_more_is_decoded_than_is_wanted() -> None:
    capture = FakeCapture(noise(10_000))
    with camera(capture, patience_s=5) as source:
        next(iter(source))
        source.pace_s = 3600.0
        begun = capture.grabs
        while capture.grabs < begun + 5:
            time.sleep(0.002)
        decoded = capture.decoded
        while capture.grabs < begun + 40:
            time.sleep(0.002)
        assert capture.decoded == decoded
        source.pace_s = 0.0
        while capture.decoded == decoded:
            time.sleep(0.002)
