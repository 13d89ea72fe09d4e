"""Make the pictures of the dashboard in this folder: ``python docs/shots.py [SOURCE]``.

Follows SOURCE (the bundled sample game unless given) without a screen, hands what came of it to the
dashboard at three moments, and writes what the terminal would show as SVG.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from rich.segment import Segment
from rich.style import Style

from tabletop.cli.following import Step, follow
from tabletop.dashboard.app import Dashboard
from tabletop.games import game_named

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


async def shoot(steps: list[Step], keys: tuple[str, ...], size: tuple[int, int], out: Path) -> None:
    """The dashboard after ``steps`` and ``keys``, written to ``out``."""

    def source() -> Iterator[Step]:
        yield from steps

    # A pace of an hour keeps the source from ending: the picture shows a game that goes on.
    app = Dashboard(source, title="Mushroom Walk", pace=3600.0)
    async with app.run_test(size=size) as pilot:
        while app.query_one("Forest")._view is None:  # type: ignore[attr-defined]
            await pilot.pause(0.05)
        for key in keys:
            await pilot.press(key)
        while not app.screen.query("FooterKey") and len(app.screen_stack) == 1:
            await pilot.pause(0.05)
        await pilot.pause(0.5)
        strips = [list(strip) for strip in app.screen._compositor.render_strips()]
        out.write_text(to_svg(strips, *size), encoding="utf-8")


def main() -> None:
    from tabletop.referee.session import Session
    from tabletop.vision.reader import Reader
    from tabletop.vision.sources import open_source

    name = sys.argv[1] if len(sys.argv) > 1 else "demo"
    with open_source(name) as source:
        session = Session(game_named("mushroom-walk"))
        steps = list(follow(source, Reader(), session))
    whole = [step for step in steps if step.frame is not None and step.reading is not None]
    middle = whole[len(whole) * 2 // 3]
    last = whole[-1]
    end = Step(last.frame, last.reading, (), steps[-1].view)
    for shot, step, keys, size in (
        ("dashboard.svg", middle, (), (120, 40)),
        ("dashboard-day.svg", middle, ("t",), (80, 24)),
        ("score-sheet.svg", end, (), (120, 40)),
    ):
        asyncio.run(shoot([step], keys, size, HERE / shot))


if __name__ == "__main__":
    main()
