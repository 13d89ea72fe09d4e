"""Whether the terminal can show pictures pixel by pixel, and how: it is asked, never guessed.

The questions go out when the dashboard takes the terminal. Every terminal answers the last of them,
so that whatever wasn't answered by then won't be. Without any answer there are half blocks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_NUMBER: Final = 4171
"""Of the picture that is never shown: the answer to the question about pictures carries it."""

ASK_CELL: Final = "\x1b[16t"
"""Asks how large a cell is, in pixels."""

QUESTIONS: Final = (
    "\x1b[>q"  # which terminal, and its version
    f"\x1b_Gi={_NUMBER},a=q,s=1,v=1,t=d,f=24;AAAA\x1b\\"  # whether kitty's pictures are understood
    f"{ASK_CELL}"
    "\x1b[?1;1;0S\x1b[?2;1;0S"  # sixel: how many colours, how large a picture
    "\x1b[c"  # attributes, sixel among them
)

_USUAL_CELL: Final = (10, 20)
_PLACEHOLDERS: Final = {"kitty": (0, 28), "ghostty": (1, 0)}
"""Since when a terminal shows pictures in the place of signs. Others understand kitty's pictures
too, but would show the signs."""
_SIXEL: Final = 4

_ANSWER: Final = re.compile(
    r"\x1b(?:_G(?P<kitty>[^\x1b]*)\x1b\\"
    r"|P>\|(?P<version>[^\x1b]*)\x1b\\"
    r"|\[6;(?P<cell>\d{1,4};\d{1,4})t"
    r"|\[\?(?P<size>[12];\d{1,4}(?:;\d{1,6})*)S"
    r"|\[\?(?P<attributes>\d{1,4}(?:;\d{0,4})*)c)"  # kitty's ends in a semicolon
)
_BEGUN: Final = re.compile(
    r"\x1b(?:_(?:G[^\x1b]{0,500}\x1b?)?|P(?:>(?:\|[^\x1b]{0,500}\x1b?)?)?"
    r"|\[(?:6(?:;[\d;]{0,10})?|\?[\d;]{0,40})?)\Z"
)
"""An answer whose end is still to come. A lone Escape may be one too, or the key."""

_NO_KEYS: Final = ("\x1b_G", "\x1bP>")


@dataclass(frozen=True, slots=True)
class Pixels:
    """How the terminal shows pictures. ``way``: ``"kitty"`` or ``"sixel"``; ``cell``: width and
    height of a cell in pixels; ``colours``: most colours of a sixel picture; ``most``: its largest
    width and height in pixels, None where no limit was told."""

    way: str
    cell: tuple[int, int]
    colours: int = 256
    most: tuple[int, int] | None = None


def worth_asking(environment: Mapping[str, str]) -> bool:
    """Whether the terminal can be asked without harm and with hope. Multiplexers keep pictures to
    themselves, the console of Linux and Apple's terminal write questions they don't know on the
    screen."""
    if "TMUX" in environment or "STY" in environment:
        return False
    if environment.get("TERM_PROGRAM") == "Apple_Terminal":
        return False
    term = environment.get("TERM", "")
    return term not in ("", "dumb", "linux") and not term.startswith(("screen", "tmux", "vt"))


class Answers:
    """Takes the answers out of what is typed, so that none is ever taken for keys. ``asked``: they
    are to come."""

    def __init__(self, asked: bool = True) -> None:
        self._asked = asked
        self._held = ""
        self._kitty = False
        self._version = ""
        self._attributes: frozenset[int] | None = None
        self._cell: tuple[int, int] | None = None
        self._colours = 256
        self._most: tuple[int, int] | None = None
        self._late = False
        self.news = False
        """Whether an answer came since this was last set to False."""

    def sift(self, text: str) -> str:
        """``text`` without the answers in it. One that has only begun is held back."""
        held, whole = self._held, self._held + text
        text = _ANSWER.sub(self._heard, whole)
        if self._late and text == whole:
            # The rest didn't come: what was typed since mustn't wait for it.
            text = text[len(held) :]
        self._late = False
        begun = _BEGUN.search(text)
        self._held = begun[0] if begun else ""
        if text.endswith("\x1b") and not begun and self._asked and self._attributes is None:
            self._held = "\x1b"
        return text[: len(text) - len(self._held)]

    def release(self) -> str:
        """What was held back, where nothing came after it: keys after all, unless no key begins
        like that. Then it waits for what comes next, and is dropped where that isn't its rest."""
        if self._held.startswith(_NO_KEYS):
            self._late = True
            return ""
        held, self._held = self._held, ""
        return held

    def _heard(self, answer: re.Match[str]) -> str:
        self.news = True
        kind = answer.lastgroup
        said = answer[kind] if kind else ""
        if kind == "kitty":
            about, _, what = said.partition(";")
            self._kitty |= what == "OK" and f"i={_NUMBER}" in about.split(",")
        elif kind == "version":
            self._version = said
        elif kind == "attributes":
            self._attributes = frozenset(int(number) for number in said.split(";") if number)
        else:
            numbers = [int(number) for number in said.split(";")]
            if kind == "cell" and all(numbers):
                self._cell = (numbers[1], numbers[0])
            elif numbers[:2] == [1, 0] and len(numbers) == 3:
                self._colours = max(2, min(numbers[2], 256))
            elif numbers[:2] == [2, 0] and len(numbers) == 4 and all(numbers[2:]):
                self._most = (numbers[2], numbers[3])
        return ""

    def pixels(self, wished: str, cell: tuple[int, int] | None) -> Pixels | None:
        """How pictures are shown, by what was ``wished`` for (one of ``preferences.PIXELS``) and
        answered so far; None: in half blocks. ``cell``: its size in pixels, where it is known
        without asking."""
        size = self._cell or cell
        if wished == "kitty" or (wished == "auto" and self._shows_placeholders):
            return Pixels("kitty", size or _USUAL_CELL)
        can = wished == "auto" and size is not None and _SIXEL in (self._attributes or ())
        if wished == "sixel" or can:
            return Pixels("sixel", size or _USUAL_CELL, self._colours, self._most)
        return None

    @property
    def _shows_placeholders(self) -> bool:
        name = re.match(r"([A-Za-z]+)[ (]+(\d+)\.(\d+)", self._version)
        if not self._kitty or self._attributes is None or name is None:
            return False
        since = _PLACEHOLDERS.get(name[1].lower())
        return since is not None and (int(name[2]), int(name[3])) >= since
