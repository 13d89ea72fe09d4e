"""A whole simulated game on its table under its camera, ready to be painted: no picture yet."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.games import Game
from tabletop.simulation.camera import Camera, aim, bumped
from tabletop.simulation.levels import LEVELS
from tabletop.simulation.moments import Habits, Moment, moments
from tabletop.simulation.playing import Played, play_game
from tabletop.simulation.table.cards import Piles
from tabletop.simulation.table.lay import Scene, Table
from tabletop.simulation.table.layout import Layout, Needs, make_layout
from tabletop.simulation.table.places import card_corners
from tabletop.simulation.table.slips import Slip, Turn, find_slips
from tabletop.simulation.wishes import Wishes

PLAYERS = ("thinker", "greedy")
"""Who plays where nobody is wished for: quick players with different habits."""

_T = TypeVar("_T")

_MARGIN = 0.03
_BUMPED_MARGIN = 0.06


@dataclass(frozen=True)
class Options:
    """Everything that was open, settled; angles in degrees, ``focal`` in picture widths."""

    seed: int
    players: tuple[str, str]
    size: tuple[int, int]
    light: str
    tilt: float
    yaw: float
    focal: float
    k1: float
    grain: float
    habits: Habits
    missing: float
    bumps: int
    messy: float
    night_sideways: bool
    slips: int


@dataclass(frozen=True)
class Stage:
    """``played``: the game; ``cameras``: where the camera stood, a bump apart; ``moments``: the
    pictures to be taken."""

    game: Game
    options: Options
    aspect: float
    played: Sequence[Played]
    layout: Layout
    cameras: Sequence[Camera]
    moments: Sequence[Moment]

    @property
    def seat_at_lower_edge(self) -> int:
        """Which player sits at the first picture's lower edge; if neither does, the one further
        left."""
        a, b = self.cameras[0].project(np.array([[0.0, 3.0], [0.0, -3.0]]))
        if abs(a[1] - b[1]) < 0.25 * abs(a[0] - b[0]):
            return 0 if a[0] < b[0] else 1
        return 0 if a[1] > b[1] else 1


def settle(wishes: Wishes) -> Options:
    """What ``wishes`` leave open, as level and seed have it."""
    level = LEVELS[wishes.difficulty]
    rng = np.random.default_rng([wishes.seed, 77])
    low, high = level.tilt
    tilt = float(rng.uniform(low, high))
    side = float(rng.choice([0, 180, 90, 270], p=[0.45, 0.45, 0.05, 0.05]) + rng.normal(0, 6))
    focal = float(rng.uniform(0.65, 1.0))
    k1 = float(rng.uniform(-0.1, 0.02))
    light = str(rng.choice(level.lights))
    messy = float(rng.uniform(*level.messy))
    sideways = bool(rng.random() < 0.5)
    grain = float(rng.uniform(0.004, 0.01))
    players = tuple(str(name) for name in rng.permutation(PLAYERS))
    return Options(
        wishes.seed,
        _wish(wishes.players, (players[0], players[1])),
        _wish(wishes.size, level.size),
        _wish(wishes.light, light),
        _wish(wishes.tilt, tilt),
        _wish(wishes.yaw, side),
        _wish(wishes.focal, focal),
        k1,
        grain,
        Habits(_wish(wishes.busy, level.busy), _wish(wishes.half, level.half)),
        _wish(wishes.missing, level.missing),
        _wish(wishes.bumps, level.bumps),
        _wish(wishes.messy, messy),
        _wish(wishes.night, sideways),
        _wish(wishes.slips, 6) if wishes.wrong else 0,
    )


def _wish(wished: _T | None, otherwise: _T) -> _T:
    return otherwise if wished is None else wished


def make_stage(game: Game, wishes: Wishes, aspect: float) -> Stage:
    """The game that ``wishes`` ask for, laid with cards of ``aspect`` (width / height)."""
    options = settle(wishes)
    played = play_game(game, options.seed, options.players)
    if wishes.turns is not None and wishes.turns < len(played):
        played = [*played[: wishes.turns], played[wishes.turns]._replace(move=None)]
    slips = find_slips(_turns(played), list(wishes.wrong), options.slips, f"{options.seed} slips")
    made = list(slips.values())
    rng = np.random.default_rng([options.seed, 50])
    needs = (_needs(played, made, 0), _needs(played, made, 1))
    layout = make_layout(rng, aspect, needs, options.night_sideways, options.messy)
    table = Table(layout, rng)
    scenes: list[Scene] = []
    wrong: dict[int, tuple[Slip, Scene]] = {}
    for n, (_, piles, _) in enumerate(played):
        scenes.append(table.scene(piles))
        if n in slips:
            wrong[n] = slips[n], table.scene(slips[n].piles)
    every = [*scenes, *(scene for _, scene in wrong.values())]
    margin = _BUMPED_MARGIN if options.bumps else _MARGIN
    points = points_of(every, aspect)
    camera = aim(points, options.size, options.tilt, options.yaw, options.focal, options.k1, margin)
    dice = random.Random(f"{options.seed} moments")
    taken = list(moments(played, scenes, options.habits, wrong, dice))
    cameras, taken = _bumps(camera, taken, options, np.random.default_rng([options.seed, 51]))
    taken = _kept(taken, options.missing, random.Random(f"{options.seed} missing"))
    return Stage(game, options, aspect, played, layout, cameras, taken)


def _turns(played: Sequence[Played]) -> list[Turn]:
    return [
        Turn(now.state, now.piles, now.move, then.state, then.piles)
        for now, then in pairwise(played)
        if now.move is not None
    ]


def _bumps(
    camera: Camera, taken: list[Moment], options: Options, rng: Generator
) -> tuple[list[Camera], list[Moment]]:
    """The camera pushed at some moments of the middle of the game."""
    last = taken[-1].turns
    at = sorted(float(v) for v in rng.uniform(0.15, 0.85, options.bumps) * last)
    cameras = [camera]
    for _ in at:
        cameras.append(bumped(cameras[0], rng))
    return cameras, [replace(m, camera=sum(m.turns > turn for turn in at)) for m in taken]


def _kept(taken: list[Moment], missing: float, rng: random.Random) -> list[Moment]:
    """The moments of which there is a picture: always of the first and of the last."""
    return [m for n, m in enumerate(taken) if n in (0, len(taken) - 1) or rng.random() >= missing]


def _needs(played: Sequence[Played], slips: Sequence[Slip], who: int) -> Needs:
    every: list[Piles] = [piles for _, piles, _ in played] + [slip.piles for slip in slips]
    seats = [piles.seats[who] for piles in every]
    most = {
        name: max(len(getattr(seat, name)) for seat in seats)
        for name in ("dishes", "pans", "night", "baskets", "poison")
    }
    cards = max((len(dish) for seat in seats for dish in seat.dishes), default=4)
    return Needs(cards=cards, sticks=max(seat.sticks for seat in seats), **most)


def points_of(scenes: Sequence[Scene], aspect: float) -> NDArray[np.float64]:
    """Every corner of a card and edge of a coin in ``scenes``: (n, 2), card widths."""
    corners = [
        card_corners(c.place.x, c.place.y, c.place.turn, aspect) for s in scenes for c in s.cards
    ]
    coins = [[[c.x - 0.25, c.y - 0.25], [c.x + 0.25, c.y + 0.25]] for s in scenes for c in s.coins]
    return np.unique(np.concatenate([*corners, *np.array(coins)]).round(3), axis=0)
