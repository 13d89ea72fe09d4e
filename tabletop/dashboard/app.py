"""The dashboard: shows a game being followed, and decides nothing."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Resize
from textual.message import Message
from textual.widgets import Footer

from tabletop.dashboard import theme, words
from tabletop.dashboard.bars import Heading, Notice
from tabletop.dashboard.feed import Feed, Source
from tabletop.dashboard.forest import Forest
from tabletop.dashboard.glyphs import AsciiFilter, speaks_unicode
from tabletop.dashboard.help import Help
from tabletop.dashboard.log import FullLog, Log
from tabletop.dashboard.marks import Mark
from tabletop.dashboard.picture import Image, Picture
from tabletop.dashboard.result import Result
from tabletop.dashboard.seat import Seat
from tabletop.referee import events
from tabletop.referee.view import Following, View


class Came(Message):
    """The feed has something to take, or has ended."""

    def can_replace(self, message: Message) -> bool:
        """One look at the feed serves for all calls to look."""
        return isinstance(message, Came)


class Dashboard(App[int]):
    """The main screen over a feed. Returns 0, or 1 if following stopped with an error."""

    CSS = theme.CSS
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("p", "pause", "Pause"),
        Binding("n,space", "step", "Step", key_display="n"),
        Binding("plus,equals_sign", "speed(1)", "Faster", key_display="+"),
        Binding("minus", "speed(-1)", "Slower", key_display="-"),
        Binding("f", "show('picture')", "Picture"),
        Binding("o", "overlay", "Marks"),
        Binding("l", "show('log')", "Log"),
        Binding("k", "remind", "Known cards", show=False),
        Binding("r", "result", "Score", show=False),
        Binding("t", "look", "Light/dark", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
    ]

    def __init__(
        self,
        source: Source,
        *,
        title: str = "",
        pace: float | None = None,
        names: tuple[str, str] = words.PLAYERS,
        ascii_only: bool = False,
    ) -> None:
        super().__init__()
        self.title = title or "tabletop"
        self._names = names
        self._feed = Feed(source, lambda: self.post_message(Came()), pace)
        self._view: View | None = None
        self._image: Image | None = None
        self._marks: tuple[Mark, ...] = ()
        self._overlay = True
        self._remind = False
        self._lost = False
        self._alert: tuple[str, str] | None = None
        self._question: events.Question | None = None
        self._result_shown = False
        self._plain = ascii_only
        if ascii_only:
            self._filters.append(AsciiFilter())
        for look in (theme.NIGHT_WOOD, theme.DAY_WOOD):
            self.register_theme(look)
        self.theme = theme.NIGHT_WOOD.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.NIGHT_WOOD.variables

    def compose(self) -> ComposeResult:
        yield Heading()
        yield Notice()
        yield Forest(self._plain)
        with Container(id="middle"):
            with Container(id="seats"):
                yield Seat(1, self._names[1], self._plain)
                yield Seat(0, self._names[0], self._plain)
            with Container(id="side"):
                yield Picture("picture-small")
                yield Log(self._names, "log-side")
        yield Log(self._names, "log-small")
        yield Picture("picture-large")
        yield FullLog(self._names, "log-large")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        # Ended from outside, the terminal must be given back as it was; Windows has no such signal.
        with suppress(NotImplementedError):
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, self.exit, 128 + signal.SIGTERM)
        self._fit(self.size.width, self.size.height)
        self._draw()
        self._feed.start()

    def on_unmount(self) -> None:
        self.leave(wait=0.0)

    def leave(self, wait: float) -> None:
        """Ends the worker after the step it is at; waits for that at most ``wait`` seconds."""
        self._feed.stop(wait)

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        base = self.screen_stack[0]
        roomy = width >= 110 and height >= 32
        base.set_class(roomy, "-roomy")
        # Stacked, the far player lies above, as in the picture; side by side the first one is left.
        seats, first = base.query_one("#seats"), base.query_one("#seat-1" if roomy else "#seat-0")
        if seats.children[0] is not first:
            seats.move_child(first, before=0)
        base.set_class(width >= 150 and height >= 48, "-vast")
        base.set_class(width < 60 or height < 18, "-tiny")
        self.call_after_refresh(self._draw)

    def on_came(self) -> None:
        batch = self._feed.take()
        if batch is not None:
            self._view, self._image, self._marks = batch.view, batch.image, batch.marks
            self._lost = batch.lost
            for event in batch.events:
                self._note(event)
        self._draw()
        if self._ended and not self._result_shown:
            self.action_result()

    def _note(self, event: events.Event) -> None:
        """Keeps what must be said until a later turn settles it."""
        match event:
            case events.Illegal(player=player, rules=rules, text=text):
                cited = f" ({', '.join(rules)})" if rules else ""
                self._alert = (f"{self._names[player]}: against the rules{cited}", text)
            case events.Unsure(text=text):
                self._alert = ("Not sure", text)
            case events.Gap(text=text):
                self._alert = ("Turns went unseen", text)
            case events.Question():
                self._question = event
            case events.Turn() | events.Undo() | events.Revise():
                self._alert = self._question = None
            case _:
                pass

    @property
    def error(self) -> Exception | None:
        """What stopped the following, if an error did."""
        return self._feed.error

    @property
    def _ended(self) -> bool:
        return self._view is not None and self._view.state is Following.ENDED

    @property
    def _notice_now(self) -> tuple[str, str, bool]:
        if self._feed.error is not None:
            text = str(self._feed.error) or type(self._feed.error).__name__
            return ("Following stopped:", text, True)
        if self._alert is not None:
            return (*self._alert, True)
        if self._question is not None:
            answers = ", ".join(
                f"{option.text} ({option.p:.0%})" for option in self._question.options
            )
            return (self._question.text, answers, False)
        return ("", "", False)

    def _draw(self) -> None:
        """Brings every widget of the main screen to what is known now."""
        base, view, feed = self.screen_stack[0], self._view, self._feed
        state = words.status(
            view,
            paused=feed.paused,
            over=feed.over,
            failed=feed.error is not None,
            lost=self._lost,
        )
        speed = f"speed {feed.speed:g}×" if feed.paced and not feed.over else ""
        base.query_one(Heading).show(self.title, self._turn_words(), state, speed)
        base.query_one(Notice).show(*self._notice_now)
        # Until there is a table to show, the picture says how the camera must be turned.
        waiting = words.no_table(view)
        base.set_class(waiting and self._image is not None, "-waiting")
        base.query_one(Forest).show(view)
        for seat in base.query(Seat):
            seat.show(None if waiting else view, self._remind)
        for log in base.query(Log):
            log.show(view)
        if base.has_class("-log"):
            base.query_one(FullLog).show(view)
        for picture in base.query(Picture):
            picture.show(self._image, self._marks, self._overlay)

    def _turn_words(self) -> str:
        view = self._view
        if view is None:
            return ""
        if view.to_move is None or self._ended:
            return f"{view.turn} turn{'s' if view.turn != 1 else ''} played" if view.turn else ""
        return f"turn {view.turn + 1}: {self._names[view.to_move]} to move"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        return self._feed.paced or action not in ("step", "speed")

    def action_pause(self) -> None:
        """Holds the game or lets it go on."""
        self._feed.pause(not self._feed.paused)
        self._draw()

    def action_step(self) -> None:
        """One picture more, then pause."""
        self._feed.step()
        self._draw()

    def action_speed(self, places: int) -> None:
        """Faster or slower by ``places``."""
        self._feed.change_speed(places)
        self._draw()

    def action_show(self, what: str) -> None:
        """Gives the screen to ``what`` (``"picture"`` or ``"log"``), or back to the table."""
        base = self.screen_stack[0]
        on = not base.has_class(f"-{what}")
        base.set_class(on and what == "picture", "-picture")
        base.set_class(on and what == "log", "-log")
        self.call_after_refresh(self._draw)

    def action_overlay(self) -> None:
        """Marks over the picture on or off."""
        self._overlay = not self._overlay
        self._draw()

    def action_remind(self) -> None:
        """Shows or hides hand cards taken in view. Both players see them, so hidden at first."""
        self._remind = not self._remind
        self._draw()

    def action_look(self) -> None:
        """Dark or light."""
        dark = self.theme == theme.NIGHT_WOOD.name
        self.theme = theme.DAY_WOOD.name if dark else theme.NIGHT_WOOD.name

    def action_help(self) -> None:
        """Keys and signs."""
        if not isinstance(self.screen, Help):
            self.push_screen(Help())

    def action_result(self) -> None:
        """The score sheet of an ended game."""
        if self._view is not None and self._ended and not isinstance(self.screen, Result):
            self._result_shown = True
            self.push_screen(Result(self._view, self._names, self._plain))

    async def action_quit(self) -> None:
        """Leaves; the worker ends with its present step."""
        self.exit(1 if self._feed.error is not None else 0)


def run(
    source: Source,
    *,
    title: str = "",
    pace: float | None = None,
    names: tuple[str, str] = words.PLAYERS,
) -> int:
    """Shows the game that ``source`` follows until the players quit; returns the exit code.

    ``source`` is called in a worker thread and gives its steps one after another; each has
    ``frame.image`` (BGR), ``reading``, ``events`` and ``view``. ``pace``: seconds from one step to
    the next for recorded games, None for live ones. ``names``: of players 0 and 1. An error in
    ``source`` is shown on the screen, and printed once it has closed; the code is then 1.
    """
    app = Dashboard(
        source,
        title=title,
        pace=pace,
        names=names,
        ascii_only=not speaks_unicode(getattr(sys.__stderr__, "encoding", None)),
    )
    code = app.run()
    # The terminal is the players' again; whoever opened the source may close it after this.
    app.leave(wait=5.0)
    error = app.error
    if error is not None:
        print(f"tabletop: {str(error) or type(error).__name__}", file=sys.stderr)
    return code if code is not None else app.return_code or 0
