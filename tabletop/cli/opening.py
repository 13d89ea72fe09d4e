"""The source that a command's SOURCE names, the simulated camera among them."""

from __future__ import annotations

from tabletop.games import Game
from tabletop.vision.frame import Source


def open_game_source(spec: str, game: Game) -> Source:
    """The source ``spec`` names, opened; a simulated camera shows a game of ``game``. Raises
    ``SourceError``."""
    if spec == "sim" or spec.startswith("sim:"):
        from tabletop.simulation.source import SimulatedSource

        return SimulatedSource(spec, game)
    from tabletop.vision.sources import open_source

    return open_source(spec)
