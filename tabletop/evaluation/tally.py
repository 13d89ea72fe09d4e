"""Counting what was judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tabletop.evaluation.judge import Judged, Outcome, Verdict
from tabletop.faces import BACK

BINS = 15


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one line of a table. ``wrong``: faces read that aren't there; ``missed``: faces
    there that weren't read (a face read for another is both); ``clean``: pictures without any
    error."""

    pictures: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    clean: int = 0

    @property
    def precision(self) -> float | None:
        """Right ones among those read; None where nothing was."""
        return share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """Right ones among those there; None where nothing is."""
        return share(self.right, self.cards)

    @property
    def clean_share(self) -> float | None:
        """Pictures without any error among all."""
        return share(self.clean, self.pictures)


def share(part: int, whole: int) -> float | None:
    """``part`` to ``whole``; None where there is nothing to compare with."""
    return part / whole if whole else None


def faces(outcome: Outcome) -> bool:
    """Whether ``outcome`` is of a card face up, or of a face read where none is."""
    if outcome.truth == BACK:
        return outcome.verdict is Verdict.WRONG
    return outcome.truth is not None or outcome.read != BACK


def backs(outcome: Outcome) -> bool:
    """Whether ``outcome`` is of a card face down, or of a back seen where none is."""
    return BACK in (outcome.truth, outcome.read)


def tally(outcomes: Iterable[Outcome]) -> Tally:
    """Count the faces in ``outcomes``."""
    mine = [o for o in outcomes if faces(o)]
    there = [o for o in mine if o.truth not in (None, BACK)]
    right = sum(o.verdict is Verdict.RIGHT for o in there)
    wrong = sum(o.verdict in (Verdict.WRONG, Verdict.EXTRA) for o in mine)
    return Tally(0, len(there), right, wrong, len(there) - right)


def tally_backs(outcomes: Iterable[Outcome]) -> Tally:
    """Count the backs in ``outcomes`` alone."""
    mine = [o for o in outcomes if backs(o)]
    there = sum(o.truth == BACK for o in mine)
    right = sum(o.truth == o.read for o in mine)
    wrong = sum(o.read == BACK and o.truth != BACK for o in mine)
    return Tally(0, there, right, wrong, there - right)


def tally_pictures(
    judged: Sequence[Judged], keep: Callable[[Outcome], bool] = lambda _: True
) -> Tally:
    """Count pictures and the faces in them that ``keep`` keeps."""
    cards = tally(o for j in judged for o in j.outcomes if keep(o))
    clean = sum(j.clean for j in judged)
    return Tally(len(judged), cards.cards, cards.right, cards.wrong, cards.missed, clean)


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of like confidence: how many, how sure on average, what share is right."""

    count: int
    confidence: float
    right: float


def calibration_bins(confidences: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Readings in ``BINS`` bins of equal width by confidence, empty ones left out."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for confidence, right in confidences:
        bins[min(BINS - 1, int(confidence * BINS))].append((confidence, right))
    return [
        Bin(len(b), sum(c for c, _ in b) / len(b), sum(r for _, r in b) / len(b)) for b in bins if b
    ]


def calibration_error(confidences: Sequence[tuple[float, bool]]) -> float | None:
    """Expected calibration error (Guo et al. 2017): the mean over readings of the gap between
    confidence and share right in their bin. None where there are no readings."""
    if not confidences:
        return None
    bins = calibration_bins(confidences)
    return sum(b.count * abs(b.confidence - b.right) for b in bins) / len(confidences)
