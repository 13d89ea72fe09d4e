"""A widget that is painted again only where what it shows is new.

Pictures come many times a second, and most of them change nothing but the picture: what stays is
left alone, or a slow line would carry the whole screen each time, and every key wait for it.
"""

from __future__ import annotations

from textual.widget import Widget

from tabletop.language import in_use


class Quiet(Widget):
    """Remembers what it showed last."""

    _showed: object = None

    def renew(self, *shown: object) -> bool:
        """Whether any of ``shown``, or the language in use, is new since the last call."""
        new = (in_use(), *shown)
        if new == self._showed:
            return False
        self._showed = new
        return True
