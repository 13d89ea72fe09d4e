"""The log: the last moves in words, newest at the bottom."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tabletop.dashboard.cells import line, spread
from tabletop.dashboard.quiet import Quiet, Rows
from tabletop.dashboard.words import answers
from tabletop.games.walk.typing import spoken
from tabletop.language import tr, translate
from tabletop.referee.view import MoveView, View

_SEAT_TONES = ("$secondary", "$primary")


class Log(Rows):
    """As many of the last moves as there is room for."""

    def __init__(self, names: tuple[str, str], widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._names = names
        self._view: View | None = None

    def show(self, view: View | None) -> None:
        """Shows the moves of ``view`` from now on."""
        self._view = view
        if self.renew(view and view.moves):
            self.show_again()

    def rows(self, width: int, height: int) -> list[Content]:
        """A rule, then the moves."""
        rows = [line(("─" * width, "$rule"))] if height > 2 else []
        moves = self._view.moves if self._view is not None else ()
        if not moves:
            rows.append(line(" ", (tr("No move yet."), "$quiet"), width=width))
            return rows[:height]
        room = height - len(rows)
        newest = move_lines(moves[-1], self._names, width, "bold $foreground")
        last = moves[-room + len(newest) - 1 : -1] if room > len(newest) else ()
        rows += [move_line(move, self._names, width) for move in last]
        return [*rows, *newest[: max(room, 0)]][:height]


def _head(move: MoveView, names: tuple[str, str]) -> tuple[Content, Content]:
    """Turn and player of a move, and the mark of a doubtful one."""
    tone = f"bold {_SEAT_TONES[move.player]}"
    head = line(" ", (f"{move.n:>3} ", "$quiet"), (f"{translate(names[move.player])} ", tone))
    return head, line((" ?", "bold $warning")) if move.p < 0.8 else line()


def move_line(move: MoveView, names: tuple[str, str], width: int) -> Content:
    """A move in one line, cut where it is too long; the mark of a doubtful one stays. As the record
    writes it, at the right, where there is room."""
    head, doubt = _head(move, names)
    words = line(head, (translate(move.words), "$foreground"))
    room = width - doubt.cell_length
    if words.cell_length > room:
        words = line(words, width=room)
    return _noted(line(words, doubt), move, width)


def _noted(row: Content, move: MoveView, width: int) -> Content:
    """``row`` with the move in the record's notation at the right edge, if it fits."""
    notation = line((spoken(move.text), "$quiet"), " ")
    if row.cell_length + notation.cell_length + 2 > width:
        return line(row, width=width)
    return spread(row, notation, width)


def move_lines(
    move: MoveView, names: tuple[str, str], width: int, tone: str = "$foreground"
) -> list[Content]:
    """A move in words: turn, who, what; doubtful ones carry a question mark. The first line stands
    alone where there is room for one only; the second, if any, goes on below the words."""
    head, doubt = _head(move, names)
    room = max(8, width - head.cell_length - 1)
    words = line((translate(move.words), tone), doubt).wrap(room)
    first = words[0].rstrip()
    if len(words) == 1:
        return [_noted(line(head, first), move, width)]
    second = line(*(part for row in words[1:] for part in (row.rstrip(), " ")))
    indent = " " * head.cell_length
    return [line(head, first, width=width), _noted(line(indent, second.rstrip()), move, width)]


class FullLog(VerticalScroll, Quiet):
    """All moves, in words and as the record writes them; scrolls."""

    def __init__(self, names: tuple[str, str], widget_id: str) -> None:
        super().__init__(id=widget_id)
        self._names = names
        self._text = Static()
        self._shown = 0

    def compose(self) -> ComposeResult:
        yield self._text

    def show(self, view: View | None) -> None:
        """Shows the moves of ``view`` from now on and stays at the newest."""
        moves = view.moves if view is not None else ()
        notes = view.notes if view is not None else ()
        questions = view.questions if view is not None else ()
        width = max(20, self.size.width - 3)
        if not self.renew(width, moves, notes, questions):
            return
        rows = []
        for move in moves:
            rows += move_lines(move, self._names, width)
        if not moves:
            rows.append(line((tr("No move yet."), "$quiet")))
        for question in questions:
            options = answers(question.options, keyed=False)
            asked = f"{translate(question.text)} "
            rows.append(line("  ?  ", (asked, "$warning"), (options, "$quiet")))
        rows += [line("     ", (translate(note), "$warning")) for note in notes]
        self._text.update(Content("\n").join(rows))
        # Who scrolled back to read stays there until something new is told.
        if len(rows) != self._shown:
            self._shown = len(rows)
            self.call_after_refresh(self.scroll_end, animate=False)
