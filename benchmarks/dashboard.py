"""How long the dashboard takes from a key to the screen, and to its first paint.

    python benchmarks/dashboard.py [--write benchmarks/results/dashboard.md]

Key to screen: while pictures of 1080p come at 15 a second and each changes the table, keys are
pressed one by one; the time runs until the screen that the key asked for has been painted. First
paint: a fresh Python that imports Textual, against one that shows the dashboard's first screen;
what counts is the difference within one run, each the best of several.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np

from tabletop.cli.following import Step
from tabletop.dashboard.app import Dashboard
from tabletop.record import parse_record
from tabletop.referee.desk import Desk, ToldRecord
from tabletop.vision.frame import Frame

RATE = 15.0
SIZES = ((80, 24), (120, 40), (200, 60))
KEYS = ("l", "f", "z", "o", "k", "f", "l", "left", "escape", "question_mark", "escape", "h",
        "escape", "d", "escape", "t", "p", "p")  # fmt: skip
ROUNDS = 5

RECORD = """\
tabletop record 1
game: mushroom-walk

dealer forest 9D 9S 9H XR XB 2C KS KD
dealer deal p1 5C 5D ??
dealer deal p2 ?? ?? AC
dealer night p2 8D
1. p1 take 2
dealer turn 9C JS
2. p2 decay
dealer turn 6S
3. p1 sell 5 5
dealer turn 2H
"""

FIRST_PAINT = """
import sys, time
from textual.app import App
from tabletop.dashboard.app import Dashboard

class First(Dashboard):
    def on_mount(self):
        self.call_after_refresh(self.exit, 0)

def none():
    import time
    time.sleep(5)
    yield

First(none, title="first paint").run(headless=True, size=(120, 40))
"""


async def key_times(size: tuple[int, int]) -> list[float]:
    """Seconds from each key until the screen was painted, with frames coming all the while."""
    desk = Desk(ToldRecord(parse_record(RECORD)))
    views = [moment.view for moment in desk.moments()]
    rng = np.random.default_rng(3)
    images = [rng.integers(0, 255, (1080, 1920, 3), np.uint8) for _ in range(3)]
    running = True

    def camera() -> Iterator[Step]:
        began = time.monotonic()
        number = 0
        while running:
            number += 1
            time.sleep(max(0.0, began + number / RATE - time.monotonic()))
            frame = Frame(str(number), images[number % 3], number / RATE, moment=False)
            yield Step(frame, None, (), views[number % len(views)])

    app = Dashboard(camera, title="benchmark", desk=desk)
    times = []
    async with app.run_test(size=size) as pilot:
        while app._view is None:
            await pilot.pause(0.05)
        for key in KEYS * ROUNDS:
            painted = asyncio.Event()
            began = time.perf_counter()
            app.simulate_key(key)
            # This comes after the key; what it asks for is done once the screen is painted.
            app.call_later(app.screen.call_after_refresh, painted.set)
            await painted.wait()
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.03)
        running = False
    return times


def best_of(code: str, tries: int) -> float:
    """Seconds that a fresh Python takes for ``code`` at best."""
    taken = []
    for _ in range(tries):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        taken.append(time.perf_counter() - began)
    return min(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", metavar="FILE.md", type=Path)
    parser.add_argument("--tries", type=int, default=5)
    arguments = parser.parse_args()
    lines = [
        "# The dashboard's times",
        "",
        f"`python benchmarks/dashboard.py`, {date.today().isoformat()}, {platform.machine()}, "
        f"Python {platform.python_version()}, two cores shared with other work.",
        "",
        f"Key to screen while 1080p pictures come at {RATE:g} a second, {len(KEYS) * ROUNDS} keys:",
        "",
        "| terminal | median | nine of ten | slowest |",
        "|---|---|---|---|",
    ]
    for size in SIZES:
        times = sorted(asyncio.run(key_times(size)))
        row = (statistics.median(times), times[int(0.9 * len(times))], times[-1])
        cells = " | ".join(f"{1000 * t:.0f} ms" for t in row)
        lines.append(f"| {size[0]}×{size[1]} | {cells} |")
    plain = best_of("import textual", arguments.tries)
    painted = best_of(FIRST_PAINT, arguments.tries)
    lines += [
        "",
        f"First paint: {painted:.2f} s, of which `import textual` takes {plain:.2f} s; "
        f"{painted - plain:.2f} s beyond that (best of {arguments.tries}).",
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        arguments.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
