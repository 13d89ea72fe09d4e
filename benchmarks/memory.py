"""How much memory a process holds, and following games.

    python -m benchmarks.memory FOLDER [--games 10] [--write benchmarks/results/memory.md]

FOLDER holds the pictures of a game. The first game is read with the real reader, the others follow
the same readings in the same process, each as a session kept in a folder of its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

MOST = 400


def resident() -> float:
    """Memory of this process now, MiB; its peak where the system tells only that."""
    import resource  # not on Windows

    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize() / 2**20
    except OSError:
        unit = 2**20 if sys.platform == "darwin" else 2**10
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def measure(folder: Path, games: int) -> list[float]:
    """Memory after each game, MiB."""
    from tabletop.games import game_named
    from tabletop.referee.kept import KeptSession
    from tabletop.vision.images import load_image
    from tabletop.vision.reader import Reader
    from tabletop.vision.sighting import Reading

    reader = Reader()
    readings: list[tuple[str, Reading]] = []
    after = []
    for number in range(games):
        with (
            TemporaryDirectory() as place,
            KeptSession.create(Path(place, "game"), game_named("mushroom-walk")) as session,
        ):
            for n, path in enumerate(sorted(folder.glob("*.jpg"))):
                if number == 0:
                    readings.append((path.name, reader.read(load_image(path)[0])))
                session.hold(path.read_bytes())
                session.see(readings[n][1], path.name)
            session.end()
            after.append(resident())
        print(f"game {number + 1}: {after[-1]:.0f} MiB", file=sys.stderr, flush=True)
    return after


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    after = measure(args.folder, args.games)
    met = "met" if max(after) <= MOST else "MISSED"
    rows = ["| games followed | resident memory, MiB |", "|---|---|"]
    rows += [f"| {n} | {mib:.0f} |" for n, mib in enumerate(after, 1)]
    text = "\n".join([*rows, f"| most | {max(after):.0f} (at most {MOST}: {met}) |"]) + "\n"
    print(text, end="")
    if args.write:
        args.write.write_text(
            "# Memory over games\n\n"
            f"`python -m benchmarks.memory {args.folder} --games {args.games}` on"
            f" {time.strftime('%Y-%m-%d')}, two cores (x86_64), shared with other work.\n\n{text}",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
