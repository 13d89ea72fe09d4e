"""The figures that count, and what is good enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tabletop.evaluation.judge import Judged, Verdict
from tabletop.evaluation.labels import Part
from tabletop.evaluation.tally import Tally, calibration_error, share, tally_pictures
from tabletop.faces import BACK

FOREST = "forest"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure. ``of``: how many pictures or cards it is of; ``least``: whether more is better;
    ``floor``: what it must reach, ``aim``: what it should."""

    name: str
    value: float
    of: int
    floor: float
    aim: float
    least: bool = True

    @property
    def met(self) -> bool:
        """Whether the floor is reached."""
        return self.value >= self.floor if self.least else self.value <= self.floor

    @property
    def reached(self) -> bool:
        """Whether the aim is reached."""
        return self.value >= self.aim if self.least else self.value <= self.aim


Measured = tuple[float | None, int]
Measure = Callable[[Sequence[Judged]], Measured]


def _of_pictures(get: Callable[[Tally], float | None]) -> Measure:
    def measure(judged: Sequence[Judged]) -> Measured:
        return get(tally_pictures(judged)), len(judged)

    return measure


def _of_cards(get: Callable[[Tally], float | None]) -> Measure:
    def measure(judged: Sequence[Judged]) -> Measured:
        counts = tally_pictures(judged)
        return get(counts), counts.cards

    return measure


def _wrong_in_forest(judged: Sequence[Judged]) -> Measured:
    row = [o for j in judged for o in j.outcomes if o.zone == FOREST and o.truth != BACK]
    wrong = sum(o.verdict is Verdict.WRONG for o in row)
    return share(wrong, len(row)), len(row)


def _found(judged: Sequence[Judged]) -> Measured:
    return share(sum(len(j.reading.cards) for j in judged), len(judged)), len(judged)


def _calibration(judged: Sequence[Judged]) -> Measured:
    confidences = [c for j in judged for c in j.confidences]
    return calibration_error(confidences), len(confidences)


@dataclass(frozen=True, slots=True)
class Floor:
    """What one figure of one part must reach (``floor``), and what it should (``aim``)."""

    part: Part
    name: str
    measure: Measure
    floor: float
    aim: float
    least: bool = True


def _precision(t: Tally) -> float | None:
    return t.precision


def _recall(t: Tally) -> float | None:
    return t.recall


def _clean(t: Tally) -> float | None:
    return t.clean_share


CALIBRATION = "expected calibration error"
FLOORS: tuple[Floor, ...] = (
    Floor(Part.TABLES, "precision of faces", _of_cards(_precision), 0.95, 0.99),
    Floor(Part.TABLES, "recall of faces", _of_cards(_recall), 0.95, 0.99),
    Floor(Part.TABLES, "pictures without any error", _of_pictures(_clean), 0.7, 0.9),
    Floor(Part.SINGLES, "right face, no second card", _of_pictures(_clean), 0.98, 0.998),
    Floor(Part.BOXES, "rank right, overlap over 0.5", _of_cards(_recall), 0.95, 0.99),
    Floor(Part.FRAMES, "precision of faces by place", _of_cards(_precision), 0.99, 0.999),
    Floor(Part.FRAMES, "recall of faces by place", _of_cards(_recall), 0.985, 0.998),
    Floor(Part.FRAMES, "wrong faces in the forest row", _wrong_in_forest, 1 / 300, 0.0, False),
    Floor(Part.EMPTY, "cards found in a picture", _found, 0.01, 0.0, False),
    Floor(Part.FRAMES, CALIBRATION, _calibration, 0.03, 0.01, False),
    Floor(Part.SINGLES, CALIBRATION, _calibration, 0.03, 0.01, False),
)


def figures(judged: Sequence[Judged]) -> list[Figure]:
    """The figures of those parts that ``judged`` holds pictures of."""
    found = []
    for f in FLOORS:
        value, of = f.measure([j for j in judged if j.picture.part is f.part])
        if value is None and of:
            value = 0.0  # nothing was read where cards are
        if value is not None:
            found.append(Figure(f"{f.part}: {f.name}", value, of, f.floor, f.aim, f.least))
    return found
