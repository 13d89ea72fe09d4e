"""Check exported models on painted scenes and find the namer's temperature.

``python -m training.reader.calibrate runs/valid`` prints the temperature to give to
``training.reader.export --temperature``, and how well the scenes are read at it. Paint the scenes
with decks that aren't trained on: ``python -m training.scenes.make --reserved --worker 9 --count
100 --out runs/valid``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACE_INDEX
from tabletop.vision.finder import Grid
from tabletop.vision.namer import Name, Namer
from tabletop.vision.order import corners
from tabletop.vision.reader import Reader
from tabletop.vision.votes import Found
from training.reader.samples import BACK_NAME, Image, axes, load

Floats = NDArray[np.float32]


class _Kept(Namer):
    """A namer that keeps what it named: places and log probabilities at temperature 1."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self._temperature = 1.0
        self.rounds: list[tuple[list[Found], Floats]] = []

    def name(self, image: Image, grid: Grid, found: Sequence[Found]) -> list[Name]:
        names = super().name(image, grid, found)
        p = np.array([[*n.p, n.back, n.nothing] for n in names], np.float32).reshape(-1, 56)
        self.rounds.append((list(found), np.log(p + 1e-12)))
        return names


def _at(logs: Floats, temperature: float) -> Floats:
    z = logs / temperature
    z = z - z.max(axis=1, keepdims=True)
    e = np.exp(z)
    return np.asarray(e / e.sum(axis=1, keepdims=True), np.float32)


def calibration_error(p: Floats, right: NDArray[np.bool_], bins: int = 15) -> float:
    """Expected calibration error: mean gap between confidence and accuracy over equal-width
    bins."""
    best = p.max(axis=1)
    error = 0.0
    for k in range(bins):
        chosen = (best > k / bins) & (best <= (k + 1) / bins)
        if chosen.any():
            error += chosen.mean() * abs(float(best[chosen].mean()) - float(right[chosen].mean()))
    return float(error)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--count", type=int, default=60)
    args = parser.parse_args()
    reader = Reader(args.models)
    namer = _Kept(args.models)
    reader._namer = namer
    logs: list[Floats] = []
    truth: list[int] = []
    shows: list[float] = []
    there = seen = extra = 0
    for path in sorted(args.scenes.glob("*.npz"))[: args.count]:
        scene = load(path)
        namer.rounds = []
        reader.read(scene.image)
        # Each look is named twice; the second time from where the first aimed.
        second = namer.rounds[1::2]
        places = [f for found, _ in second for f in found]
        fused = np.concatenate([np.zeros((0, 56), np.float32), *(logs for _, logs in second)])
        centre, u, _ = (
            axes(scene.quads) if len(scene.quads) else (np.zeros((0, 2)), np.zeros((0, 2)), None)
        )
        taken: set[int] = set()
        for i in np.argsort(-scene.visible):
            if scene.visible[i] < 0.2 or not scene.faces[i]:
                continue
            there += 1
            wide = 2 * float(np.hypot(*u[i]))
            best = min(
                (
                    (float(np.hypot(*(corners(f).mean(axis=0) - centre[i]))) / wide, j)
                    for j, f in enumerate(places)
                    if j not in taken
                ),
                default=(9.0, -1),
            )
            if best[0] > 0.25:
                continue
            taken.add(best[1])
            seen += 1
            logs.append(fused[best[1]])
            truth.append(BACK_NAME if scene.faces[i] == BACK else FACE_INDEX[scene.faces[i]])
            shows.append(float(scene.visible[i]))
        extra += len(places) - len(taken)
    all_logs, names, visible = np.array(logs), np.array(truth), np.array(shows)
    grid = np.exp(np.linspace(np.log(0.4), np.log(3), 50))
    losses = [
        -float(np.log(_at(all_logs, t)[np.arange(len(names)), names] + 1e-9).mean()) for t in grid
    ]
    temperature = float(grid[int(np.argmin(losses))])
    p = _at(all_logs, temperature)
    right = p.argmax(axis=1) == names
    print(
        f"cards a fifth visible: {there}, found {seen / max(1, there):.4f};"
        f" other places proposed {extra}"
    )
    print(
        f"temperature {temperature:.2f}: loss {min(losses):.4f}, right {right.mean():.4f},"
        f" calibration error {calibration_error(p, right):.4f}"
    )
    for low, high in ((0.2, 0.4), (0.4, 0.8), (0.8, 9)):
        chosen = (visible >= low) & (visible < high)
        if chosen.any():
            share = right[chosen].mean()
            print(f"  visible {low}-{min(high, 1)}: {chosen.sum()} cards, right {share:.4f}")


if __name__ == "__main__":
    main()
