"""The source that a command's SOURCE names, the simulated camera among them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tabletop.games import Game
from tabletop.vision.frame import Item, Source


def open_game_source(spec: str, game: Game) -> Source:
    """The source ``spec`` names, opened; a simulated camera shows a game of ``game``. Raises
    ``SourceError``."""
    if spec == "sim" or spec.startswith("sim:"):
        from tabletop.simulation.source import SimulatedSource

        return SimulatedSource(spec, game)
    from tabletop.vision.sources import open_source

    return open_source(spec)


class Unseen(Source):
    """The pictures of ``source`` but those whose names are ``known``: of a folder that was followed
    before, what came since."""

    def __init__(self, source: Source, known: Collection[str]) -> None:
        self.name, self.kind, self.total = source.name, source.kind, source.total
        self._source = source
        self._known = known

    def __iter__(self) -> Iterator[Item]:
        return (item for item in self._source if item.name not in self._known)

    def close(self) -> None:
        self._source.close()

    @property
    def dropped(self) -> int:
        return self._source.dropped
