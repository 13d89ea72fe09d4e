"""The simulated camera as a source of frames."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.games import Game
from tabletop.simulation.painter import Painter, open_deck
from tabletop.simulation.stage import make_stage
from tabletop.simulation.wishes import parse_wishes
from tabletop.vision.frame import Frame, Item, Source


class SimulatedSource(Source):
    """Pictures of a game of ``game`` that nobody plays, as ``spec`` (``sim:…``) wishes it. Raises
    ``SourceError`` where ``spec`` can't be understood."""

    kind = "pictures"

    def __init__(self, spec: str, game: Game) -> None:
        wishes = parse_wishes(spec)
        deck = open_deck(wishes.deck)
        self.name = spec
        self._stage = make_stage(game, wishes, deck.aspect)
        self._painter = Painter(self._stage, deck, wishes.cloth)
        self.total = len(self._stage.moments)

    def __iter__(self) -> Iterator[Item]:
        for number, moment in enumerate(self._stage.moments):
            image, _ = self._painter.paint(number, moment)
            yield Frame(f"{number:03d}", image, float(number), moment=True)
