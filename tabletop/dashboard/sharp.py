"""Pictures pixel by pixel over those in half blocks, where the terminal can (``pixels``).

Half blocks stay beneath: they are what is seen until a sharp picture is ready, while a window lies
over the screen, and wherever the terminal shows no pixels. A sharp picture is made in a thread, at
most every half second, and only when the terminal has taken the last one: on a slow line keys come
first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from textual.errors import NoWidget
from textual.geometry import Region
from textual.screen import Screen

from tabletop.dashboard.kitty import MARKS, forgotten, sent
from tabletop.dashboard.pixels import Pixels
from tabletop.dashboard.sixel import sixels
from tabletop.dashboard.sparing import sparing
from tabletop.dashboard.speaking import SpeakingApp

if TYPE_CHECKING:
    from tabletop.dashboard.picture import Picture

Image = NDArray[np.uint8]
Place = tuple[int, int, int, int]

_GAP_S: Final = 0.5
"""Least time from one sharp picture to the next."""
_BUSY_S: Final = 0.1
_MOST_PIXELS: Final = 1_500_000
"""A sharp picture is no larger: nobody sees more on a screen of cells, and it must be sent."""
_FIRST: Final = 0x7A_B1_01
"""Kitty's pictures are numbered from here on: other programs begin at 1."""


class Sharp:
    """The sharp picture of one widget. ``draw(size)`` gives the picture at (width, height) pixels,
    ``shown`` is told when it is to be painted anew."""

    def __init__(
        self, picture: Picture, draw: Callable[[tuple[int, int]], Image], shown: Callable[[], None]
    ) -> None:
        self._picture, self._draw, self._shown = picture, draw, shown
        self.number = 0
        """Kitty's picture that is shown; 0: none."""
        self.painted = ""
        """The sixels that are shown; empty: none."""
        self._place: Place | None = None
        self._making = self._again = self._waits = False
        self._made_s = float("-inf")

    @property
    def pixels(self) -> Pixels | None:
        """How the terminal shows pictures; None while a window lies over this one's screen."""
        app = self._picture.app
        if not isinstance(app, SharpApp) or app.screen is not self._picture.screen:
            return None
        return app.pixels

    @property
    def most(self) -> tuple[int, int]:
        """The most columns and rows that a sharp picture may have."""
        pixels = self.pixels
        if pixels is None or pixels.way == "kitty":
            return len(MARKS), len(MARKS)
        width, height = pixels.most or (100_000, 100_000)
        return max(1, width // pixels.cell[0]), max(1, height // pixels.cell[1])

    def wants(self, place: Place | None) -> None:
        """What the picture shows is new; it lies at ``place`` in its widget: left, top, columns,
        rows; None where there is none."""
        if place is None or self.pixels is None:
            self.drop()
        elif self._making:
            self._again = True
        elif not self._waits:
            if place != self._place:
                self.drop()
            app = self._picture.app
            assert isinstance(app, SharpApp)
            wait = self._made_s + _GAP_S - monotonic()
            if wait > 0 or not app.at_leisure:
                self._waits = True
                self._picture.set_timer(max(wait, _BUSY_S), self._now)
            else:
                self._picture.run_worker(self._make(place), exit_on_error=True)

    def _now(self) -> None:
        self._waits = False
        self._picture.sharpen()

    async def _make(self, place: Place) -> None:
        pixels = self.pixels
        if pixels is None:
            return
        self._making = True
        app = self._picture.app
        assert isinstance(app, SharpApp)
        number = app.next_number()
        image_of, columns, rows = self._draw, place[2], place[3]
        size = columns * pixels.cell[0], rows * pixels.cell[1]

        def made() -> str:
            if pixels.way == "sixel":
                return sixels(image_of(size), pixels.colours)
            # The terminal makes it as large as its cells; the shape is what counts.
            less = min(1.0, (_MOST_PIXELS / (size[0] * size[1])) ** 0.5)
            scaled = max(1, round(size[0] * less)), max(1, round(size[1] * less))
            return sent(image_of(scaled), number, columns, rows)

        try:
            data = await asyncio.to_thread(made)
        finally:
            self._making = False
        self._made_s = monotonic()
        if self.pixels != pixels or place != self._picture.place:
            self.drop()
        elif pixels.way == "sixel":
            self._place, self.painted = place, data
            app.paint_over(self._picture)
        else:
            last, self._place, self.number = self.number, place, number
            app.hand_over(data, number)
            self._shown()
            if last:
                self._picture.call_after_refresh(app.forget, last)
        if self._again:
            self._again = False
            self._picture.sharpen()

    def drop(self) -> None:
        """Back to half blocks."""
        app = self._picture.app
        if self.number or self.painted:
            last, self.number, self.painted = self.number, 0, ""
            self._place = None
            self._shown()
            if not last or not isinstance(app, SharpApp):
                return
            # Not before its signs are gone from the screen.
            if not self._picture.call_after_refresh(app.forget, last):
                app.forget(last)


class SharpApp(SpeakingApp):
    """An app whose pictures may be shown pixel by pixel. ``wished``: one of
    ``preferences.PIXELS``."""

    wished = "off"
    pixels: Pixels | None = None
    _numbers: frozenset[int] = frozenset()
    _over: dict[Picture, Region]
    _on_top: Screen[Any] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._counter = count(_FIRST)
        self._over = {}

    def can_show(self, pixels: Pixels | None) -> None:
        """The terminal says how it shows pictures. Called again when that changes."""
        if pixels == self.pixels:
            return
        self.pixels = pixels
        if pixels is not None and pixels.way == "kitty":
            # A picture's number is a colour of 24 bits; a terminal that knows such pictures knows
            # such colours, whatever its name says.
            self.console._color_system = Console(color_system="truecolor")._color_system
        for picture in self._pictures(self.screen):
            picture.measure()

    def on_resize(self) -> None:
        """A screen of another size may have letters of another size."""
        ask: Callable[[], None] | None = getattr(self._driver, "ask_cell", None)
        if ask is not None:
            ask()

    def _pictures(self, screen: Screen[Any]) -> list[Picture]:
        from tabletop.dashboard.picture import Picture

        return list(screen.query(Picture))

    def next_number(self) -> int:
        """A number for a picture that no other has."""
        return next(self._counter)

    @property
    def at_leisure(self) -> bool:
        """Whether the terminal has taken all that was written to it."""
        return getattr(self._driver, "at_leisure", True)

    def hand_over(self, data: str, number: int) -> None:
        """Gives kitty its picture ``number``."""
        self._numbers |= {number}
        if self._driver is not None:
            self._driver.write(data)

    def forget(self, number: int) -> None:
        """Kitty's picture ``number`` is needed no more."""
        if number in self._numbers and self._driver is not None:
            self._numbers -= {number}
            self._driver.write(forgotten(number))

    def last_words(self) -> str:
        """What must be written before the terminal is given back."""
        words = "".join(forgotten(number) for number in sorted(self._numbers))
        if self._over:
            words += _ERASE
        self._numbers, self._over = frozenset(), {}
        self.pixels = None
        return words

    # Sixels lie over the signs, outside Textual's bookkeeping: painted after it, and again wherever
    # it wrote on them.

    def paint_over(self, picture: Picture) -> None:
        """Paints the sixels of ``picture``, where nothing lies over it."""
        region = _open_region(picture)
        if region is None or self._driver is None or self.screen is not picture.screen:
            picture.sharp.drop()
            return
        self._over[picture] = region
        self._begin_update()
        self._driver.write(f"\x1b7\x1b[{region.y + 1};{region.x + 1}H{picture.sharp.painted}")
        for column, row, text in picture.written_over(self.console):
            self._driver.write(f"\x1b[{region.y + row + 1};{region.x + column + 1}H{text}")
        self._driver.write("\x1b8")
        self._end_update()
        self._driver.flush()

    def noticed(self) -> None:
        """Sees whether another screen lies on top now: only there pictures are sharp."""
        if self.pixels is not None and self._on_top is not self.screen:
            self._on_top = self.screen
            for screen in self.screen_stack:
                for picture in self._pictures(screen):
                    picture.call_later(picture.sharpen)

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, sparing(renderable))
        self.noticed()
        if not self._over or renderable is None or self._batch_count:
            return
        gone = False
        for picture, region in list(self._over.items()):
            now = _open_region(picture) if self.screen is picture.screen else None
            if now != region or not picture.sharp.painted:
                del self._over[picture]
                picture.sharp.drop()
                gone = True
            elif _writes_on(renderable, region):
                self.paint_over(picture)
        if gone and self._driver is not None:
            # Not every terminal lets signs that are written over pixels erase them.
            self._driver.write(_ERASE)
            self.screen.refresh()
            for picture in self._pictures(self.screen):
                picture.call_after_refresh(picture.sharpen)


_ERASE: Final = "\x1b[2J"


def _open_region(picture: Picture) -> Region | None:
    """Where the sharp picture lies on the screen; None where not all of it is seen."""
    place = picture.place
    if place is None or not picture.is_attached:
        return None
    screen = picture.screen
    try:
        shown = screen.find_widget(picture)
    except NoWidget:
        return None
    left, above, columns, rows = place
    corner = shown.region.offset
    region = Region(corner.x + left, corner.y + above, columns, rows)
    if not shown.clip.contains_region(region):
        return None
    for widget, (where, clip) in screen._compositor.visible_widgets.items():
        if widget is picture:
            return region
        if where.intersection(clip).overlaps(region):
            return None
    return None


def _writes_on(update: Any, region: Region) -> bool:
    """Whether ``update``, one of Textual's, writes on ``region``."""
    spans = getattr(update, "spans", None)
    if spans is None:
        return True
    return any(
        region.y <= y < region.bottom and first < region.right and last > region.x
        for y, first, last in spans
    )


def resized(image: Image, size: tuple[int, int]) -> Image:
    """``image`` (height, width, 3) at ``size``, width and height; smaller ones are means."""
    shrinks = size[0] < image.shape[1]
    way = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=way), dtype=np.uint8)
