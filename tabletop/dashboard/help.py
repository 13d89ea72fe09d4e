"""The help screen: keys and signs."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import line
from tabletop.dashboard.marks import SEATS, ZONES
from tabletop.language import say, tr, translate

_KEYS: Final = (
    ("q", say("quit; nothing is lost")),
    ("p", say("pause, go on; play on from an earlier turn")),
    (say("n or space"), say("one picture, or one turn, at a time")),
    (say("+ and -"), say("faster, slower (recorded games)")),
    (say("← and →"), say("look back and forward, turn by turn")),
    (say("Home, End"), say("to the first turn, back to now")),
    ("j", say("jump to a turn")),
    ("d", say("a dispute: may this be done? every turn with its pictures")),
    (say("1 to 4"), say("answer an open question")),
    ("c", say("put a turn right, set up again, new game")),
    ("u", say("withdraw the last correction")),
    ("h", say("hints: what may be done now and what it brings")),
    ("f", say("picture large, and back")),
    ("o, z, x", say("in the picture: what was read, the zones, zoom on the next zone")),
    ("l", say("all moves, and back")),
    ("k", say("hand cards that were taken in view, shown or hidden")),
    ("r", say("score sheet")),
    ("t", say("dark, light, or without red and green")),
    ("s", say("sounds on, off")),
    ("L", say("another language")),
    ("?", say("this help")),
)


def help_lines() -> list[Content]:
    """Keys, then the signs of the main screen."""
    rows = [line((tr("Keys"), "bold $accent"))]
    rows += [
        line((translate(key).rjust(11), "bold"), "  ", (translate(text), "$foreground"))
        for key, text in _KEYS
    ]
    rows += [line(), line((tr("Signs"), "bold $accent"))]
    signs = (
        (("✓", "bold $chip-text on $chip"), tr("the player to move can pay this price")),
        ((glyphs.STICK, "bold"), tr("a walking stick; 3pt 2╱: 3 points cooked, 2 sticks sold")),
        (("♠♣", "bold"), tr("black suits are filled, red ones outlined (♡♢); ★ ☆ jokers")),
        ((glyphs.NIGHT, "bold"), tr("a night card: counts as two mushrooms")),
        (("▰▱", "bold $success"), tr("cards held, room left; decay pile: cards, until it clears")),
        (("8♣", "bold #ffffff on #c0392b"), tr("in the picture: read with doubt")),
    )
    rows += [line(" " * (11 - len(sign)), (sign, style), "  ", text)
             for (sign, style), text in signs]  # fmt: skip
    rows += [line(), line((tr("Labels in the picture: read, and taken to lie in"), "bold $accent"))]
    outlines = (
        (tr("forest"), ZONES["forest"]), (tr("decay pile"), ZONES["decay"]),
        (tr("draw, night, discard"), ZONES["draw"]),
        (tr("player 1's display"), SEATS[0]), (tr("player 2's display"), SEATS[1]),
    )  # fmt: skip
    rows += [line(" " * 9, ("██", f"rgb({r},{g},{b})"), "  ", name) for name, (r, g, b) in outlines]
    return [*rows, line(), line((tr("Esc goes back."), "$quiet"))]


class Help(ModalScreen[None]):
    """Help over the main screen; Escape goes back."""

    CSS = """
    Help { align: center middle; background: $background; }
    Help > VerticalScroll {
        width: 82; max-width: 100%; height: auto; max-height: 100%;
        background: $surface; border: round $accent; padding: 0 2;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,question_mark,enter", "dismiss", say("Back")),
        ("q", "app.quit", say("Quit")),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Content("\n").join(help_lines()))
