"""Paints the moments of one simulated game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.language import say
from tabletop.resources import paintbox_dir
from tabletop.simulation.moments import Moment
from tabletop.simulation.painting.arms import make_people
from tabletop.simulation.painting.artwork import Cards, Image, load_deck, load_sheet, picture
from tabletop.simulation.painting.canvas import Look
from tabletop.simulation.painting.light import make_light
from tabletop.simulation.painting.picture import Studio, paint_moment, table_picture
from tabletop.simulation.painting.purse import purse_colour
from tabletop.simulation.painting.sheet import make_sheet
from tabletop.simulation.painting.tops import DENSITY, TOPS
from tabletop.simulation.stage import Stage, points_of
from tabletop.simulation.truth import Shown
from tabletop.vision.errors import SourceError, shown

_SMALL: Final = 1600
"""Width in pixels below which pictures are painted in finer detail before the lens bends them."""


def open_deck(folder: Path | None) -> Cards:
    """The deck in ``folder``, or our own. Raises ``SourceError`` where there is no whole one."""
    if folder is None:
        try:
            return load_sheet(paintbox_dir())
        except (OSError, ValueError, KeyError):
            raise SourceError(
                say("The simulated camera isn't part of this copy of tabletop.")
            ) from None
    try:
        return load_deck(folder)
    except (OSError, ValueError) as error:
        raise SourceError(
            say("sim: {name} is no whole deck: {error}.", name=shown(folder), error=error)
        ) from None


class Painter:
    """Paints pictures of ``stage`` with ``deck`` on a table top called ``cloth`` (see ``TOPS``, or
    the name of a picture; None leaves it to the seed)."""

    def __init__(self, stage: Stage, deck: Cards, cloth: str | None = None) -> None:
        self._stage = stage
        rng = np.random.default_rng([stage.options.seed, 52])
        self._points = points_of([m.scene for m in stage.moments], stage.aspect)
        names = list(TOPS)
        by_chance = names[int(rng.integers(len(names)))]
        self.cloth = cloth or by_chance
        self._top, self._density = _table_top(rng, self.cloth, self._points)
        a, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.012, 0.03)
        warm = np.array([rng.uniform(0.93, 1.0), rng.uniform(0.975, 1.0), 1.0], np.float32)
        self._stock = warm * np.float32(rng.uniform(0.9, 0.97))
        self._shadow = (far * np.cos(a), far * np.sin(a), float(rng.uniform(0.28, 0.45)))
        self._gloss = float(rng.uniform(0.4, 0.9))
        self._pick = float(rng.random())
        self._coin = purse_colour(rng)
        self._people = make_people(rng)
        self._light = make_light(
            rng,
            stage.options.light,
            *stage.options.size,
            stage.options.grain,
            250 * float(self._stock[2]),
        )
        self._deck = deck
        self._studio: tuple[int, Studio] | None = None

    def paint(self, number: int, moment: Moment) -> tuple[Image, list[Shown]]:
        """Picture ``number`` (BGR), of ``moment``, and the cards in it."""
        return paint_moment(self._at(moment.camera), moment.scene, number, moment.reaching)

    def _at(self, place: int) -> Studio:
        """The studio with the camera at its place number ``place``; the last one is kept."""
        if self._studio is None or self._studio[0] != place:
            self._studio = place, self._open(place)
        return self._studio[1]

    def _open(self, place: int) -> Studio:
        stage = self._stage
        camera = stage.cameras[place]
        sheet = make_sheet(camera, 1.5 if camera.width < _SMALL else 1.2)
        ends = camera.project(np.array([[-0.5, 0.0], [0.5, 0.0]]))
        card = float(np.hypot(*(ends[1] - ends[0]))) * sheet.scale
        dx, dy, depth = self._shadow
        shadow = (card * dx, card * dy, card * 0.025 + 0.8, depth)
        look = Look(self._stock, 0.0, shadow, 0.22, self._gloss, (0.985, 1.01))
        middle = (float(self._points[:, 0].mean()), float(self._points[:, 1].mean()))
        return Studio(
            stage.options.seed,
            sheet,
            table_picture(self._top, self._density, sheet, middle),
            self._deck,
            stage.aspect,
            self._pick,
            look,
            self._light,
            self._coin,
            self._people,
            paintbox_dir(),
        )


def _table_top(rng: Generator, cloth: str, points: NDArray[np.float64]) -> tuple[Image, float]:
    """The picture of the table's top and its pixels per card width."""
    wide, high = np.ptp(points, axis=0) + [9, 7]
    if cloth in TOPS:
        return TOPS[cloth](rng, int(wide * DENSITY), int(high * DENSITY)), DENSITY
    image = picture(cloth, 1400)
    span = float(rng.uniform(5, 12))
    return image, max(image.shape[:2]) / span
