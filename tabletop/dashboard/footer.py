"""The line at the bottom: which key does what, in the language in use."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.events import MouseDown
from textual.screen import Screen

from tabletop.dashboard.cells import Piece, line
from tabletop.dashboard.quiet import Rows
from tabletop.language import translate

_ALWAYS = ("question_mark", "escape")
"""These keys stand there however narrow the screen is: one tells all others, one leads back."""


class Footer(Rows):
    """The keys of the screen it stands on; a key can be clicked.

    Textual's own footer is a widget for each key, made anew each time one comes or goes, and stays
    empty in a browser that hasn't been clicked yet.
    """

    DEFAULT_CSS = "Footer { dock: bottom; height: 1; background: $ground; }"

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[tuple[str, str, str]] = []
        self._spans: list[tuple[int, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._changed(self.screen)

    def _changed(self, screen: Screen[Any]) -> None:
        if not self.is_attached or screen is not self.screen:
            return
        keys: dict[str, tuple[str, str, str]] = {}
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled:
                sign = self.app.get_key_display(binding)
                says = translate(binding.description)
                keys.setdefault(binding.action, (binding.key, sign, says))
        self._keys = list(keys.values())
        if self.renew(*self._keys):
            self.show_again()

    def rows(self, width: int, height: int) -> list[Content]:  # noqa: ARG002
        """The one line; keys that don't fit go, the last ones first."""
        shown = list(self._keys)
        while len(shown) > 1 and sum(map(_columns, shown)) > width:
            least = next((key for key in reversed(shown) if key[0] not in _ALWAYS), shown[-1])
            shown.remove(least)
        pieces: list[Piece] = []
        self._spans, at = [], 0
        for key in shown:
            name, sign, says = key
            pieces += [
                (f" {sign} ", "bold $footer-key-foreground"),
                (f"{says} ", "$footer-description-foreground"),
            ]
            at += _columns(key)
            self._spans.append((at, name))
        return [line(*pieces, width=width)]

    def on_mouse_down(self, event: MouseDown) -> None:
        """A click on a key is the key."""
        name = next((name for end, name in self._spans if event.x < end), None)
        if name is not None:
            self.app.simulate_key(name)


def _columns(key: tuple[str, str, str]) -> int:
    return len(key[1]) + len(key[2]) + 3
