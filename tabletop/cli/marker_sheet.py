"""The sheet of markers to print, as a PDF: one page for A4, one for US Letter.

A PDF of filled squares and lines of text in the reader's own Helvetica is so little that it is
written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from tabletop.language import tr, translate
from tabletop.referee.placed import CARD_MM, MARKER_MM, PAPER_MM, PLACES
from tabletop.vision.markers import MODULES, marker_squares

_PAPERS: Final = ((210.0, 297.0), (215.9, 279.4))
"""A4 and US Letter, millimetres."""

_IN_A_ROW = 3
_TOP = 62.0
"""From the paper's upper edge to the first row of markers, millimetres."""
_RULER = 100.0
_LETTERS_A_LINE = 96
_LETTERS_A_MARKER = 24
_POINTS_PER_MM = 72 / 25.4


def marker_sheet() -> bytes:
    """The PDF, in the language in use."""
    pages = [b"".join(_page(wide, high)) for wide, high in _PAPERS]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (b" ".join(b"%d 0 R" % (4 + 2 * n) for n in range(len(pages))), len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for n, (paper, content) in enumerate(zip(_PAPERS, pages, strict=True)):
        box = b"[0 0 %.2f %.2f]" % tuple(side * _POINTS_PER_MM for side in paper)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents %d 0 R "
            b"/Resources << /Font << /F 3 0 R >> >> >>" % (box, 5 + 2 * n)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    text = b"%PDF-1.4\n"
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    size = len(objects) + 1
    return text + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (size, table, size, len(text))
    )


def _page(wide: float, high: float) -> Iterator[bytes]:
    """What is drawn on one page, in millimetres from its lower left corner."""
    yield b"%.5f 0 0 %.5f 0 0 cm\n" % (_POINTS_PER_MM, _POINTS_PER_MM)
    left = (wide - _IN_A_ROW * CARD_MM) / 2
    yield _text(left, high - 14, tr("tabletop: markers for setting up"), 5.2)
    down = 22.0
    for paragraph in _instructions():
        for line in wrap(paragraph, _LETTERS_A_LINE):
            yield _text(left, high - down, line, 3.7)
            down += 5.2
    for number, place in enumerate(PLACES):
        row, column = divmod(number, _IN_A_ROW)
        x = left + column * CARD_MM
        y = high - _TOP - (row + 1) * PAPER_MM
        yield b"0.15 w 0.6 G %.2f %.2f %.2f %.2f re S\n" % (x, y, CARD_MM, PAPER_MM)
        margin = (CARD_MM - MARKER_MM) / 2
        yield from _marker(number, x + margin, y + PAPER_MM - margin - MARKER_MM)
        yield _text(x + margin, y + 20, str(number + 1), 8)
        for n, line in enumerate(wrap(translate(place), _LETTERS_A_MARKER)):
            yield _text(x + margin, y + 12 - 5 * n, line, 4)
    y = high - _TOP - 2 * PAPER_MM - 12
    yield b"0.3 w 0 G %.2f %.2f m %.2f %.2f l S\n" % (left, y, left + _RULER, y)
    for x in (left, left + _RULER):
        yield b"%.2f %.2f m %.2f %.2f l S\n" % (x, y - 2, x, y + 2)
    measure = tr(
        "This line is 100 mm long. If not, print again at 100 %, without fitting to the page."
    )
    yield _text(left, y - 7, measure, 3.7)


def _instructions() -> tuple[str, ...]:
    return (
        tr(
            "Print the page that fits your paper at 100 %, without fitting to the page. Cut the "
            "six markers out and lay each flat on the empty table, as if it were the card or pile "
            "whose name it bears. Markers 1, 2 and 3 are needed; 4 to 6 help."
        ),
        tr("Then: {command}", command="tabletop setup 0 --save table.json"),
        tr(
            "Take the markers away and play: {command}",
            command="tabletop watch 0 --setup table.json",
        ),
    )


def _marker(number: int, x: float, y: float) -> Iterator[bytes]:
    """Runs of black squares, so that no hairlines part them when printed."""
    side = MARKER_MM / MODULES
    for row, black in enumerate(marker_squares(number)):
        column = 0
        while column < MODULES:
            run = 0
            while column + run < MODULES and black[column + run]:
                run += 1
            if run:
                low = y + (MODULES - 1 - row) * side
                yield b"0 g %.3f %.3f %.3f %.3f re f\n" % (x + column * side, low, run * side, side)
            column += run + 1


def _text(x: float, y: float, text: str, size: float) -> bytes:
    letters = text.encode("cp1252", "replace")
    for sign in (b"\\", b"(", b")"):
        letters = letters.replace(sign, b"\\" + sign)
    return b"BT 0 g /F %.1f Tf %.2f %.2f Td (%s) Tj ET\n" % (size, x, y, letters)
