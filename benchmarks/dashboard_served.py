"""What ``benchmarks/dashboard.py`` looks at: ``python -m benchmarks.dashboard_served [empty]``.

Shows the dashboard over a camera that never rests for long: pictures of the sample game in 1080p,
15 a second, each a JPEG to be decoded as a webcam's are; for 1.4 s the table lies still with fresh
noise, then for 0.6 s an arm moves over it. The reader and the referee at work are the real ones.
With ``empty`` an app that shows one line of text, and another one after each key.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import cv2
import numpy as np

from benchmarks.terminal import go_first

RATE = 15.0
STILL, MOVING = 21, 9
"""Frames in which the table lies still, and in which an arm moves, in turn."""
PICTURES = 24


def empty() -> None:
    """An app with nothing in it."""
    from textual import events
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Empty(App[None]):
        presses = 0

        def compose(self) -> ComposeResult:
            yield Static("pressed 0", id="text")

        def on_key(self, event: events.Key) -> None:
            self.presses += 1
            self.query_one("#text", Static).update(f"pressed {self.presses} {event.key}")

    Empty().run()


def jpegs() -> list[list[bytes]]:
    """Of each picture of the game: the table with three kinds of noise, then with the arm."""
    from tabletop.resources import sample_frames_dir
    from tabletop.vision.images import load_image

    rng = np.random.default_rng(3)
    noise = [rng.integers(0, 7, (1080, 1920, 3), np.uint8) for _ in range(3)]
    shots = []
    for file in sorted(sample_frames_dir().glob("*.jpg"))[:PICTURES]:
        table = cv2.resize(load_image(file)[0], (1920, 1080))
        images = [cv2.add(table, grain) for grain in noise]
        for number in range(MOVING):
            image, x = images[number % 3].copy(), 200 * number
            images.append(cv2.rectangle(image, (x, 200), (x + 300, 1080), (90, 120, 170), -1))
        shots.append([cv2.imencode(".jpg", image)[1].tobytes() for image in images])
    return shots


def dashboard() -> None:
    """The dashboard over that camera."""
    from tabletop.cli import watch
    from tabletop.cli.apart import ApartReader
    from tabletop.games import game_named
    from tabletop.vision.frame import Frame, Item, Kind, Source

    class Camera(Source):
        """Gives the newest picture, as a camera does, to whoever comes late."""

        name = "0"
        kind: Kind = "camera"

        def __init__(self) -> None:
            self.shots = jpegs()

        def __iter__(self) -> Iterator[Item]:
            began, last = time.monotonic(), -1
            while True:
                number = int((time.monotonic() - began) * RATE)
                if number == last:
                    time.sleep(0.005)
                    continue
                last = number
                turn, place = divmod(number, STILL + MOVING)
                shots = self.shots[min(turn, PICTURES - 1)]
                data = shots[place % 3 if place < STILL else 3 + place - STILL]
                image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
                yield Frame(str(number), image, number / RATE, moment=False)

    with ExitStack() as open_things:
        reader = open_things.enter_context(closing(ApartReader()))
        reader._process = reader._start()
        # As any scheduler would have it: what waited for a key goes before what works all the time.
        go_first(1, reader._process.pid)
        kept = watch._passing_session(open_things, game_named("mushroom-walk"), None)
        watch.show(Camera(), reader, kept, lambda _, __: None)


if __name__ == "__main__":
    empty() if sys.argv[1:] == ["empty"] else dashboard()
