"""Fuzzing the record reader: whatever a file holds, only the documented errors come out.

Atheris needs Linux and an environment of its own, so that nothing of it is in the locks::

    python -m venv fuzz && fuzz/bin/pip install atheris
    fuzz/bin/python -m benchmarks.fuzz_record --seconds 600

An input stands for a text in one of three ways: bytes as a file may hold them, words of the format
in any order, or lines of the format, of which many are games that can be replayed. Each that can be
read must survive being written, and its positions and disputes must come out or end in
``ReplayError``. The table of the last run is in benchmarks/results/fuzz.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results" / "fuzz.md"
HEAD = "tabletop record 1\ngame: mushroom-walk\n"
FOREST = "dealer forest 5D 6S 9H XR XB 2C KS KD\n"
WORDS = """\
dealer forest deal night start turn hand dish pans baskets sticks poison decay-pile discard-pile
draw-pile night-pile p1 p2 p3 take decay cook sell pan claim stuck illegal legal possible ruling
correct undo result discard game: set: player 1: event: date: moon=jack 2031-05-17 # MW-5.1 R-21
0 1 2 3 4 5 6 7 8 9 10 T N O B C K P ?? ? 2* 9* ?* 9H 10♥ QS XR X? joker 99 999 1. 2. 3.
""".split()  # noqa: SIM905
SEPARATORS = (" ", "\n", "\np1 ", "\np2 ", "\ndealer ", "\t", "\r\n", ",")
LINES = """\
p{p} take {n}
p{p} take 1 discard {c} {c}
p{p} decay
p{p} cook {c} {c} {c} B N
p{p} cook {c} {c} {c}*
p{p} sell {c} {c}
p{p} sell {c}*
p{p} pan
dealer turn {c}
dealer turn {c} 9
dealer night p{p} {c}
dealer deal p{p} {c} ?? K
dealer hand p{p} {c} {c} 2 N
dealer hand p{p}
dealer dish p{p} {c} {c} {c}*
dealer sticks p{p} {n}
dealer baskets p{p} {n}
dealer pans p{p} {n}
dealer poison p{p} {n}
dealer forest {c} {c} K O P
dealer decay-pile {c} K O P
dealer discard-pile {c} O
dealer draw-pile {n}
dealer night-pile {n}
dealer start p{p}
p{p} claim take {n}
p{p} claim stuck
p{p} claim p1 sell {c} {c}
p{p} claim illegal {n}
ruling legal MW-5.{n}
correct {n} p{p} take {n}
correct 0
undo {n}
# {c}
result {n} 3 so be it
""".splitlines()
BYTES, IN_WORDS, NO_FOREST = b"\xff", b"\xfe", b"\xfd"
CARDS = "2 3 9 T N O B C K P ?? 9H QS XR".split()  # noqa: SIM905


def fuzz(arguments: list[str], tally: Path) -> None:
    """Run libFuzzer with its ``arguments``; counts of what became of the inputs go to ``tally``."""
    import atheris

    # Only the reader guides the search: with the engine watched too it is fifty times slower.
    with atheris.instrument_imports(include=["tabletop.record"]):
        from tabletop.record import (
            RecordError,
            ReplayError,
            disputes,
            format_record,
            known_after,
            parse_record,
            positions,
        )

    counts: Counter[str] = Counter()

    def one(data: bytes) -> None:
        counts["inputs"] += 1
        if counts["inputs"] % 500 == 0:
            tally.write_text(json.dumps(counts))
        try:
            text = text_of(data)
            record = parse_record(text)
        except RecordError:
            return
        counts["read"] += 1
        written = format_record(record)
        assert parse_record(written) == record
        assert format_record(parse_record(written)) == written
        counts["turns"] += sum(type(entry).__name__ == "Played" for entry in record.entries)
        try:
            found = list(positions(record))
            assert found[-1].state.forest == known_after(record).state.forest
            counts["disputes"] += sum(dispute.fits is not None for dispute in disputes(record))
        except ReplayError:
            return
        counts["replayed"] += 1

    atheris.Setup([sys.argv[0], *arguments], one)
    atheris.Fuzz()


def text_of(data: bytes) -> str:
    """The text that an input stands for; its first byte says how. Raises RecordError for none."""
    from tabletop.record.files import decoded

    form, data = data[:1], data[1:]
    if form == BYTES:
        return decoded(data)
    pairs = zip(data[::2], data[1::2], strict=False)
    if form == IN_WORDS:
        words = (SEPARATORS[m % len(SEPARATORS)] + WORDS[n % len(WORDS)] for n, m in pairs)
        return HEAD + FOREST + "".join(words)
    lines = (
        LINES[n % len(LINES)].format(p=1 + m % 2, n=m // 2 % 10, c=CARDS[m // 2 % len(CARDS)])
        for n, m in pairs
    )
    return HEAD + FOREST * (form != NO_FOREST) + "\n".join(lines)


def seeds(folder: Path) -> None:
    """The first inputs: the example of the docs, and each line of the format."""
    example = (Path(__file__).parents[1] / "docs" / "record.md").read_text(encoding="utf-8")
    found = re.search(r"```\n(tabletop record.*?)```", example, re.DOTALL)
    assert found is not None
    (folder / "example").write_bytes(BYTES + found[1].encode())
    (folder / "utf-16").write_bytes(BYTES + found[1].encode("utf-16"))
    (folder / "words").write_bytes(IN_WORDS + bytes(range(120)))
    (folder / "lines").write_bytes(b"\0" + bytes(range(2 * len(LINES))))
    for n in range(len(LINES)):
        (folder / f"line {n}").write_bytes(bytes((0, 7, 0, n, 2)))


def main() -> int:
    """Fuzz for a time in a process of its own and write what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--write", action="store_true", help=f"renew {RESULTS.name}")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        corpus, tally = arguments.child
        limits = [f"-max_total_time={arguments.seconds}", "-max_len=4096", "-timeout=20"]
        limits += ["-rss_limit_mb=1024", "-print_final_stats=1", f"-artifact_prefix={corpus}/"]
        fuzz([corpus, *limits], Path(tally))
        return 0
    with tempfile.TemporaryDirectory() as place:
        corpus, tally = Path(place, "corpus"), Path(place, "tally.json")
        corpus.mkdir()
        seeds(corpus)
        command = [sys.executable, "-m", "benchmarks.fuzz_record", "--child", str(corpus)]
        command += [str(tally), "--seconds", str(arguments.seconds)]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        counts = json.loads(tally.read_text()) if tally.exists() else {}
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
    if done.returncode or not stats:
        print(done.stderr[-4000:], file=sys.stderr)
        return 1
    text = table(arguments.seconds, stats, counts)
    print(text)
    if arguments.write:
        RESULTS.write_text(text, encoding="utf-8")
    return 0


def table(seconds: int, stats: dict[str, str], counts: dict[str, Any]) -> str:
    """The results as Markdown."""
    rows = {
        "seconds": f"{seconds:,}",
        "inputs": f"{int(stats['number_of_executed_units']):,}",
        "inputs that widened the coverage": f"{int(stats['new_units_added']):,}",
        "slowest input, seconds": stats["slowest_unit_time_sec"],
        "peak memory, MB": stats["peak_rss_mb"],
        "of the inputs, read as a record": f"{counts.get('read', 0):,}",
        "of those, replayed to the end": f"{counts.get('replayed', 0):,}",
        "turns read": f"{counts.get('turns', 0):,}",
        "claims and rulings judged": f"{counts.get('disputes', 0):,}",
        "errors other than the documented ones": "0",
    }
    lines = ["# Fuzzing the record reader", "", "`python -m benchmarks.fuzz_record --write`, "]
    lines[-1] += f"{date.today()}, {platform.system()} {platform.machine()}, "
    lines[-1] += f"Python {platform.python_version()}, one process of a shared machine."
    lines += ["", "| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
