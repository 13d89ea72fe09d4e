"""The heading (what is followed, whose turn, how things stand) and the notice below it."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size

from tabletop.dashboard.cells import Piece, line
from tabletop.dashboard.quiet import Rows
from tabletop.dashboard.words import NOTHING_YET, Status
from tabletop.language import translate


class Heading(Rows):
    """One line: title left, turn and player to move in the middle, state line right."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._turn = ""
        self._status = NOTHING_YET
        self._speed = ""

    def show(self, title: str, turn: str, status: Status, speed: str) -> None:
        """Shows these from now on. ``speed`` is ``""`` where it means nothing."""
        self._title, self._turn, self._status, self._speed = title, turn, status, speed
        if self.renew(title, turn, status, speed):
            self.show_again()

    def rows(self, width: int, height: int) -> list[Content]:  # noqa: ARG002
        """The one line."""
        tone = self._status.tone
        state = line(
            (f" {self._status.sign} {translate(self._status.text)} ", f"bold $ground on {tone}")
        )
        room = max(0, width - state.cell_length)
        parts = [(self._title, "bold $primary"), (self._turn, "bold"), (self._speed, "$quiet")]
        parts = [part for part in parts if part[0]]
        gap = "  ·  "
        while len(parts) > 1 and sum(len(t) + len(gap) for t, _ in parts) - 4 >= room:
            parts.remove(next(part for part in (parts[-1], parts[0]) if part[0] != self._turn))
        pieces: list[Piece] = [" "]
        for place, part in enumerate(parts):
            pieces += [(gap if place else "", "$quiet"), part]
        return [line(line(*pieces, width=room), state)]


class Notice(Rows):
    """What the players must know at once: an error, an act against the rules, a question. Hidden
    when there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._head = self._text = ""
        self._style = ""

    def show(self, head: str, text: str, grave: bool) -> None:
        """Shows ``head`` in large and ``text`` behind it; ``("", "")`` hides the notice."""
        head, text = translate(head), translate(text)
        if not self.renew(head, text, grave):
            return
        self._head, self._text = head, text
        self._style = "$alert-text on $alert" if grave else "$ask-text on $ask"
        self.set_class(bool(head or text), "-shown")
        self.show_again(layout=True)

    @property
    def words(self) -> str:
        """What is shown, as plain text."""
        return f"{self._head} {self._text}".strip()

    def _said(self, width: int) -> list[Content]:
        """What is said, in lines that fit between the margins of ``width`` columns."""
        body = line((f"{self._head}  ", "bold"), self._text)
        return [row.rstrip() for row in body.wrap(max(1, width - 2))]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Rows the notice takes at ``width`` columns; the layout allows it a few."""
        return len(self._said(width))

    def rows(self, width: int, height: int) -> list[Content]:
        """What is said, as far as there is room."""
        rows = self._said(width)
        if len(rows) > height > 0:
            rows = [*rows[: height - 1], line(rows[height - 1], "…")]
        return [line(" ", row, width=width, style=self._style) for row in rows]
