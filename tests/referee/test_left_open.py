"""What the figures count as left open: discards that a turn says nobody knows."""

from __future__ import annotations

import pytest

from benchmarks.judging import Key, left_open

TRUTH: Key = (0, "decay", ((("d", "8"), 1), (("d", "T"), 1)), ("KC", "TH", "KH"))


def told(*discards: tuple[str, int], player: int = 0) -> Key:
    return (player, "decay", tuple((("d", kind), n) for kind, n in discards), TRUTH[3])


def test_an_unknown_discard_may_be_any() -> None:
    assert left_open(TRUTH, told(("?", 1), ("T", 1)))
    assert left_open(TRUTH, told(("?", 2)))


@pytest.mark.parametrize(
    "wrong",
    [
        told(("9", 1), ("T", 1)),
        told(("?", 1), ("9", 1)),
        told(("?", 1), ("T", 2)),
        told(("?", 1)),
        told(("?", 1), ("T", 1), player=1),
        (0, "take", 1, 0, (), "KC"),
        None,
    ],
)
def test_all_else_must_be_as_it_was(wrong: Key | None) -> None:
    assert not left_open(TRUTH, wrong)
