"""Stand-ins for the reader and the session: they count pictures and tell a turn for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tabletop.record import Record
from tabletop.referee.events import End, Event, PanDetail, Turn
from tabletop.referee.view import Following, PlayerView, View
from tabletop.vision.frame import Image, Item, Kind, Source
from tabletop.vision.sighting import Reading

PLAYER = PlayerView(3, 8, "", (), 3, (), 0, 0, 0, 0, None, (), 0, 0)


class CountingReader:
    """Reads nothing from any picture; raises ``error`` at the pictures numbered in ``fails``."""

    def __init__(self, fails: Sequence[int] = (), error: BaseException | None = None) -> None:
        self.count = 0
        self.afresh_before: list[int] = []
        """The numbers of the pictures before which it was told to read afresh."""
        self._fails = fails
        self._error = error or ValueError("bad\npicture")

    def read(self, image: Image) -> Reading:
        self.count += 1
        if self.count - 1 in self._fails:
            raise self._error
        return Reading((image.shape[1], image.shape[0]))

    def afresh(self) -> None:
        self.afresh_before.append(self.count)


class CountingSession:
    """Takes each picture for a turn in which a pan is put down."""

    def __init__(self) -> None:
        self.turns = 0
        self.ended = 0

    def see(self, reading: Reading, frame: str) -> tuple[Event, ...]:
        self.turns += 1
        player = (self.turns - 1) % 2
        return (Turn(self.turns, player, "pan", "pan", PanDetail(), 0.99, frame),)

    def end(self) -> tuple[Event, ...]:
        self.ended += 1
        return (End((0, 0), None, "source ended", ""),)

    @property
    def record(self) -> Record:
        return Record(players=("Anna", f"after {self.turns}"))

    @property
    def view(self) -> View:
        state = Following.FOLLOWING if self.turns else Following.WAITING
        return View(
            state,
            "",
            "mushroom-walk",
            self.turns,
            0,
            (),
            (),
            67,
            7,
            (),
            (PLAYER, PLAYER),
            (),
            (),
            (),
            (),
            (),
            1.0,
        )


class ListSource(Source):
    """Gives the items it was made with; ``error`` ends it."""

    def __init__(
        self, items: Sequence[Item], kind: Kind = "pictures", error: BaseException | None = None
    ) -> None:
        self.name = "list"
        self.kind = kind
        self.items = items
        self.error = error

    def __iter__(self) -> Iterator[Item]:
        yield from self.items
        if self.error:
            raise self.error


def still(value: int = 90) -> Image:
    """A picture of an even grey."""
    return np.full((54, 96, 3), value, np.uint8)
