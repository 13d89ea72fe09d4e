"""Whole simulated games as readings with exact truth, without painting a picture."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.games import game_named
from tabletop.simulation.camera import Camera
from tabletop.simulation.moments import Moment
from tabletop.simulation.outlines import outlines
from tabletop.simulation.stage import Stage, make_stage
from tabletop.simulation.truth import game_line, picture_line
from tabletop.simulation.wishes import Wishes
from tabletop.vision.sighting import Reading
from tests.referee import simulate
from tests.referee.simulate import Card, Table, arm


@dataclass(frozen=True)
class World:
    """One game on one table: ``game`` as ``game.json`` has it, ``lines`` as ``truth.jsonl``."""

    game: dict[str, Any]
    lines: list[dict[str, Any]]
    tables: list[Table]


@lru_cache(maxsize=16)
def make_world(seed: int, **wished: Any) -> World:
    """The game and table of ``seed``, as ``wished`` (see ``Wishes``); poker or bridge cards, by the
    seed; the camera is not pushed unless it is wished. Many tests look at the same few worlds:
    nobody may change one."""
    wishes = Wishes(**{"seed": seed, "bumps": 0, **wished})
    rng = np.random.default_rng([wishes.seed, 78])
    aspect = 1 / float(rng.choice([1.4, 1.55], p=[0.7, 0.3]))
    stage = make_stage(game_named("mushroom-walk"), wishes, aspect)
    rand = random.Random(wishes.seed)
    lines, tables = [], []
    for number, moment in enumerate(stage.moments):
        camera = stage.cameras[moment.camera]
        shown = outlines(moment.scene, camera, aspect)
        line = picture_line(f"{number:03d}.jpg", moment, shown, camera)
        lines.append(line)
        tables.append(_table(line, moment, camera, stage, rand))
    return World(game_line(stage, "none", "none"), lines, tables)


def _table(
    line: dict[str, Any], moment: Moment, camera: Camera, stage: Stage, rand: random.Random
) -> Table:
    cards = [Card(c["face"], np.array(c["quad"]), c["visible"]) for c in line["cards"]]
    coins = [(x, y, r) for x, y, r in line["coins"]]
    return Table(stage.options.size, cards, coins, _arm(moment, camera, rand))


def _arm(moment: Moment, camera: Camera, rand: random.Random) -> NDArray[np.float64] | None:
    if moment.reaching is None:
        return None
    who, (x, y) = moment.reaching
    side = 1.0 if who == 0 else -1.0
    ends = camera.project(
        np.array([[x, y], [x * 0.6 + rand.gauss(0, 1.2), side * 6.0], [x + 1, y]])
    )
    wide = float(np.hypot(*(ends[2] - ends[0])))
    tip, elbow = ((float(p[0]), float(p[1])) for p in ends[:2])
    return arm(tip, elbow, wide)


def world_readings(world: World, level: str, seed: int) -> Iterator[tuple[str, Reading]]:
    """The world's pictures as a reader of that quality (``clean``, ``light``, ``usual``,
    ``rough``) might read them."""
    rng = np.random.default_rng(seed)
    noise: simulate.Noise = getattr(simulate, level.upper())
    for line, at in zip(world.lines, world.tables, strict=True):
        yield line["frame"], simulate.reading(at, noise, rng)


def shuffled(world: World, rng: np.random.Generator) -> Iterator[int]:
    """The pictures' places with those of the same turn in any order."""
    turns = sorted({line["turns_played"] for line in world.lines})
    for turn in turns:
        places = [n for n, line in enumerate(world.lines) if line["turns_played"] == turn]
        rng.shuffle(places)
        yield from places
