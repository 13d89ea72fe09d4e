"""Faces as signs: suit symbols, large ranks and suits, and plain ASCII where a terminal needs it.

Red suits are drawn as outlines and black ones filled, so that they are told apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tabletop.faces import BACK, UNKNOWN, is_red

_RANKED: Final = "23456789T"
SUIT_SIGNS: Final = {"S": "♠", "H": "♡", "D": "♢", "C": "♣"}
STICK: Final = "╱"
NIGHT: Final = "☾"

_ASCII: Final = str.maketrans(
    {
        "♠": "S", "♡": "H", "♢": "D", "♣": "C", "★": "X", "☆": "x", "▒": "#", "░": ".", "☾": "*",
        "╱": "/", "·": "-", "…": "~", "✓": "v", "▶": ">", "◀": "<", "▸": ">", "●": "*", "○": "o",
        "▲": "!", "≠": "!", "■": "#", "▮": "=", "▰": "#", "▱": "-", "×": "x", "−": "-", "–": "-",
        "—": "-", "▌": "|", "▎": "|", "▏": "|", "▐": "|", "█": "#", "▄": "_", "▔": "-", "▁": "_",
        "▂": " ", "▃": " ", "▅": " ", "▆": " ", "▇": " ",
        "─": "-", "━": "=", "═": "=", "│": "|", "┃": "|", "║": "|", "╭": "+", "╮": "+", "╯": "+",
        "╰": "+", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+",
        "┼": "+", "╸": "-", "╺": "-", "╶": "-", "╴": "-", "•": "*", "→": ">", "←": "<",
        "’": "'", "‘": "'", "“": '"', "”": '"', "ä": "a", "ö": "o", "ü": "u", "ß": "s", "é": "e",
        "Ä": "A", "Ö": "O", "Ü": "U", "„": '"', "‚": "'", "↑": "^", "↓": "v",
    }
)  # fmt: skip

# Pixel letters, four wide (five for suits) and six high; two rows of pixels make one row of text.
_PIXELS: Final = {
    "0": ".##. #..# #..# #..# #..# .##.",
    "1": "..#. .##. ..#. ..#. ..#. .###",
    "2": ".##. #..# ...# .##. #... ####",
    "3": "###. ...# .##. ...# ...# ###.",
    "4": "#..# #..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ...# ###.",
    "6": ".##. #... ###. #..# #..# .##.",
    "7": "#### ...# ..#. ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# #..# .##.",
    "9": ".##. #..# #..# .### ...# .##.",
    "A": ".##. #..# #..# #### #..# #..#",
    "J": "..## ...# ...# ...# #..# .##.",
    "Q": ".##. #..# #..# #..# #.## .###",
    "K": "#..# #.#. ##.. ##.. #.#. #..#",
    "T": "#.### #.#.# #.#.# #.#.# #.#.# #.###",
    "X": "..#.. ..#.. ##### .###. .#.#. #...#",
    "?": ".##. #..# ..#. ..#. .... ..#.",
    "-": ".... .... #### .... .... ....",
    "S": "..#.. .###. ##### ##### ..#.. .###.",
    "H": ".#.#. #.#.# #...# #...# .#.#. ..#..",
    "D": "..#.. .#.#. #...# #...# .#.#. ..#..",
    "C": ".###. .###. ##### ##### ..#.. .###.",
}
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


# Digits as seven segments, for terminals without block signs: three rows of three columns each.
_SEGMENTS: Final = {
    "0": " _ | ||_|", "1": "     |  |", "2": " _  _||_ ", "3": " _  _| _|", "4": "   |_|  |",
    "5": " _ |_  _|", "6": " _ |_ |_|", "7": " _   |  |", "8": " _ |_||_|", "9": " _ |_| _|",
    "-": "    _    ",
}  # fmt: skip


_LETTERS: Final = {
    "A": ".##. #..# #..# #### #..# #..#", "B": "###. #..# ###. #..# #..# ###.",
    "C": ".### #... #... #... #... .###", "D": "###. #..# #..# #..# #..# ###.",
    "E": "#### #... ###. #... #... ####", "F": "#### #... ###. #... #... #...",
    "G": ".### #... #... #.## #..# .###", "H": "#..# #..# #### #..# #..# #..#",
    "I": "### .#. .#. .#. .#. ###", "J": "..## ...# ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. ##.. #.#. #..#", "L": "#... #... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...# #...#", "N": "#..# ##.# ##.# #.## #.## #..#",
    "O": ".##. #..# #..# #..# #..# .##.", "P": "###. #..# #..# ###. #... #...",
    "Q": ".##. #..# #..# #..# #.## .###", "R": "###. #..# #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ...# ###.", "T": "##### ..#.. ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# #..# .##.", "V": "#...# #...# #...# .#.#. .#.#. ..#..",
    "W": "#...# #...# #...# #.#.# ##.## #...#", "X": "#..# #..# .##. .##. #..# #..#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#.. ..#..", "Z": "#### ...# ..#. .#.. #... ####",
    "Ä": "#..# .... .##. #..# #### #..#", "Ö": "#..# .... .##. #..# #..# .##.",
    "Ü": "#..# .... #..# #..# #..# .##.", " ": ".. .. .. .. .. ..",
}  # fmt: skip


def lettered(text: str, width: int, plain: bool = False) -> tuple[str, ...]:
    """``text`` in large letters, three rows high, or spaced out in one row where they don't fit
    into ``width`` columns or can't be shown (``plain``)."""
    upper = text.upper()
    rows = _half_rows([_LETTERS.get(letter, _LETTERS[" "]) for letter in upper])
    if plain or len(rows[0]) > width:
        spaced = " ".join(upper)
        return (spaced if len(spaced) <= width else upper,)
    return rows


def _half_rows(letters: Sequence[str]) -> tuple[str, str, str]:
    """Three rows of half blocks for ``letters``, each six words of pixels."""
    rows = ["", "", ""]
    for place, pixels in enumerate(letters):
        lines = pixels.split()
        for y in range(3):
            pairs = zip(lines[2 * y], lines[2 * y + 1], strict=True)
            cells = "".join(_HALVES[a == "#", b == "#"] for a, b in pairs)
            rows[y] += (" " if place else "") + cells
    return (rows[0], rows[1], rows[2])


def big(text: str, plain: bool = False) -> tuple[str, str, str]:
    """``text`` (digits, rank letters, ``?``, ``-`` and suit letters) as three rows of block signs,
    one column between letters. ``plain``: digits alone, in ASCII."""
    if plain:
        segments = [_SEGMENTS.get(letter, " " * 9) for letter in text]
        return (
            " ".join(rows[0:3] for rows in segments),
            " ".join(rows[3:6] for rows in segments),
            " ".join(rows[6:9] for rows in segments),
        )
    return _half_rows([_PIXELS.get(letter, _PIXELS["?"]) for letter in text])


def huge(text: str) -> tuple[str, ...]:
    """``text`` (digits) as six rows of full blocks, each pixel two columns wide."""
    rows = [""] * 6
    for place, letter in enumerate(text):
        for y, pixels in enumerate(_PIXELS.get(letter, _PIXELS["?"]).split()):
            cells = "".join("██" if pixel == "#" else "  " for pixel in pixels)
            rows[y] += ("  " if place else "") + cells
    return tuple(rows)


def big_face(face: str, plain: bool = False) -> tuple[str, str, str]:
    """A card's index in three rows: rank and suit, or the joker's star. ``plain``: in small."""
    if plain:
        return (short(face), "", "")
    if face in (BACK, UNKNOWN) or (len(face) == 1 and face not in _RANKED):
        return big("?")
    return big("X") if face[0] == "X" else big(face)


def short(face: str) -> str:
    """``face`` in two or three columns: ``"8♣"``, ``"10♡"``, ``"★"`` for the black joker and
    ``"☆"`` for the red one, ``"▒"`` for a back, ``"?"`` where unknown; the rank alone where only
    the kind of a mushroom is known."""
    if face == BACK:
        return "▒"
    if face in ("XB", "X?"):
        return "★"
    if face == "XR":
        return "☆"
    if len(face) == 1 and face in _RANKED:
        return "10" if face == "T" else face
    if len(face) != 2 or face == UNKNOWN or face[1] not in SUIT_SIGNS:
        return "?"
    return ("10" if face[0] == "T" else face[0]) + SUIT_SIGNS[face[1]]


def ink(face: str) -> str:
    """The theme variable in which ``face`` is printed on paper."""
    return "$card-red" if is_red(face) else "$card-black"


def glow(face: str) -> str:
    """The theme variable in which ``face`` is written on the screen's own background."""
    return "$face-red" if is_red(face) else "$face-black"


def night_ink(face: str) -> str:
    """The theme variable in which a night card's ``face`` is printed."""
    return "$night-red" if is_red(face) else "$night-black"


class AsciiFilter(LineFilter):
    """Replaces every sign that is not ASCII, for terminals whose encoding has no others.

    The upper half block becomes a space on the mean of its two colours, so that the picture of the
    table stays a picture.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """``segments`` with the same widths and only ASCII signs in them."""
        return [
            segment if segment.control or segment.text.isascii() else _plain(segment)
            for segment in segments
        ]


def _plain(segment: Segment) -> Segment:
    text, style, _ = segment
    if style is not None and style.color and style.bgcolor and set(text) == {"▀"}:
        blend = Color.from_rich_color(style.color).blend(Color.from_rich_color(style.bgcolor), 0.5)
        return Segment(" " * len(text), style.from_color(None, blend.rich_color))
    text = text.translate(_ASCII).replace("▀", "#")
    if not text.isascii():
        text = "".join(_replace(sign) for sign in text)
    return Segment(text, style)


def _replace(sign: str) -> str:
    from rich.cells import cell_len

    return sign if sign.isascii() else "?" * cell_len(sign)


def speaks_unicode(encoding: str | None, signs: Sequence[str] = ("▀", "♠", "╱")) -> bool:
    """Whether a terminal with ``encoding`` can be sent ``signs``."""
    try:
        "".join(signs).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
