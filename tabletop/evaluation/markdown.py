"""A report as text: tables in markdown, which read well in a terminal too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabletop.evaluation.floors import Figure
from tabletop.evaluation.report import JokerRow, Report, describe
from tabletop.evaluation.tally import Tally

MOST = 25
NONE = "–"


def markdown(report: Report, *, floors: bool = True) -> str:
    """``report`` as sections of tables; ``floors``: say which floors are missed."""
    sections = ("\n".join(section).strip() for section in _sections(report, floors))
    return "\n\n".join(section for section in sections if section) + "\n"


def missed(figures: Iterable[Figure]) -> list[str]:
    """In words, the figures below their floors."""
    return [
        f"{f.name} is {_number(f.value)}, {'under' if f.least else 'over'} {_number(f.floor)}"
        for f in figures
        if not f.met
    ]


def _sections(report: Report, floors: bool) -> Iterator[Iterable[str]]:
    yield _figures(report.figures, floors)
    of_pictures = ("pictures", "cards", "precision", "recall", "without an error")
    rows: list[tuple[str, ...]]
    head: tuple[str, ...]
    rows = [(r.part, r.name, *_of_pictures(r.tally)) for r in report.sources]
    yield _section("By source", ("part", "source", *of_pictures), rows)
    of_cards = ("cards", "right", "wrong", "not read", "share right")
    rows = [(r.part, r.name, *_of_cards(r.tally)) for r in report.zones]
    yield _section("By place on the table", ("part", "place", *of_cards), rows)
    rows = [(r.part, *_of_backs(r.tally)) for r in report.backs]
    head = ("part", "there", "seen", "not seen", "seen where none is")
    yield _section("Cards face down", head, rows)
    yield _section("Jokers", _JOKER_HEAD, [_of_jokers(row) for row in report.jokers])
    rows = [(r.part, r.name, *_of_cards(r.tally)) for r in report.card_causes]
    yield _section("By cause: cards", ("part", "cause", *of_cards), rows)
    rows = [(r.part, r.name, *_of_pictures(r.tally)) for r in report.picture_causes]
    yield _section("By cause: pictures without places", ("part", "cause", *of_pictures), rows)
    rows = [
        (part, str(b.count), f"{b.confidence:.3f}", f"{b.right:.3f}")
        for part, bins in report.calibration
        for b in bins
    ]
    head = ("part", "cards", "confidence", "share right")
    yield _section("Confidence against being right", head, rows)
    yield _mistakes(report)
    rows = [
        (part, j.picture.name, _short(describe(j))) for part, worst in report.worst for j in worst
    ]
    yield _section("Worst pictures", ("part", "picture", "what is wrong"), rows)


def _section(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return (f"## {title}", "", *_table(head, rows)) if rows else ()


def _figures(figures: Sequence[Figure], floors: bool) -> Iterator[str]:
    rows = []
    for f in figures:
        bound = f"{'≥' if f.least else '≤'} {_number(f.floor)}"
        says = "aim met" if f.reached else "met" if f.met else "MISSED"
        held = (bound, _number(f.aim), says) if floors else ()
        rows.append((f.name, str(f.of), _number(f.value), *held))
    yield from _table(("figure", "of", "measured", *(("floor", "aim", "") if floors else ())), rows)


def _number(value: float) -> str:
    return f"{value:.4f}"


def _share(value: float | None) -> str:
    return NONE if value is None else f"{value:.4f}"


def _of_pictures(t: Tally) -> tuple[str, ...]:
    clean = NONE if t.clean_share is None else f"{t.clean_share:.1%}"
    return str(t.pictures), str(t.cards), _share(t.precision), _share(t.recall), clean


def _of_cards(t: Tally) -> tuple[str, ...]:
    unread = t.missed - t.wrong
    return (*map(str, (t.cards, t.right, t.wrong, unread)), _share(t.recall))


def _of_backs(t: Tally) -> tuple[str, ...]:
    return tuple(map(str, (t.cards, t.right, t.missed, t.wrong)))


_JOKER_HEAD = (
    "part",
    "there",
    "right",
    "colour left open",
    "other colour",
    "other face",
    "not read",
    "read where none is",
)


def _of_jokers(j: JokerRow) -> tuple[str, ...]:
    counts = (j.there, j.right, j.open, j.colour, j.other, j.unread, j.false)
    return (j.part, *map(str, counts))


def _mistakes(report: Report) -> tuple[str, ...]:
    lines = [
        f"{title}: {_most(often)}."
        for title, often in (
            ("Read for another", report.confusions),
            ("Others", report.other_mistakes),
        )
        if often
    ]
    return ("## Mistakes", "", "\n\n".join(lines)) if lines else ()


def _most(often: Sequence[tuple[str, int]]) -> str:
    said = [f"{text} ×{n}" for text, n in often[:MOST]]
    left = sum(n for _, n in often[MOST:])
    return ", ".join([*said, f"{left} more"] if left else said)


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:157]}…"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _line(head)
    yield _line(["---"] * len(head))
    for row in rows:
        yield _line(row)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
