"""A set-up: where everything lies on a table under a camera, as a file (calibration/README.md)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from tabletop.games.mushroom_walk import Game
from tabletop.language import say
from tabletop.referee.files import replace_file
from tabletop.referee.layout import FOREST, Layout, find_layout, lower_side, read_plane
from tabletop.referee.observe import observe
from tabletop.referee.plane import Floats, Plane
from tabletop.referee.tracking import with_dealt_discards
from tabletop.referee.viewing import zone_views
from tabletop.regular import read_regular
from tabletop.vision.errors import shown
from tabletop.vision.sighting import Point, Reading

FORMAT = 1
"""Version of the file's format."""

_MOST_COINS = 200
"""Coins of a supply that lie side by side; a game has far fewer."""
_LEAST_FOREST = 4
"""Forest cards that must lie where a set-up says, for it to be believed."""


_MOVED = 0.5
"""Card widths by which the forest's ends may lie beside those of a set-up."""

_OFF_PLACE = 0.3
"""Steps by which a card may lie beside its place in the row."""

_MOST_PIXELS = 100_000
_FARTHEST = 1000.0
"""Card widths that a thing on the table may be away."""

_LARGEST = 20.0
"""Of a plane's numbers, logarithms, slopes and angles."""

_MOST_BYTES = 2**20
"""Size of a file that is no set-up any more."""
_CARD_OFF = 0.3
"""Share of its width by which a card may seem larger or smaller than it is, on a plane that it lies
in."""
_LEAST_CARDS = 4
"""Cards from which on it is judged whether they lie in a plane."""

_WELL_MEASURED = 0.08
"""Misfit of a plane from which it is not believed."""


class SetupError(Exception):
    """A set-up that can't be used; the text is one line that says why."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``Layout`` as a file holds it; see there and in ``Plane`` for what the numbers mean. ``by``:
    what showed where the row lies."""

    format: int
    size: tuple[int, int]
    plane: tuple[float, float, float, float, float, float, float]
    origin: Point
    error: float
    step: float
    lower: int
    draw: Point | None = None
    night: Point | None = None
    discard: Point | None = None
    decay: Point | None = None
    supply: tuple[Point, ...] = ()
    by: Literal["cards", "markers", "corners"] = "cards"

    @property
    def tilt(self) -> float:
        """Degrees between the camera's axis and straight down."""
        return float(np.degrees(np.arctan(np.hypot(self.plane[1], self.plane[2]))))

    def layout(self, size: tuple[int, int]) -> Layout | None:
        """The layout in pictures of ``size`` (width, height); None where their shape differs, so
        that the camera can't be set as it was."""
        if abs(size[0] * self.size[1] - size[1] * self.size[0]) > 0.01 * size[0] * self.size[1]:
            return None
        supply = np.array(self.supply, dtype=np.float64) if self.supply else None
        return Layout(
            Plane(size, self.plane, self.origin, self.error),
            self.step,
            self.lower,
            self.draw,
            self.night,
            self.discard,
            self.decay,
            supply,
        )


def find_setup(reading: Reading, game: Game) -> Setup | None:
    """What ``reading`` shows of the table; None where it shows no row of cards."""
    layout = find_layout(reading)
    if layout is None:
        return None
    return setup_of(with_dealt_discards(observe(reading, layout), game))


def setup_of(layout: Layout, by: Literal["cards", "markers", "corners"] = "cards") -> Setup:
    """``layout`` as a file holds it."""
    plane = layout.plane
    supply = () if layout.supply is None else tuple((float(x), float(y)) for x, y in layout.supply)
    return Setup(
        FORMAT,
        plane.size,
        plane.params,  # type: ignore[arg-type]
        plane.origin,
        plane.error,
        layout.step,
        layout.lower,
        layout.draw,
        layout.night,
        layout.discard,
        layout.decay,
        supply,
        by,
    )


def fitting_layout(setup: Setup, reading: Reading) -> Layout | None:
    """The layout of ``setup``; None where ``reading`` shows no forest there, or one with its draw
    pile somewhere else: then the camera was moved. A set-up made by hand is believed as long as
    cards lie in its row."""
    layout = layout_in(setup, reading)
    if layout is None:
        return None
    if setup.by != "cards":
        return layout if _cards_at_places(layout, reading) >= _LEAST_FOREST else None
    if len(observe(reading, layout).forest) < _LEAST_FOREST:
        return None
    fresh = find_layout(reading)
    if fresh is not None and fresh.draw is not None:
        ends = np.array([[0.0, 0.0], [(FOREST - 1) * fresh.step, 0.0]])
        there = layout.plane.to_table(fresh.plane.to_picture(ends))
        off = there - [[0.0, 0.0], [(FOREST - 1) * layout.step, 0.0]]
        if float(np.abs(off).max()) > _MOVED:
            return None
    return layout


def layout_in(setup: Setup, reading: Reading) -> Layout | None:
    """The layout of ``setup`` in the reading's picture, unless its shape is another. Of a set-up
    made by hand only the places are taken, the measures from the cards."""
    layout = setup.layout(reading.size)
    return layout if layout is None or setup.by == "cards" else measured(layout, reading)


def cards_lie_in(layout: Layout, reading: Reading) -> bool:
    """Whether the reading's cards have the size of cards on the plane of ``layout``: else the
    camera stands elsewhere, or its numbers are made up. Of a few cards nothing is said."""
    cards = [c for c in reading.cards if c.visible > 0.5 and c.score > 0.5]
    if len(cards) < _LEAST_CARDS:
        return True
    corners = layout.plane.to_table(np.array([c.quad for c in cards]))
    edges = np.hypot(*np.moveaxis(np.roll(corners, -1, axis=1) - corners, -1, 0))
    wide, high = edges[:, ::2].mean(axis=1), edges[:, 1::2].mean(axis=1)
    off = np.maximum(np.abs(wide - 1), np.abs(high / layout.plane.card_height - 1))
    # Not the median: one half of a table may fit a plane that is wrong for the other.
    return bool(np.isfinite(off).all() and np.quantile(off, 0.75) < _CARD_OFF)


def measured(layout: Layout, reading: Reading) -> Layout:
    """``layout`` on the plane that the reading's cards lie in, where enough of them show it: its
    unit is the cards' width, whatever was used to lay it out."""
    plane = read_plane(reading, layout.plane)
    if plane is None or plane.error > _WELL_MEASURED:
        return layout
    return moved_to(layout, plane)


def moved_to(layout: Layout, plane: Plane) -> Layout:
    """``layout`` on ``plane``, each of its places at the same point of the picture."""
    row = layout.plane.to_picture(np.array([[0.0, 0.0], [(FOREST - 1) * layout.step, 0.0]]))
    plane, step = along_row(plane, row)

    def there(place: Point | None) -> Point | None:
        if place is None:
            return None
        x, y = plane.to_table(layout.plane.to_picture(np.array([place])))[0]
        return float(x), float(y)

    supply = layout.supply
    if supply is not None:
        supply = plane.to_table(layout.plane.to_picture(supply))
    return Layout(
        plane,
        step,
        lower_side(plane, step),
        there(layout.draw),
        there(layout.night),
        there(layout.discard),
        there(layout.decay),
        supply,
    )


def along_row(plane: Plane, row: Floats) -> tuple[Plane, float]:
    """``plane`` with its axis along the forest, and the step from card to card. ``row``: the
    middles of the first and the eighth forest card, pixels, shape (2, 2)."""
    first, last = plane.to_table(row)
    angle = float(np.arctan2(last[1] - first[1], last[0] - first[0]))
    origin = plane.turned(angle, (0.0, 0.0)).to_table(row[:1])[0]
    turned = plane.turned(angle, (float(origin[0]), float(origin[1])))
    return turned, float(np.hypot(*(last - first))) / (FOREST - 1)


def _cards_at_places(layout: Layout, reading: Reading) -> int:
    """Forest cards that lie at one of the forest's places, not between two."""
    slots = np.array([card.x for card in observe(reading, layout).forest]) / layout.step
    return int((np.abs(slots - np.round(slots)) < _OFF_PLACE).sum())


def outlines(layout: Layout) -> Mapping[str, tuple[Point, ...]]:
    """Outlines in pixels of all zones and, named by their numbers, of the forest's places."""
    half = layout.plane.card_height / 2
    found = {zone.name: zone.outline for zone in zone_views(layout)}
    for n in range(FOREST):
        x = n * layout.step
        box = np.array([[x - 0.5, -half], [x + 0.5, -half], [x + 0.5, half], [x - 0.5, half]])
        corners = layout.plane.to_picture(box)
        found[str(n + 1)] = tuple((float(x), float(y)) for x, y in corners)
    return found


def save_setup(setup: Setup, path: Path) -> None:
    """Write ``setup`` to ``path``. Raises ``SetupError`` if that can't be."""
    text = msgspec.json.format(msgspec.json.encode(setup), indent=2).decode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text + "\n")
    except OSError as error:
        raise SetupError(
            say("{path} can't be written: {why}.", path=shown(path), why=error.strerror)
        ) from None


def load_setup(path: Path) -> Setup:
    """The set-up in the file ``path``. Raises ``SetupError`` where it holds none."""
    name = shown(path)
    try:
        text = read_regular(path, _MOST_BYTES)
        if len(text) > _MOST_BYTES:
            raise SetupError(say("{name} is larger than any set-up of a table.", name=name))
        setup = msgspec.json.decode(text, type=Setup)
    except OSError as error:
        raise SetupError(
            say("{name} can't be read: {why}.", name=name, why=error.strerror)
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SetupError(
            say("{name} is no set-up of a table: {error}.", name=name, error=error)
        ) from None
    if setup.format != FORMAT:
        raise SetupError(
            say(
                "{name} has format {format}; this tabletop reads format {format2}.",
                name=name,
                format=setup.format,
                format2=FORMAT,
            )
        )
    if not sound_setup(setup):
        raise SetupError(say("{name} is no set-up of a table: its numbers can't be.", name=name))
    return setup


def sound_setup(setup: Setup) -> bool:
    """Whether a camera and a table can be as ``setup`` says."""
    points = [setup.origin, setup.draw, setup.night, setup.discard, setup.decay, *setup.supply]
    values = [value for point in points if point is not None for value in point]
    return (
        len(setup.supply) <= _MOST_COINS
        and all(1 <= side <= _MOST_PIXELS for side in setup.size)
        and all(abs(value) < _FARTHEST for value in values)
        and all(abs(value) < _LARGEST for value in setup.plane)
        and 0.5 < setup.step < 5
        and abs(setup.lower) == 1
    )
