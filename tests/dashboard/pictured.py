"""Decoders for what terminals are sent, written for these tests alone: they share nothing with the
encoders, and take nothing that a terminal wouldn't."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_DCS = re.compile(r'P(\d*);(\d*)q"(\d+);(\d+);(\d+);(\d+)(.*)', re.DOTALL)


def desixeled(text: str) -> Image:
    """The picture (height, width, 3; BGR) of a whole sixel sequence; every pixel must be set."""
    assert text.startswith("\x1b")
    assert text.endswith("\x1b\\")
    head = _DCS.fullmatch(text[1:-2])
    assert head is not None
    width, height = int(head[5]), int(head[6])
    image = np.full((height, width, 3), -1, np.int64)
    colours: dict[int, tuple[int, int, int]] = {}
    colour, x, y = -1, 0, 0
    for token in re.finditer(
        r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$-])", head[7]
    ):
        number, red, green, blue, times, repeated, single, move = token.groups()
        if number is not None and red is not None:
            percents = (int(blue), int(green), int(red))
            assert max(percents) <= 100
            colours[int(number)] = tuple(round(p * 255 / 100) for p in percents)  # type: ignore[assignment]
        elif number is not None:
            colour = int(number)
        elif move is not None:
            x, y = 0, y + (6 if move == "-" else 0)
        else:
            bits = ord(repeated or single) - 63
            run = int(times or 1)
            for row in range(6):
                if bits >> row & 1:
                    assert x + run <= width
                    image[y + row, x : x + run] = colours[colour]
            x += run
    assert "".join(t[0] for t in re.finditer(r"[#!?-~$\d;-]", head[7])) == head[7]
    assert (image >= 0).all()
    return image.astype(np.uint8)


@dataclass
class Kitty:
    """The pictures that a terminal holds, after ``take``."""

    images: dict[int, Image] = field(default_factory=dict)
    cells: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Columns and rows that each picture is to fill."""
    _open: dict[str, str] | None = None
    _data: str = ""

    def take(self, written: str) -> None:
        """Does what the graphics commands in ``written`` say."""
        for command in re.finditer(r"\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\", written):
            keys = dict(pair.split("=") for pair in command[1].split(",") if pair)
            assert keys.get("q") == "2" or keys.get("a") == "q", "nothing may be answered"
            if keys.get("a") == "d":
                assert keys["d"] == "I"
                del self.images[int(keys["i"])], self.cells[int(keys["i"])]
            elif keys.get("a") != "q":
                self._piece(keys, command[2] or "")

    def _piece(self, keys: dict[str, str], data: str) -> None:
        assert len(data) <= 4096
        if self._open is None:
            assert keys["a"] == "T"
            assert keys["U"] == "1"
            assert keys["f"] == "100"
            self._open, self._data = keys, ""
        else:
            assert set(keys) <= {"m", "q"}
        self._data += data
        if keys.get("m") == "1":
            assert len(data) % 4 == 0
            return
        png = np.frombuffer(b64decode(self._data, validate=True), np.uint8)
        image = cv2.imdecode(png, cv2.IMREAD_COLOR)
        assert image is not None
        number = int(self._open["i"])
        self.images[number] = np.asarray(image, np.uint8)
        self.cells[number] = (int(self._open["c"]), int(self._open["r"]))
        self._open = None


def close(one: Image, other: Image) -> float:
    """How much two pictures differ, seen from a little way off: the mean difference of levels of
    255 between means of 4 by 4 pixels."""
    small = [
        cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).astype(np.float64)
        for image in (one, other)
    ]
    return float(np.abs(small[0] - small[1]).mean())
