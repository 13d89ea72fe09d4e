"""A line to type in."""

from __future__ import annotations

from textual.events import Key
from textual.reactive import reactive
from textual.widgets import Input


class Line(Input):
    """A line to type in, whose cursor doesn't blink: nothing moves on the screen but the game."""

    cursor_blink = reactive(False, init=False)

    async def _on_key(self, event: Key) -> None:
        """Does what the line's own keys do, Backspace for one, when their turn comes: the app would
        be asked first, and signs typed after them would overtake them meanwhile."""
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)
            return
