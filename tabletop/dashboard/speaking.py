"""The language of a screen, which can be switched while it stands; the command palette."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar, Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import Input

from tabletop.language import LANGUAGES, Text, commas, in_use, say, tr, translate, use


@runtime_checkable
class Speaks(Protocol):
    """A screen over the main one that can follow when the language is switched."""

    def spoken(self) -> None:
        """Brings what is shown to the language in use."""


class Palette(CommandPalette):
    """The command palette, whose cursor doesn't blink: nothing moves on the screen but the game."""

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False


class SpeakingApp(App[int]):
    """An app whose language can be switched, and whose command palette holds what its keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("L", "language", say("Next language"), show=False),
    ]

    def action_language(self) -> None:
        """Says everything in the next language, after the last one in the first again."""
        codes = list(LANGUAGES)
        self.speak(codes[(codes.index(in_use()) + 1) % len(codes)])

    def speak(self, code: str) -> None:
        """Says everything in language ``code`` from now on."""
        use(code)
        self.spoken()
        for screen in self.screen_stack:
            if isinstance(screen, Speaks):
                screen.spoken()
        self.refresh_bindings()

    def spoken(self) -> None:
        """Brings what is shown to the language in use; each app knows how."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:  # noqa: ARG002
        """The other languages, then what each key of the app does."""
        for code, name in LANGUAGES.items():
            if code != in_use():
                says = tr("Show everything in this language")
                yield SystemCommand(name, says, partial(self.speak, code))
        # Several keys may do the same; it is offered once.
        offered: dict[tuple[str, str], dict[str, None]] = {}
        for _, binding in self._bindings:
            action = binding.action.partition("(")[0]
            if isinstance(binding.description, Text) and self.check_action(action, ()):
                keys = offered.setdefault((translate(binding.description), binding.action), {})
                keys[self.get_key_display(binding)] = None
        for (name, action), keys in offered.items():
            key = tr("key {key}", key=commas(keys))
            yield SystemCommand(name, key, partial(self.run_action, action))

    def action_command_palette(self) -> None:
        """Opens the command palette."""
        if self.use_command_palette and not any(
            isinstance(s, CommandPalette) for s in self.screen_stack
        ):
            self.push_screen(
                Palette(placeholder=tr("Search for commands…"), id="--command-palette")
            )
