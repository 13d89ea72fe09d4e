"""Asking for a turn to go to."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from tabletop.dashboard.footer import Footer
from tabletop.dashboard.line import Line
from tabletop.dashboard.over import Over
from tabletop.language import say, tr


class Jump(Over[int | None], ModalScreen[int | None]):
    """Gives the number of a turn, or None. ``last``: the last one there is, where that is known."""

    CSS = """
    Jump { align: center middle; background: $background; }
    Jump > Vertical {
        width: 44; max-width: 100%; height: auto; background: $surface; border: round $accent;
        padding: 0 1;
    }
    Jump Input { border: none; height: 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go", say("Go there"), key_display="Enter", priority=True),
        ("escape", "dismiss", say("Back")),
    ]

    def __init__(self, last: int | None = None) -> None:
        super().__init__()
        self._last = last
        self._line = Line(type="integer", max_length=4)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(_asks(self._last))
            yield self._line
        yield Footer()

    def spoken(self) -> None:
        """Asks in the language in use."""
        self.query_one(Label).update(_asks(self._last))

    def action_go(self) -> None:
        """Gives the number that was written."""
        # This key overtakes digits that the line hasn't taken yet.
        self._line.call_later(self._go)

    def _go(self) -> None:
        text = self._line.value
        self.dismiss(int(text) if text.lstrip("+-").isdigit() else None)


def _asks(last: int | None) -> str:
    if last is None:
        return tr("Go to the table after turn")
    return tr("Go to the table after turn (0 to {last})", last=last)
