"""The names that card files carry in packages, turned into faces."""

from __future__ import annotations

import pytest

from tabletop.faces import FACES
from training.artwork import naming
from training.artwork.elements import ids
from training.artwork.grids import cell_names


@pytest.mark.parametrize(
    ("read", "stem", "face"),
    [
        (naming.from_words, "club_king", "KC"),
        (naming.from_words, "king_club", "KC"),
        (naming.from_words, "diamond_1", "AD"),
        (naming.from_words, "10_heart", "TH"),
        (naming.from_words, "joker_red", "XR"),
        (naming.from_words, "back", "back"),
        (naming.from_rank_suit, "12c", "QC"),
        (naming.from_rank_suit, "1s", "AS"),
        (naming.from_rank_suit, "TH", "TH"),
        (naming.from_clipart, "white_c_10", "TC"),
        (naming.from_clipart, "bordered_jk_r", "XR"),
        (naming.from_french, "CaJ-PokeRv1-10C", "TH"),
        (naming.from_french, "CaJ-PokeRv2-DK", "QD"),
        (naming.from_french, "CaJ-PokeRv2-VP", "JS"),
        (naming.from_french, "CaJ-PokeRv3-RT", "KC"),
        (naming.from_french, "CaJ-PokeRv3-JN", "XB"),
        (naming.from_letele, "S10", "TS"),
        (naming.from_letele, "Ha", "AH"),
        (naming.from_letele, "J1", "XR"),
        (naming.from_numbers, "0_12", "QS"),
        (naming.from_numbers, "3_1", "AD"),
    ],
)  # fmt: skip
def test_a_card_file_gives_its_face(read, stem, face):
    assert read(stem) == face


@pytest.mark.parametrize(
    ("read", "stem"),
    [
        (naming.from_words, "card-base"),
        (naming.from_words, "suit-club"),
        (naming.from_words, "knight_club"),
        (naming.from_rank_suit, "14c"),
        (naming.from_rank_suit, "2J"),
        (naming.from_clipart, "back01"),
        (naming.from_french, "CaJ-PokeRv3-APv2"),
        (naming.from_french, "CaJ-PokeRv3-JS"),
        (naming.from_french, "CaJ-PokeRv1-Dos"),
        (naming.from_numbers, "4_1"),
    ],
)  # fmt: skip
def test_what_is_no_card_gives_none(read, stem):
    assert read(stem) is None


def test_a_sheet_holds_every_face_and_a_back_once():
    assert sorted(cell_names().values()) == sorted([*FACES, "back"])


def test_a_sheet_runs_clubs_diamonds_hearts_spades_from_the_ace():
    names = cell_names()
    assert names[0, 0] == "AC"
    assert names[1, 9] == "TD"
    assert names[3, 12] == "KS"


def test_every_face_but_the_jokers_has_its_own_element():
    assert ids()["AS"] == "1_spade"
    assert ids()["QD"] == "queen_diamond"
    assert len(set(ids().values())) == 52


def test_backs_are_numbered_from_the_second_on():
    assert naming.backs(["blue", "red", "green"]) == {
        "blue": "back",
        "red": "back2",
        "green": "back3",
    }
