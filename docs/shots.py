"""Make the pictures of the dashboard in this folder: ``python docs/shots.py [SOURCE]``.

Follows SOURCE (the bundled sample game unless given) without a screen, hands what came of it to the
dashboard at two moments of the game, and writes what the terminal would show as SVG.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style

from tabletop.cli.following import Step, follow
from tabletop.cli.sessions import KeepingReader
from tabletop.dashboard.app import Dashboard
from tabletop.games import game_named
from tabletop.referee.desk import Desk
from tabletop.referee.kept import KeptSession
from tabletop.referee.view import Following

HERE = Path(__file__).parent
WIDE, HIGH = 10, 20
"""A character cell in units of the SVG."""
BLOCKS = {"▀": (0, 10), "▄": (10, 10), "█": (0, 20), "▌": (0, 20)}


def cells(strips: list[list[Segment]]) -> Iterator[tuple[int, int, str, Style]]:
    """Column, row, text and style of every run of one style."""
    for row, strip in enumerate(strips):
        column = 0
        for segment in strip:
            if segment.control:
                continue
            yield column, row, segment.text, segment.style or Style()
            column += segment.cell_length


def to_svg(strips: list[list[Segment]], columns: int, rows: int) -> str:
    """The screen as SVG; block signs become rectangles, so that they join without gaps."""
    rects: list[str] = []
    texts: list[str] = []

    def rect(x: float, y: float, w: float, h: float, colour: str) -> None:
        rects.append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{colour}"/>')

    for column, row, text, style in cells(strips):
        ink = style.color.get_truecolor().hex if style.color else "#ffffff"
        if style.bgcolor is not None:
            paper = style.bgcolor.get_truecolor(foreground=False).hex
            rect(column * WIDE, row * HIGH, len(text) * WIDE, HIGH, paper)
        run = ""
        for place, sign in enumerate(text + " "):
            if place < len(text) and sign not in BLOCKS and sign != " ":
                run += sign
                continue
            if sign in BLOCKS:
                top, high = BLOCKS[sign]
                width = WIDE / 2 if sign == "▌" else WIDE
                rect((column + place) * WIDE, row * HIGH + top, width, high, ink)
            if run:
                x = (column + place - len(run)) * WIDE
                bold = ' font-weight="bold"' if style.bold else ""
                texts.append(
                    f'<text x="{x}" y="{row * HIGH + 15}" textLength="{len(run) * WIDE}" '
                    f'fill="{ink}"{bold}>{escape(run)}</text>'
                )
                run = ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDE} {rows * HIGH}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16.6" '
        f'shape-rendering="crispEdges">\n{"".join(rects)}\n{"".join(texts)}\n</svg>\n'
    )


async def shoot(
    step: Step, desk: Desk, keys: Sequence[str], size: tuple[int, int], out: Path
) -> None:
    """The dashboard after ``step`` of the game at ``desk`` and ``keys``, written to ``out``."""

    def source() -> Iterator[Step]:
        yield step

    # A pace of an hour keeps the source from ending: the picture shows a game that goes on.
    app = Dashboard(source, title="Mushroom Walk", pace=3600.0, desk=desk)
    async with app.run_test(size=size) as pilot:
        while app._view is None:
            await pilot.pause(0.05)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.1)
            await app.workers.wait_for_complete()
        await pilot.pause(0.5)
        await app.workers.wait_for_complete()
        await pilot.pause(0.5)
        strips = [list(strip) for strip in app.screen._compositor.render_strips()]
        out.write_text(to_svg(strips, *size), encoding="utf-8")


DISPUTE = ("d", *["down"] * 7, "enter")
SHOTS = (
    ("dashboard.svg", "middle", (), (120, 40)),
    ("dashboard-day.svg", "middle", ("t",), (80, 24)),
    ("dispute.svg", "middle", DISPUTE, (120, 40)),
    ("score-sheet.svg", "end", (), (120, 44)),
)


def main() -> None:
    from tabletop.vision.reader import Reader
    from tabletop.vision.rereading import Rereader
    from tabletop.vision.sources import open_source

    name = sys.argv[1] if len(sys.argv) > 1 else "demo"
    with TemporaryDirectory() as folder, open_source(name) as source:
        desk = Desk(KeptSession.create(Path(folder, "game"), game_named("mushroom-walk")))
        step: Step | None = None
        number = 0
        for came in follow(source, KeepingReader(Rereader(Reader()), desk), desk):
            if came.frame is not None and came.reading is not None:
                number += 1
                step = came
            assert step is not None
            now = Step(step.frame, step.reading, (), came.view)
            at = "middle" if number == (source.total or 0) * 2 // 3 else ""
            at = "end" if came.view.state is Following.ENDED and came.frame is None else at
            for file, moment, keys, size in SHOTS:
                if moment == at:
                    asyncio.run(shoot(now, desk, keys, size, HERE / file))
        desk.close()


if __name__ == "__main__":
    main()
