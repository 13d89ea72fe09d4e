"""What a table at rest costs.

    python -m benchmarks.still PICTURE [--seconds 20] [--write benchmarks/results/still.md]

A camera that sends PICTURE (1080p) with fresh noise as MJPG 15 times a second, followed as
``watch`` does it. Told is the share of one core that the process takes once the table is known to
be at rest, decoding included, and beside it what decoding every picture would take. The camera is
made of numbers: what the driver itself costs is not in it. Also how long after the last movement a
picture is given to the reader, and how long reading it takes.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tabletop.vision.frame import Frame
from tabletop.vision.reader import Reader
from tabletop.vision.sources.camera import CameraSource
from tabletop.vision.stillness import Stillness

RATE = 15.0
NOISE = 3.0
MOST = 0.10
STARTS_S = 3.0


class Webcam:
    """A camera as ``cv2.VideoCapture`` shows it. ``moving_s``: so long an arm lies in the picture,
    at another place each time."""

    def __init__(self, image: Any, moving_s: float) -> None:
        rng = np.random.default_rng(1)
        self._moving_s = moving_s
        self._still = [self._jpeg(image, rng, None) for _ in range(12)]
        self._busy = [self._jpeg(image, rng, 200 + 90 * n) for n in range(12)]
        self._now = self._still[0]
        self.began = self._next = time.monotonic()
        self.grabs = self.decoded = 0

    @staticmethod
    def _jpeg(image: Any, rng: np.random.Generator, arm: int | None) -> Any:
        noisy = np.clip(image + rng.normal(0, NOISE, image.shape), 0, 255).astype(np.uint8)
        if arm is not None:
            noisy[:600, arm : arm + 160] = (120, 150, 200)
        return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def grab(self) -> bool:
        """The next picture, when its time has come."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = max(self._next + 1 / RATE, time.monotonic())
        moving = time.monotonic() - self.began < self._moving_s
        some = self._busy if moving else self._still
        self._now = some[self.grabs % len(some)]
        self.grabs += 1
        return True

    def retrieve(self) -> tuple[bool, Any]:
        """The picture, decoded."""
        self.decoded += 1
        return True, cv2.imdecode(self._now, cv2.IMREAD_COLOR)

    def release(self) -> None:
        pass


def measure(picture: Path, seconds: float) -> list[str]:
    """The rows of the table."""
    image = cv2.imread(str(picture))
    assert image is not None
    webcam = Webcam(image, STARTS_S)
    stillness = Stillness()
    calm_s = given_s = spent = 0.0
    decoded = grabs = 0
    with CameraSource(0, opener=lambda _: webcam) as source:
        for item in source:
            assert isinstance(item, Frame)
            given = stillness.see(item)
            source.pace_s = stillness.pace_s
            now = time.monotonic()
            if given:
                given_s = now - webcam.began - STARTS_S
                image = item.image
                calm_s, spent = now, time.process_time()
                decoded, grabs = webcam.decoded, webcam.grabs
            if calm_s and now - calm_s > seconds:
                break
    share = (time.process_time() - spent) / (now - calm_s)
    decoded, grabs = webcam.decoded - decoded, webcam.grabs - grabs
    one = _processor_s(lambda: webcam.retrieve(), 40)
    reader = Reader()
    reader.read(image)
    read = _processor_s(lambda: reader.read(image), 5)
    met = "met" if share <= MOST else "MISSED"
    rest_s = now - calm_s
    return [
        f"| pictures a second that came | {grabs / rest_s:.1f} |",
        f"| of them decoded | {decoded / rest_s:.1f} |",
        f"| share of one core at rest, decoding included | {share:.1%}"
        f" (at most {MOST:.0%}: {met}) |",
        f"| decoding every picture alone would take | {one * RATE:.1%} ({one * 1e3:.1f} ms each) |",
        f"| from the last movement to the picture that is read | {given_s:.2f} s |",
        f"| reading it, processor time, on two threads | {read:.2f} s |",
    ]


def _processor_s(work: Callable[[], object], times: int) -> float:
    """Mean processor time of ``work``, seconds."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    text = (
        "\n".join(["| what | figure |", "|---|---|", *measure(args.picture, args.seconds)]) + "\n"
    )
    print(text, end="")
    if args.write:
        args.write.write_text(
            "# What a table at rest costs\n\n"
            f"`python -m benchmarks.still {args.picture}` on {time.strftime('%Y-%m-%d')}, two cores"
            f" ({platform.machine()}), shared with other work.\n\n{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
