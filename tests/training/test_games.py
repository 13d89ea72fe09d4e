"""Painted games: the cards follow the rules, lie still, and the truth says what is painted."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tabletop.games import game_named
from tabletop.games import mushroom_walk as mw
from training.games import cards, truth
from training.games.camera import aim, make_sheet
from training.games.game import Options, Played, _needs, play_game
from training.games.lay import Scene, Table
from training.games.layout import make_layout
from training.scenes.camera import card_corners

SEEDS = range(3)


def _scenes(seed: int, played: Played) -> list[Scene]:
    rng = np.random.default_rng(seed)
    table = Table(make_layout(rng, 0.7, (_needs(played, 0), _needs(played, 1))), rng)
    return [table.scene(piles) for _, piles, _ in played]


def test_forest_deck_and_night_pile_are_built_of_two_decks():
    forest, night, spare = cards.build(game_named("mushroom-walk", []), random.Random(3))
    assert (len(forest), len(night), len(spare)) == (81, 8, 19)
    every = Counter(card.face for card in forest + night + spare)
    assert set(every.values()) == {2}
    assert sorted(card.face[0] for card in night) == list("23456789")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_played_to_its_end_with_dishes_and_the_same_seed_gives_the_same_game(seed):
    played = play_game(seed)
    end = played[-1][0]
    assert end.over
    assert 38 <= len(played) - 1 <= 75
    assert sum(len(player.dishes) for player in end.players) >= 3
    assert [step for _, _, step in play_game(seed)] == [step for _, _, step in played]


def test_the_game_as_written_can_be_played_again():
    played = play_game(1)
    texts = [truth.move_text(step[1]) for _, _, step in played if step is not None]
    assert {text[0] for text in texts} >= {"take", "decay", "cook", "sell"}
    for (state, _, step), text in zip(played, texts, strict=False):
        if text[0] == "cook":
            assert step is not None
            assert mw.Cook(*text[1:]) == step[1]
            assert mw.Cook(*text[1:]) in mw.legal_moves(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_that_is_not_moved_lies_where_it_lay(seed):
    before: dict[tuple[int, str, int], object] = {}
    for scene in _scenes(seed, play_game(seed)):
        for laid in scene.cards:
            if laid.zone in ("draw", "night", "discard") or laid.zone.startswith("pan"):
                continue
            key = (laid.card.number, laid.zone, laid.slot)
            if laid.zone[:-1] in ("night", "basket", "poison"):
                key = (laid.card.number, laid.zone, -1)
            assert before.setdefault(key, laid.place) == laid.place


@pytest.mark.parametrize("seed", SEEDS)
def test_only_cards_of_one_pile_or_dish_lie_on_one_another(seed):
    for scene in _scenes(seed, play_game(seed))[::9]:
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


def test_truth_of_a_painted_game_says_what_is_in_the_pictures(tmp_path):
    cv2 = pytest.importorskip("cv2")
    from training.drawn import write_deck
    from training.games.game import paint_game
    from training.scenes.assets import load_decks

    write_deck(7, tmp_path / "decks" / "drawn-plain", "plain", 104)
    deck = load_decks(tmp_path / "decks")[0]
    options = Options(4, 4, 640, 360, "felt", busy=1.0, half=0.0, limit=4, hands=tmp_path)
    game = paint_game(options, deck, tmp_path / "game")
    lines = [json.loads(text) for text in (tmp_path / "game" / "truth.jsonl").open()]
    assert [line["busy"] for line in lines] == [False, True, False, True]
    assert [line["turns_played"] for line in lines] == [0, 0, 1, 1]
    assert game["seat_at_lower_edge"] == 0
    for line in lines:
        image = cv2.imread(str(tmp_path / "game" / line["frame"]))
        assert image.shape == (360, 640, 3)
        whole = [c for c in line["cards"] if c["zone"] == "forest"]
        assert [c["slot"] for c in whole] == list(range(1, 9))
        if line["busy"]:
            continue
        assert min(c["visible"] for c in whole) > 0.9
        for card in whole:
            # White paper shows just inside the edge of a card that lies free.
            quad = np.array(card["quad"])
            edge = quad[1] * 0.5 + quad[2] * 0.5
            x, y = (edge * 0.92 + quad.mean(axis=0) * 0.08).round().astype(int)
            assert image[y, x].min() > 130, card


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
