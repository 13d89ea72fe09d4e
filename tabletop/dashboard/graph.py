"""The score over the turns as two lines, drawn in dots of which a character cell holds eight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from tabletop.dashboard.cells import Piece, line
from tabletop.language import tr, translate

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE: Final = 0x2800
_TONES: Final = ("$secondary", "$primary")
_PLAIN: Final = "*o"
_LEGEND: Final = ("━━", "╺╺")


def score_graph(
    scores: Sequence[tuple[int, int]],
    names: tuple[str, str],
    width: int,
    height: int,
    plain: bool = False,
) -> list[Content]:
    """``scores`` after each turn, from before the first one, as ``height`` lines of ``width``
    columns, with axes and a legend. Empty where there is no room or nothing to show. ``plain``: in
    ASCII signs."""
    rows, columns = height - 2, width - 6
    if len(scores) < 2 or rows < 2 or columns < 8:
        return []
    top = max(1, *(points for pair in scores for points in pair))
    cells = _plain(scores, top, columns, rows) if plain else _dotted(scores, top, columns, rows)
    legend: list[Piece] = [" " * 5]
    for player, name in enumerate(names):
        sign = _PLAIN[player] if plain else _LEGEND[player]
        legend += [(f"{sign} ", f"bold {_TONES[player]}"), (f"{translate(name)}   ", "$foreground")]
    lines = [line(*legend, width=width)]
    for y, row in enumerate(cells):
        mark = str(top) if y == 0 else "0" if y == rows - 1 else ""
        lines.append(line((f"{mark:>4} ", "$quiet"), *row, width=width))
    last = str(len(scores) - 1)
    foot = f"{tr('turn')} 0".ljust(max(0, columns - len(last))) + last
    return [*lines, line(("     " + foot, "$quiet"), width=width)]


def _dotted(
    scores: Sequence[tuple[int, int]], top: int, columns: int, rows: int
) -> list[list[Piece]]:
    wide, high = 2 * columns, 4 * rows
    bits = [[0] * columns for _ in range(rows)]
    tones = [[""] * columns for _ in range(rows)]
    for player in (0, 1):
        before = None
        for x in range(wide):
            points = scores[round(x * (len(scores) - 1) / (wide - 1))][player]
            y = high - 1 - round(points * (high - 1) / top)
            # A jump is a line upright.
            # The second player's line is broken: it is told apart without colours too.
            gap = player == 1 and x // 2 % 2 == 1 and y == before
            for dot in range(min(y, before if before is not None else y), y + (not gap)):
                bits[dot // 4][x // 2] |= _DOTS[dot % 4][x % 2]
                tones[dot // 4][x // 2] = _TONES[player]
            before = y
    return [
        [(chr(_BRAILLE | b), t or "$quiet") for b, t in zip(row, shades, strict=True)]
        for row, shades in zip(bits, tones, strict=True)
    ]


def _plain(
    scores: Sequence[tuple[int, int]], top: int, columns: int, rows: int
) -> list[list[Piece]]:
    signs = [[" "] * columns for _ in range(rows)]
    for player in (0, 1):
        for x in range(columns):
            points = scores[round(x * (len(scores) - 1) / (columns - 1))][player]
            signs[rows - 1 - round(points * (rows - 1) / top)][x] = _PLAIN[player]
    return [["".join(row)] for row in signs]
