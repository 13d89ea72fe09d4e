"""Check exported models on painted scenes; find the namer's temperature, how much the namer and the
corners count together, and what tells a card from what only looks like one.

``python -m training.reader.calibrate runs/as-used runs/calibrate`` writes
``runs/calibration.json``, which ``training.reader.export`` puts into the models, and prints how
well the scenes are read with it.
Paint scenes that no trainer sees; ``training/README.md`` says which.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACE_INDEX, FACES
from tabletop.vision.finder import Grid
from tabletop.vision.found import Found
from tabletop.vision.gate import Gate
from tabletop.vision.namer import Name
from tabletop.vision.order import corners
from tabletop.vision.picture import Picture
from tabletop.vision.reader import LEAST_SCORE, MOSTLY, Reader
from tabletop.vision.sighting import Sighting
from training.reader.gate import Places, are_cards, fit_gate
from training.reader.samples import BACK_NAME, SMALL, axes, load

Floats = NDArray[np.float32]


SAME_PLACE = 0.12
"""A found card is the true one whose middle is so near, in widths; the next strip of a dish lies
hardly farther off, and its name would count as a mistake."""
WHOLE, TOLD = 0.8, 0.7
"""A picture counts if of its cards that show at least ``WHOLE`` this share is told."""


class _KeptReader(Reader):
    """A reader that keeps, for each look, the cards, what the namer says of them, (n, 56), and what
    their corners say, (n, 54), zeros for cards of which enough shows."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.namer._temperature = 1.0
        self.rounds: list[tuple[list[Found], Floats, Floats]] = []
        self.places: Places = []

    def _sighting(self, found: Found, name: Name) -> Sighting | None:
        self.places.append((found, name))
        return super()._sighting(found, name)

    def _corners(
        self, picture: Picture, grid: Grid, cards: Sequence[Found], names: Sequence[Name]
    ) -> Floats:
        said = super()._corners(picture, grid, cards, names)
        p = np.array([[*n.p, n.back, n.nothing] for n in names], np.float32).reshape(-1, 56)
        logs = np.log(p + 1e-12).astype(np.float32)
        self.rounds.append((list(cards), logs, said))
        return said


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


def _told(logs: Floats, truth: NDArray[np.intp], shows: Floats) -> bool:
    """Whether the whole cards of a picture are read: how sure to be can't be learnt from decks that
    nobody can tell."""
    whole = shows >= WHOLE
    return (
        bool((logs[whole].argmax(axis=1) == truth[whole]).mean() >= TOLD) if whole.any() else True
    )


def best_weights(
    named: Floats, said: Floats, truth: NDArray[np.intp]
) -> tuple[float, float, float]:
    """How much the namer's log probabilities (n, 54) and the corners' (n, 54) count together, and
    the mean loss then."""
    best = (np.inf, 1.0, 0.0)
    for a in np.linspace(0.2, 1.3, 12):
        for b in np.linspace(0, 1.2, 13):
            p = _at(a * named + b * said, 1)
            loss = -float(np.log(p[np.arange(len(truth)), truth] + 1e-9).mean())
            best = min(best, (loss, float(a), float(b)))
    return best[1], best[2], best[0]


def _report(p: Floats, truth: NDArray[np.intp], visible: Floats, name: str) -> None:
    right = p.argmax(axis=1) == truth
    print(f"{name}: right {right.mean():.4f}, calibration error {calibration_error(p, right):.4f}")
    for low, high in ((0.2, 0.4), (0.4, 0.8), (0.8, 9)):
        chosen = (visible >= low) & (visible < high)
        if chosen.any():
            sure = chosen & (p.max(axis=1) >= 0.5)
            print(
                f"  visible {low}-{min(high, 1)}: {chosen.sum()} cards, right"
                f" {right[chosen].mean():.4f}, named {sure.sum() / chosen.sum():.4f}, of these"
                f" right {right[sure].mean() if sure.any() else 0:.4f}"
            )


def _report_gate(gate: Gate, places: Places, real: Sequence[bool]) -> None:
    passes = np.array([gate.probability(*place) >= LEAST_SCORE for place in places])
    cards = np.array(real)
    print(f"cards that pass: {passes[cards].mean():.4f}, others: {passes[~cards].mean():.4f}")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path, nargs="+")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--count", type=int, default=10000, help="of each folder at most")
    parser.add_argument("--out", type=Path, default=Path("runs/calibration.json"))
    args = parser.parse_args()
    reader = _KeptReader(args.models)
    places: Places = []
    real: list[bool] = []
    logs: list[Floats] = []
    corner_logs: list[Floats] = []
    truth: list[int] = []
    shows: list[float] = []
    there = extra = 0
    for path in [p for folder in args.scenes for p in sorted(folder.glob("*.npz"))[: args.count]]:
        scene = load(path)
        reader.rounds, reader.places = [], []
        reader.read(scene.image)
        places += reader.places
        real += are_cards(reader.places, scene)
        proposed = [f for found, _, _ in reader.rounds for f in found]
        named = np.concatenate([np.zeros((0, 56)), *(n for _, n, _ in reader.rounds)])
        said = np.concatenate([np.zeros((0, 54)), *(s for _, _, s in reader.rounds)])
        centre, u, _ = (
            axes(scene.quads) if len(scene.quads) else (np.zeros((0, 2)), np.zeros((0, 2)), None)
        )
        taken: set[int] = set()
        before = len(truth)
        for i in np.argsort(-scene.visible):
            if scene.visible[i] < 0.2 or not scene.faces[i]:
                continue
            wide = 2 * float(np.hypot(*u[i]))
            if wide < SMALL:
                continue
            there += 1
            best = min(
                (
                    (float(np.hypot(*(corners(f).mean(axis=0) - centre[i]))) / wide, j)
                    for j, f in enumerate(proposed)
                    if j not in taken
                ),
                default=(9.0, -1),
            )
            if best[0] > SAME_PLACE:
                continue
            taken.add(best[1])
            logs.append(named[best[1]].astype(np.float32))
            corner_logs.append(said[best[1]].astype(np.float32))
            truth.append(BACK_NAME if scene.faces[i] == BACK else FACE_INDEX[scene.faces[i]])
            shows.append(float(scene.visible[i]))
        extra += len(proposed) - len(taken)
        if not _told(*(np.array(part[before:]) for part in (logs, truth, shows))):
            for part in (logs, corner_logs, truth, shows):
                del part[before:]
    all_logs, names, visible = np.array(logs), np.array(truth), np.array(shows, np.float32)
    grid = np.exp(np.linspace(np.log(0.4), np.log(3), 50))
    losses = [
        -float(np.log(_at(all_logs, t)[np.arange(len(names)), names] + 1e-9).mean()) for t in grid
    ]
    temperature = float(grid[int(np.argmin(losses))])
    print(
        f"cards a fifth visible: {there}, found {len(names) / max(1, there):.4f};"
        f" other places proposed {extra}"
    )
    up = names < len(FACES)
    named_faces = np.log(_at(all_logs[up][:, : len(FACES)], temperature) + 1e-6).astype(np.float32)
    said_faces = np.array(corner_logs)[up]
    asked = said_faces.any(axis=1)
    covered = visible[up] < MOSTLY
    together = named_faces.copy()
    weights = {}
    for name, chosen in (("covered", asked & covered), ("whole", asked & ~covered)):
        named, said, truly = named_faces[chosen], said_faces[chosen], names[up][chosen]
        a, b, loss = best_weights(named, said, truly)
        print(f"{name}: {chosen.sum()} asked, loss {loss:.4f} with {a:.2f} and {b:.2f}")
        together[chosen] = a * named + b * said
        weights[f"weights_{name}"] = [round(a, 2), round(b, 2)]
    gate = fit_gate(places, real)
    found = {
        "temperature": round(temperature, 3),
        **weights,
        "gate": [round(float(w), 4) for w in gate],
    }
    args.out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found))
    _report_gate(Gate(found["gate"]), places, real)
    _report(_at(named_faces, 1), names[up], visible[up], "namer alone")
    _report(_at(together, 1), names[up], visible[up], "together")


if __name__ == "__main__":
    main()
