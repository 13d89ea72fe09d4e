"""Playing records through: positions, illegal turns, turns passed on, tables in mid-game."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.games.mushroom_walk import Dish, Sell, judge, legal_moves, perft, scores
from tabletop.record import (
    RecordError,
    ReplayError,
    disputes,
    format_record,
    known_after,
    parse_record,
    positions,
    replay,
)

from .games import FOREST, HEAD, played, recorded, rules, state_after


@pytest.mark.parametrize("game", ["mushroom-walk", "original-numbers", "fungi"])
@given(seed=st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_a_recorded_game_ends_as_it_was_played(game: str, seed: int) -> None:
    record, last = recorded(seed, game)
    turns = played(record)
    assert not any(rules(turn) for turn in turns)
    final = turns[-1].state
    assert scores(final) == scores(last)
    assert [p.sticks for p in final.players] == [p.sticks for p in last.players]
    # Whether both are stuck may hang on cards that nobody saw.
    assert final.reason in (last.reason, "" if last.reason == "both stuck" else last.reason)
    # What was seen later tells more of the hands, never anything else.
    for n in (0, len(turns) // 2, len(turns)):
        then, now = state_after(record, n), known_after(record, n).state
        assert (then.forest, then.decay) == (now.forest, now.decay)
        for before, after in zip(then.players, now.players, strict=True):
            assert before.held == after.held
            assert not Counter(before.hand.replace("?", "")) - Counter(after.hand)


@given(st.text(max_size=80) | st.text("p12dealrtkoficnsu :#?N9\n", max_size=80))
@settings(max_examples=300)
def test_nothing_but_the_documented_errors(text: str) -> None:
    for whole in (text, HEAD + text, HEAD + FOREST + text, HEAD + FOREST + "p1 take 1\n" + text):
        try:
            record = parse_record(whole)
        except RecordError:
            continue
        assert parse_record(format_record(record)) == record
        try:
            list(positions(record))
            list(disputes(record))
        except ReplayError:
            continue


_LINES = st.sampled_from(
    [
        FOREST,
        "dealer deal p1 2 3 ??\n",
        "dealer deal p2 O P\n",
        "dealer night p1 4\n",
        "dealer night p2 4\n",
        "dealer start p2\n",
        "dealer turn 9 9\n",
        "dealer turn O\n",
        "dealer hand p1 9 9 9 N\n",
        "dealer hand p2\n",
        "dealer dish p1 9 9 9* B\n",
        "dealer poison p2 1\n",
        "dealer decay-pile ?? K O P\n",
        "dealer draw-pile 1\n",
        "dealer draw-pile 999\n",
        "dealer night-pile 0\n",
        "dealer sticks p1 9\n",
        "p1 take 1\n",
        "p2 take 8\n",
        "p1 take 99\n",
        "p2 decay\n",
        "p2 decay discard 9 9*\n",
        "p1 cook 9 9 9* B N\n",
        "p2 sell 9 9\n",
        "p1 pan\n",
        "p1 claim stuck\n",
        "p2 claim p1 take 3\n",
        "p1 claim illegal 1\n",
        "ruling legal R-21\n",
        "correct 1 p2 pan\n",
        "correct 0\n",
        "undo 1\n",
        "# tea\n",
    ]
)


@given(st.lists(_LINES, max_size=14))
@settings(max_examples=300, deadline=None)
def test_any_lines_replay_or_say_why_not(lines: list[str]) -> None:
    try:
        record = parse_record(HEAD + FOREST + "".join(lines))
    except RecordError:
        return
    assert parse_record(format_record(record)) == record
    with suppress(ReplayError):
        assert state_after(record).forest == known_after(record).state.forest
        assert all(isinstance(d.fits, bool) for d in disputes(record))


def test_a_game_with_cards_of_its_own_has_kinds_only() -> None:
    text = "tabletop record 1\ngame: fungi\ndealer forest 5 6 9 N N 2 P C\np1 take 3\n"
    (step,) = replay(parse_record(text))
    assert [b.rule for b in step.ruling.breaches] == ["FU-4.2"]
    with pytest.raises(RecordError, match="'5H' is no card: write a kind") as caught:
        parse_record(text.replace("forest 5", "forest 5H"))
    assert (caught.value.line, caught.value.column) == (3, 15)


def test_an_illegal_turn_is_named_and_done_as_far_as_it_can_be() -> None:
    record = parse_record(HEAD + FOREST + "p1 take 5\np2 decay\n")
    first, second = played(record)
    assert rules(first) == ["MW-5.1"]
    assert first.state.players[0].hand == "???N"
    assert rules(second) == []
    _, out_of_turn = played(parse_record(HEAD + FOREST + "p1 take 1\np1 take 1\n"))
    assert rules(out_of_turn) == ["MW-5.0"]
    assert out_of_turn.state.to_move == 1


def test_what_cannot_be_done_at_all_changes_nothing() -> None:
    record = parse_record(HEAD + FOREST + "p1 take 9\np2 take 1\n")
    first, second = played(record)
    assert rules(first) == ["MW-5.1"]
    assert first.state == state_after(record, 0)
    assert rules(second) == ["MW-5.0"]


def test_after_the_end_nothing_is_legal() -> None:
    text = HEAD + "dealer forest 9 9\ndealer hand p1\ndealer hand p2\ndealer draw-pile 0\n"
    *_, last = played(parse_record(text + "p1 take 1\np2 take 1\n"))
    assert rules(last) == ["MW-8.1"]
    assert last.state.reason == "forest empty"


def test_a_move_that_hidden_cards_leave_open_is_possible() -> None:
    (step,) = replay(parse_record(HEAD + FOREST + "p1 sell 9 9\n"))
    assert step.ruling.verdict == "possible"
    assert step.ruling.breaches == ()
    assert [b.rule for b in step.ruling.doubts] == ["MW-5.4"]


def test_a_turn_is_skipped_where_the_other_may_be_stuck() -> None:
    # Player 1 takes every fourth card from the first on, player 2 every fourth from the fourth on.
    cards = iter("N782N783N784N785N996" + "99TTT222")
    text = HEAD + f"dealer forest {' '.join(next(cards) for _ in range(8))}\n"
    for _ in range(5):
        text += f"p1 take 1\ndealer turn {next(cards)} {next(cards)}\n"
        text += f"p2 take 2\ndealer turn {next(cards)} {next(cards)}\n"
    *_, last = played(parse_record(text + "p1 pan\n"))
    assert last.state.players[1].hand == "23456???"
    assert last.state.to_move == 1
    *_, again = played(parse_record(text + "p1 pan\np1 pan\n"))
    assert rules(again) == []
    assert again.state.players[0].pans == 3
    # With room for a card player 2 could not have been stuck.
    early = text[: text.rindex("p2")] + "p1 pan\n"
    *_, wrong = played(parse_record(early))
    assert rules(wrong) == ["MW-5.0"]


def test_what_is_not_said_of_a_deal_is_unknown() -> None:
    text = HEAD + FOREST + "dealer deal p1 2 K\ndealer deal p2 AS KS\n"
    one, two = state_after(parse_record(text)).players
    assert (one.hand, one.baskets) == ("2?", 1)
    assert (two.hand, two.night, two.held) == ("?", "?", 2)


def test_an_unknown_card_for_which_a_night_card_came_was_a_moon() -> None:
    text = HEAD + FOREST.replace("5D", "??") + "p1 take 1\ndealer night p1 4D\ndealer turn 2\n"
    (turn,) = played(parse_record(text))
    assert turn.state.players[0].night == "4"
    assert turn.state.discard == "O"
    text = HEAD + FOREST.replace("5D", "??") + "p1 take 2\np2 decay\ndealer night p2 4D\n"
    *_, turn = played(parse_record(text))
    assert turn.state.players[1].night == "4"


def test_dealer_start_says_whose_turn_it_is() -> None:
    assert state_after(parse_record(HEAD + FOREST)).to_move == 0
    assert state_after(parse_record(HEAD + FOREST + "dealer start p2\n")).to_move == 1
    assert state_after(parse_record(HEAD + FOREST + "p2 pan\n"), 0).to_move == 1
    (turn,) = played(parse_record(HEAD + FOREST + "dealer start p2\np1 take 1\n"))
    assert rules(turn) == ["MW-5.0"]


LATE = """\
dealer forest P O 2 T N 8 9
dealer decay-pile K P 7 O
dealer draw-pile 33
dealer night-pile 2
dealer hand p1 2 2 2 2 2 2 2 B B C N
dealer night p1 2
dealer baskets p1 2
dealer sticks p1 3
dealer hand p2 9 9 4
dealer night p2 9
dealer pans p2 0
dealer dish p2 9 9 9* B
dealer poison p2 1
dealer discard-pile 3 3
"""


def test_a_table_in_mid_game() -> None:
    state = state_after(parse_record(HEAD + LATE))
    one, two = state.players
    assert (state.forest, state.decay, state.discard) == ("PO2TN89", "KP7O", "33")
    assert (len(state.draw), len(state.night)) == (33, 2)
    assert (one.hand, one.night, one.baskets, one.pans, one.sticks) == ("2222222BBCN", "2", 2, 1, 3)
    assert (two.hand, two.pans, two.poison) == ("499", 0, (1,))
    assert two.dishes == (Dish("9", 2, 1, 1),)
    assert scores(state) == (0, 19)


def test_a_late_position_has_the_moves_it_must_have() -> None:
    # Position C of the rulings: one move four turns long.
    text = (
        "dealer forest K 6\ndealer decay-pile P 2 3\ndealer draw-pile 0\ndealer night-pile 0\n"
        "dealer hand p1 2 3 4 5 6 7 8 9\ndealer hand p2 T T T N\ndealer pans p2 0\n"
    )
    state = state_after(parse_record(HEAD + text))
    assert len(legal_moves(state)) == 1
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_a_table_laid_out_in_mid_game_goes_on_from_there() -> None:
    text = HEAD + FOREST + "p1 take 1\ndealer turn 9 9\n# Some turns were not seen.\n"
    text += LATE + "2. p2 take 1\n"
    record = parse_record(text)
    assert len(list(replay(record))) == 2
    states = [position.state.forest for position in positions(record)]
    assert states == ["569NN2PC", "9NN2PC99", "PO2TN89", "2TN89???"]
    assert state_after(record, 1).decay == "KP7O"
    assert state_after(record, 1).to_move == 1


@pytest.mark.parametrize(
    ("lines", "turns"),
    [
        (
            "dealer forest ?? ?? ?? ??\ndealer deal p1 ?? ??\n"
            "dealer night p1 ?? ?? ?? ?? ?? ?? ??\ndealer hand p2 ?? ?? ??\n"
            "dealer night p1 ?? ??\np2 take 4\n",
            1,
        ),
        (FOREST + "dealer night p2 3 3 3 3 3\n" * 2 + "p2 cook 3 3 3 B C\np2 sell 3 3 3*\n", 2),
    ],
)
def test_more_cards_than_the_decks_have_can_be_told(lines: str, turns: int) -> None:
    record = parse_record(HEAD + lines)
    assert len(list(replay(record))) == turns
    assert known_after(record).state.forest


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("p1 take 1\n", 0, "no forest is laid"),
        ("dealer deal p1 2\n", 3, "no forest is laid"),
        ("dealer forest 2 3\n", 3, "lays 8 forest cards"),
        (FOREST + FOREST, 4, "'dealer forest' is there twice"),
        (FOREST + "dealer start p1\ndealer start p1\n", 5, "is there twice"),
        (FOREST + "dealer deal p1 2 3\ndealer deal p1 4 5\n", 5, "dealt 3 cards"),
        (FOREST + "dealer turn 4\n", 4, "follows a turn"),
        (FOREST + "dealer sticks p1 3\n", 4, "write 'dealer hand p1' too"),
        (FOREST + "dealer hand p1 2\ndealer deal p1 2\n", 4, "both a deal and a hand"),
        (FOREST + "dealer hand p1\ndealer hand p2\ndealer dish p1 9 9 8\n", 6, "one kind"),
        (FOREST + "dealer hand p1\ndealer hand p2\ndealer poison p1 3\n", 6, "MW-7.2"),
        (FOREST + "p1 take 1\ndealer turn 2 3 4\n", 5, "turn 1 turns up 2 forest and 0 night"),
        (FOREST + "p1 take 1\ndealer night p1 4\n", 5, "turn 1 turns up"),
        (FOREST + "p1 take 9\ndealer turn 4\n", 5, "turns up 0 forest"),
        (FOREST + "p1 take 1\ndealer deal p1 4\n", 5, "only 'turn' and 'night p1'"),
        (FOREST + "p1 take 1\ndealer night p2 4\n", 5, "only 'turn' and 'night p1'"),
    ],
)
def test_lines_that_do_not_fit_together(text: str, line: int, message: str) -> None:
    record = parse_record(HEAD + text)
    with pytest.raises(ReplayError, match=message) as caught:
        list(replay(record))
    assert caught.value.line == line


def test_there_are_only_so_many_turns() -> None:
    record = parse_record(HEAD + FOREST + "p1 take 1\n")
    for turns in (2, -1):
        with pytest.raises(ReplayError, match=f"no turn {turns}"):
            known_after(record, turns)


def test_a_dealt_poison_mushroom_may_be_of_either_hand() -> None:
    # a poison mushroom lies on the discard pile, and nobody saw who was dealt it.
    text = HEAD + FOREST + "dealer discard-pile KS\n"
    known = known_after(parse_record(text))
    assert [known.bounds(i).size for i in (0, 1)] == [(2, 3), (2, 3)]
    said = known_after(parse_record(text + "dealer deal p2 ?? ?? KC\n"))
    assert [said.bounds(i).size for i in (0, 1)] == [(3, 3), (2, 2)]
    assert said.state.discard == "P"


def test_the_night_card_is_seen_before_the_discards() -> None:
    table = """\
dealer forest 2 3 5 6 7 8 9 9
dealer decay-pile P O
dealer hand p1 2 3 5 6 7
dealer hand p2
"""
    # the night card that was drawn may itself be discarded.
    text = HEAD + table + "p1 decay discard 2 4*\ndealer night p1 4D\n"
    (step,) = replay(parse_record(text))
    assert step.ruling.verdict == "legal"
    (step,) = replay(parse_record(text.replace("4D", "5D")))
    assert step.ruling.verdict == "illegal"


def test_later_turns_show_what_a_hand_held() -> None:
    start = HEAD + FOREST + "p1 take 1\ndealer turn 4 4\np2 take 1\ndealer turn 5 5\n"
    sale = "p1 sell 7 7\n"
    *_, last = replay(parse_record(start + sale))
    assert last.ruling.verdict == "possible"
    for text, turns, verdict in (
        (start + sale, 2, "legal"),
        # After an illegal turn the record tells what was done, not what was held.
        (start + "p1 take 8\np2 take 1\n" + sale, 2, "possible"),
    ):
        known = known_after(parse_record(text), turns)
        assert judge(known, Sell("7", 2), 0).verdict == verdict


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dealer hand p2 2 K", "line 5: K is never in a hand: it is a basket"),
        ("dealer hand p2 2 AC", "line 5: AC is never in a hand: it is a moon"),
        ("dealer hand p2 2\ndealer night p2 KC", "line 6: KC is no night card: it is a poison"),
        ("dealer hand p2 2\ndealer night p2 T", "line 6: T is no night card: it is a 10"),
        ("dealer hand p2 2\np1 take 1\ndealer night p1 N", "line 7: N is no night card: it is a"),
    ],
)
def test_cards_where_they_cannot_be(line: str, message: str) -> None:
    table = "dealer forest O 8 9 N N 2 P C\ndealer hand p1 3\n"
    record = parse_record(f"tabletop record 1\ngame: mushroom-walk\n{table}{line}\n")
    with pytest.raises(ReplayError, match=message):
        list(positions(record))
