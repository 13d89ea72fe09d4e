"""The record: text to value and back, replay, and errors that say where they are."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tabletop.record
from tabletop.games.mushroom_walk import Decay, PutPan, Sell, Take, scores
from tabletop.record import (
    Dealt,
    Played,
    Record,
    RecordError,
    Remark,
    ReplayError,
    Result,
    first_state,
    format_entry,
    format_header,
    format_record,
    parse_record,
    replay,
)

from .games import recorded

HEAD = "tabletop record 1\ngame: mushroom-walk\n"
FOREST = "dealer forest 5D 6S 9H XR XB 2C KS KD\n"
WORDS = st.text(max_size=20)
CARDS = st.sampled_from(["TH", "QS", "XR", "X?", "??", "?", "T", "N", "2C"])
ENTRIES = st.one_of(
    st.builds(Dealt, st.just("turn"), st.lists(CARDS, min_size=1, max_size=2).map(tuple)),
    st.builds(Dealt, st.just("deal"), st.lists(CARDS, max_size=3).map(tuple), st.just(1), WORDS),
    st.builds(Played, st.integers(0, 1), st.just(Sell("9", 2, 1)), WORDS),
    st.builds(Played, st.integers(0, 1), st.builds(Take, st.integers(0, 9)), WORDS),
    st.builds(Remark, WORDS),
)


def example() -> str:
    """The example in the package's own help."""
    text = tabletop.record.__doc__ or ""
    block = re.search(r"::\n\n((?:    .*\n|\n)+)", text)
    assert block
    return re.sub(r"^    ", "", block.group(1), flags=re.MULTILINE).strip() + "\n"


def test_the_example_in_the_help() -> None:
    record = parse_record(example())
    assert record.players == ("Anna", "Ben")
    assert record.date == "2031-05-17"
    assert record.turns == 2
    assert record.entries[4] == Played(0, Take(2), "any words")
    assert record.entries[-1] == Result((36, 45), "forest empty")
    first = first_state(record)
    assert first.forest == "569NN2PC"
    assert [p.hand for p in first.players] == ["???", "??"]
    assert first.players[1].night == "4"
    assert (len(first.draw), len(first.night), first.discard) == (67, 7, "O")
    steps = list(replay(record))
    assert [step.broken for step in steps] == [(), ()]
    assert steps[0].after.forest == "9NN2PC9N"
    assert steps[0].after.decay == "5"
    assert steps[1].after.players[1].hand == "5??"


@given(st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_parsing_what_was_formatted_gives_the_same_record(seed: int) -> None:
    record, last = recorded(seed)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    steps = list(replay(record))
    assert len(steps) == record.turns
    assert not any(step.broken for step in steps)
    assert scores(steps[-1].after) == scores(last)
    assert [p.sticks for p in steps[-1].after.players] == [p.sticks for p in last.players]


@given(
    WORDS, WORDS, st.sampled_from(["", "2031-05-17"]), st.lists(ENTRIES, max_size=8), st.booleans()
)
def test_round_trip_of_anything_that_can_be_written(
    first: str, second: str, date: str, entries: list[Dealt | Played | Remark], ended: bool
) -> None:
    record = Record(players=(first, second), date=date, entries=tuple(entries))
    if ended:
        record += Result((3, 40), "source ended", "so # it: goes")
    assert parse_record(format_record(record)) == record


def test_a_session_writes_line_by_line() -> None:
    record, _ = recorded(3)
    lines = [format_header(record), *(format_entry(e) for e in record.entries)]
    assert "\n".join(lines) + "\n" == format_record(record)
    # Cut off after any line, what was written can still be read.
    for n in range(1, len(lines)):
        assert parse_record("\n".join(lines[:n])).entries == record.entries[: n - 1]


def test_undoing_turns() -> None:
    record, _ = recorded(4)
    shorter = record.until(5)
    assert shorter.turns == 5
    again = shorter + record.entries[len(shorter.entries)]
    assert again.turns == 6
    assert record.until(record.turns).turns == record.turns
    assert not any(isinstance(e, Result) for e in record.until(record.turns).entries)
    assert record.until(0).turns == 0


def test_reading_is_forgiving_about_form() -> None:
    text = (
        "\ufefftabletop record 1\r\n\r\n# by hand\r\ngame:mushroom-walk\r\n"
        "dealer forest 5d 6s 9h xr xb 2c 10s kd # eight\r\np0 TAKE 1\r\n"
    )
    record = parse_record(text)
    assert record.entries[0] == Remark("by hand")
    assert record.entries[1] == Dealt(
        "forest", ("5D", "6S", "9H", "XR", "XB", "2C", "TS", "KD"), comment="eight"
    )
    assert record.entries[2] == Played(0, Take(1))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "starts with the line 'tabletop record 1'"),
        ("hello", 1, 1, "starts with the line"),
        ("tabletop record 2\n", 1, 1, "version '2'"),
        ("tabletop record 1\n", 2, 1, "no game is named"),
        ("tabletop record 1\ngame: chess\n", 2, 6, "'chess' isn't known"),
        ("tabletop record 1\nset: moon=ace\n", 2, 1, "write the game before"),
        (HEAD + "set: moon=sun\n", 3, 5, "use ace or jack"),
        (HEAD + "game: mushroom-walk\n", 3, 1, "named twice"),
        (HEAD + "date: 2031-13-01\n", 3, 6, "is no date"),
        (HEAD + "player 2: Cleo\n", 3, 1, "'player 0:' and 'player 1:'"),
        (HEAD + "player 0:\n", 3, 10, "write a value"),
        (HEAD + FOREST + "date: 2031-05-17\n", 4, 1, "belongs above"),
        (HEAD + "dealer\n", 3, 7, "the dealer does"),
        (HEAD + "dealer shuffle\n", 3, 8, "the dealer does"),
        (HEAD + "dealer turn 1H\n", 3, 13, "is no card"),
        (HEAD + "dealer deal 2H\n", 3, 13, "write p0 or p1"),
        (HEAD + "dealer turn\n", 3, 12, "write the cards"),
        (HEAD + "dealer forest" + " 2" * 9 + "\n", 3, 31, "more than 8"),
        (HEAD + "p0 take 1\np2 take 1\n", 4, 1, "'p2' is nobody"),
        (HEAD + "p0 take\n", 3, 8, "write which card"),
        (HEAD + "  p0  cook 9 9 8\n", 3, 16, "8 and 9 differ"),
        (HEAD + "result 36\n", 3, 10, "write both"),
        (HEAD + "result 36 45\np0 pan\n", 4, 1, "follows the result"),
    ],
)
def test_errors_say_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=80) | st.text("p01dealrtkeocnsu :#?N9\n", max_size=80))
@settings(max_examples=300)
def test_nothing_but_the_documented_error(text: str) -> None:
    for whole in (text, HEAD + text, HEAD + FOREST + text):
        try:
            record = parse_record(whole)
        except RecordError:
            continue
        assert parse_record(format_record(record)) == record
        try:
            list(replay(record))
        except ReplayError:
            continue


def test_an_illegal_turn_is_named_and_done_as_far_as_it_can_be() -> None:
    record = parse_record(HEAD + FOREST + "p0 take 5\np1 decay\n")
    first, second = replay(record)
    assert [b.rule for b in first.broken] == ["MW-5.1"]
    assert first.after.players[0].hand == "???N"
    assert second.broken == ()
    out_of_turn = list(replay(parse_record(HEAD + FOREST + "p0 take 1\np0 take 1\n")))
    assert [b.rule for b in out_of_turn[1].broken] == ["R-21"]
    assert out_of_turn[1].after.to_move == 1


def test_a_turn_is_skipped_where_the_other_may_be_stuck() -> None:
    # Player 0 takes every fourth card from the first on, player 1 every fourth from the fourth on.
    cards = iter("N782N783N784N785N996" + "99TTT222")
    text = HEAD + f"dealer forest {' '.join(next(cards) for _ in range(8))}\n"
    for _ in range(5):
        text += f"p0 take 1\ndealer turn {next(cards)} {next(cards)}\n"
        text += f"p1 take 2\ndealer turn {next(cards)} {next(cards)}\n"
    *_, last = replay(parse_record(text + "p0 pan\n"))
    assert last.after.players[1].hand == "23456???"
    assert last.after.to_move == 1
    *_, again = replay(parse_record(text + "p0 pan\np0 pan\n"))
    assert again.broken == ()
    assert again.after.players[0].pans == 3
    # With room for a card player 1 could not have been stuck.
    early = text[: text.rindex("p1")] + "p0 pan\n"
    *_, wrong = replay(parse_record(early))
    assert [b.rule for b in wrong.broken] == ["R-21"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p0 take 1\n", "no forest is laid"),
        ("dealer forest 2 3\n", "lays 8 forest cards"),
        (FOREST + FOREST, "lays 8 forest cards"),
        (FOREST + "dealer deal p0 2 3 4 5\n", "dealt 3 cards"),
        (FOREST + "p0 take 1\ndealer turn 2 3 4\n", "turn 1 turns up 2 forest and 0 night cards"),
        (FOREST + "p0 take 1\ndealer night p0 4\n", "turn 1 turns up"),
        (FOREST + "p0 take 1\ndealer deal p0 4\n", "only 'turn' and 'night'"),
        (FOREST + "p0 take 9\n", "takes card 9, which isn't there"),
    ],
)
def test_lines_that_do_not_fit_together(text: str, message: str) -> None:
    record = parse_record(HEAD + text)
    with pytest.raises(ReplayError, match=message):
        list(replay(record))


def test_record_checks_its_own_date() -> None:
    with pytest.raises(ValueError, match="write it as"):
        Record(date="17.5.2031")


def test_moves_of_both_players_in_one_record() -> None:
    record = Record() + Played(0, Decay()) + Played(1, PutPan(), "  two   words ")
    assert [format_entry(e) for e in record.entries] == ["p0 decay", "p1 pan  # two words"]
