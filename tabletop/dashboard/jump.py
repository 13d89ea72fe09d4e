"""Asking for a turn to go to."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label

from tabletop.dashboard.line import Line
from tabletop.dashboard.over import Over
from tabletop.language import say, tr


class Jump(Over[int | None], ModalScreen[int | None]):
    """Gives the number of a turn, or None."""

    CSS = """
    Jump { align: center middle; background: $background; }
    Jump > Vertical {
        width: 40; max-width: 100%; height: auto; background: $surface; border: round $accent;
        padding: 0 1;
    }
    Jump Input { border: none; height: 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", say("Back"))]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(tr("Go to the table after turn"))
            yield Line(type="integer", max_length=4)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Gives the number that was written."""
        self.dismiss(int(event.value) if event.value.lstrip("+-").isdigit() else None)
