"""The result: the score sheet at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Label, Static

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import beside, line, spread
from tabletop.dashboard.dishes import dish_line
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.graph import score_graph
from tabletop.dashboard.over import Over
from tabletop.dashboard.words import decided, won
from tabletop.dashboard.work import Works
from tabletop.games.walk.game import BUTTER_POINTS, CIDER_POINTS
from tabletop.language import say, tr, translate
from tabletop.referee.desk import Desk
from tabletop.referee.retelling import Moment
from tabletop.referee.view import DishView, Following, PlayerView, View

_GRAPH_ROWS: Final = 12


class Result(Works, Over[None], ModalScreen[None]):
    """The score sheet of a view over the main screen, and how it came to that, as ``desk`` tells
    it; Escape goes back to the table. ``save``: writes all turns to files, whichever the view is
    of, and returns their names. ``past``: the view is of an earlier turn, which is looked at."""

    CSS = """
    Result { align: center middle; background: $background; }
    Result > VerticalScroll {
        width: 84; max-width: 100%; height: auto; max-height: 100%;
        background: $surface; border: round $accent; padding: 0 2;
    }
    #result-note {
        dock: bottom; width: 100%; height: auto; max-height: 6; margin: 0 0 1 0; padding: 0 1;
        background: $ask; color: $ask-text;
    }
    #result-note.-empty { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,r", "dismiss", say("Back to the table")),
        Binding("e", "save", say("Save as files")),
        ("q", "app.quit", say("Quit")),
        Binding("L", "app.language", show=False),
    ]

    def __init__(
        self,
        view: View,
        names: tuple[str, str],
        plain: bool = False,
        desk: Desk | None = None,
        save: Callable[[], Sequence[str]] | None = None,
        past: bool = False,
    ) -> None:
        super().__init__()
        self._save, self._past = save, past
        self._view, self._names, self._plain, self._desk = view, names, plain, desk
        self._scores: list[tuple[int, int]] = []
        self._sheet = Static()

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield self._sheet
        yield Label(id="result-note", classes="-empty", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._fit()
        if self._desk is not None:
            self.work(self._desk.moments, self._know)

    def _know(self, moments: Sequence[Moment]) -> None:
        so_far = [m for m in moments if not self._past or m.turn <= self._view.turn]
        turns = {m.turn: (m.view.players[0].score, m.view.players[1].score) for m in so_far}
        self._scores = list(turns.values())
        self._fit()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        """No files where nobody would write them."""
        return action != "save" or self._save is not None

    def action_save(self) -> None:
        """Writes the sheet, the turns and the record to files, and says which."""
        if self._save is not None:
            self.work(self._save, self._saved)

    def _saved(self, files: Sequence[str]) -> None:
        listed = "\n".join(["", *files])
        if self._past:
            self._say(tr("Saved with all turns: {files}", files=listed))
        else:
            self._say(tr("Saved: {files}", files=listed))

    def refused(self, why: str) -> None:
        """Says why the files can't be written, where the players are looking."""
        self._say(why)

    def _say(self, text: str) -> None:
        note = self.query_one("#result-note", Label)
        note.update(text)
        note.set_class(not text, "-empty")

    def on_resize(self) -> None:
        self._fit()

    def spoken(self) -> None:
        """Shows everything again, in the language in use."""
        self._fit()

    def _fit(self) -> None:
        # Less the frame, its padding, and a bar to scroll with.
        width = max(16, min(84, self.app.size.width) - 7)
        graph = score_graph(self._scores, self._names, width, _GRAPH_ROWS, self._plain)
        self._sheet.update(
            Content("\n").join(
                sheet(self._view, self._names, width, self._plain, graph, self._past)
            )
        )
        # The frame grows with what comes later.
        self.call_after_refresh(self._sheet.refresh, layout=True)


def verdict(view: View, names: tuple[str, str], past: bool = False) -> tuple[str, str]:
    """Who won, in large words, and why in small ones; ``past`` as ``Result`` takes it."""
    a, b = view.players
    if past:
        return tr("The score so far"), tr("after turn {n}; the game went on", n=view.turn)
    if view.state is not Following.ENDED:
        return tr("The score so far"), tr("the game goes on")
    if not decided(view):
        return tr("The pictures end here"), tr("the game was not over: this is the score so far")
    why = {"forest empty": tr("the forest is empty"), "both stuck": tr("neither player can act")}
    ended = why.get(view.reason, view.reason)
    if view.winner is None:
        why_so = tr("{why}; equal points and equal mushrooms cooked", why=ended)
    elif a.score == b.score:
        more, less = sorted((a.mushrooms, b.mushrooms), reverse=True)
        why_so = tr("{why}; equal points, {a} mushrooms cooked to {b}", why=ended, a=more, b=less)
    else:
        why_so = ended
    return won(view, names), why_so


def sheet(
    view: View,
    names: tuple[str, str],
    width: int,
    plain: bool = False,
    graph: Sequence[Content] = (),
    past: bool = False,
) -> list[Content]:
    """The score sheet as lines of ``width`` columns: verdict, totals, every dish, tie-break, and
    the lines of ``graph``; ``past`` as ``Result`` takes it."""
    head, why = verdict(view, names, past)
    rows = [line(), line((head.center(width), "bold $accent")), line((why.center(width), "$quiet"))]
    if width >= 64:
        half = (width - 4) // 2
        sides = [_side(view.players[i], names[i], half, view.winner == i, plain) for i in (0, 1)]
        rows += [line(), *beside([(sides[0], half), (sides[1], half)], [4])]
    else:
        for i in (0, 1):
            rows += [line(), *_side(view.players[i], names[i], width, view.winner == i, plain)]
    if graph:
        rows += [line(), *graph]
    return rows


def _side(player: PlayerView, name: str, width: int, won: bool, plain: bool) -> list[Content]:
    tone = "bold $accent" if won else "bold $foreground"
    # Without signs a star would be the letter that stands for a joker.
    mark = ("* " if plain else "★ ") if won else ""
    rows = [line((f"{mark}{translate(name)}", tone), width=width)]
    rows += [line((row, tone.removeprefix("bold ")), width=width)
             for row in glyphs.big(str(player.score), plain)]  # fmt: skip
    rows.append(line(("─" * width, "$rule")))
    for dish in player.dishes:
        rows.append(dish_line(dish, width))
        rows.append(line(("  " + _working(dish), "$quiet"),
                         width=width))  # fmt: skip
    if not player.dishes:
        rows.append(line((tr("no dish cooked"), "$quiet"), width=width))
    rows.append(line(("─" * width, "$rule")))
    rows.append(spread(line((tr("total"), "bold")), line((str(player.score), tone)), width))
    rows.append(
        spread(line((tr("mushrooms cooked"), "$quiet")), line(str(player.mushrooms)), width)
    )
    return rows


def _working(dish: DishView) -> str:
    """How a dish comes to its points (rules MW-8.2)."""
    butter, cider = BUTTER_POINTS * dish.butter, CIDER_POINTS * dish.cider
    each = (dish.points - butter - cider) // max(1, dish.mushrooms)
    parts = [f"{dish.mushrooms} × {each}"]
    parts += [f"{tr('butter')} {butter}"] if butter else []
    parts += [f"{tr('cider')} {cider}"] if cider else []
    return " + ".join(parts)
