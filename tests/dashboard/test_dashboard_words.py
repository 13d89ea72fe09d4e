"""Words, signs and lines of text."""

from __future__ import annotations

import msgspec
import pytest
from tables import card, dish, ended, forest, player, view

from tabletop.dashboard import glyphs, words
from tabletop.dashboard.dishes import dish_line, dish_lines
from tabletop.dashboard.forest import forest_lines
from tabletop.dashboard.log import move_line, move_lines
from tabletop.dashboard.result import sheet, verdict
from tabletop.dashboard.seat import seat_lines
from tabletop.faces import FACES
from tabletop.games import game_named
from tabletop.referee.view import Following

NAMES = ("Ada", "Bo")


def text(lines) -> str:
    return "\n".join(line.plain for line in lines)


def test_every_card_of_the_game_says_what_it_is_good_for() -> None:
    for info in game_named("mushroom-walk").kinds.values():
        worth = words.worth(info.name, "mushroom-walk")
        assert worth.short
        assert len(worth.short) <= 7
        assert worth.long
        assert all(len(part) <= 11 for part in worth.long)
    assert words.worth("porcini", "mushroom-walk").long == ("3 points", "sells 3")
    assert words.worth("honey fungus", "mushroom-walk").short == "1pt 1╱"
    assert words.worth("unknown card", "mushroom-walk") == words.Worth((), "")


def test_names_are_wrapped_to_the_card() -> None:
    for info in game_named("mushroom-walk").kinds.values():
        rows = words.wrapped(words.called(info.name), 7)
        assert 1 <= len(rows) <= 2
        assert all(0 < len(row) <= 8 for row in rows)
        shown = "".join(rows).replace("-", "")
        assert shown == words.called(info.name).replace(" of the", "").replace(" ", "")
    assert words.wrapped("hen of the woods", 7) == ["hen", "woods"]
    assert words.wrapped("chanterelle", 7) == ["chante-", "relle"]


@pytest.mark.parametrize(
    ("left", "says"), [(0, "clears in 5"), (3, "clears in 2"), (4, "clears next turn")]
)
def test_decay_clock(left: int, says: str) -> None:
    assert words.clears_in(left) == says
    assert len(words.clears_in(left, 12)) <= 12


def test_decay_clock_says_what_it_counts_where_there_is_room() -> None:
    assert words.clears_in(3, 17) == "clears in 2 turns"


@pytest.mark.parametrize("score", [8, 88])
def test_no_number_of_the_stock_seems_to_count_points(score: int) -> None:
    for width in range(34, 60):
        rows = seat_lines(player(score=score, baskets=2), "Ben", True, width, 12)
        stock = next(row.plain for row in rows if "baskets" in row.plain)
        assert "points" not in stock or stock.partition("points")[0].endswith("   ")


def test_heading_says_who_won() -> None:
    names = ("Anna", "Ben")
    assert words.turn_words(ended(), names) == "Ben wins"
    assert words.turn_words(ended(winner=None), names) == "A draw"
    assert words.turn_words(ended(reason="source ended"), names) == "48 turns played"


@pytest.mark.parametrize("size", [(80, 6), (120, 11), (200, 14)])
@pytest.mark.parametrize("faces", ["9H 5H KS 8C", "TH TD TS TC", "4C 2S 6H 7D"])
def test_nothing_in_the_forest_is_cut_without_a_sign(size: tuple[int, int], faces: str) -> None:
    table = view(
        decay=tuple(card(face) for face in faces.split()),
        forest=forest("4C 9C 6H XR QS KS TD 2H", 2),
    )
    rows = [row.plain for row in forest_lines(table, *size)]
    shown = "\n".join(rows)
    assert "…" not in shown
    assert "lawyer's" in shown


@pytest.mark.parametrize(
    ("name", "width", "short"),
    [
        ("chanterelle", 6, "chant."),
        ("chanterelle", 11, "chanterelle"),
        ("birch bolete", 5, "birch"),
        ("lawyer's wig", 6, "lawye."),
        ("morel", 5, "morel"),
    ],
)
def test_names_cut_short_end_in_a_full_stop(name: str, width: int, short: str) -> None:
    assert words.abbreviated(name, width) == short


def test_before_a_game_is_seen_the_forest_says_what_it_waits_for() -> None:
    nothing = view(forest=(), turn=0)
    assert words.no_table(nothing)
    assert words.no_table(None)
    assert not words.no_table(view(turn=0))
    assert not words.no_table(ended())
    for table in (None, nothing):
        shown = text(forest_lines(table, 80, 1))
        assert "eight cards" in shown
        assert len(shown) == 80
        assert "…" not in shown


@pytest.mark.parametrize("size", [(37, 11), (57, 13), (88, 22)])
@pytest.mark.parametrize("plain", [False, True])
def test_every_number_of_a_seat_stands_however_large(size: tuple[int, int], plain: bool) -> None:
    nights = tuple(card(face) for face in ("8H", "TS", "3C", "4D"))
    for held, limit, warning in ((16, 12, "over"), (3, 20, ""), (22, 4, "over"), (20, 20, "full")):
        side = player(
            held=held, limit=limit, warning=warning, sticks=12, sticks_seen=10, pans=2, baskets=8,
            night_cards=nights, poison_turns=2, score=104, mushrooms=31,
        )  # fmt: skip
        rows = seat_lines(side, "Player 2", True, *size, plain)
        shown = text(rows)
        assert "…" not in shown
        for says in (f" {held}/{limit}", "sticks 12", "10)", "pans 2", "baskets 8", "poison"):
            assert says in shown
        for night in nights:
            assert f"☾{glyphs.short(night.face)}" in shown
        assert all(row.cell_length <= size[0] for row in rows)


def test_every_face_has_a_short_sign_of_its_own() -> None:
    signs = {glyphs.short(face) for face in FACES}
    assert len(signs) == len(FACES)
    assert all(len(sign) <= 3 for sign in signs)
    assert glyphs.short("TH") == "10♡"
    assert glyphs.short("??") == "?"
    assert glyphs.short("X?") == "★"


def test_large_signs_have_three_rows_of_one_width() -> None:
    for face in (*FACES, "back", "??", "X?"):
        rows = glyphs.big_face(face)
        assert len({len(row) for row in rows}) == 1
        assert len(rows[0]) <= 11
        assert any(row.strip() for row in rows)
    assert len({glyphs.big_face(face) for face in FACES if face[0] != "X"}) == 52
    assert len({glyphs.big(str(n), plain=True) for n in range(10)}) == 10


@pytest.mark.parametrize(
    ("state", "flags", "says"),
    [
        (Following.FOLLOWING, {}, "following"),
        (Following.HAND, {}, "hand over table"),
        (Following.OUT_OF_STEP, {}, "out of step"),
        (Following.FOLLOWING, {"paused": True}, "paused"),
        (Following.FOLLOWING, {"over": True}, "source ended"),
        (Following.FOLLOWING, {"over": True, "paused": True}, "source ended"),
        (Following.ENDED, {"over": True}, "game over"),
        (Following.ENDED, {"failed": True}, "stopped by an error"),
    ],
)
def test_state_line(state: Following, flags: dict[str, bool], says: str) -> None:
    given = {"paused": False, "over": False, "failed": False, **flags}
    assert words.status(view(state=state, reason="forest empty"), **given).text == says


def test_state_line_has_words_for_every_state() -> None:
    for state in Following:
        status = words.status(view(state=state), paused=False, over=False, failed=False)
        assert status.text


@pytest.mark.parametrize("size", [(80, 6), (120, 11), (200, 14)])
def test_forest_shows_every_card_with_its_price(size: tuple[int, int]) -> None:
    shown = text(forest_lines(view(), *size))
    assert shown.count("✓") == 6
    assert shown.count("free") == 2
    for name in ("porcini", "moon", "basket", "morel"):
        assert name in shown
    for row in forest_lines(view(), *size):
        assert row.cell_length == size[0]


@pytest.mark.parametrize("size", [(80, 6), (120, 11), (200, 14)])
def test_short_forest_keeps_the_places(size: tuple[int, int]) -> None:
    full, last = view(), view(forest=forest("8C 3D", 4))
    rows = forest_lines(last, *size)
    assert text(rows).count("✓") == 2
    assert [row.cell_length for row in rows] == [
        row.cell_length for row in forest_lines(full, *size)
    ]


@pytest.mark.parametrize("size", [(37, 11), (57, 13), (88, 22)])
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"held": 5, "limit": 8}, "3 more fit"),
        ({"held": 7, "limit": 8, "warning": "near"}, "1 more fits"),
        ({"held": 8, "limit": 8, "warning": "full"}, "hand full"),
        ({"held": 9, "limit": 8, "warning": "over"}, "1 too many"),
        ({"poison_turns": 1}, "poison: 1 turn left"),
        ({"poison_turns": 2}, "poison: 2 turns left"),
        ({"night_cards": (card("8H"),)}, "☾8♡"),
        ({"sticks": 4, "sticks_seen": 6}, "seen 6"),
        ({}, "no dish yet"),
    ],
)
def test_seat_says(size: tuple[int, int], changes: dict[str, object], says: str) -> None:
    rows = seat_lines(player(**changes), "Ada", True, *size)
    assert says in text(rows)
    assert len(rows) <= size[1]
    assert all(row.cell_length <= size[0] for row in rows)


def test_hand_bar_has_a_mark_for_every_place() -> None:
    rows = text(seat_lines(player(held=5, limit=8), "Ada", False, 37, 11))
    assert rows.count("▰") == 5
    assert rows.count("▱") == 3


def test_dish_line_marks_one_night_card_of_two_equal_faces() -> None:
    shown = dish_line(dish("JD", "6H 6H 6C 6D QH", "6H", 5, 18), 60).plain
    assert shown.count("☾6♡") == 1
    assert shown.count("6♡") == 2
    assert "hen of the woods + butter" in shown
    assert shown.endswith("18")


@pytest.mark.parametrize("width", range(12, 70))
def test_dish_line_keeps_points_at_any_width(width: int) -> None:
    shown = dish_line(dish("JD", "6H 6S 6C 6D QH", "6H", 5, 18), width)
    assert shown.cell_length == width
    assert shown.plain.endswith("18")


def test_oldest_dishes_are_summed_where_there_is_no_room() -> None:
    many = tuple(dish("JD", "6H 6S 6C", "", 3, 9) for _ in range(6))
    rows = dish_lines(player(dishes=many, score=54), 40, 4)
    assert len(rows) == 4
    assert "3 earlier dishes" in rows[0].plain
    assert rows[0].plain.endswith("27")


def test_verdicts() -> None:
    assert verdict(ended(), NAMES) == ("Bo wins", "the forest is empty")
    assert verdict(ended(reason="both stuck"), NAMES)[1] == "neither player can act"
    assert verdict(ended(winner=None), NAMES)[0] == "A draw"
    assert verdict(ended(reason="source ended", winner=None), NAMES)[0] == "The pictures end here"


@pytest.mark.parametrize("width", [20, 40, 78])
def test_sheet_has_every_dish_with_its_working(width: int) -> None:
    shown = text(sheet(ended(), NAMES, width))
    assert shown.count("3 × 4") == 1
    assert "5 × 3 + butter 3" in shown
    assert "3 × 6" in shown
    assert "mushrooms cooked" in shown


@pytest.mark.parametrize("width", [20, 40, 80])
def test_long_moves_are_cut_but_their_doubt_stays(width: int) -> None:
    move = view().moves[-1]
    doubtful = msgspec.structs.replace(move, p=0.5)
    for shown in (move_line(move, NAMES, width), move_line(doubtful, NAMES, width)):
        assert shown.cell_length == width
    shown = move_line(doubtful, NAMES, width).plain.removesuffix(f"{move.text} ").rstrip()
    assert shown.endswith("?")
    assert [part.cell_length for part in move_lines(doubtful, NAMES, width)] in (
        [width],
        [width, width],
    )
