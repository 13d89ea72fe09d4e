"""Hints, on demand only: what may be done now, what it brings, and a suggestion if asked for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tabletop.dashboard.cells import line
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.over import Over
from tabletop.dashboard.work import Works
from tabletop.games.mushroom_walk import State, describe, format_move, judge, legal_moves
from tabletop.games.players import player_named
from tabletop.games.walk.prospects import Prospect, prospect
from tabletop.games.walk.typing import spoken
from tabletop.language import say, several, tr, translate
from tabletop.referee.desk import Desk
from tabletop.referee.retelling import Moment

_ADVISER: Final = "expert"
_MOST: Final = 80

Hint = tuple[Prospect, bool]
"""What a move brings, and whether it is sure to be legal."""


class Hints(Works, Over[None], ModalScreen[None]):
    """What the player to move may do at the table of ``desk`` now; ``turn``: after that many turns
    instead. Nothing of it shows unless players open it, and the suggestion only at a further key.
    """

    CSS = """
    Hints { align: center middle; background: $background; }
    Hints > VerticalScroll {
        width: 100; max-width: 100%; height: auto; max-height: 100%;
        background: $surface; border: round $accent; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,h,enter", "dismiss", say("Back")),
        Binding("s", "suggest", say("A suggestion")),
        ("q", "app.quit", say("Quit")),
        Binding("L", "app.language", show=False),
    ]

    def __init__(self, desk: Desk, names: tuple[str, str], turn: int | None = None) -> None:
        super().__init__()
        self._desk, self._names, self._turn = desk, names, turn
        self._state: State | None = None
        self._hints: Sequence[Hint] = ()
        self._suggested = ""
        self._text = Static(_working())

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self._text
        yield Footer()

    def on_mount(self) -> None:
        self.work(lambda: _found(self._desk.moments(), self._turn), self._know)

    def on_resize(self) -> None:
        self._draw()

    def spoken(self) -> None:
        """Shows everything again, in the language in use."""
        self._text.update(_working())
        self._draw()

    def _know(self, found: tuple[State | None, Sequence[Hint]]) -> None:
        self._state, self._hints = found
        self._draw()

    def action_suggest(self) -> None:
        """What a computer player would do with what is known."""
        state = self._state
        sure = [hint.move for hint, legal in self._hints if legal]
        moves = sure or [hint.move for hint, _ in self._hints]
        if state is None or not moves:
            return

        def chosen(text: str) -> None:
            self._suggested = text
            self._draw()

        adviser = player_named(_ADVISER, random.Random(0))
        self.work(lambda: format_move(adviser.choose(state, moves)), chosen)

    def _draw(self) -> None:
        state = self._state
        if state is None:
            return
        width = max(20, min(100, self.app.size.width) - 5)
        name = self._names[state.to_move]
        if state.over:
            self._text.update(tr("The game is over."))
            return
        rows = [line((tr("What {name} may do now", name=name), "bold $accent"), width=width)]
        if self._suggested:
            # Below a long list nobody would see it.
            says = tr("Suggestion: {move}", move=spoken(self._suggested))
            rows += [line((says, "bold $chip-text on $chip")), line()]
        if not self._hints:
            rows.append(line((tr("Nothing: {name} is stuck.", name=name), "$warning")))
        for sure in (True, False):
            of_kind = [hint for hint, legal in self._hints if legal is sure]
            if of_kind and not sure:
                words = tr("May be possible: it depends on cards that nobody has seen")
                rows += [line(), *line((words, "bold $warning")).wrap(width)]
            for hint in of_kind:
                rows += self._hint(hint, state, width)
        self._text.update(Content("\n").join(rows))
        self.call_after_refresh(self._text.refresh, layout=True)

    def _hint(self, hint: Prospect, state: State, width: int) -> list[Content]:
        text = format_move(hint.move)
        tone = "bold $chip-text on $chip" if text == self._suggested else "bold $foreground"
        words = translate(describe(hint.move, state))
        first = line((spoken(text), tone), "  ", (words, "$quiet"))
        brings = line((" · ".join(brought(hint, state)), "$foreground"))
        return [line(first, width=width), *(line("    ", row) for row in brings.wrap(width - 4))]


def _working() -> str:
    return tr("Working out what may be done …")


def brought(hint: Prospect, state: State) -> list[str]:
    """What a move brings, in short phrases."""
    phrases = []
    if hint.points:
        phrases.append(translate(several("+{n} point", "+{n} points", hint.points)))
    if hint.sticks > 0:
        phrases.append(translate(several("+{n} stick", "+{n} sticks", hint.sticks)))
    if hint.sticks < 0:
        phrases.append(translate(several("−{n} stick", "−{n} sticks", -hint.sticks)))
    phrases.append(tr("hand then {held}/{limit}", held=hint.held, limit=hint.limit))
    if hint.decays:
        word = state.game.word(hint.decays)
        phrases.append(
            tr("the decay pile is cleared, then {card} drops into it", card=word)
            if hint.clears
            else tr("{card} drops into the decay pile", card=word)
        )
    return phrases


def _found(moments: Sequence[Moment], turn: int | None) -> tuple[State | None, Sequence[Hint]]:
    """The table, and every move that is legal or may be."""
    chosen = [m for m in moments if turn is None or m.turn <= turn]
    if not chosen:
        return None, ()
    known, state = chosen[-1].position.known, chosen[-1].position.state
    moves = [] if state.over else list(legal_moves(state))[:_MOST]
    ruled = [(move, judge(known, move).verdict) for move in moves]
    return state, [(prospect(state, m), v == "legal") for m, v in ruled if v != "illegal"]
