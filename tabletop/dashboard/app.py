"""The dashboard: shows a game being followed, and decides nothing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.command import CommandPalette
from textual.timer import Timer

from tabletop.dashboard import keys, words
from tabletop.dashboard.choosing import Choosing
from tabletop.dashboard.ending import QUIT_S
from tabletop.dashboard.feed import Source
from tabletop.dashboard.picture import Scene, load
from tabletop.dashboard.reel import Reel
from tabletop.dashboard.work import Works
from tabletop.games import GAMES, game_named
from tabletop.preferences import NO_CHOICES, Choices
from tabletop.referee.events import Event
from tabletop.referee.retelling import Moment
from tabletop.referee.view import View

if TYPE_CHECKING:
    from tabletop.referee.desk import Desk, Shot

_ANYWHERE = ("quit", "pause", "language")
"""What the keys of the app do over any screen."""

PACE_S = 1.5
"""Seconds from one turn to the next, at speed 1, when a game is looked at again."""


class Dashboard(Works, Choosing):
    """The main screen over a feed, and the keys that steer it. ``desk``: where the game can be
    asked about and put right. ``from_start``: all of the game is there; it is shown from its
    beginning. ``choices`` and ``keep``: as ``begin_with`` takes them. ``save`` writes the game as
    a view shows it to files and returns their names. Returns 0, or 1 if following stopped with an
    error."""

    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = keys.BINDINGS

    def __init__(
        self,
        source: Source,
        *,
        title: str = "",
        pace: float | None = None,
        names: tuple[str, str] = words.PLAYERS,
        ascii_only: bool = False,
        desk: Desk | None = None,
        from_start: bool = False,
        choices: Choices = NO_CHOICES,
        keep: Callable[..., object] = lambda **_: None,
        save: Callable[[View], Sequence[str]] | None = None,
    ) -> None:
        super().__init__(
            source, title=title, pace=pace, names=names, ascii_only=ascii_only, desk=desk
        )
        self.begin_with(choices, keep)
        self._from_start = from_start
        self._save = save
        self._result_shown = from_start
        self._moves_waiting: list[Callable[[Reel], None]] = []
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self.begin()
        if self._from_start:
            self._look(self._begin)

    def on_came(self) -> None:
        if self._view is None:
            # Everything is loaded by now, and stays: going through it for garbage, time and again,
            # would take longer than painting.
            gc.freeze()
            self.run_worker(_load_screens, thread=True)
        self.take()
        if self._ended and not self._result_shown and self._reel.at is None:
            self.action_result()

    # Going on, stopping, looking back

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002
        # The command palette lies over the screen whose commands it offers.
        on_main = all(isinstance(s, CommandPalette) for s in self.screen_stack[1:])
        if hasattr(self, f"action_{action}") and not on_main and action not in _ANYWHERE:
            return False
        if action in ("step", "speed"):
            return self._feed.paced or self._reel.at is not None
        if action in ("dispute", "hints", "look", "first", "jump"):
            return self.desk is not None
        if action in ("correct", "undo", "answer"):
            return self.desk is not None and self.desk.correcting
        return True

    def action_pause(self) -> None:
        """Holds the game or lets it go on; an earlier moment plays on from there."""
        if self._reel.at is None:
            self._feed.pause(not self._feed.paused)
        else:
            self._reel.playing = not self._reel.playing
            self._arm()
        self._draw()

    def action_step(self) -> None:
        """One picture more, then pause; one turn on from an earlier moment."""
        if self._reel.at is None:
            self._feed.step()
            self._draw()
        else:
            self.action_look(1)

    def action_speed(self, places: int) -> None:
        """Faster or slower by ``places``."""
        self._feed.change_speed(places)
        self._arm()
        self._draw()

    def action_look(self, by: int) -> None:
        """``by`` turns forward, or back."""
        self._reel.playing = False
        self._look(lambda reel: reel.go(by))

    def action_first(self) -> None:
        """To the table before the first turn."""
        self._look(lambda reel: reel.to(0))

    def action_now(self) -> None:
        """Back to the table as it is now, and from a large picture or log to the table."""
        if self._reel.at is None:
            self.main.remove_class("-picture", "-log")
        self._reel.now()
        self._draw()

    def action_jump(self) -> None:
        """Asks for a turn and goes there."""

        def to(turn: int | None) -> None:
            if turn is None:
                return
            if self._view is not None and turn > self._view.turn and self._feed.paced:
                self._reel.now()
                self._feed.run_to(turn)
                self._draw()
            else:
                self._look(lambda reel: reel.to(turn))

        from tabletop.dashboard.jump import Jump

        # More of what plays may come: nobody knows the last turn yet.
        more = self._feed.paced and not self._feed.over
        last = None if more or self._view is None else self._view.turn
        self.push_screen(Jump(last), to)

    def _look(self, move: Callable[[Reel], None]) -> None:
        """Moves to another moment, as soon as it is known what the moments are."""
        self._moves_waiting.append(move)
        if self.desk is not None and len(self._moves_waiting) == 1:
            self.work(self.desk.moments, self._looked)

    def _looked(self, moments: Sequence[Moment]) -> None:
        self._reel.moments = moments
        for move in self._moves_waiting:
            if moments:
                move(self._reel)
        self._moves_waiting.clear()
        self._arm()
        self._draw()
        moment, desk = self._reel.moment, self.desk
        if moment is None or desk is None or self._past[0] == moment.turn:
            return

        def fetched(scene: Scene) -> None:
            self._past = (moment.turn, scene)
            self._draw()

        self.work(lambda: load(_shown_then(desk, moment.turn)), fetched)

    def _begin(self, reel: Reel) -> None:
        reel.to(0)
        reel.playing = True

    def _arm(self) -> None:
        """Sets the clock for the next turn where an earlier moment plays on."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._reel.playing and self._reel.at is not None:
            self._timer = self.set_timer(
                PACE_S / self._feed.speed, lambda: self._look(lambda reel: reel.go(1))
            )

    def action_dispute(self) -> None:
        """Asks whether a move may be done, at the moment that is shown."""
        from tabletop.dashboard.dispute import Dispute

        if self.desk is not None:
            moment = self._reel.moment
            turn = None if moment is None else moment.turn
            self.push_screen(Dispute(self.desk, self.names, turn, self.plain))

    def action_hints(self) -> None:
        """What may be done now, or could be at the moment that is shown."""
        from tabletop.dashboard.hints import Hints

        if self.desk is not None:
            moment = self._reel.moment
            self.push_screen(Hints(self.desk, self.names, None if moment is None else moment.turn))

    # Putting right

    def action_correct(self) -> None:
        """Turns that were told wrong."""
        from tabletop.dashboard.correct import Correct

        if self.desk is not None and self._view is not None:
            moment = self._reel.moment
            turn = None if moment is None else moment.turn
            self.push_screen(Correct(self.desk, self.names, self._view, self.changed, turn))

    def changed(self, events: Sequence[Event]) -> None:
        """What players put right, to be shown."""
        self._feed.tell(events)
        self._result_shown = self._result_shown and self._ended

    def action_answer(self, option: int) -> None:
        """Answers the open question with its option number ``option``, from 0."""
        question, desk = self.question, self.desk
        if desk is None or question is None:
            return
        if option < len(question.options):
            text = question.options[option].text
            self.work(lambda: desk.answer(question.id, text), self.changed)

    def action_undo(self) -> None:
        """Withdraws the last correction."""
        if self.desk is not None:
            self.work(self.desk.undo, self.changed)

    # What is shown

    def action_show(self, what: str) -> None:
        """Gives the screen to ``what`` (``"picture"`` or ``"log"``), or back to the table."""
        self.main.toggle(what)

    def action_overlay(self) -> None:
        """Marks over the picture on or off."""
        self._overlay = not self._overlay
        self._draw()

    def action_zones(self) -> None:
        """Outlines of the zones on or off."""
        self._zones = not self._zones
        self._draw()

    def action_zoom(self) -> None:
        """The next zone fills the picture; after the last one the whole table again."""
        names = ["", *(outline.name for outline in self._outlines())]
        at = names.index(self._zoom) if self._zoom in names else 0
        self._zoom = names[(at + 1) % len(names)]
        self._draw()

    def action_remind(self) -> None:
        """Shows or hides hand cards taken in view. Both players see them, so hidden at first."""
        self._remind = not self._remind
        self._draw()

    def action_help(self) -> None:
        """Keys, signs and rules."""
        from tabletop.dashboard.help import Help

        name = self._view.game if self._view is not None else ""
        self.push_screen(Help(game_named(name if name in GAMES else GAMES[0])))

    def action_result(self) -> None:
        """The score sheet of the table that is shown, of a game that goes on as far as it has come.
        What it saves is the game as it is now: files hold all turns."""
        from tabletop.dashboard.result import Result

        now, shown = self._view, self.shown_view
        if now is None or shown is None or isinstance(self.screen, Result):
            return
        past = self._reel.moment is not None
        self._result_shown = self._result_shown or (self._ended and not past)
        save = None if self._save is None else partial(self._save, now)
        self.push_screen(Result(shown, self.names, self.plain, self.desk, save, past))

    async def action_quit(self) -> None:
        """Leaves; the worker ends with its present step."""
        code = 1 if self._feed.error is not None else 0
        if self.ending is not None:
            self.ending.within(QUIT_S, code)
        self.exit(code)


def _load_screens() -> None:
    """Loads the screens that a key may ask for: the first paint doesn't wait for them."""
    for name in ("correct", "dispute", "help", "hints", "jump", "result"):
        import_module(f"tabletop.dashboard.{name}")


def _shown_then(desk: Desk, turn: int) -> Shot | None:
    """The picture of the table after ``turn`` turns."""
    return desk.pictures(turn)[1] if turn else desk.pictures(1)[0]
