"""The reader as commands use it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tabletop.resources import decks_dir
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading

if TYPE_CHECKING:
    from tabletop.vision.reader import Reader
    from tabletop.vision.rereading import Rereader


class ReadsPictures(Protocol):
    """What is used of the reader."""

    def read(self, image: Image) -> Reading: ...


class ReadsOn(ReadsPictures, Protocol):
    """What is used of a reader of pictures that follow each other."""

    def afresh(self) -> None:
        """What the last picture showed makes no sense: nothing of its reading is kept."""


class LateReader:
    """The reader, loaded with the first picture: a wrong path is told before models are loaded.

    It knows the user's enrolled decks.
    """

    def __init__(self, models: Path | None = None) -> None:
        """``models``: folder of the models, the bundled ones if none is given."""
        self._models = models
        self._reader: Reader | None = None

    def read(self, image: Image) -> Reading:
        """As ``Reader.read``; raises ``ModelError`` if the models can't be loaded."""
        return self.load().read(image)

    def load(self) -> Reader:
        """The reader; loads it if it isn't yet. Raises ``ModelError``."""
        if self._reader is None:
            from tabletop.vision.deck import LEARNT, load_decks
            from tabletop.vision.reader import Reader

            reader = Reader(self._models)
            if self._models is None:
                reader.know(load_decks(decks_dir() / LEARNT, reader.models))
            self._reader = reader
        return self._reader


class LateRereader:
    """As ``LateReader``, for the pictures of one game in their order: see ``Rereader``."""

    def __init__(self) -> None:
        self._late = LateReader()
        self._again: Rereader | None = None

    def read(self, image: Image) -> Reading:
        """As ``Rereader.read``; raises ``ModelError`` if the models can't be loaded."""
        return self.load().read(image)

    def load(self) -> Rereader:
        """The reader; loads it if it isn't yet. Raises ``ModelError``."""
        if self._again is None:
            from tabletop.vision.rereading import Rereader

            self._again = Rereader(self._late.load())
        return self._again

    def afresh(self) -> None:
        """As ``Rereader.afresh``."""
        if self._again is not None:
            self._again.afresh()
