"""Corrections, and claims with their rulings."""

from __future__ import annotations

import pytest

from tabletop.games.mushroom_walk import Decay, PutPan, Take
from tabletop.record import (
    Corrected,
    Dispute,
    Played,
    Record,
    ReplayError,
    Undone,
    disputes,
    parse_record,
    replay,
)

from .games import FOREST, HEAD, played, state_after

START = HEAD + FOREST + "1. p1 take 1\ndealer turn 2 3\n2. p2 take 2\ndealer turn 4 5\n"


def moves(text: str) -> list[object]:
    return [step.played.move for step in replay(parse_record(text))]


def only(text: str) -> Dispute:
    (dispute,) = disputes(parse_record(text))
    return dispute


def test_a_later_line_replaces_a_turn() -> None:
    text = START + "3. p1 decay\ndealer turn 6\ncorrect 1 p1 take 2  # seen later\n"
    assert moves(text) == [Take(2), Take(2), Decay()]
    first = played(parse_record(text))[0]
    assert first.state.forest == "9NN2PC23"
    assert first.step is not None
    assert first.step.played.comment == "seen later"


def test_dealer_lines_after_a_correction_replace_those_of_the_turn() -> None:
    text = START + "correct 1 p1 pan\ndealer turn 7\n3. p1 take 1\ndealer turn 8 8\n"
    first, _, third = played(parse_record(text))
    assert (first.state.forest, third.state.forest) == ("69NN2PC7", "2PC74588")
    # Two cards came up after the old turn 1; after a pan only one does.
    with pytest.raises(ReplayError, match="turn 1 turns up 1 forest"):
        moves(START + "correct 1 p1 pan\n")


def test_the_set_up_can_be_written_anew() -> None:
    text = START + "correct 0\ndealer forest T T T T T T T T\n3. p1 take 1\n"
    assert next(replay(parse_record(text))).before.forest == "TTTTTTTT"
    unchanged = START + "correct 0\n3. p1 take 1\n"
    assert next(replay(parse_record(unchanged))).before.forest == "569NN2PC"


def test_turns_can_be_taken_back() -> None:
    text = START + "undo 2\n2. p2 pan\ndealer turn 9\n3. p1 take 1\n"
    assert moves(text) == [Take(1), PutPan(), Take(1)]
    assert moves(START + "undo 1\n") == []
    assert state_after(parse_record(START + "undo 1\n")) == state_after(parse_record(HEAD + FOREST))
    # A correction of a turn taken back and played again is one of the new turn.
    again = START + "undo 2\n2. p2 pan\ndealer turn 9\ncorrect 2 p2 take 1\ndealer turn 6 6\n"
    assert moves(again) == [Take(1), Take(1)]


def test_a_record_made_in_code_cannot_correct_what_is_not_there() -> None:
    forest = parse_record(HEAD + FOREST)
    for entry in (Undone(1), Corrected(1, Played(0, PutPan())), Corrected(0, Played(0, PutPan()))):
        with pytest.raises(ReplayError, match="there is no turn"):
            list(replay(forest + entry))
    with pytest.raises(ReplayError, match="no forest"):
        list(replay(Record()))


@pytest.mark.parametrize(
    ("lines", "verdict", "rules"),
    [
        ("p1 claim take 2\n", "legal", []),
        ("p1 claim take 4\n", "illegal", ["MW-5.1"]),
        ("p1 claim sell 5 5\n", "possible", ["MW-5.4"]),
        ("p2 claim take 2\n", "illegal", ["MW-5.0"]),
        ("p2 claim p1 take 2\n", "legal", []),
        ("p1 claim stuck\n", "illegal", ["R-21"]),
        ("p2 claim illegal 1\n", "legal", []),
        ("3. p1 take 8\np2 claim illegal 3\n", "illegal", ["MW-5.1"]),
        ("ruling legal\n", "legal", []),
    ],
)
def test_a_claim_is_judged_by_what_was_known_then(
    lines: str, verdict: str, rules: list[str]
) -> None:
    # What happens later makes no difference, not even that the turn is taken back.
    later = "undo 2\n2. p2 pan\ndealer turn 6\n"
    ruling = only(START + lines + later).ruling
    assert ruling.verdict == verdict
    assert sorted({b.rule for b in (*ruling.breaches, *ruling.doubts)}) == rules


def test_a_full_hand_may_be_stuck() -> None:
    text = HEAD + "dealer forest 9 9\ndealer draw-pile 0\ndealer hand p2\ndealer start p1\n"
    hand = "dealer hand p1 2 3 4 5 6 7 8 "
    assert only(text + hand + "B\np1 claim stuck\n").ruling.verdict == "legal"
    possible = only(text + hand + "??\np1 claim stuck\n").ruling
    assert possible.verdict == "possible"
    assert "1 card unseen" in possible.doubts[0].facts
    wrong = only(text + hand + "N\np1 claim stuck\n").ruling
    assert wrong.verdict == "illegal"
    assert wrong.breaches[0].facts == "a pan can be put down"
    assert only(text + hand + "B\np2 claim p1 stuck\n").ruling.verdict == "legal"


def test_a_ruling_belongs_to_the_claim_before_it() -> None:
    text = START + "p1 claim take 4\n# They look it up.\nruling legal\np2 claim illegal 2\n"
    first, second = disputes(parse_record(text))
    assert first.claim is not None
    assert first.decided is not None
    assert not first.fits
    assert second.decided is None
    assert second.fits
    assert second.turns == 2
    alone = only(START + "ruling illegal MW-5.1\n")
    assert alone.claim is None
    assert not alone.fits
    # A turn ends the wait for a ruling: this one is on turn 3.
    late = START + "p1 claim take 4\n3. p1 take 1\nruling legal\n"
    first, second = disputes(parse_record(late))
    assert first.decided is None
    assert second.claim is None
    assert second.fits


def test_what_is_possible_may_be_decided_either_way() -> None:
    for verdict in ("legal", "illegal", "possible"):
        assert only(START + f"p1 claim sell 5 5\nruling {verdict}\n").fits
