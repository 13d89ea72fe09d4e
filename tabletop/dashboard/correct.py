"""Corrections: what a turn really was, undo, the set-up done again, a new game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Input, Label, OptionList, Static

from tabletop.dashboard.cells import line, spread
from tabletop.dashboard.evidence import Evidence
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.line import Line
from tabletop.dashboard.over import Over
from tabletop.dashboard.picture import Scene, load
from tabletop.dashboard.questions import said
from tabletop.dashboard.work import Works
from tabletop.games.mushroom_walk import MoveTextError, State, format_move, parse_move
from tabletop.games.walk.noaction import NoAction
from tabletop.games.walk.spoken import read_spoken
from tabletop.games.walk.typing import spoken
from tabletop.language import say, tr, translate, words_of
from tabletop.referee.desk import Desk
from tabletop.referee.events import Event, Option, Revise, Score
from tabletop.referee.retelling import Moment
from tabletop.referee.view import MoveView, View

_OFFERED = 9
_KEY = 4
"""Columns of the number before what is offered."""
_SHARE = 5
"""Columns of how likely it is."""


class Correct(Works, Over[None]):
    """Puts turns of the game at ``desk`` right; ``changed`` is told what that brought. ``view``:
    the game as it stands; ``turn``: the one to begin with, else the one that is asked about."""

    AUTO_FOCUS = ""
    CSS = """
    Correct { background: $background; }
    #correct-head {
        width: 100%; height: 1; background: $ground; color: $foreground; text-style: bold;
    }
    #correct-body { height: 3fr; }
    #turns {
        width: 45%; height: 1fr; border: none; background: $surface;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    #may-be { width: 1fr; height: 1fr; padding: 0 1; }
    #correct-note {
        width: 100%; height: auto; max-height: 3; padding: 0 1;
        background: $ask; color: $ask-text;
    }
    #correct-note.-empty { display: none; }
    Correct Input { border: none; height: 1; background: $panel; padding: 0 1; display: none; }
    Correct.-writing Input { display: block; }
    Correct.-small Evidence.-shown { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", say("Back")),
        *(Binding(str(n), f"accept({n - 1})", show=False) for n in range(1, _OFFERED + 1)),
        Binding("enter", "accept(0)", show=False),
        Binding("m", "write", say("Write a move")),
        Binding("u", "undo", say("Undo")),
        Binding("s", "set_up", say("Set up again")),
        Binding("g", "new_game", say("New game")),
        Binding("p", "app.pause", say("Pause")),
        Binding("up", "choose(-1)", show=False, priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
    ]

    def __init__(
        self,
        desk: Desk,
        names: tuple[str, str],
        view: View,
        changed: Callable[[Sequence[Event]], object],
        turn: int | None = None,
    ) -> None:
        super().__init__()
        self._desk, self._names, self._changed = desk, names, changed
        self._view = view
        self._first = turn
        self._moments: Sequence[Moment] = ()
        self._options: Sequence[Option] = ()
        self._ending = False

    def compose(self) -> ComposeResult:
        yield Label(id="correct-head", markup=False)
        yield Line()
        with Horizontal(id="correct-body"):
            turns = OptionList(id="turns")
            turns.can_focus = False
            yield turns
            with VerticalScroll(id="may-be", can_focus=False):
                yield Static(id="may-be-text")
        yield Evidence()
        yield Label(id="correct-note", classes="-empty", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self._fit(self.size.width, self.size.height)
        self._list(self._asked())
        self.work(self._desk.moments, self._know)

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        # Smaller pictures would show nothing, and turns to choose from are needed more.
        small = width < 100 or height < 30
        if small != self.has_class("-small"):
            self.set_class(small, "-small")
            # The list says moves in words where there is room for them.
            self._list(self.query_one("#turns", OptionList).highlighted or 0)
        self.call_after_refresh(self._draw)

    def spoken(self) -> None:
        """Shows everything again, in the language in use."""
        self._list(self.query_one("#turns", OptionList).highlighted or 0)
        self._draw()

    def _know(self, moments: Sequence[Moment]) -> None:
        self._moments = moments
        self._draw()

    # Turns, the newest first

    @property
    def _turns(self) -> Sequence[MoveView]:
        return self._view.moves[::-1]

    def _asked(self) -> int:
        """The place of the turn to begin with."""
        turns = [move.n for move in self._turns]
        asked = [int(q.id.rpartition("-")[2]) for q in self._view.questions]
        for turn in (self._first, *asked[::-1]):
            if turn in turns:
                return turns.index(turn)
        return 0

    def _list(self, place: int) -> None:
        asked = {q.id for q in self._view.questions}
        short = self.has_class("-small")
        listed = self.query_one("#turns", OptionList)
        listed.clear_options()
        for move in self._turns:
            doubt = " ?" if f"turn-{move.n}" in asked or move.p < 0.8 else ""
            listed.add_option(
                line(
                    (f"{move.n:>3} ", "$quiet"),
                    (f"{translate(self._names[move.player])} ", "bold"),
                    (spoken(move.text) if short else translate(move.words), "$foreground"),
                    (doubt, "bold $warning"),
                )
            )
        if self._turns:
            listed.highlighted = max(0, min(place, len(self._turns) - 1))
        self._look()

    @property
    def _move(self) -> MoveView | None:
        at = self.query_one("#turns", OptionList).highlighted
        return self._turns[at] if at is not None and at < len(self._turns) else None

    def action_choose(self, by: int) -> None:
        """The next turn of the list, or the one before."""
        listed = self.query_one("#turns", OptionList)
        if self._turns:
            at = (listed.highlighted or 0) + by
            listed.highlighted = max(0, min(at, len(self._turns) - 1))

    def on_option_list_option_highlighted(self) -> None:
        """Offers what the turn may have been."""
        self._look()

    def _look(self) -> None:
        move, desk = self._move, self._desk
        self._ending = False
        if move is None:
            self._draw()
            return

        def known(options: Sequence[Option]) -> None:
            if self._move is move:
                self._options = [o for o in options if o.text != move.text][:_OFFERED]
                self._draw()

        def loaded() -> tuple[Scene, Scene]:
            before, after = desk.pictures(move.n)
            return load(before), load(after)

        def shown(pictures: tuple[Scene, Scene]) -> None:
            if self._move is move:
                self.query_one(Evidence).show(move.n, pictures)

        self.work(lambda: desk.candidates(move.n), known)
        self.work(loaded, shown)

    # Putting right

    def action_accept(self, place: int) -> None:
        """The turn was what is offered at ``place``, from 0."""
        move = self._move
        if move is not None and place < len(self._options):
            self._fix(move, self._options[place].text, None)

    def action_write(self) -> None:
        """Lets a move be written."""
        self.add_class("-writing")
        move = self._move
        field = self.query_one(Input)
        field.value = spoken(move.text) if move is not None else ""
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The turn was what is written."""
        move, state = self._move, self._before
        self.remove_class("-writing")
        self.set_focus(None)
        if move is None or state is None:
            return
        try:
            who, says = read_spoken(event.value, state, self._names)
            if isinstance(says, NoAction):
                raise MoveTextError(says.facts, 1)
            if isinstance(says, int):
                raise MoveTextError(tr("write a move"), 1)
            text = format_move(says)
            parse_move(text)
        except MoveTextError as error:
            self._say(translate(words_of(error)))
            return
        self._fix(move, text, who)

    def _fix(self, move: MoveView, text: str, who: int | None) -> None:
        desk = self._desk

        def done(events: Sequence[Event]) -> None:
            others = sum(isinstance(e, Revise) and e.n != move.n for e in events)
            said = [tr("Turn {n} is now: {move}.", n=move.n, move=text)]
            said += [tr("Later turns changed: {n}.", n=others)] if others else []
            scores = [e.scores for e in events if isinstance(e, Score)]
            said += [tr("Score: {a} to {b}.", a=a, b=b) for a, b in scores[-1:]]
            self._renew(events, " ".join(said))

        self._say(tr("Judging every picture since once more …"))
        self.work(lambda: desk.fix(move.n, parse_move(text), who), done)

    def action_undo(self) -> None:
        """Withdraws the last correction."""
        self.work(
            self._desk.undo, lambda events: self._renew(events, tr("The correction is withdrawn."))
        )

    def action_set_up(self) -> None:
        """Looks for the table afresh in the last picture."""
        said = tr("The table was looked for afresh.")
        self.work(self._desk.set_up_again, lambda events: self._renew(events, said))

    def action_new_game(self) -> None:
        """Ends this game and begins another one; asks first."""
        if not self._desk.renewing:
            self._say(tr("No new game can begin here."))
        elif not self._ending:
            self._ending = True
            self._say(tr("Press g again to end this game; the next picture begins a new one."))
        else:
            said = tr("A new game begins with the next picture.")
            self.work(self._desk.new_game, lambda events: self._renew(events, said))

    def _renew(self, events: Sequence[Event], text: str) -> None:
        self._changed(events)
        at = self.query_one("#turns", OptionList).highlighted or 0
        desk = self._desk

        def known(now: tuple[View, Sequence[Moment]]) -> None:
            self._view, self._moments = now
            self._list(at)
            self._say(text)

        self.work(lambda: (desk.view, desk.moments()), known)

    def action_back(self) -> None:
        """Back to the table, or from writing to the list."""
        if self.has_class("-writing"):
            self.remove_class("-writing")
            self.set_focus(None)
        else:
            self.dismiss()

    # The screen

    @property
    def _before(self) -> State | None:
        """The table before the turn that is chosen."""
        move = self._move
        steps = [m.position.step for m in self._moments if move is not None and m.turn == move.n]
        return next((step.before for step in steps if step is not None), None)

    def _say(self, text: str) -> None:
        note = self.query_one("#correct-note", Label)
        note.update(text)
        note.set_class(not text, "-empty")

    def refused(self, why: str) -> None:
        """Says why something can't be done, where the players are looking."""
        self._say(why)

    def _draw(self) -> None:
        head = tr("Put a turn right: choose it, then the number of what it was")
        self.query_one("#correct-head", Label).update(f" {head}")
        width = max(10, self.query_one("#may-be").size.width - 3)
        move = self._move
        rows: list[Content] = []
        if move is None:
            rows = [line((tr("No move yet."), "$quiet"))]
        else:
            told = tr("Turn {n} is told as: {move}", n=move.n, move=spoken(move.text))
            words = line((translate(move.words), "$foreground"))
            rows = [*line((told, "bold $accent")).wrap(width), *words.wrap(width), line()]
        offered = [self._offered(place, width) for place in range(len(self._options))]
        # All that is offered must be seen: the notation alone says what a move is.
        whole = len(rows) + sum(map(len, offered)) <= self.query_one("#may-be").size.height
        rows += [row for lines in offered for row in (lines if whole else lines[:1])]
        if not self._options and move is not None:
            rows.append(
                line((tr("Nothing else is likely: press m and write what it was."), "$quiet"))
            )
        self.query_one("#may-be-text", Static).update(Content("\n").join(rows))

    def _offered(self, place: int, width: int) -> list[Content]:
        """What is offered at ``place``, from 0, in lines of ``width`` columns."""
        option = self._options[place]
        share = line((f"{option.p:.0%}" if option.p else "", "bold $foreground"))
        first, *rest = self._words(option.text).wrap(max(8, width - _KEY - _SHARE))
        key = line((f" {place + 1} ", "bold $chip-text on $chip"), " ")
        return [
            spread(line(key, first), share, width),
            *(line(" " * _KEY, row) for row in rest),
        ]

    def _words(self, text: str) -> Content:
        state, move = self._before, self._move
        notation = line((spoken(text), "bold $foreground"))
        if state is None or move is None:
            return notation
        words = said(parse_move(text), move.player, state, "")
        return line(notation, "  ", (words.strip(), "$quiet"))
