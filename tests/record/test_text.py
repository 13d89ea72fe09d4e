"""The record's text: value to text and back, forgiving reading, errors that say where they are."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games import GAMES
from tabletop.games.mushroom_walk import Cook, Decay, PutPan, Sell, Stuck, Take
from tabletop.language import translate, use, words_of
from tabletop.record import (
    Claimed,
    Corrected,
    Dealt,
    Played,
    Record,
    RecordError,
    Remark,
    Result,
    Ruled,
    Undone,
    disputes,
    format_record,
    parse_record,
    read_claim,
)

from .games import FOREST, HEAD, played, recorded, records

DOCS = Path(__file__).parents[2] / "docs" / "record.md"


@pytest.fixture
def german() -> Iterator[None]:
    use("de")
    yield
    use("en")


def example() -> str:
    """The example in the written format description."""
    found = re.search(r"```\n(tabletop record.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_example_in_the_docs_is_canonical_and_replays() -> None:
    record = parse_record(example())
    assert format_record(record) == example()
    assert record.players == ("Anna", "Ben")
    assert (record.event, record.date) == ("kitchen table, second game", "2031-05-17")
    assert record.settings == ("moon=ace",)
    turns = played(record)
    steps = [turn.step for turn in turns if turn.step is not None]
    assert [step.played.move for step in steps] == [
        Take(2),
        Decay(),
        Take(1),
        Sell("8", 1, 1),
        PutPan(),
    ]
    assert [step.ruling.verdict for step in steps].count("illegal") == 0
    assert turns[3].state.players[1].sticks == 9
    assert all(dispute.fits for dispute in disputes(record))


def test_every_word_of_the_grammar_is_read_and_no_other() -> None:
    text = DOCS.read_text(encoding="utf-8")
    grammar = text[text.index("```ebnf") :]
    from tabletop.record.entries import DEALER

    dealt = grammar[grammar.index("\ndealt") : grammar.index("\nturn")]
    assert set(re.findall(r"'([a-z-]{2,})'", dealt)) == {"dealer", *DEALER}
    assert all(f"`dealer {verb}" in text or f"`{verb}`" in text for verb in DEALER)


@given(records())
@settings(max_examples=200, deadline=None)
def test_parsing_what_was_formatted_gives_the_same_record(record: Record) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_whole_games_survive_being_written(seed: int) -> None:
    record, _ = recorded(seed)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(st.integers(0, 1000), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_form_does_not_matter(seed: int, rng: random.Random) -> None:
    record, _ = recorded(seed)
    lines = format_record(record).splitlines()
    rough = "\ufeff" * rng.randrange(2)
    for line in lines:
        key = line.partition(":")[0]
        body, mark, comment = line.partition("  #")
        if key not in ("player 1", "player 2", "event") and not line.startswith("#"):
            body = rng.choice([str.upper, str.lower, str.title, str])(body)
            body = re.sub(" ", lambda _: rng.choice([" ", "\t", "   ", "\u00a0"]), body)
            body = re.sub(r"^\d+\. *", rng.choice(["", r"\g<0>"]), body)
            body = re.sub(r"(?<=\s)[Tt](?=\s|$)", lambda _: rng.choice(["10", "T"]), body)
        if line.startswith("result"):  # the reason is kept as it is written
            body = line.partition("  #")[0]
        rough += body + mark + comment + rng.choice(["\n", "\r\n", "\r", " \n", "\n\n"])
    assert parse_record(rough) == record


def test_what_people_write_by_hand() -> None:
    text = (
        "\ufefftabletop record 1\r\n\r\n# by hand\r\ngame:mushroom-walk # the usual one\r\n"
        "SET: Moon = jack\r\nset: moon=jack\r\ndate: 2031-5-7\r\n"
        "dealer forest 5d 6♠ 9♥ xr joker 2♧ 10♦\ufe0f kd # eight\r\n"
        "P1: TAKE 1\r\ndealer turn moon, PAN\r\n"
        "2) p2 cook 10h 10♣ 10 qh butter AC\r\n"
        "p1 Claim P2 Stuck\r\nRULING Possible r-21 mw-5.1A"
    )
    record = parse_record(text)
    assert record.settings == ("moon=jack",)
    assert record.date == "2031-05-07"
    assert record.entries == (
        Remark("by hand"),
        Remark("the usual one"),
        Dealt("forest", ("5D", "6S", "9H", "XR", "X?", "2C", "TD", "KD"), comment="eight"),
        Played(0, Take(1)),
        Dealt("turn", ("O", "N")),
        Played(1, Cook("T", 3, 0, 2, 0, "hand")),
        Claimed(0, Stuck(), 1),
        Ruled("possible", ("R-21", "MW-5.1a")),
    )
    assert [entry.line for entry in record.entries] == [3, 4, 8, 9, 10, 11, 12, 13]


@pytest.mark.parametrize("game", GAMES)
def test_cards_by_their_names(game: str) -> None:
    text = (
        f"tabletop record 1\ngame: {game}\n"
        "Dealer: forest Morel, honey fungus tree ear Lawyer's Wig hen of the woods pan moon ??\n"
        "p1 cook birch boletes birch bolete birch-bolete* butter pan\n"
        "p2 sell porcini Porcini\nresult 9 0 tree ear\n"
    )
    record = parse_record(text)
    assert record.entries == (
        Dealt("forest", (*"T2346NO", "??")),
        Played(0, Cook("7", 2, 1, 1, 0, "hand")),
        Played(1, Sell("8", 2)),
        Result((9, 0), "tree ear"),
    )
    assert read_claim("p2 sell tree ear* tree ears", record.game) == (1, Sell("3", 1, 1))
    with pytest.raises(RecordError, match="line 3, column 36: 'treeear' is no card"):
        parse_record(text.replace("tree ear", "treeear", 1))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "starts with the line 'tabletop record 1'"),
        ("hello", 1, 1, "starts with the line"),
        ("tabletop record 2\n", 1, 1, "version '2'"),
        ("tabletop record 1\n", 2, 1, "no game is named"),
        ("tabletop record 1\n" + FOREST, 2, 1, "no game is named yet"),
        ("tabletop record 1\ngame: chess\n", 2, 7, "'chess' isn't known"),
        ("tabletop record 1\nset: moon=ace\n", 2, 1, "write the game before"),
        (HEAD + "set: moon=sun\n", 3, 6, "use ace or jack"),
        (HEAD + "set: moon=ace\nset: moon=jack\n", 4, 6, "given twice"),
        (HEAD + "game: mushroom-walk\n", 3, 1, "named twice"),
        (HEAD + "date: 2031-13-01\n", 3, 7, "is no date"),
        (HEAD + "date: 17.5.2031\n", 3, 7, "write it as 2031-05-17"),
        (HEAD + "date: ٢٠٣١-٠٥-١٧\n", 3, 7, "is no date"),
        (HEAD + "player 3: Cleo\n", 3, 1, "'player 1:' and 'player 2:'"),
        (HEAD + "player 1: A\nplayer 1: B\n", 4, 1, "each once"),
        (HEAD + "player 1:\n", 3, 10, "write a value"),
        (HEAD + "referee: Cleo\n", 3, 1, "the header has game, set"),
        (HEAD + FOREST + "date: 2031-05-17\n", 4, 1, "belongs above"),
        (HEAD + "dealer\n", 3, 7, "the dealer does"),
        (HEAD + "dealer shuffle\n", 3, 8, "the dealer does"),
        (HEAD + "dealer turn 1H\n", 3, 13, "is no card"),
        (HEAD + "dealer turn 9*\n", 3, 13, "is no card"),
        (HEAD + "dealer deal 2H\n", 3, 13, "write p1 or p2"),
        (HEAD + "dealer turn\n", 3, 12, "write the cards"),
        (HEAD + "dealer forest" + " 2" * 9 + "\n", 3, 31, "more than 8"),
        (HEAD + "dealer sticks p1 many\n", 3, 18, "write a number"),
        (HEAD + "dealer sticks p1 3 4\n", 3, 20, "end the line"),
        (HEAD + "dealer start p1 p2\n", 3, 17, "end the line"),
        (HEAD + "p1 take 1\np3 take 1\n", 4, 1, "'p3' is nobody"),
        (HEAD + "p0 take 1\n", 3, 1, "'p0' is nobody"),
        (HEAD + "p1 take\n", 3, 8, "write which card"),
        (HEAD + "p1 take 9H\n", 3, 9, "'9H' is no place in the forest"),
        (HEAD + "p1 take ٣\n", 3, 9, "no place in the forest"),
        (HEAD + "  p1  cook 9H 9 10H\n", 3, 17, "T and 9 differ"),
        (HEAD + "1. p1 pan\n3. p2 pan\n", 4, 1, "this is turn 2, not 3"),
        (HEAD + "1.\n", 3, 3, "write who plays"),
        (HEAD + "p1 claim\n", 3, 9, "write what is claimed"),
        (HEAD + "p1 claim illegal 1\n", 3, 18, "no turn was played"),
        (HEAD + "p1 claim stuck now\n", 3, 10, "no action"),
        (HEAD + "ruling legal\n", 3, 1, "nothing to rule on"),
        (HEAD + "p1 pan\nruling perhaps\n", 4, 8, "write legal, possible or illegal"),
        (HEAD + "p1 pan\nruling legal 5.1\n", 4, 14, "is no rule"),
        (HEAD + "p1 pan\ncorrect 2 p1 pan\n", 4, 9, "1 turn was played"),
        (HEAD + "p1 pan\ncorrect 1\n", 4, 10, "write who played turn 1"),
        (HEAD + "p1 pan\ncorrect 0 p1 pan\n", 4, 11, "end the line"),
        (HEAD + "p1 pan\nundo 1\nundo 1\n", 5, 6, "there is no turn 1"),
        (HEAD + "p1 pan\nundo 0\n", 4, 6, "there is no turn 0"),
        (HEAD + "undo\n", 3, 5, "write the number of a turn"),
        (HEAD + "result 36\n", 3, 10, "write both"),
        (HEAD + "result 36 45\np1 pan\n", 4, 1, "follows the result"),
        (HEAD + "p1 " + "x" * 41 + "\n", 3, 4, "no word of a record"),
        (HEAD + "p1 cook" + " 9" * 600 + "\n", 3, 1000, "no line of a record"),
        (HEAD + "p1 pan\n" * 501, 503, 1, "no game has more than 500 turns"),
        ("\n" * 3000, 2001, 1, "more than 2000 lines"),
        (" " * 600_000, 1, 1, "longer than 200000 signs"),
    ],
)
def test_errors_say_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RecordError, match=re.escape(message)) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + "date: 17.5.2031\n", "'17.5.2031' ist kein Datum"),
        (HEAD + "player 1:\n", "nach „player 1:“ einen Wert schreiben"),
        (HEAD + FOREST + "date: 2031-05-17\n", "„date:“ gehört über die erste"),
        (HEAD + "referee: Cleo\n", "im Kopf steht game, set"),
        (HEAD + "cleo pan\n", "'cleo' ist niemand: eine Zeile beginnt mit p1, p2, dealer,"),
        (HEAD + "p1 pan\ncorrect 2 p1 pan\n", "bisher wurde 1 Zug gespielt"),
        (HEAD + "dealer forest 9Z\n", "'9Z' ist keine Karte: ein Blatt"),
        ("tabletop record 1\n" + FOREST, "„game: mushroom-walk“ über diese Zeile"),
    ],
)
@pytest.mark.usefixtures("german")
def test_errors_in_the_header_are_said_in_german(text: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert says in translate(words_of(caught.value))


def test_what_cannot_be_printed_is_not_kept() -> None:
    record = parse_record(HEAD + "player 1: A\x1b[31mnna\u202e\np1 pan # a\x00b\x85c\n")
    assert record.players[0] == "A [31mnna"
    assert record.entries == (Played(0, PutPan(), "a b c"),)
    assert Record(players=("\ud800", "👩\u200d🍳")).players == ("", "👩\u200d🍳")
    with pytest.raises(RecordError, match="'take\ufffd' is no action") as caught:
        parse_record(HEAD + "p1 take\x00 3\n")
    assert str(caught.value).isprintable()


def test_a_record_checks_its_own_date() -> None:
    with pytest.raises(ValueError, match="write it as"):
        Record(date="17.5.2031")


def test_comments_of_a_corrected_turn_are_the_lines_own() -> None:
    entry = Corrected(1, Played(0, PutPan(), "so it was"))
    assert entry.comment == "so it was"
    record = Record() + Played(0, Decay()) + entry + Undone(1)
    assert format_record(record).splitlines()[-3:] == [
        "1. p1 decay",
        "correct 1 p1 pan  # so it was",
        "undo 1",
    ]
