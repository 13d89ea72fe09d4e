"""Pictures of simulated games, and the truth that is told of them."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from tabletop.cli.main import run
from tabletop.games import game_named
from tabletop.simulation.painter import open_deck
from tabletop.simulation.source import SimulatedSource
from tabletop.vision.errors import SourceError

SMALL = "size=640x360,tilt=10,yaw=0,light=day,cloth=felt,bumps=0,half=0"


@pytest.fixture(scope="module")
def painted(tmp_path_factory):
    """Two turns of a game, each seen with an arm too."""
    out = tmp_path_factory.mktemp("painted") / "game"
    assert run(["paint", f"sim:seed=4,turns=2,busy=1,{SMALL}", str(out)]) == 0
    lines = [json.loads(text) for text in (out / "truth.jsonl").read_text().splitlines()]
    return out, lines


def test_our_own_deck_is_whole():
    deck = open_deck(None)
    for face in ("TH", "AS", "XR", "XB", "back"):
        assert [level.shape[0] for level in deck.levels(face, 0.5)] == [416, 208, 104]
        assert deck.levels(face, 0.5)[0][0, 0, 3] == 0, "corners are round"


def test_truth_says_what_is_in_the_pictures(painted):
    out, lines = painted
    assert [line["busy"] for line in lines] == [False, True, False, True, False]
    assert [line["turns_played"] for line in lines] == [0, 0, 1, 1, 2]
    assert json.loads((out / "game.json").read_text())["seat_at_lower_edge"] == 0
    for line in lines:
        image = cv2.imread(str(out / line["frame"]))
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


def test_coins_lie_where_the_truth_says(painted):
    out, lines = painted
    image = cv2.imread(str(out / lines[0]["frame"])).astype(int)
    assert len(lines[0]["coins"]) == 30
    for x, y, radius in lines[0]["coins"]:
        there, beside = image[int(y), int(x)], image[int(y), int(x + 2.2 * radius)]
        if not any(np.hypot(x + 2.2 * radius - u, y - v) < r for u, v, r in lines[0]["coins"]):
            assert np.abs(there - beside).sum() > 30


def test_an_arm_covers_what_it_lies_over(painted):
    out, lines = painted
    free, busy = (cv2.imread(str(out / line["frame"])).astype(int) for line in lines[:2])
    changed = (np.abs(free - busy).sum(axis=2) > 60).mean()
    assert 0.01 < changed < 0.35


def test_the_source_gives_the_same_pictures_each_time():
    spec = f"sim:seed=4,turns=1,{SMALL},busy=0"
    first, second = (
        [item.image for item in SimulatedSource(spec, game_named("mushroom-walk"))]
        for _ in range(2)
    )
    assert len(first) == 2
    for a, b in zip(first, second, strict=True):
        assert np.array_equal(a, b)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("sim:colour=red", "'colour' isn't known; use seed, difficulty"),
        ("sim:tilt=80", "a number from 0 to 50"),
        ("sim:difficulty=mad", "easy, normal or hard"),
        ("sim:wrong=MW-9.9", "MW-5.3b"),
        ("sim:players=me", "greedy, thinker or expert"),
        ("sim:seed", "write seed=VALUE"),
        ("sim:deck=/nowhere", "no whole deck"),
        ("sim:cloth=lawn", "oak, walnut"),
    ],
)
def test_what_cannot_be_wished_is_named(spec, says):
    with pytest.raises(SourceError) as caught:
        SimulatedSource(spec, game_named("mushroom-walk"))
    assert says in str(caught.value)


def test_paint_leaves_a_folder_alone_that_holds_something(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("x")
    assert run(["paint", "sim:seed=1", str(tmp_path)]) == 2
    assert "isn't an empty folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
