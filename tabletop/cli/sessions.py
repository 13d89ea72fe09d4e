"""Session folders as commands use them."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tabletop.cli.codes import UsageError
from tabletop.cli.reading import ReadsOn
from tabletop.games import Game
from tabletop.language import say
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading

if TYPE_CHECKING:
    from tabletop.referee.kept import KeptSession
    from tabletop.referee.setup import Setup

JPEG_QUALITY = 88


class KeepsPictures(Protocol):
    """What is used of a session that keeps its pictures."""

    def hold(self, jpeg: bytes) -> None: ...


class KeepingReader:
    """Reads pictures and hands them to the session that keeps them."""

    def __init__(self, reader: ReadsOn, session: KeepsPictures) -> None:
        self._reader = reader
        self._session = session

    def read(self, image: Image) -> Reading:
        """As ``Reader.read``."""
        import cv2

        reading = self._reader.read(image)
        good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if good:
            self._session.hold(data.tobytes())
        return reading

    def afresh(self) -> None:
        """As ``Rereader.afresh``."""
        self._reader.afresh()


def kept_session(
    arguments: Namespace, game: Game, *, live: bool, setup: Setup | None = None
) -> KeptSession | None:
    """The session that ``--session`` or ``--resume`` names; of a camera one in the user's data
    folder; else None. Raises ``UsageError``, and ``JournalError`` where a folder can't be used."""
    from tabletop.referee.kept import KeptSession

    if arguments.resume is not None:
        if arguments.settings:
            raise UsageError(say("--set can't change a session that is resumed"))
        if setup is not None:
            raise UsageError(say("--setup is for a session's first picture, not for one resumed"))
        return KeptSession.resume(Path(arguments.resume), on=True)
    if arguments.session is not None:
        return KeptSession.create(Path(arguments.session), game, setup)
    if live and not arguments.no_session:
        return KeptSession.create(default_folder(), game, setup)
    return None


def default_folder() -> Path:
    """A folder for a session that begins now, in the user's data folder."""
    from platformdirs import user_data_path

    now = datetime.now().strftime("%Y-%m-%d %H.%M.%S")
    return user_data_path("tabletop", appauthor=False) / "sessions" / now


def next_folder(path: Path) -> Path:
    """A folder beside ``path`` that isn't there yet, for the game after the one kept there."""
    numbers = (n for n in range(2, 10_000) if not path.with_name(f"{path.name}-{n}").exists())
    return path.with_name(f"{path.name}-{next(numbers)}")
