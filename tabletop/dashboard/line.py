"""A line to type in."""

from __future__ import annotations

from textual.reactive import reactive
from textual.widgets import Input


class Line(Input):
    """A line to type in, whose cursor doesn't blink: nothing moves on the screen but the game."""

    cursor_blink = reactive(False, init=False)
