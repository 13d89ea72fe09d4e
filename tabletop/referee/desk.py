"""A game at the referee's desk: everything that a screen may ask of it and do to it.

Any thread may call a desk while another one feeds the session with pictures.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol

from tabletop.games.mushroom_walk import Move, Ruling
from tabletop.language import say
from tabletop.record import Claimed, Record, ReplayError
from tabletop.referee.correcting import CorrectionError
from tabletop.referee.disputing import ruling_on
from tabletop.referee.events import Event, Option
from tabletop.referee.kept import KeptSession
from tabletop.referee.retelling import Moment, retell
from tabletop.referee.session import Evidence, Session
from tabletop.referee.view import View
from tabletop.vision.sighting import Reading, Sighting


class Told(Protocol):
    """A game that is looked at, as far as it has been told."""

    @property
    def record(self) -> Record: ...
    def evidence(self, turn: int) -> Evidence | None: ...
    def picture(self, number: int) -> Path: ...
    def reading(self, number: int) -> Reading: ...


class Shot(NamedTuple):
    """A kept picture and what was read in it."""

    file: Path
    cards: tuple[Sighting, ...]


class ToldRecord:
    """A record: the whole game at once, without pictures."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def evidence(self, turn: int) -> Evidence | None:  # noqa: ARG002
        """None: a record holds no pictures."""
        return None

    def picture(self, number: int) -> Path:
        """Never asked for."""
        raise LookupError(number)

    def reading(self, number: int) -> Reading:
        """Never asked for."""
        raise LookupError(number)


class ToldSession:
    """A session that is gone through again; ``pictures`` gives the file of a picture by number."""

    def __init__(self, session: Session, pictures: Callable[[int], Path]) -> None:
        self._session = session
        self.picture: Callable[[int], Path] = pictures

    @property
    def record(self) -> Record:
        """As ``Session.record``."""
        return self._session.record

    def evidence(self, turn: int) -> Evidence | None:
        """As ``Session.evidence``."""
        return self._session.evidence(turn)

    def reading(self, number: int) -> Reading:
        """As ``Session.reading``."""
        return self._session.reading(number)


class Desk:
    """``session``: a ``KeptSession``, in which turns can be put right and claims are kept; anything
    else can only be looked at. ``renew``: makes the session of a new game, where one can begin.
    ``keep``: is given the record each time it changes, and which game it is of, from 1.

    What can't be done raises ``CorrectionError``, whose text says why, and changes nothing.
    """

    def __init__(
        self,
        session: KeptSession | Told,
        renew: Callable[[], KeptSession] | None = None,
        keep: Callable[[Record, int], None] = lambda _, __: None,
    ) -> None:
        self._session = session
        self._renew = renew
        self._keep = keep
        self._games = 1
        self._lock = threading.RLock()
        self._retelling = threading.Lock()
        self._moments: list[Moment] = []
        self._record: Record | None = None

    # What the follower does

    @property
    def view(self) -> View:
        """As ``Session.view``."""
        with self._lock:
            return self._kept.view

    @property
    def record(self) -> Record:
        """As ``Session.record``."""
        with self._lock:
            return self._session.record

    def see(self, reading: Reading, frame: str) -> Sequence[Event]:
        """As ``Session.see``."""
        with self._lock:
            return self._kept_after(self._kept.see(reading, frame))

    def hold(self, jpeg: bytes) -> None:
        """As ``KeptSession.hold``."""
        with self._lock:
            self._kept.hold(jpeg)

    def end(self) -> Sequence[Event]:
        """As ``Session.end``."""
        with self._lock:
            return self._kept_after(self._kept.end())

    def still(self) -> AbstractContextManager[bool]:
        """Keeps everybody else from asking while the game moves on by other means."""
        return self._lock

    # What players ask

    @property
    def correcting(self) -> bool:
        """Whether turns can be put right."""
        return isinstance(self._session, KeptSession)

    @property
    def renewing(self) -> bool:
        """Whether a new game can begin."""
        return self._renew is not None

    @property
    def games(self) -> int:
        """The number of the game at the desk, from 1."""
        return self._games

    def moments(self) -> Sequence[Moment]:
        """The table after every turn so far, as it is now taken to have been; empty before a table
        was found, or where the turns as told can't be gone through."""
        with self._retelling:
            record = self.record
            if not record.entries:
                self._moments = []
            if record != self._record and record.entries:
                try:
                    self._moments = retell(record, self._moments)
                except ReplayError:
                    self._moments = []
            self._record = record
            return self._moments

    def pictures(self, turn: int) -> tuple[Shot | None, Shot | None]:
        """The pictures before turn ``turn``, from 1, and after it, as far as they were kept."""
        with self._lock:
            shown = self._session.evidence(turn)
            if shown is None:
                return None, None
            return self._shot(shown.before), self._shot(shown.after)

    def _shot(self, number: int) -> Shot | None:
        file = self._session.picture(number)
        return Shot(file, self._session.reading(number).cards) if file.is_file() else None

    def ask(self, claim: Claimed, turns: int) -> Ruling:
        """What the rules say of ``claim``, made after ``turns`` turns."""
        return ruling_on(self.record, claim, turns)

    def candidates(self, turn: int) -> Sequence[Option]:
        """As ``Session.candidates``."""
        with self._lock:
            return self._kept.candidates(turn)

    # What players do

    def claim(self, claim: Claimed, turns: int) -> Ruling:
        """As ``Session.claim``."""
        with self._lock:
            ruling = self._kept.claim(claim, turns)
            self._keep(self._kept.record, self._games)
            return ruling

    def fix(self, turn: int, move: Move, player: int | None = None) -> Sequence[Event]:
        """As ``Session.fix``."""
        with self._lock:
            return self._kept_after(self._kept.fix(turn, move, player))

    def answer(self, question: str, option: str) -> Sequence[Event]:
        """As ``Session.answer``."""
        with self._lock:
            return self._kept_after(self._kept.answer(question, option))

    def undo(self) -> Sequence[Event]:
        """As ``Session.undo``."""
        with self._lock:
            return self._kept_after(self._kept.undo())

    def set_up_again(self) -> Sequence[Event]:
        """As ``Session.set_up_again``."""
        with self._lock:
            return self._kept_after(self._kept.set_up_again())

    def new_game(self) -> Sequence[Event]:
        """End this game, as far as it went, and begin another one with the next picture; the last
        events of the old one."""
        with self._lock:
            if self._renew is None:
                raise CorrectionError(say("No new game can begin here."))
            old = self._kept
            fresh = self._renew()
            events = self._kept_after(old.end())
            old.close()
            self._games += 1
            self._session, self._moments, self._record = fresh, [], None
            return events

    def close(self) -> None:
        """Let go of the session's folder."""
        with self._lock:
            if isinstance(self._session, KeptSession):
                self._session.close()

    def _kept_after(self, events: Sequence[Event]) -> Sequence[Event]:
        if events:
            self._keep(self._kept.record, self._games)
        return events

    @property
    def _kept(self) -> KeptSession:
        if not isinstance(self._session, KeptSession):
            raise CorrectionError(say("This is a replay: nothing in it can be changed."))
        return self._session


__all__ = ["CorrectionError", "Desk", "Shot", "Told", "ToldRecord", "ToldSession"]
