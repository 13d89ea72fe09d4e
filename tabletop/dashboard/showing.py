"""What the dashboard knows, and how it comes to the main screen."""

from __future__ import annotations

from textual.driver import Driver
from textual.message import Message

from tabletop.dashboard import theme, words
from tabletop.dashboard.ending import Ends
from tabletop.dashboard.feed import Feed, Source
from tabletop.dashboard.glyphs import AsciiFilter
from tabletop.dashboard.main_screen import MainScreen, Shown
from tabletop.dashboard.marks import Mark, Outline, outlines_of
from tabletop.dashboard.picture import NO_SCENE, Image, Scene
from tabletop.dashboard.reel import Reel
from tabletop.dashboard.sharp import SharpApp
from tabletop.dashboard.sounds import Sounds, bells
from tabletop.language import words_of
from tabletop.referee import events
from tabletop.referee.desk import Desk
from tabletop.referee.view import Following, View


class Came(Message):
    """The feed has something to take, or has ended."""

    def can_replace(self, message: Message) -> bool:
        """One look at the feed serves for all calls to look."""
        return isinstance(message, Came)


class Showing(Ends, SharpApp):
    """The main screen over a feed, without the keys that steer it."""

    CSS = theme.CSS

    def __init__(
        self,
        source: Source,
        *,
        title: str = "",
        pace: float | None = None,
        names: tuple[str, str] = words.PLAYERS,
        ascii_only: bool = False,
        desk: Desk | None = None,
    ) -> None:
        super().__init__()
        self.title = title or "tabletop"
        self.names = names
        self.plain = ascii_only
        self.desk = desk
        current = (lambda: desk.view) if desk is not None and desk.correcting else None
        self._feed = Feed(source, lambda: self.post_message(Came()), pace, current)
        self._reel = Reel()
        self._view: View | None = None
        self._image: Image | None = None
        self._marks: tuple[Mark, ...] = ()
        self._overlay, self._zones, self._zoom = True, False, ""
        self._remind = False
        self._lost = False
        self._asked: events.Question | None = None
        self._alert: tuple[str, str] | None = None
        self._past: tuple[int, Scene] = (-1, NO_SCENE)
        self.sounds = Sounds(bells(self.bell, self.set_timer))
        if ascii_only:
            self._filters.append(AsciiFilter())
        for look in theme.LOOKS:
            self.register_theme(look)
        self.theme = theme.NIGHT_WOOD.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.NIGHT_WOOD.variables

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from tabletop.dashboard.terminal import Terminal

        return Terminal

    def get_default_screen(self) -> MainScreen:
        return MainScreen(self.names, self.plain)

    @property
    def main(self) -> MainScreen:
        """The main screen, whatever lies over it."""
        screen = self.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    def begin(self) -> None:
        """Starts following."""
        self._draw()
        self._feed.start()

    def on_unmount(self) -> None:
        self.leave(wait=0.0)

    def leave(self, wait: float) -> None:
        """Ends the worker after the step it is at; waits for that at most ``wait`` seconds."""
        self._feed.stop(wait)

    def take(self) -> None:
        """Shows what the feed has."""
        batch = self._feed.take()
        if batch is not None:
            self._view, self._image, self._marks = batch.view, batch.image, batch.marks
            if self._lost and not batch.lost:
                # It is back: what was said of it holds no more.
                self._alert = None
            self._lost = batch.lost
            # A turn settles what was said before; a push of the camera was told along with it.
            for event in sorted(batch.events, key=lambda e: isinstance(e, events.Moved)):
                self._note(event)
            self.sounds.hear(batch.events)
        self._draw()

    def _note(self, event: events.Event) -> None:
        """Keeps what must be said until a later turn settles it."""
        match event:
            case events.Illegal(player=player, rules=rules, text=text):
                self._alert = words.against_the_rules(self.names[player], rules), text
            case events.Reminder(rules=rules, text=text):
                self._alert = words.to_put_right(rules), text
            case events.Unsure(text=text):
                self._alert = words.CAMERA_LOST if self._lost else words.NOT_SURE, text
            case events.Gap(text=text):
                self._alert = words.TURNS_UNSEEN, text
            case events.Moved(text=text) if self._alert is None:
                self._alert = words.CAMERA_MOVED, text
            case events.Question():
                self._asked = event
            case events.Turn() | events.Undo() | events.Revise():
                self._alert = self._asked = None
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
    def shown_view(self) -> View | None:
        """The table that the screen shows: that of now, or an earlier one that is looked at."""
        moment = self._reel.moment
        return self._view if moment is None else moment.view

    @property
    def question(self) -> events.Question | None:
        """The question that was asked last, until a turn follows or it is settled."""
        still = [question.id for question in self._view.questions] if self._view else []
        asked = self._asked
        return asked if asked is not None and asked.id in still else None

    @property
    def _notice_now(self) -> tuple[str, str, bool]:
        if self._feed.error is not None:
            text = words_of(self._feed.error) or type(self._feed.error).__name__
            return (words.STOPPED, text, True)
        if self._alert is not None:
            return (*self._alert, True)
        question = self.question
        if question is not None:
            keyed = self.desk is not None and self.desk.correcting
            return (question.text, words.answers(question.options, keyed), False)
        return ("", "", False)

    def spoken(self) -> None:
        """Shows everything again, in the language in use."""
        self._draw()

    def _draw(self) -> None:
        """Brings the main screen to what is known now."""
        feed = self._feed
        status = words.status(
            self._view,
            paused=feed.paused,
            over=feed.over,
            failed=feed.error is not None,
            lost=self._lost,
        )
        moment = self._reel.moment
        if moment is not None:
            status = words.looking_back(status, self._reel.playing)
        paced = (feed.paced and not feed.over) or moment is not None
        self.main.show(
            Shown(
                self.title,
                words.turn_words(self.shown_view, self.names),
                status,
                words.speed(feed.speed) if paced else "",
                self._notice_now,
                self.shown_view,
                self._scene,
                self._remind,
            )
        )

    @property
    def _scene(self) -> Scene:
        """The picture that belongs to the table that is shown."""
        moment = self._reel.moment
        if moment is not None:
            turn, scene = self._past
            if turn != moment.turn:
                return NO_SCENE
            return scene if self._overlay else Scene(scene.image)
        outlines = self._outlines()
        zoom = next((outline for outline in outlines if outline.name == self._zoom), None)
        marks = self._marks if self._overlay else ()
        return Scene(self._image, marks, outlines if self._zones else (), zoom)

    def _outlines(self) -> tuple[Outline, ...]:
        return outlines_of(self._view.zones, self.names) if self._view is not None else ()
