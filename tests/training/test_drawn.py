"""Drawn decks: every face is there, says what it is, and comes out the same each time."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES, is_red
from training.drawn import PRESETS, draw_deck, style_of, write_deck
from training.drawn.style import Index, plain_style

HEIGHT = 240
NO_FONTS = Path("no-such-folder")
PIPS = {"A": 1, "T": 10} | {str(n): n for n in range(2, 10)}

Image = NDArray[np.uint8]


@cache
def deck(seed: int, style: str | None) -> dict[str, Image]:
    return draw_deck(seed, style, HEIGHT, NO_FONTS)


def ink(card: Image) -> NDArray[np.bool_]:
    """Where something is printed on light stock."""
    return (card[..., :3].min(axis=2) < 140) & (card[..., 3] == 255)


def pips(card: Image, index: Index, millimetre: float) -> int:
    """Blobs of ink between the indices."""
    side = round((index.inset_x + index.max_width * 1.08 + 0.6) * millimetre)
    middle = ink(card)[:, side:-side].astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(middle)
    return int((stats[1:count, cv2.CC_STAT_AREA] > 12).sum())


@pytest.mark.parametrize("seed", [3, 11])
def test_a_deck_has_every_face_in_one_size_with_round_corners(seed: int) -> None:
    cards = deck(seed, None)
    style = style_of(seed, None, NO_FONTS)
    assert set(cards) == {*FACES, BACK}
    width = round(HEIGHT * style.width / style.height)
    for card in cards.values():
        assert card.shape == (HEIGHT, width, 4)
        assert card.dtype == np.uint8
        assert card[0, 0, 3] == 0
        assert card[HEIGHT // 2, width // 2, 3] == 255


@pytest.mark.parametrize("face", [f for f in FACES if f[0] in PIPS])
def test_a_plain_number_card_shows_as_many_pips_as_it_is_worth(face: str) -> None:
    style = plain_style()
    assert pips(deck(0, "plain")[face], style.index, HEIGHT / style.height) == PIPS[face[0]]


def test_the_pips_keep_apart_whatever_the_index() -> None:
    for size in (6.0, 15.0):
        index = Index(rank_height=size * 1.1, max_width=size, suit_height=size * 0.8)
        style = replace(plain_style(), index=index)
        cards = draw_deck(0, style, HEIGHT, NO_FONTS)
        for rank in "5T":
            assert pips(cards[rank + "H"], index, HEIGHT / style.height) == PIPS[rank]


@pytest.mark.parametrize("style", sorted(PRESETS))
def test_red_faces_are_printed_in_red_and_black_ones_are_not(style: str) -> None:
    for face in FACES:
        if face[0] in "JQKX":
            continue
        card = deck(0, style)[face]
        r, g, b = card[ink(card)][:, :3].astype(float).mean(axis=0)
        assert (r > g + 60 and r > b + 60) == is_red(face), face


def test_the_jokers_differ_in_the_colour_of_their_corners() -> None:
    style = plain_style()
    corner = (slice(0, HEIGHT // 3), slice(0, round(8 * HEIGHT / style.height)))
    red, black = (deck(0, "plain")[f][corner] for f in ("XR", "XB"))
    assert np.ptp(red[ink(red)][:, :3].astype(int).mean(axis=0)) > 80
    assert np.ptp(black[ink(black)][:, :3].astype(int).mean(axis=0)) < 20


def test_the_lower_index_is_the_upper_one_turned() -> None:
    style = plain_style()
    tall, wide = round(22 * HEIGHT / style.height), round(10 * HEIGHT / style.height)
    for face in ("4S", "7D", "JC"):
        card = deck(0, "plain")[face][..., :3].astype(int)
        upper, lower = card[2:tall, 2:wide], card[::-1, ::-1][2:tall, 2:wide]
        assert np.abs(upper - lower).mean() < 6, face
        assert np.abs(upper - upper[::-1]).mean() > 12, face


def test_a_two_way_court_reads_the_same_upside_down() -> None:
    card = deck(0, "plain")["KH"][..., :3].astype(int)
    assert np.abs(card - card[::-1, ::-1]).mean() < 6


def test_every_court_of_a_deck_is_a_picture_of_its_own() -> None:
    cards = deck(0, "sample")
    courts = [cards[r + s][..., :3].astype(int) for r in "JQK" for s in "SHDC"]
    for i, a in enumerate(courts):
        assert all(np.abs(a - b).mean() > 8 for b in courts[:i])


def test_the_same_seed_draws_the_same_deck_and_another_a_different_one() -> None:
    again = draw_deck(11, None, HEIGHT, NO_FONTS)
    assert all(np.array_equal(again[f], card) for f, card in deck(11, None).items())
    assert style_of(11, None, NO_FONTS) != style_of(12, None, NO_FONTS)


def test_a_deck_on_disk_says_whose_it_is(tmp_path: Path) -> None:
    write_deck(5, tmp_path / "drawn-0005", height=80, fonts=NO_FONTS)
    names = {p.stem for p in (tmp_path / "drawn-0005").glob("*.png")}
    assert names == {*FACES, BACK}
    about = json.loads((tmp_path / "drawn-0005" / "deck.json").read_text(encoding="utf-8"))
    assert about["name"] == "drawn-0005"
    assert about["licence"] == "own"
    assert about["reserved"] is False
    card = cv2.imread(str(tmp_path / "drawn-0005" / "2H.png"), cv2.IMREAD_UNCHANGED)
    assert card is not None
    assert card.shape[1] / card.shape[0] == pytest.approx(about["aspect"], abs=0.01)


def test_an_unknown_style_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"baroque.*plain, sample"):
        draw_deck(0, "baroque", 80, NO_FONTS)
