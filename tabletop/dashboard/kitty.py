"""Pictures in kitty's way: sent once, then shown wherever certain signs stand.

Each cell of a picture holds one sign that names, by its colour, the picture, and by two marks above
it, the cell's row and column in it. So a picture is text: whatever is written over it covers it,
and it goes away with it. (sw.kovidgoyal.net/kitty/graphics-protocol, "Unicode placeholders")
"""

from __future__ import annotations

from base64 import standard_b64encode
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

_CHUNK: Final = 4096
"""Most signs of base64 in one piece."""

_SIGN: Final = "\U0010eeee"

# Unicode 6.0's marks above a sign, of class 230, that never melt into another sign: the protocol
# counts rows and columns with them, in this order.
_SPANS: Final = """
305 30D-30E 310 312 33D-33F 346 34A-34C 350-352 357 35B 363-36F 483-487 592-595 597-599 59C-5A1
5A8-5A9 5AB-5AC 5AF 5C4 610-617 657-65B 65D-65E 6D6-6DC 6DF-6E2 6E4 6E7-6E8 6EB-6EC 730 732-733
735-736 73A 73D 73F-741 743 745 747 749-74A 7EB-7F1 7F3 816-819 81B-823 825-827 829-82D 951 953-954
F82-F83 F86-F87 135D-135F 17DD 193A 1A17 1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 1CDA-1CDB 1CE0
1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE 20D0-20D1 20D4-20D7 20DB-20DC 20E1 20E7 20E9 20F0
2CEF-2CF1 2DE0-2DFF A66F A67C-A67D A6F0-A6F1 A8E0-A8F1 AAB0 AAB2-AAB3 AAB7-AAB8 AABE-AABF AAC1
FE20-FE26 10A0F 10A38 1D185-1D189 1D1AA-1D1AD 1D242-1D244
"""


def _spelled(spans: str) -> str:
    pairs = [span.partition("-") for span in spans.split()]
    return "".join(
        chr(code)
        for first, _, last in pairs
        for code in range(int(first, 16), int(last or first, 16) + 1)
    )


MARKS: Final = _spelled(_SPANS)
"""Mark number n stands for row or column n; there are no more rows and columns than marks."""


def sent(image: NDArray[np.uint8], number: int, columns: int, rows: int) -> str:
    """What hands ``image`` (height, width, 3; BGR) to the terminal as picture ``number``, which
    fills ``columns`` times ``rows`` cells wherever its signs stand. Nothing is answered."""
    png = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
    data = standard_b64encode(png.tobytes()).decode("ascii")
    pieces = [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]
    said = f"a=T,U=1,f=100,t=d,i={number},c={columns},r={rows},q=2,"
    written = []
    for left, piece in zip(range(len(pieces) - 1, -1, -1), pieces, strict=True):
        written.append(f"\x1b_G{said}m={int(left > 0)};{piece}\x1b\\")
        said = "q=2,"
    return "".join(written)


def forgotten(number: int) -> str:
    """What makes the terminal forget picture ``number``."""
    return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"


def sign(row: int, column: int) -> str:
    """What stands in the cell of a picture at ``row`` and ``column``, each less than the number of
    ``MARKS``; it takes one column and is written in the colour that ``colour`` gives."""
    return _SIGN + MARKS[row] + MARKS[column]


def colour(number: int) -> tuple[int, int, int]:
    """Red, green and blue that name picture ``number``, which has 24 bits."""
    return number >> 16 & 255, number >> 8 & 255, number & 255
