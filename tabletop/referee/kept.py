"""A session that is kept in a folder while it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tabletop import __version__
from tabletop.games import Game
from tabletop.games.mushroom_walk import Move, Ruling
from tabletop.record import Claimed, Record, format_record
from tabletop.referee.events import Event, Option
from tabletop.referee.folder import Folder
from tabletop.referee.journal import (
    FORMAT,
    Ended,
    Opened,
    Picture,
    SetUpAgain,
    Undone,
    apply,
    begin,
    disputed,
    fixed,
    picture,
    raw,
)
from tabletop.referee.session import Evidence, Session
from tabletop.referee.setup import Setup
from tabletop.referee.view import View
from tabletop.vision.sighting import Reading


class KeptSession:
    """A ``Session`` of which everything is on the disk before anybody hears of it: whatever ends
    the program, what was told is there. Use it in a ``with`` block."""

    def __init__(self, session: Session, folder: Folder, known: Sequence[str] = ()) -> None:
        self._session = session
        self._folder = folder
        self.pictures = len(known)
        """Pictures in the journal."""
        self.known = frozenset(known)
        """The names of those that were there when the session was taken up again."""
        self._jpeg: bytes | None = None

    @classmethod
    def create(cls, path: Path, game: Game, setup: Setup | None = None) -> KeptSession:
        """A new session in a new folder. Raises as ``Folder.create``."""
        settings = tuple(f"{k}={v}" for k, v in game.settings.items())
        first = Opened(FORMAT, __version__, game.name, settings, setup)
        return cls(Session(game, setup), Folder.create(path, first))

    @classmethod
    def resume(cls, path: Path, *, on: bool = False) -> KeptSession:
        """The session kept in ``path``, as it was. With ``on`` more pictures will come, even if it
        had ended. Raises as ``Folder.open`` and ``begin``."""
        folder, entries = Folder.open(path)
        try:
            session = begin(entries)
            past = [e for e in entries if not (on and isinstance(e, Ended))]
            for _ in apply(session, past):
                pass
            known = [e.frame for e in entries if isinstance(e, Picture)]
            return cls(session, folder, known)
        except BaseException:
            folder.close()
            raise

    @property
    def game(self) -> Game:
        """The game that is followed."""
        return self._session.game

    @property
    def path(self) -> Path:
        """The folder."""
        return self._folder.path

    @property
    def view(self) -> View:
        """As ``Session.view``."""
        return self._session.view

    @property
    def record(self) -> Record:
        """As ``Session.record``."""
        return self._session.record

    def see(self, reading: Reading, frame: str) -> Sequence[Event]:
        """As ``Session.see``."""
        events = self._session.see(reading, frame)
        self._folder.append(picture(frame, reading, events))
        self.pictures += 1
        if self._jpeg is not None:
            self._folder.keep_picture(self.pictures, self._jpeg)
            self._jpeg = None
        return self._recorded(events)

    def hold(self, jpeg: bytes) -> None:
        """The picture whose reading will be seen next, to be kept with it."""
        self._jpeg = jpeg

    def end(self) -> Sequence[Event]:
        """As ``Session.end``."""
        events = self._session.end()
        if events:
            self._folder.append(Ended(raw(events)))
        return self._recorded(events)

    def fix(self, turn: int, move: Move, player: int | None = None) -> Sequence[Event]:
        """As ``Session.fix``."""
        return self._fixed(self._session.fix(turn, move, player))

    def answer(self, question: str, option: str) -> Sequence[Event]:
        """As ``Session.answer``."""
        return self._fixed(self._session.answer(question, option))

    def undo(self) -> Sequence[Event]:
        """As ``Session.undo``."""
        events = self._session.undo()
        self._folder.append(Undone(raw(events)))
        return self._recorded(events)

    def set_up_again(self) -> Sequence[Event]:
        """As ``Session.set_up_again``."""
        events = self._session.set_up_again()
        self._folder.append(SetUpAgain(raw(events)))
        return self._recorded(events)

    def claim(self, claim: Claimed, turns: int | None = None) -> Ruling:
        """As ``Session.claim``."""
        ruling = self._session.claim(claim, turns)
        self._folder.append(disputed(self._session))
        self._folder.keep_record(format_record(self.record))
        return ruling

    def candidates(self, turn: int) -> Sequence[Option]:
        """As ``Session.candidates``."""
        return self._session.candidates(turn)

    def evidence(self, turn: int) -> Evidence | None:
        """As ``Session.evidence``."""
        return self._session.evidence(turn)

    def reading(self, number: int) -> Reading:
        """As ``Session.reading``."""
        return self._session.reading(number)

    def picture(self, number: int) -> Path:
        """Where picture ``number``, from 1, is kept, if it is."""
        return self._folder.picture(number)

    def close(self) -> None:
        """Let go of the folder."""
        self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _fixed(self, events: Sequence[Event]) -> Sequence[Event]:
        self._folder.append(fixed(self._session, events))
        return self._recorded(events)

    def _recorded(self, events: Sequence[Event]) -> Sequence[Event]:
        if events:
            self._folder.keep_record(format_record(self.record))
        return events
