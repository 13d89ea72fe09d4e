"""The main screen: forest, both players, picture, log; laid out by the size of the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Resize
from textual.screen import Screen

from tabletop.dashboard import words
from tabletop.dashboard.bars import Heading, Notice
from tabletop.dashboard.footer import Footer
from tabletop.dashboard.forest import Forest
from tabletop.dashboard.log import FullLog, Log
from tabletop.dashboard.picture import NO_SCENE, Picture, Scene
from tabletop.dashboard.seat import Seat
from tabletop.dashboard.words import Status
from tabletop.referee.view import View


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that the main screen shows. ``notice``: head, text, whether it is grave;
    ``remind``: show the hand cards that were taken in view."""

    title: str = ""
    turn: str = ""
    status: Status = words.NOTHING_YET
    speed: str = ""
    notice: tuple[str, str, bool] = ("", "", False)
    view: View | None = None
    scene: Scene = NO_SCENE
    remind: bool = False


class Frame(Container):
    """Holds others. Of itself at most the ground is seen: no line of it need be worked out."""

    BLANK = True


class MainScreen(Screen[None]):
    """Shows what it is handed. ``plain``: no large signs, for terminals without them."""

    BLANK = True

    def __init__(self, names: tuple[str, str], plain: bool) -> None:
        super().__init__()
        self._names, self._plain = names, plain
        self._shown = Shown()

    def compose(self) -> ComposeResult:
        yield Heading()
        yield Notice()
        yield Forest(self._plain)
        with Frame(id="middle"):
            with Frame(id="seats"):
                yield Seat(1, self._names[1], self._plain)
                yield Seat(0, self._names[0], self._plain)
            with Frame(id="side"):
                yield Picture("picture-small")
                yield Log(self._names, "log-side")
        yield Log(self._names, "log-small")
        yield Picture("picture-large")
        yield FullLog(self._names, "log-large")
        yield Footer()

    def on_mount(self) -> None:
        self._fit(self.size.width, self.size.height)

    def on_screen_resume(self) -> None:
        """Shows what came while another screen lay over this one."""
        self._draw()

    def on_resize(self, event: Resize) -> None:
        self._fit(event.size.width, event.size.height)

    def _fit(self, width: int, height: int) -> None:
        roomy = width >= 110 and height >= 32
        self.set_class(roomy, "-roomy")
        # Stacked, the far player lies above, as in the picture; side by side the first one is left.
        seats, first = self.query_one("#seats"), self.query_one("#seat-1" if roomy else "#seat-0")
        if seats.children[0] is not first:
            seats.move_child(first, before=0)
        self.set_class(width >= 150 and height >= 48, "-vast")
        self.set_class(width < 60 or height < 18, "-tiny")
        self.call_after_refresh(self._draw)

    def toggle(self, what: str) -> None:
        """Gives the screen to ``what`` (``"picture"`` or ``"log"``), or back to the table."""
        on = not self.has_class(f"-{what}")
        self.set_class(on and what == "picture", "-picture")
        self.set_class(on and what == "log", "-log")
        self.call_after_refresh(self._draw)

    def show(self, shown: Shown) -> None:
        """Shows ``shown`` from now on."""
        self._shown = shown
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        """Brings every widget to what is shown now."""
        shown = self._shown
        view = shown.view
        self.query_one(Heading).show(shown.title, shown.turn, shown.status, shown.speed)
        self.query_one(Notice).show(*shown.notice)
        # Until there is a table to show, the picture says how the camera must be turned.
        waiting = words.no_table(view)
        self.set_class(waiting and shown.scene.image is not None, "-waiting")
        self.query_one(Forest).show(view)
        for seat in self.query(Seat):
            seat.show(None if waiting else view, shown.remind)
        for log in self.query(Log):
            log.show(view)
        if self.has_class("-log"):
            self.query_one(FullLog).show(view)
        for picture in self.query(Picture):
            picture.show(shown.scene)
