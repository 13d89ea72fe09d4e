"""Screens that lie over another one for a while."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class Over(Screen[ScreenResultType]):
    """A screen that is left once, however many keys that leave it were pressed before it heard the
    first: the next one would close what lies below, and the app has nothing below its main
    screen."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)
