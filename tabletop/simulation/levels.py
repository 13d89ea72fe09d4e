"""How difficult a simulated table is to follow: three fixed levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Level:
    """``size``: width and height in pixels; ``tilt``: least and most, degrees; ``lights``: one of
    which a game has; ``busy``, ``half``: shares of turns seen with an arm and half done;
    ``missing``: share of pictures left out; ``bumps``: how often the camera is pushed; ``messy``:
    how sloppily cards are laid, 1 being usual."""

    size: tuple[int, int]
    tilt: tuple[float, float]
    lights: tuple[str, ...]
    busy: float = 0.0
    half: float = 0.0
    missing: float = 0.0
    bumps: int = 0
    messy: tuple[float, float] = (0.5, 1.3)


LEVELS: Final[Mapping[str, Level]] = {
    "easy": Level((1920, 1080), (0, 20), ("day",)),
    "normal": Level((1920, 1080), (10, 35), ("day", "lamp"), 0.15, 0.10, bumps=1),
    "hard": Level((1280, 720), (10, 45), ("glare",), 0.15, 0.10, 0.3, 1, (1.3, 2.0)),
}
"""The levels by name. What makes a table hard comes on top of what makes it normal."""
