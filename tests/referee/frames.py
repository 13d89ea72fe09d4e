"""Frame folders with ``truth.jsonl`` as simulated readings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.referee.plane import Plane, fit_plane
from tabletop.vision.sighting import Reading
from tests.referee.simulate import Card, Noise, Table, arm, reading


def load(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """``game.json`` and the lines of ``truth.jsonl``."""
    lines = (folder / "truth.jsonl").read_text().splitlines()
    return json.loads((folder / "game.json").read_text()), [json.loads(line) for line in lines]


def _plane(line: dict[str, Any], size: tuple[int, int]) -> Plane:
    plane = fit_plane(np.array([c["quad"] for c in line["cards"]]), size)
    assert plane is not None
    return plane


def _coins(
    line: dict[str, Any], plane: Plane, size: tuple[int, int]
) -> list[tuple[float, float, float]]:
    """Stashes beyond each player's pans, the supply beside the piles: the truth doesn't say
    where."""
    at = {c["zone"]: plane.to_table(np.array(c["quad"]).mean(axis=0)) for c in line["cards"]}
    row = [v for k, v in at.items() if k in ("draw", "night", "decay", "discard", "forest")]
    middle = np.mean(row, axis=0)
    end = at.get("discard", at.get("night", middle))
    along = end - at.get("decay", at.get("forest", middle))
    along = along / max(float(np.linalg.norm(along)), 1e-6)
    spots: list[NDArray[np.float64]] = []
    for seat, player in enumerate(line["players"]):
        side = np.array([-along[1], along[0]])
        own = [v for k, v in at.items() if k[-1] == str(seat) or f"dish{seat}" in k]
        if own and float((np.mean(own, axis=0) - middle) @ side) < 0:
            side = -side
        start = middle - along * 2 + side * 3.6
        spots += [start + along * 0.5 * i for i in range(player["sticks"])]
    spots += [end + along * (0.8 + 0.45 * i) for i in range(3)]
    return [(*(float(v) for v in plane.to_picture(s)), size[0] / 90) for s in spots]


def tables(folder: Path) -> Iterator[tuple[dict[str, Any], Table]]:
    """Each line of the truth with its table; busy pictures get an arm from the nearer edge."""
    game, lines = load(folder)
    size = (int(game["camera"]["width"]), int(game["camera"]["height"]))
    plane = _plane(lines[0], size)
    for line in lines:
        cards = [Card(c["face"], np.array(c["quad"]), c["visible"]) for c in line["cards"]]
        table = Table(size, cards, _coins(line, plane, size))
        if line["busy"]:
            rng = np.random.default_rng(len(line["frame"]) + line["turns_played"])
            aim = cards[int(rng.integers(len(cards)))].quad.mean(axis=0)
            edge = (aim[0] + 150.0, size[1] + 50.0 if line["to_move"] == 0 else -50.0)
            table.arm = arm((float(aim[0]), float(aim[1])), edge, size[0] / 14)
        yield line, table


def readings(folder: Path, noise: Noise, seed: int) -> Iterator[tuple[dict[str, Any], Reading]]:
    """Each line of the truth with a simulated reading."""
    rng = np.random.default_rng(seed)
    for line, table in tables(folder):
        yield line, reading(table, noise, rng)
