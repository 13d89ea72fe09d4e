"""The picture of the table in half blocks: two pixels in each character cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from tabletop.dashboard.marks import Mark

Image = NDArray[np.uint8]


def fitted(image_size: tuple[int, int], columns: int, rows: int) -> tuple[int, int]:
    """The largest (columns, rows) within the given ones that keeps the picture's shape; a cell is
    taken to be twice as high as wide, so it holds two square pixels. At least (1, 1)."""
    width, height = image_size
    scale = min(columns / width, 2 * rows / height)
    fit_columns, fit_rows = round(width * scale), round(height * scale / 2)
    return (max(1, min(columns, fit_columns)), max(1, min(rows, fit_rows)))


def scaled(image: Image, columns: int, rows: int) -> Image:
    """``image`` (height, width, 3) brought to (2 × rows, columns, 3). Each pixel is the mean of all
    that it stands for, then edges are lifted a little: cards this small need it to stand apart."""
    small = cv2.resize(image, (columns, 2 * rows), interpolation=cv2.INTER_AREA)
    if min(columns, 2 * rows) < 8 or columns >= image.shape[1]:
        return np.asarray(small, dtype=np.uint8)
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    return np.asarray(cv2.addWeighted(small, 1.5, soft, -0.5, 0.0), dtype=np.uint8)


def outlined(small: Image, image_size: tuple[int, int], marks: Sequence[Mark]) -> Image:
    """``small`` (BGR) with the outline of every mark, one pixel thin. Cards narrower than nine
    pixels get none: it would hide what it frames."""
    drawn = small.copy()
    factors = np.array([small.shape[1] / image_size[0], small.shape[0] / image_size[1]])
    for mark in marks:
        (ax, ay), (bx, by) = mark.quad[:2]
        if np.hypot((bx - ax) * factors[0], (by - ay) * factors[1]) < 9:
            continue
        corners = np.floor(np.array(mark.quad, dtype=np.float64) * factors).astype(np.int32)
        cv2.polylines(drawn, [corners.reshape(-1, 1, 2)], True, mark.colour[::-1], 1)
    return drawn


@lru_cache(maxsize=1 << 16)
def _cell_style(upper: int, lower: int) -> Style:
    return Style(color=_colour(upper), bgcolor=_colour(lower))


@lru_cache(maxsize=1 << 15)
def _colour(packed: int) -> Color:
    return Color.from_rgb(packed >> 16, packed >> 8 & 255, packed & 255)


@lru_cache(maxsize=64)
def _label_style(colour: tuple[int, int, int]) -> Style:
    return Style(color="#10130f", bgcolor=Color.from_rgb(*colour), bold=True)


_DOUBT = Style(color="#ffffff", bgcolor="#c0392b", bold=True)


def half_blocks(small: Image) -> list[list[Segment]]:
    """Rows of segments for ``small`` (2n, columns, 3; BGR). Colours are kept to six bits each:
    nobody sees the difference and equal neighbours become one segment."""
    coarse = (small & 0xFC).astype(np.uint32)
    packed = coarse[..., 2] << 16 | coarse[..., 1] << 8 | coarse[..., 0]
    rows = []
    for upper, lower in zip(packed[0::2].tolist(), packed[1::2].tolist(), strict=True):
        rows.append([Segment("▀", _cell_style(a, b)) for a, b in zip(upper, lower, strict=True)])
    return rows


def label_cells(
    marks: Sequence[Mark], image_size: tuple[int, int], columns: int, rows: int
) -> list[tuple[int, int, Mark]]:
    """Where each mark's text stands: column and row of its first sign. A mark whose every place is
    taken by another or lies outside gets none. Later marks lie on top and choose first."""
    taken: set[tuple[int, int]] = set()
    placed = []
    for mark in reversed(marks):
        if not mark.text:
            continue
        for x, y in mark.anchors():
            row = int(y / image_size[1] * rows)
            first = round(x / image_size[0] * columns - len(mark.text) / 2)
            cells = {(column, row) for column in range(first, first + len(mark.text))}
            inside = first >= 0 and first + len(mark.text) <= columns and 0 <= row < rows
            if inside and not cells & taken:
                taken |= cells | {(first - 1, row), (first + len(mark.text), row)}
                placed.append((first, row, mark))
                break
    return placed


class Picture(Widget):
    """The last picture handed in, as large as there is room, what was read drawn over it."""

    def __init__(self, widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._image: Image | None = None
        self._marks: tuple[Mark, ...] = ()
        self._overlay = True
        self._strips: list[Strip] | None = None

    def show(self, image: Image | None, marks: tuple[Mark, ...], overlay: bool) -> None:
        """Shows ``image`` (height, width, 3; BGR) from now on; None shows that there is none."""
        shape_changed = (self._image is None) != (image is None) or (
            self._image is not None and image is not None and self._image.shape != image.shape
        )
        self._image, self._marks, self._overlay, self._strips = image, marks, overlay, None
        self.refresh(layout=shape_changed)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Rows the picture takes at ``width`` columns."""
        if self._image is None or width < 1:
            return 1
        height, length = self._image.shape[:2]
        return min(max(1, container.height), fitted((length, height), width, 10_000)[1])

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips = None

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if self._strips is None or len(self._strips) != height:
            self._strips = self._draw(width, height)
        strip = self._strips[y] if y < len(self._strips) else Strip.blank(width)
        return strip.crop_extend(0, width, self.rich_style)

    def _draw(self, width: int, height: int) -> list[Strip]:
        ground = self.rich_style
        if self._image is None or width < 1 or height < 1:
            text = "no picture yet".center(max(width, 0))[: max(width, 0)]
            blank = [Strip.blank(width, ground) for _ in range(height)]
            if blank:
                blank[height // 2] = Strip([Segment(text, ground + Style(dim=True))], width)
            return blank
        size = (self._image.shape[1], self._image.shape[0])
        columns, rows = fitted(size, width, height)
        small = scaled(self._image, columns, rows)
        marks = self._marks if self._overlay else ()
        cells = half_blocks(outlined(small, size, marks))
        for first, row, mark in label_cells(marks, size, columns, rows):
            style = _label_style(mark.colour) if mark.sure else _DOUBT
            for place, sign in enumerate(mark.text):
                cells[row][first + place] = Segment(sign, style)
        left, above = (width - columns) // 2, (height - rows) // 2
        margin = Segment(" " * left, ground)
        strips = [Strip.blank(width, ground)] * above
        strips += [Strip([margin, *row], left + columns).simplify() for row in cells]
        return strips + [Strip.blank(width, ground)] * (height - len(strips))
