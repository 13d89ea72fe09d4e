"""The picture of the table in half blocks: two pixels in each character cell.

Where the terminal can, it is shown pixel by pixel instead (``sharp``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.style import Style as Ink

from tabletop.dashboard.kitty import colour, sign
from tabletop.dashboard.marks import Mark, Outline, marks_of, shifted
from tabletop.dashboard.quiet import Quiet
from tabletop.dashboard.sharp import Sharp, resized
from tabletop.language import tr
from tabletop.referee.desk import Shot

Image = NDArray[np.uint8]

_MARGIN = 0.08
_LEAST_ZOOM = 16
_LOG_ROWS = 5
_NEAR = 2
"""Cells between two changes that are painted along with them."""
_UNSEEN = 6
"""Levels of 255 by which a pixel may change unseen."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture (height, width, 3; BGR; None where there is none), what was read in it, and
    outlines of zones over it; ``zoom``: the zone that fills the screen, if any."""

    image: Image | None = None
    marks: tuple[Mark, ...] = ()
    zones: tuple[Outline, ...] = ()
    zoom: Outline | None = None


NO_SCENE: Final = Scene()


def load(shot: Shot | None) -> Scene:
    """A kept picture with what was read in it; no picture where there is none."""
    data = np.fromfile(shot.file, np.uint8) if shot is not None else np.empty(0, np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if shot is None or image is None:
        return NO_SCENE
    return Scene(np.asarray(image, dtype=np.uint8), marks_of(shot.cards, ()))


def zoomed(scene: Scene) -> Scene:
    """The part of ``scene`` that its zoom asks for, a little room round it."""
    if scene.image is None or scene.zoom is None or not scene.zoom.corners:
        return scene
    height, width = scene.image.shape[:2]
    xs, ys = zip(*scene.zoom.corners, strict=True)
    room = _MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
    x0, x1 = (min(max(0, int(x)), width) for x in (min(xs) - room, max(xs) + room))
    y0, y1 = (min(max(0, int(y)), height) for y in (min(ys) - room, max(ys) + room))
    if x1 - x0 < _LEAST_ZOOM or y1 - y0 < _LEAST_ZOOM:
        return scene
    marks = tuple(shifted(mark, x0, y0) for mark in scene.marks)
    zones = tuple(
        replace(zone, corners=tuple((x - x0, y - y0) for x, y in zone.corners))
        for zone in scene.zones
    )
    return Scene(scene.image[y0:y1, x0:x1], marks, zones)


def fitted(
    image_size: tuple[int, int], columns: int, rows: int, tall: float = 2.0
) -> tuple[int, int]:
    """The largest (columns, rows) within the given ones that keeps the picture's shape. A cell is
    ``tall`` times as high as wide: usually twice, so that it holds two square pixels. At least
    (1, 1)."""
    width, height = image_size
    scale = min(columns / width, tall * rows / height)
    fit_columns, fit_rows = round(width * scale), round(height * scale / tall)
    return (max(1, min(columns, fit_columns)), max(1, min(rows, fit_rows)))


def scaled(image: Image, columns: int, rows: int) -> Image:
    """``image`` (height, width, 3) brought to (2 × rows, columns, 3). Each pixel is the mean of all
    that it stands for, then edges are lifted a little: cards this small need it to stand apart."""
    if image.shape[1] >= 8 * columns:
        # A quarter of so many is a mean as good, and takes a quarter of the time.
        image = np.ascontiguousarray(image[::2, ::2])
    small = cv2.resize(image, (columns, 2 * rows), interpolation=cv2.INTER_AREA)
    if min(columns, 2 * rows) < 8 or columns >= image.shape[1]:
        return np.asarray(small, dtype=np.uint8)
    soft = cv2.GaussianBlur(small, (0, 0), 1.0)
    return np.asarray(cv2.addWeighted(small, 1.5, soft, -0.5, 0.0), dtype=np.uint8)


def steady(before: Image, now: Image) -> Image:
    """``now`` without the noise that no eye sees: pixels that hardly differ stay as they were
    ``before``, so that a table at rest is not painted again. Both (rows, columns, 3)."""
    near = np.abs(now.astype(np.int16) - before).max(axis=2, keepdims=True) <= _UNSEEN
    return np.where(near, before, now)


def outlined(
    small: Image,
    image_size: tuple[int, int],
    marks: Sequence[Mark],
    zones: Sequence[Outline] = (),
    thick: int = 1,
) -> Image:
    """``small`` (BGR) with the outline of every zone and mark, ``thick`` pixels wide. Cards
    narrower than nine pixels get none: it would hide what it frames."""
    drawn = small.copy()
    factors = np.array([small.shape[1] / image_size[0], small.shape[0] / image_size[1]])
    for zone in zones:
        frame = np.floor(np.array(zone.corners, dtype=np.float64) * factors).astype(np.int32)
        cv2.polylines(drawn, [frame.reshape(-1, 1, 2)], True, zone.colour[::-1], thick)
    for mark in marks:
        (ax, ay), (bx, by) = mark.quad[:2]
        if np.hypot((bx - ax) * factors[0], (by - ay) * factors[1]) < 9:
            continue
        corners = np.floor(np.array(mark.quad, dtype=np.float64) * factors).astype(np.int32)
        cv2.polylines(drawn, [corners.reshape(-1, 1, 2)], True, mark.colour[::-1], thick)
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


def changed_spans(before: Sequence[Segment], now: Sequence[Segment]) -> list[tuple[int, int]]:
    """Where two rows of equally many cells differ: from a column to the one after the last. Spans
    a few cells apart are one: going to another place takes as many bytes."""
    spans: list[tuple[int, int]] = []
    for column, (old, new) in enumerate(zip(before, now, strict=True)):
        if old is new or old == new:
            continue
        if spans and column - spans[-1][1] <= _NEAR:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans


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


def zone_cells(
    zones: Sequence[Outline], image_size: tuple[int, int], columns: int, rows: int
) -> list[tuple[int, int, Outline]]:
    """Where each zone's name stands: at its upper left corner, as far as it is in the picture; at
    the lower left one where another name stands there, and nowhere where one stands there too, or
    the zone lies outside."""
    placed = []
    taken: set[tuple[int, int]] = set()
    for zone in zones:
        long = len(zone.called)
        if not _in_view(zone, image_size, image_size[0] / columns, image_size[1] / rows):
            continue
        upper = min(zone.corners, key=lambda corner: corner[0] + corner[1])
        lower = min(zone.corners, key=lambda corner: corner[0] - corner[1])
        for x, y in (upper, lower):
            first = max(0, min(round(x / image_size[0] * columns), columns - long))
            row = max(0, min(int(y / image_size[1] * rows), rows - 1))
            cells = {(column, row) for column in range(first, first + long)}
            if first + long <= columns and not cells & taken:
                taken |= cells
                placed.append((first, row, zone))
                break
    return placed


def _in_view(zone: Outline, size: tuple[int, int], wide: float, high: float) -> bool:
    """Whether at least a cell of ``zone``, ``wide`` and ``high``, lies in a picture of ``size``."""
    xs = [x for x, _ in zone.corners]
    ys = [y for _, y in zone.corners]
    across = min(xs) <= size[0] - wide and max(xs) >= wide
    return across and min(ys) <= size[1] - high and max(ys) >= high


class Picture(Quiet):
    """The last scene handed in, as large as there is room, what was read drawn over it. Only cells
    in which something changed are painted again."""

    def __init__(self, widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._scene = NO_SCENE
        self._small: Image | None = None
        self._strips: list[Strip] = []
        self._cells: dict[int, list[Segment]] = {}
        self._ground = Style()
        self._number = 0
        self._stale = self._restyled = False
        self.sharp = Sharp(self, self._drawn_at, self._renew_strips)

    def show(self, scene: Scene) -> None:
        """Shows ``scene`` from now on."""
        # The picture is kept, so that no other one can have its id.
        seen = (id(scene.image), scene.marks, scene.zones, scene.zoom)
        if not self.renew(*seen, worded=scene.image is None):
            return
        before, self._scene = self._scene, zoomed(scene)
        if _shape(before) != _shape(self._scene):
            self._strips = []
            self.refresh(layout=True)
            self.call_after_refresh(self.sharpen)
        elif self._strips and self._small is not None:
            drawn = before.marks != self._scene.marks or before.zones != self._scene.zones
            self._go_on(self._small, drawn)
        else:
            self.sharpen()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Rows the picture takes at ``width`` columns; the log below it keeps a few."""
        shape = _shape(self._scene)
        if shape is None or width < 1:
            return 1
        room = max(1, container.height - _LOG_ROWS)
        return min(room, fitted((shape[1], shape[0]), width, 10_000, self._tall)[1])

    def notify_style_update(self) -> None:
        super().notify_style_update()
        # Other colours change what lies round the picture, and what stands for kitty's.
        self._restyled = True
        if self._number:
            self._strips = []

    def on_resize(self) -> None:
        self.sharpen()

    def on_show(self) -> None:
        self.sharpen()

    def on_hide(self) -> None:
        # What nobody sees isn't painted, but drawn afresh when it is seen again.
        self._renew_strips()
        self.sharp.drop()

    def on_unmount(self) -> None:
        self.sharp.drop()

    def sharpen(self) -> None:
        """Asks for a sharp picture of what is shown now, where the terminal can show one."""
        # Under a window half blocks are painted again: it darkens colours, and so picture numbers.
        if self._number != self._number_now:
            self._renew_strips()
        self.sharp.wants(self.place if self.region else None)

    def measure(self) -> None:
        """The size of a cell may be another one than before."""
        self._strips = []
        self.refresh(layout=True)
        self.call_after_refresh(self.sharpen)

    def _renew_strips(self) -> None:
        self._strips = []
        self.refresh()

    def _drawn_at(self, size: tuple[int, int]) -> Image:
        """The picture at ``size`` (width, height), in pixels, what was read drawn into it."""
        scene = self._scene
        assert scene.image is not None
        height, width = scene.image.shape[:2]
        thick = max(1, round(size[0] / 500))
        return outlined(
            resized(scene.image, size), (width, height), scene.marks, scene.zones, thick
        )

    @property
    def _number_now(self) -> int:
        return self.sharp.number if self.sharp.pixels is not None else 0

    @property
    def _tall(self) -> float:
        """How many times as high as wide a cell is."""
        pixels = getattr(self.app, "pixels", None)
        return 2.0 if pixels is None else pixels.cell[1] / pixels.cell[0]

    @property
    def place(self) -> tuple[int, int, int, int] | None:
        """Where the picture lies in the widget: left, top, columns, rows; None without one."""
        return None if self._scene.image is None or not self.size else self._place()

    def written_over(self, console: Console) -> list[tuple[int, int, str]]:
        """What stands on the picture: column and row in it, and what is written there."""
        if self._scene.image is None:
            return []
        system = console._color_system
        return [
            (x, y, style.render(text, color_system=system)) for x, y, text, style in self._labels()
        ]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The rows in ``crop``. Textual would make each anew, and forget how it is painted."""
        strips = [self.render_line(y) for y in crop.line_range]
        for line_filter in self.get_line_filters():
            strips = [
                strip.apply_filter(line_filter, self.background_colors[1]) for strip in strips
            ]
        if crop.column_span != (0, self.size.width):
            strips = [strip.crop(*crop.column_span) for strip in strips]
        return strips

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        if len(self._strips) != height or self._stale or self._number != self._number_now:
            self._ground, self._number, self._stale = self.rich_style, self._number_now, False
            self._strips, self._restyled = self._draw(width, height), False
        elif self._restyled:
            self._ground, self._restyled = self.rich_style, False
            if self._scene.image is None:
                self._strips = self._draw(width, height)
            else:
                self._surround()
        strip = self._strips[y] if y < len(self._strips) else Strip.blank(width)
        return strip.crop_extend(0, width, self._ground)

    def _place(self) -> tuple[int, int, int, int]:
        """Where the picture lies in the widget: left, top, columns, rows."""
        width, height = self.size
        shape = _shape(self._scene)
        assert shape is not None
        most_columns, most_rows = self.sharp.most
        columns, rows = fitted(
            (shape[1], shape[0]), min(width, most_columns), min(height, most_rows), self._tall
        )
        return (width - columns) // 2, (height - rows) // 2, columns, rows

    def _go_on(self, before: Image, drawn: bool) -> None:
        """Paints the cells again in which the picture is another one than ``before``; ``drawn``:
        what is drawn over it is new."""
        assert self._scene.image is not None
        left, above, columns, rows = self._place()
        if before.shape[:2] != (2 * rows, columns) or len(self._strips) != self.size.height:
            self._renew_strips()
            self.sharpen()
            return
        self._small = steady(before, scaled(self._scene.image, columns, rows))
        changed = (self._small != before).any(axis=(1, 2)).reshape(rows, 2).any(axis=1) | drawn
        numbers = np.flatnonzero(changed).tolist()
        if numbers:
            self.sharpen()
        if self.sharp.painted:
            # What lies beneath sixels is painted when it is seen again.
            self._stale = True
            return
        regions = []
        for number, cells in self._painted(numbers).items():
            spans = changed_spans(self._cells[number], cells)
            regions += [Region(left + x, above + number, end - x, 1) for x, end in spans]
            self._keep(number, cells)
        if regions:
            # Without any the whole widget would be painted.
            self.refresh(*regions)

    def _set(self, rows: dict[int, list[Segment]]) -> None:
        """All rows of the picture are ``rows``."""
        width, height = self.size
        self._strips, self._cells = [Strip.blank(width, self._ground)] * height, {}
        for number, cells in rows.items():
            self._keep(number, cells)

    def _surround(self) -> None:
        """Sets the rows into the ground as it is now. One that fills the whole width stays what it
        is, and what was worked out to paint it."""
        width, height = self.size
        left, above, columns, rows = self._place()
        if left or columns < width:
            self._set(self._cells)
            return
        blank = Strip.blank(width, self._ground)
        below = [blank] * (height - above - rows)
        self._strips = [blank] * above + self._strips[above : above + rows] + below

    def _keep(self, number: int, cells: list[Segment]) -> None:
        left, above, columns, _ = self._place()
        self._cells[number] = cells
        margin = Segment(" " * left, self._ground)
        self._strips[above + number] = Strip([margin, *cells], left + columns).simplify()

    def _draw(self, width: int, height: int) -> list[Strip]:
        ground = self._ground
        if self._scene.image is None or width < 1 or height < 1:
            text = tr("no picture yet").center(max(width, 0))[: max(width, 0)]
            blank = [Strip.blank(width, ground) for _ in range(height)]
            if blank:
                ink = Ink.parse("$quiet").rich_style
                blank[height // 2] = Strip([Segment(text, ground + ink)], width)
            return blank
        _, _, columns, rows = self._place()
        self._small = scaled(self._scene.image, columns, rows)
        self._set(self._painted(range(rows)))
        return self._strips

    def _painted(self, numbers: Sequence[int]) -> dict[int, list[Segment]]:
        """The cells of rows ``numbers`` of the picture, what was read in it over them."""
        assert self._small is not None
        scene, (_, _, columns, rows) = self._scene, self._place()
        shape = _shape(scene)
        assert shape is not None
        size = (shape[1], shape[0])
        if self._number:
            style = Style(color=Color.from_rgb(*colour(self._number)), bgcolor=self._ground.bgcolor)
            painted = {row: [Segment(sign(row, column), style) for column in range(columns)]
                       for row in numbers}  # fmt: skip
        else:
            drawn = outlined(self._small, size, scene.marks, scene.zones)
            both = drawn.reshape(rows, 2, columns, 3)[list(numbers)].reshape(-1, columns, 3)
            painted = dict(zip(numbers, half_blocks(both), strict=True))
        for first, row, text, style in self._labels():
            for place, letter in enumerate(text if row in painted else ""):
                painted[row][first + place] = Segment(letter, style)
        return painted

    def _labels(self) -> list[tuple[int, int, str, Style]]:
        """What stands on the picture: column and row of its first sign, text, style; what comes
        later lies above."""
        scene, (_, _, columns, rows) = self._scene, self._place()
        shape = _shape(scene)
        assert shape is not None
        size = (shape[1], shape[0])
        labels = [(x, y, zone.called, _label_style(zone.colour))
                  for x, y, zone in zone_cells(scene.zones, size, columns, rows)]  # fmt: skip
        labels += [(x, y, mark.text, _label_style(mark.colour) if mark.sure else _DOUBT)
                   for x, y, mark in label_cells(scene.marks, size, columns, rows)]  # fmt: skip
        return labels


def _shape(scene: Scene) -> tuple[int, ...] | None:
    return None if scene.image is None else scene.image.shape
