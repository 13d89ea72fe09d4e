"""Widgets that are painted again only where what they show is new.

Pictures come many times a second, and most of them change nothing but the picture: what stays is
left alone, or a slow line would carry the whole screen each time, and every key wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.content import Content
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from tabletop.language import in_use


class Quiet(Widget):
    """Remembers what it showed last. Its colours are numbers, none a name or a fainter one."""

    # Nothing can be copied by mouse (Ctrl-C ends the program), so no sign need know its place.
    ALLOW_SELECT = False

    _showed: object = None

    def renew(self, *shown: object, worded: bool = True) -> bool:
        """Whether any of ``shown`` is new since the last call; where it is ``worded``, whether the
        language in use is."""
        new = (in_use() if worded else "", *shown)
        if new == self._showed:
            return False
        self._showed = new
        return True

    def get_line_filters(self) -> Sequence[LineFilter]:
        """As Textual's, but for the one that looks through every sign for names of colours."""
        return [f for f in super().get_line_filters() if not isinstance(f, ANSIToTruecolor)]


class Rows(Quiet):
    """Shows lines of text, each set by itself. Textual would join them, break the whole into lines
    again, and give each word a style of its own: three times the work, and every key waits for it
    where the screen is large."""

    _rows: tuple[Size, Sequence[Content]] | None = None

    def rows(self, width: int, height: int) -> Sequence[Content]:
        """The lines, at most ``height`` of them, each ``width`` columns at most."""
        raise NotImplementedError

    def show_again(self, layout: bool = False) -> None:
        """What is shown is new; ``layout``: so is how many lines it takes."""
        self._rows = None
        self.refresh(layout=layout)

    def render_line(self, y: int) -> Strip:
        """Line ``y`` as it is painted."""
        size = self.size
        if self._rows is None or self._rows[0] != size:
            self._rows = size, self.rows(*size)
        base, rows = self.visual_style, self._rows[1]
        parse = self.app.stylesheet.parse_style
        pieces = rows[y].render(base, end="", parse_style=parse) if y < len(rows) else ()
        strip = Strip([Segment(text, (base + style).rich_style) for text, style in pieces if text])
        return strip.adjust_cell_length(size.width, base.rich_style)
