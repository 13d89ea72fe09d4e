"""Whole games on tables of many kinds, as readings with exact truth, without painting a picture.

Games, layouts and cameras are those that training paints; here only the cards' corners and visible
shares are worked out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK
from tests.referee.simulate import Card, Table, arm
from training.games import truth
from training.games.camera import Camera, aim
from training.games.game import (
    Moment,
    Options,
    _needs,
    _points,
    moments,
    play_game,
    seat_at_lower_edge,
)
from training.games.lay import Scene
from training.games.lay import Table as Lay
from training.games.layout import make_layout
from training.games.picture import Shown
from training.scenes.camera import card_corners

_THICK = 0.005


@dataclass(frozen=True)
class World:
    """One game on one table: ``game`` as ``game.json`` has it, ``lines`` as ``truth.jsonl``."""

    game: dict[str, Any]
    lines: list[dict[str, Any]]
    tables: list[Table]


class _Deck:
    name = "none"


def make_world(
    seed: int,
    *,
    tilt: float | None = None,
    yaw: float | None = None,
    busy: float = 0.12,
    half: float = 0.1,
    night_sideways: bool | None = None,
) -> World:
    """The game, layout and camera of ``seed``."""
    rng = np.random.default_rng([seed, 77])
    tilt = float(rng.uniform(0, 40)) if tilt is None else tilt
    yaw = (
        float(rng.choice([0, 180, 90, 270], p=[0.4, 0.4, 0.1, 0.1]) + rng.normal(0, 6))
        if yaw is None
        else yaw
    )
    options = Options(
        seed=seed,
        table=seed,
        width=1920,
        height=1080,
        tilt=tilt,
        yaw=yaw,
        focal=float(rng.uniform(0.6, 1.0)),
        k1=float(rng.uniform(-0.1, 0.02)),
        busy=busy,
        half=half,
        night_sideways=night_sideways,
    )
    aspect = 1 / float(rng.choice([1.4, 1.55], p=[0.7, 0.3]))
    played = play_game(seed)
    layout_rng = np.random.default_rng([seed, 50])
    needs = (_needs(played, 0), _needs(played, 1))
    layout = make_layout(layout_rng, aspect, needs, night_sideways)
    lay = Lay(layout, layout_rng)
    scenes = [lay.scene(piles) for _, piles, _ in played]
    size = (options.width, options.height)
    camera = aim(_points(scenes, aspect), size, tilt, yaw, options.focal, options.k1, 0.03)
    game = truth.game_line(
        options,
        _Deck(),
        played,
        camera,
        seat_at_lower_edge(camera),
        layout,  # type: ignore[arg-type]
    )
    lines, tables = [], []
    rand = random.Random(seed)
    for number, moment in enumerate(moments(played, scenes, options)):
        shown = _shown(moment.scene, camera, aspect)
        line = truth.line(f"{number:03d}.jpg", moment, shown)
        lines.append(line)
        tables.append(_table(line, moment, camera, size, rand))
    return World(game, lines, tables)


def _shown(scene: Scene, camera: Camera, aspect: float) -> list[Shown]:
    """Every card's corners and the share of it that nothing covers."""
    scale = 0.5
    owner = np.zeros((int(camera.height * scale), int(camera.width * scale)), np.int32)
    quads: list[NDArray[np.float64]] = []
    for i, laid in enumerate(scene.cards):
        p = laid.place
        quad = camera.project(card_corners(p.x, p.y, p.turn, aspect), laid.level * _THICK)
        quads.append(quad)
        cv2.fillConvexPoly(owner, np.round(quad * scale).astype(np.int32), i + 1)
    counts = np.bincount(owner.ravel(), minlength=len(quads) + 1)
    return [
        Shown(
            laid,
            quad,
            min(1.0, counts[i + 1] / max(1.0, scale**2 * cv2.contourArea(quad.astype(np.float32)))),
        )
        for i, (laid, quad) in enumerate(zip(scene.cards, quads, strict=True))
    ]


def _table(
    line: dict[str, Any], moment: Moment, camera: Camera, size: tuple[int, int], rand: random.Random
) -> Table:
    cards = [Card(c["face"], np.array(c["quad"]), c["visible"]) for c in line["cards"]]
    assert all(c.face == BACK or len(c.face) == 2 for c in cards)
    coins = []
    for coin in moment.scene.coins:
        at = camera.project(np.array([[coin.x, coin.y], [coin.x + 0.185, coin.y]]))
        coins.append((float(at[0][0]), float(at[0][1]), float(np.hypot(*(at[1] - at[0])))))
    table = Table(size, cards, coins)
    if moment.reaching is not None:
        who, (x, y) = moment.reaching
        side = 1.0 if who == 0 else -1.0
        ends = camera.project(
            np.array([[x, y], [x * 0.6 + rand.gauss(0, 1.2), side * 6.0], [x + 1, y]])
        )
        wide = float(np.hypot(*(ends[2] - ends[0])))
        table.arm = arm(
            (float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1])), wide
        )
    return table


def shuffled(world: World, rng: np.random.Generator) -> Iterator[int]:
    """The pictures' places with those of the same turn in any order."""
    turns = sorted({line["turns_played"] for line in world.lines})
    for turn in turns:
        places = [n for n, line in enumerate(world.lines) if line["turns_played"] == turn]
        rng.shuffle(places)
        yield from places
