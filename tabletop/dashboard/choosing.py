"""Colours, sounds and language: chosen by key, and found again at the next start."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from tabletop.dashboard import theme
from tabletop.dashboard.showing import Showing
from tabletop.language import tr, translate
from tabletop.preferences import Choices, PreferencesError


class Choosing(Showing):
    """What is shown, as the players like it."""

    _keep: Callable[..., object]

    def begin_with(self, choices: Choices, keep: Callable[..., object]) -> None:
        """Takes ``choices``, made earlier; ``keep`` gets what is chosen from now on, fields of
        ``Choices``, and may raise ``PreferencesError``."""
        self._keep = keep
        if choices.theme in self.available_themes:
            self.theme = choices.theme
        self.sounds.on = choices.sounds
        # A terminal without such signs is hardly one with pictures, and greys would change colours
        # that are numbers.
        self.wished = "off" if self.plain or self.no_color else choices.pixels

    def action_light(self) -> None:
        """The next look: dark, light, without red and green."""
        names = [look.name for look in theme.LOOKS]
        # Each widget asks to be painted, and so does the screen: all at once, or all would be
        # painted twice.
        restyling = ExitStack()
        restyling.callback(self.main.check_idle)
        restyling.enter_context(self.batch_update())
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        # Textual restyles in the call after this one.
        self.call_next(self.set_timer, 0.001, restyling.close)
        self._chose(theme=self.theme)

    def action_sound(self) -> None:
        """Sounds on or off; what they sound like is heard at once."""
        self.sounds.on = not self.sounds.on
        if self.sounds.on:
            self.bell()
        self.notify(tr("Sounds on") if self.sounds.on else tr("Sounds off"), timeout=2)
        self._chose(sounds=self.sounds.on)

    def speak(self, code: str) -> None:
        """As ``SpeakingApp.speak``; the language is kept."""
        super().speak(code)
        self._chose(language=code)

    def _chose(self, **chosen: object) -> None:
        try:
            self._keep(**chosen)
        except PreferencesError as error:
            self.notify(translate(error.args[0]), severity="warning", markup=False)
