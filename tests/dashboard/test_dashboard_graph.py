"""The graph of the score, and large letters."""

from __future__ import annotations

import pytest

from tabletop.dashboard.glyphs import big, lettered, short
from tabletop.dashboard.graph import score_graph

SCORES = [(0, 0), (0, 0), (9, 0), (9, 12), (9, 12), (20, 12)]


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(("width", "height"), [(40, 10), (14, 5), (200, 30)])
def test_the_graph_fits_and_begins_and_ends_right(width: int, height: int, plain: bool) -> None:
    rows = score_graph(SCORES, ("Anna", "Ben"), width, height, plain)
    assert len(rows) == height
    assert all(row.cell_length == width for row in rows)
    texts = [row.plain for row in rows]
    assert texts[1].startswith("  20")
    assert texts[-2].startswith("   0")
    assert texts[-1].rstrip().endswith("5")
    # The leader ends in the upper right corner, both begin in the lower left one.
    assert texts[1].rstrip()[-1] not in (" ", "⠀")
    assert texts[-2][5] not in (" ", "⠀")
    if plain:
        assert all(text.replace("…", "").isascii() for text in texts)


def test_the_lines_are_told_apart_without_colours() -> None:
    level = [(5, 5)] * 4
    one, two = ([(5, 0)] * 4, [(0, 5)] * 4)
    rows = [score_graph(scores, ("A", "B"), 40, 8)[1].plain[5:] for scores in (one, two)]
    assert " " not in rows[0].replace("⠀", " ").strip()
    assert rows[1].replace("⠀", " ").strip().count(" ") > 10
    legend = score_graph(level, ("A", "B"), 40, 8)[0].plain.split()
    assert legend[0] != legend[2]


def test_there_is_no_graph_without_turns_or_room() -> None:
    assert score_graph(SCORES[:1], ("A", "B"), 40, 10) == []
    assert score_graph(SCORES, ("A", "B"), 10, 10) == []
    assert score_graph(SCORES, ("A", "B"), 40, 3) == []


@pytest.mark.parametrize(
    "word", ["legal", "illegal", "possible", "erlaubt", "regelwidrig", "möglich"]
)
def test_verdicts_have_large_letters(word: str) -> None:
    rows = lettered(word, 80)
    assert len(rows) == 3
    assert len({len(row) for row in rows}) == 1
    assert len(lettered(word, 20)) == 1
    assert lettered(word, 80, plain=True) == (" ".join(word.upper()),)


def test_cards_of_which_only_the_kind_is_known() -> None:
    assert [short(kind) for kind in ("2", "T", "N", "?")] == ["2", "10", "?", "?"]
    assert len({len(row) for row in big("8")}) == 1
