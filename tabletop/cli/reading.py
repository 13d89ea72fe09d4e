"""The reader as commands use it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from tabletop.resources import decks_dir
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Reading


class ReadsPictures(Protocol):
    """What is used of the reader."""

    def read(self, image: Image) -> Reading: ...


class LateReader:
    """The reader, loaded with the first picture: a wrong path is told before models are loaded.

    It knows the user's enrolled decks.
    """

    def __init__(self, models: Path | None = None) -> None:
        """``models``: folder of the models, the bundled ones if none is given."""
        self._models = models
        self._reader: ReadsPictures | None = None

    def read(self, image: Image) -> Reading:
        """As ``Reader.read``; raises ``ModelError`` if the models can't be loaded."""
        return self.load().read(image)

    def load(self) -> ReadsPictures:
        """The reader; loads it if it isn't yet. Raises ``ModelError``."""
        if self._reader is None:
            from tabletop.vision.deck import LEARNT, load_decks
            from tabletop.vision.reader import Reader

            reader = Reader(self._models)
            if self._models is None:
                reader.know(load_decks(decks_dir() / LEARNT, reader.models))
            self._reader = reader
        return self._reader
