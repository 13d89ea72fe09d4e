"""Simulated games: the cards follow the rules, lie still, and the truth says what is painted."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.games import mushroom_walk as mw
from tabletop.simulation.camera import aim
from tabletop.simulation.painting.sheet import make_sheet
from tabletop.simulation.playing import play_game
from tabletop.simulation.stage import make_stage
from tabletop.simulation.table import cards
from tabletop.simulation.table.places import card_corners
from tabletop.simulation.truth import move_text
from tabletop.simulation.wishes import Wishes

SEEDS = range(3)
GAME = game_named("mushroom-walk")
TWO = ("thinker", "greedy")


def _scenes(seed: int):
    stage = make_stage(GAME, Wishes(seed, busy=0, half=0), 0.7)
    return [moment.scene for moment in stage.moments]


def test_forest_deck_and_night_pile_are_built_of_two_decks():
    forest, night, spare = cards.build(GAME, random.Random(3))
    assert (len(forest), len(night), len(spare)) == (81, 8, 19)
    every = Counter(card.face for card in forest + night + spare)
    assert set(every.values()) == {2}
    assert sorted(card.face[0] for card in night) == list("23456789")


def test_original_numbers_are_built_of_three_decks():
    forest, night, _ = cards.build(game_named("original-numbers"), random.Random(3))
    assert (len(forest), len(night)) == (84, 8)
    assert sum(card.kind == "2" for card in forest) == 10
    assert max(Counter(card.face for card in forest + night).values()) <= 3


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        game_named("original-numbers"),
        game_named("mushroom-walk", ["moon=jack", "deal-order=in-threes"]),
    ],
    ids=["mushroom walk", "original numbers", "house settings"],
)
def test_any_game_is_played_to_its_end_and_the_same_seed_gives_the_same_game(game):
    played = play_game(game, 5, TWO)
    assert played[-1].state.over
    assert played[-1].move is None
    assert 38 <= len(played) - 1 <= 78
    assert [move for _, _, move in play_game(game, 5, TWO)] == [move for _, _, move in played]


def test_the_game_as_written_can_be_played_again():
    texts = []
    for state, _, move in play_game(GAME, 1, TWO)[:-1]:
        text = move_text(move)
        texts.append(text[0])
        if text[0] == "cook":
            assert mw.Cook(*text[1:]) == move
            assert mw.Cook(*text[1:]) in mw.legal_moves(state)
    assert {"take", "decay", "cook", "sell"} <= set(texts)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_is_not_moved_lies_where_it_lay(seed):
    before: dict[tuple[int, str, int], object] = {}
    for scene in _scenes(seed):
        for laid in scene.cards:
            if laid.zone in ("draw", "night", "discard") or laid.zone.startswith("pan"):
                continue
            key = (laid.card.number, laid.zone, laid.slot)
            if laid.zone[:-1] in ("night", "basket", "poison"):
                key = (laid.card.number, laid.zone, -1)
            assert before.setdefault(key, laid.place) == laid.place


@pytest.mark.parametrize("seed", SEEDS)
def test_only_cards_of_one_pile_or_dish_lie_on_one_another(seed):
    for scene in _scenes(seed)[::9]:
        row = [c for c in scene.cards if c.zone in ("forest", "decay", "draw")]
        own = [c for c in scene.cards if c.zone[-1] in "01" or "dish" in c.zone]
        for a in row:
            for b in own:
                apart = abs(a.place.y - b.place.y), abs(a.place.x - b.place.x)
                assert apart[0] > 1.2 or apart[1] > 0.9, (a, b)


@pytest.mark.parametrize(
    ("tilt", "yaw", "size"), [(0, 0, (640, 360)), (38, 184, (1280, 720)), (20, 90, (960, 540))]
)
def test_the_camera_sees_everything_and_its_sheet_agrees_with_it(tilt, yaw, size):
    rng = np.random.default_rng(5)
    points = rng.uniform([-7, -4], [7, 4], (200, 2))
    camera = aim(points, size, tilt, yaw, 0.9, -0.05, 0.03)
    seen = camera.project(points)
    assert (seen > 0).all()
    assert (seen < size).all()
    sheet = make_sheet(camera, 1.5)
    drawn = sheet.view().project(points)
    at = np.round(seen).astype(int)
    found = np.stack([sheet.map_x[at[:, 1], at[:, 0]], sheet.map_y[at[:, 1], at[:, 0]]], axis=1)
    # The maps are read at whole pixels: half a pixel of the picture is 0.75 of the sheet.
    assert np.abs(found - drawn).max() < 1.5


def test_a_card_lifted_off_the_table_looks_larger():
    camera = aim(np.array([[-7.0, -4.0], [7.0, 4.0]]), (640, 360), 0, 0, 0.9, 0.0, 0.03)
    flat, high = (np.ptp(camera.project(card_corners(2, 1, 0, 0.7), up), axis=0) for up in (0, 1))
    assert (high > flat).all()


def test_the_bundled_sample_game_is_whole_and_small():
    folder = Path(__file__).parents[2] / "sample_frames"
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    with (folder / "truth.jsonl").open(encoding="utf-8") as file:
        lines = [json.loads(text) for text in file]
    assert [line["frame"] for line in lines] == sorted(p.name for p in folder.glob("*.jpg"))
    assert sum(path.stat().st_size for path in folder.iterdir()) < 6_000_000
    still = [line for line in lines if not line["busy"] and not line["half"]]
    assert [line["turns_played"] for line in still] == list(range(len(game["moves"]) + 1))
    assert [player["score"] for player in still[-1]["players"]] == game["scores"]
    assert all(2 <= len(player["dishes"]) <= 4 for player in still[-1]["players"])
    widths = [
        np.hypot(*(np.array(card["quad"][0]) - card["quad"][1]))
        for line in lines
        for card in line["cards"]
    ]
    assert min(widths) > 60
