"""The help screen: keys, signs and the rules."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import line
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.line import Line
from tabletop.dashboard.marks import SEATS, ZONES
from tabletop.dashboard.over import Over
from tabletop.games import Game
from tabletop.games.finding import find_rules
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
    ("r", say("score sheet; e there saves it as files")),
    ("t", say("dark, light, or without red and green")),
    ("s", say("sounds on, off")),
    ("L", say("another language")),
    (say("? and /"), say("this help, and the rules by their words")),
)


_SIGNS_WIDTH: Final = 11


def help_lines(width: int) -> list[Content]:
    """Keys, then the signs of the main screen, in ``width`` columns."""
    rows = [line((tr("Keys"), "bold $accent"))]
    for key, text in _KEYS:
        rows += _beside(line((translate(key), "bold")), translate(text), width)
    rows += [line(), line((tr("Signs"), "bold $accent"))]
    signs = (
        (("✓", "bold $chip-text on $chip"), tr("the player to move can pay this price")),
        ((glyphs.STICK, "bold"), tr("a walking stick; 3pt 2╱: 3 points cooked, 2 sticks sold")),
        (("♠♣", "bold"), tr("black suits are filled, red ones outlined (♡♢); ★ ☆ jokers")),
        ((glyphs.NIGHT, "bold"), tr("a night card: counts as two mushrooms")),
        (("▰▱", "bold $success"), tr("cards held, room left; decay pile: cards, until it clears")),
        (("8♣", "bold #ffffff on #c0392b"), tr("in the picture: read with doubt")),
    )
    for sign, meaning in signs:
        rows += _beside(line(sign), meaning, width)
    rows += [line(), line((tr("Labels in the picture: read, and taken to lie in"), "bold $accent"))]
    outlines = (
        (tr("forest"), ZONES["forest"]), (tr("decay pile"), ZONES["decay"]),
        (tr("draw, night, discard"), ZONES["draw"]),
        (tr("player 1's display"), SEATS[0]), (tr("player 2's display"), SEATS[1]),
    )  # fmt: skip
    for name, (red, green, blue) in outlines:
        rows += _beside(line(("██", f"rgb({red},{green},{blue})")), name, width)
    return rows


def _beside(sign: Content, text: str, width: int) -> list[Content]:
    """``text`` to the right of ``sign``; its further lines begin below its first one."""
    room = max(12, width - _SIGNS_WIDTH - 2)
    head = line(" " * (_SIGNS_WIDTH - sign.cell_length), sign, "  ")
    lines = line((text, "$foreground")).wrap(room)
    return [
        line(head if not number else " " * head.cell_length, row.rstrip())
        for number, row in enumerate(lines)
    ]


def rule_lines(asked: str, game: Game, width: int) -> list[Content]:
    """The rules of ``game`` that ``asked`` finds, in ``width`` columns."""
    found = find_rules(asked, game)
    if not found:
        return [line((tr("No rule says that."), "$warning"))]
    rows: list[Content] = []
    for rule in found:
        head = line((f"{rule.id}  ", "bold $accent"), (translate(rule.title), "bold"))
        text = line((translate(rule.text), "$foreground"))
        rows += [*(row.rstrip() for row in head.wrap(width)),
                 *(row.rstrip() for row in text.wrap(width)), line()]  # fmt: skip
    return rows


def _asks() -> str:
    return tr("/ and words: the rules that speak of them")


class Help(Over[None]):
    """Keys and signs, or the rules of ``game`` that hold what is written; Escape goes back."""

    AUTO_FOCUS = ""
    CSS = """
    Help { background: $background; align-horizontal: center; }
    Help Input {
        border: none; height: 1; background: $panel; padding: 0 1; max-width: 100;
    }
    Help VerticalScroll { height: 1fr; padding: 0 1; max-width: 100; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", say("Back")),
        Binding("question_mark,enter", "back", show=False),
        Binding("slash", "search", say("Search the rules"), key_display="/"),
        Binding("down", "scroll(1)", show=False, priority=True),
        Binding("up", "scroll(-1)", show=False, priority=True),
        Binding("q", "app.quit", say("Quit")),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._searching = False

    def compose(self) -> ComposeResult:
        yield Line(placeholder=_asks())
        with VerticalScroll(can_focus=False):
            yield Static()
        yield Footer()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def spoken(self) -> None:
        """Shows everything again, in the language in use."""
        self.query_one(Line).placeholder = _asks()
        self._draw()

    def action_search(self) -> None:
        """Has words written."""
        self._searching = True
        self.query_one(Line).focus()
        self._draw()

    def action_back(self) -> None:
        """From the rules to keys and signs; from there to the table."""
        if not self._searching:
            self.dismiss()
            return
        self._searching = False
        self.query_one(Line).value = ""
        self.set_focus(None)
        self._draw()

    def action_scroll(self, rows: int) -> None:
        """``rows`` down, or up."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)

    def on_input_changed(self) -> None:
        """Finds as one writes."""
        self._draw()

    def _draw(self) -> None:
        width = max(20, min(100, self.size.width) - 4)
        asked = self.query_one(Line).value
        rows = rule_lines(asked, self._game, width) if self._searching else help_lines(width)
        self.query_one(Static).update(Content("\n").join(rows))
