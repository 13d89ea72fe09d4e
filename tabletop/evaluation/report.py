"""All tables of an evaluation, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tabletop.evaluation.conditions import noted
from tabletop.evaluation.floors import Figure, figures
from tabletop.evaluation.judge import Judged, Outcome, Verdict
from tabletop.evaluation.labels import Part
from tabletop.evaluation.tally import (
    Bin,
    Tally,
    calibration_bins,
    faces,
    tally,
    tally_backs,
    tally_pictures,
)
from tabletop.faces import BACK, JOKER_UNKNOWN, JOKERS

WORST = 20
"""Pictures of each part that are named, and drawn, as the worst."""
PLAIN = "none of these"


@dataclass(frozen=True, slots=True)
class Row:
    """A named line of counts."""

    part: str
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class JokerRow:
    """What became of the jokers of one part. ``open``: known as a joker, its colour left open;
    ``colour``: read in the other colour; ``other``: read as another face; ``false``: another card,
    or none, read as a joker."""

    part: str
    there: int
    right: int
    open: int
    colour: int
    other: int
    unread: int
    false: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that was measured. ``worst``: the worst pictures of each part, worst first;
    ``confusions``: what was read for what, how often, most frequent first; ``other_mistakes``: what
    wasn't read, and what is too many."""

    figures: tuple[Figure, ...]
    sources: tuple[Row, ...]
    zones: tuple[Row, ...]
    backs: tuple[Row, ...]
    jokers: tuple[JokerRow, ...]
    card_causes: tuple[Row, ...]
    picture_causes: tuple[Row, ...]
    calibration: tuple[tuple[str, tuple[Bin, ...]], ...]
    confusions: tuple[tuple[str, int], ...]
    other_mistakes: tuple[tuple[str, int], ...]
    worst: tuple[tuple[Part, tuple[Judged, ...]], ...]


def report(judged: Sequence[Judged]) -> Report:
    """Count everything in ``judged``."""
    parts = [(p, [j for j in judged if j.picture.part is p]) for p in Part]
    parts = [(part, mine) for part, mine in parts if mine]
    placed = [(p, js) for p, js in parts if p in (Part.FRAMES, Part.BOXES)]
    unplaced = [(p, js) for p, js in parts if p in (Part.TABLES, Part.SINGLES)]
    frames = [(p, js) for p, js in parts if p is Part.FRAMES]
    jokers = [_jokers(str(part), _outcomes(mine)) for part, mine in parts if part is not Part.BOXES]
    calibration = [
        (str(part), tuple(calibration_bins(c for j in mine for c in j.confidences)))
        for part, mine in parts
    ]
    wrong = [o for o in _outcomes(judged) if o.verdict is not Verdict.RIGHT]
    return Report(
        tuple(figures(judged)),
        tuple(row for part, mine in parts for row in _by_source(part, mine)),
        tuple(row for part, mine in frames for row in _by_zone(part, mine)),
        tuple(Row(part, BACK, tally_backs(_outcomes(mine))) for part, mine in frames),
        tuple(row for row in jokers if row.there or row.false),
        tuple(row for part, mine in placed for row in _by_card_cause(part, mine)),
        tuple(row for part, mine in unplaced for row in _by_picture_cause(part, mine)),
        tuple((part, bins) for part, bins in calibration if bins),
        tuple(_often(o for o in wrong if o.verdict is Verdict.WRONG)),
        tuple(_often(o for o in wrong if o.verdict is not Verdict.WRONG)),
        tuple((part, tuple(worst)) for part, mine in parts if (worst := _worst(mine))),
    )


def describe(judged: Judged) -> str:
    """What is wrong in one picture, in words."""
    wrong = [o for o in judged.outcomes if o.verdict is not Verdict.RIGHT]
    said = [f"{text} ×{n}" if n > 1 else text for text, n in Counter(map(_text, wrong)).items()]
    return ", ".join(said) or f"{len(judged.reading.cards) - 1} more seen, without a face"


def _text(outcome: Outcome) -> str:
    if outcome.verdict is Verdict.EXTRA:
        return f"{outcome.read} too many"
    if outcome.read is None:
        return f"{outcome.truth} not found"
    return f"{outcome.truth} read as {outcome.read}"


def _outcomes(judged: Iterable[Judged]) -> list[Outcome]:
    return [o for j in judged for o in j.outcomes]


def _by_source(part: Part, judged: Sequence[Judged]) -> list[Row]:
    names = sorted({j.picture.source for j in judged})
    rows = [Row(part, "all", tally_pictures(judged))]
    if len(names) > 1:
        for name in names:
            mine = [j for j in judged if j.picture.source == name]
            rows.append(Row(part, name, tally_pictures(mine)))
    return rows


def _by_zone(part: Part, judged: Sequence[Judged]) -> list[Row]:
    """By zone, of whichever player: digits say whose, and which."""
    rows = []
    named = [(o.zone.rstrip("0123456789."), o) for o in _outcomes(judged) if o.truth is not None]
    for zone in sorted({z for z, _ in named if z}):
        counts = tally(o for z, o in named if z == zone)
        if counts.cards:
            rows.append(Row(part, zone, counts))
    return rows


def _by_card_cause(part: Part, judged: Sequence[Judged]) -> list[Row]:
    cards = [o for o in _outcomes(judged) if faces(o) and o.truth != BACK]
    seen = [(o, o.conditions.causes) for o in cards if o.conditions]
    names = sorted({cause for _, causes in seen for cause in causes})
    rows = [Row(part, name, tally(o for o, causes in seen if name in causes)) for name in names]
    return [*rows, Row(part, PLAIN, tally(o for o, causes in seen if not causes))]


def _by_picture_cause(part: Part, judged: Sequence[Judged]) -> list[Row]:
    causes = [
        (*(j.conditions.causes if j.conditions else ()), *noted(j.picture.note)) for j in judged
    ]
    rows = []
    for name in sorted({cause for mine in causes for cause in mine}):
        chosen = [j for j, mine in zip(judged, causes, strict=True) if name in mine]
        rows.append(Row(part, name, tally_pictures(chosen)))
    plain = [j for j, mine in zip(judged, causes, strict=True) if not mine]
    return [*rows, Row(part, PLAIN, tally_pictures(plain))]


def _jokers(part: str, outcomes: Sequence[Outcome]) -> JokerRow:
    any_joker = (*JOKERS, JOKER_UNKNOWN)
    there = [o for o in outcomes if o.truth in any_joker]
    wrong = [o for o in there if o.verdict is Verdict.WRONG]
    open_colour = sum(o.verdict is Verdict.UNREAD and o.read == JOKER_UNKNOWN for o in there)
    right = sum(o.verdict is Verdict.RIGHT for o in there)
    return JokerRow(
        part,
        len(there),
        right,
        open_colour,
        sum(o.read in JOKERS for o in wrong),
        sum(o.read not in JOKERS for o in wrong),
        len(there) - right - open_colour - len(wrong),
        sum(o.read in any_joker and o.truth not in any_joker for o in outcomes),
    )


def _often(outcomes: Iterable[Outcome]) -> list[tuple[str, int]]:
    return Counter(map(_text, outcomes)).most_common()


def _worst(judged: Sequence[Judged]) -> list[Judged]:
    wrong = [j for j in judged if not j.clean]
    return sorted(wrong, key=lambda j: (-j.errors, j.picture.name))[:WORST]
