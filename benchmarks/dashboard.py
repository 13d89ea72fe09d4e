"""How long the dashboard takes from a key to the screen, and to its first paint.

    python -m benchmarks.dashboard [--rounds 8] [--write benchmarks/results/dashboard.md]

Key to screen: the dashboard runs in a terminal of its own over a camera of 15 pictures of 1080p a
second (``benchmarks/dashboard_served.py``), the real reader and referee at work; the time runs from
the key until the terminal gets what the key asked for. An app with nothing in it is measured the
same way just before. First paint: from starting ``tabletop watch demo`` until its footer is there,
less what ``python -c "import textual"`` takes, in turns. Where the system allows it these processes
go before all others: a shared machine's other work would be measured instead.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tempfile import mkdtemp

from benchmarks.dashboard_served import RATE
from benchmarks.terminal import Terminal, go_first

SIZES = ((80, 24), (120, 40), (200, 60))
ESCAPE, LEFT = "\x1b", "\x1b[D"
GROUPS = {
    "on the table: pause, known cards, a turn back": (
        ("p", "paused", "p"),
        ("k", "holds ", "k"),
        (LEFT, "looking back", ESCAPE),
    ),
    "another screen: jump, help, hints, dispute": (
        ("j", "after turn", ESCAPE),
        ("?", "nothing is lost", ESCAPE),
        ("h", "Working out", ESCAPE),
        ("d", "may Ben take", ESCAPE),
    ),
    "everything anew: colours, language": (("t", "241;237;225", "tt"), ("L", "Beenden", "L")),
}
"""For each kind of key: the key, what the terminal gets because of it, and the keys that take it
back."""
LONGEST_S = 5.0
"""A key that brings nothing for so long counts as this slow."""
KEY_GOAL_S, PAINT_GOAL_S = 0.05, 1.0

Times = dict[str, list[float]]


def command(*words: str) -> list[str]:
    """This Python with ``words``."""
    return [sys.executable, *words]


def empty_times(size: tuple[int, int], rounds: int) -> list[float]:
    """Seconds from a key to the screen of an app with nothing in it."""
    times = []
    with Terminal(command("-m", "benchmarks.dashboard_served", "empty"), size) as terminal:
        terminal.until("pressed 0")
        for press in range(1, 5 * rounds + 1):
            terminal.rest(0.1)
            began = time.perf_counter()
            terminal.press("x")
            times.append(terminal.until(f"pressed {press} ") - began)
    return times


def key_times(size: tuple[int, int], rounds: int) -> tuple[Times, float]:
    """Seconds from each key to the screen, by group; bytes a second painted without a key."""
    times: Times = {group: [] for group in GROUPS}
    with Terminal(command("-m", "benchmarks.dashboard_served"), size) as terminal:
        terminal.until("Player 1", 120.0)
        terminal.rest(3.0)
        before = terminal.bytes
        terminal.rest(4.0)
        painted = (terminal.bytes - before) / 4.0
        # The first time is for loading; it is not what players wait for all evening.
        for turn in range(rounds + 1):
            for group, keys in GROUPS.items():
                for key, wanted, back in keys:
                    # Nothing may tie the keys to the camera's pace.
                    terminal.rest(0.3 + 0.2 * random.random())
                    began = time.perf_counter()
                    terminal.press(key)
                    try:
                        taken = terminal.until(wanted, LONGEST_S) - began
                    except TimeoutError:
                        # On a busy machine Escape and the next key may have come as one.
                        taken = LONGEST_S
                        terminal.press(ESCAPE)
                        terminal.rest(1.0)
                        continue
                    finally:
                        times[group] += [taken] if turn else []
                    for sign in back:
                        terminal.rest(0.3)
                        terminal.press(sign)
                    # Escape and a key soon after it would be taken for one key.
                    terminal.rest(0.5)
    return times, painted


def first_paint(tries: int) -> tuple[list[float], list[float]]:
    """Seconds that ``import textual`` takes, and seconds to the first paint, in turns."""
    imports, paints = [], []
    for _ in range(tries):
        began = time.perf_counter()
        subprocess.run(command("-c", "import textual"), check=True)
        imports.append(time.perf_counter() - began)
        with Terminal(command("-m", "tabletop", "watch", "demo"), (120, 40)) as terminal:
            paints.append(terminal.until("Quit", 60.0) - terminal.began)
    return imports, paints


def verdict(value: float, goal: float) -> str:
    """Whether ``value`` is below ``goal``."""
    return "met" if value < goal else "MISSED"


def key_rows(rounds: int) -> list[str]:
    """The table of keys."""
    rows = [
        "| terminal | keys | median | nine of ten | 95 % | to an empty app | goal |",
        "|---|---|---|---|---|---|---|",
    ]
    for size in SIZES:
        empty = statistics.median(empty_times(size, rounds))
        times, painted = key_times(size, rounds)
        for group, taken in times.items():
            figures = [statistics.median(taken), share(taken, 0.9), share(taken, 0.95)]
            cells = " | ".join(f"{1000 * t:.0f} ms" for t in figures)
            ratio = f"{figures[0] / empty:.0f} : 1 ({1000 * empty:.1f} ms)"
            rows.append(
                f"| {size[0]}×{size[1]} | {group} | {cells} | {ratio} "
                f"| {verdict(figures[0], KEY_GOAL_S)} |"
            )
        print(*rows[-len(times) :], sep="\n", flush=True)
        rows.append(f"| {size[0]}×{size[1]} | none | {painted / 1000:.0f} kB a second ||||")
    return rows


def share(values: Sequence[float], part: float) -> float:
    """The value that ``part`` of ``values`` don't exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", metavar="FILE.md", type=Path)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--tries", type=int, default=7)
    arguments = parser.parse_args()
    first = go_first(3)
    # Whoever measures may have switched off what every user's Python does.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["TABLETOP_LANGUAGE"] = "en"
    os.environ["TABLETOP_DATA"] = mkdtemp(prefix="tabletop-")
    imports, paints = first_paint(arguments.tries)
    beyond = [paint - plain for paint, plain in zip(paints, imports, strict=True)]
    middle = statistics.median(beyond)
    priority = "before all other processes" if first else "beside whatever else ran"
    lines = [
        "# The dashboard's times",
        "",
        f"`python -m benchmarks.dashboard`, {date.today().isoformat()}, two cores "
        f"({platform.machine()}), shared with other work; measured {priority}.",
        "",
        f"First paint beyond `import textual` (goal: less than {PAINT_GOAL_S:g} s): median "
        f"{middle:.2f} s of {len(beyond)}, {min(beyond):.2f} to {max(beyond):.2f} s "
        f"({verdict(middle, PAINT_GOAL_S)}); `import textual` takes "
        f"{statistics.median(imports):.2f} s.",
        "",
        f"Key to screen while 1080p pictures come at {RATE:g} a second (goal: median less than "
        f"{1000 * KEY_GOAL_S:g} ms), {arguments.rounds} times each key; what is painted without a "
        "key stands below:",
        "",
        *key_rows(arguments.rounds),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.write:
        arguments.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
