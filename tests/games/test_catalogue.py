"""Games by name, settings, and that every rule has its test."""

from __future__ import annotations

import doctest
import inspect
import pickle
import random
import re
from typing import get_args

import pytest

import tabletop.games
from tabletop.games import GAMES, RULES, SettingError, game_named, settings_of
from tabletop.games.mushroom_walk import legal_moves, setup
from tabletop.games.walk.rules import RuleName, RulingId

from . import test_fungi, test_rules_after, test_rules_before, test_rules_turn, test_rulings


def test_every_rule_and_ruling_has_a_test_named_after_it() -> None:
    modules = (test_rules_after, test_rules_before, test_rules_turn, test_rulings, test_fungi)
    tests = {name for module in modules for name, _ in inspect.getmembers(module, callable)}
    for rule in RULES:
        stem = "test_" + re.sub(r"\W", "_", rule) + "_"
        assert any(name.startswith(stem) for name in tests), rule


def test_rules_are_told_in_words_of_their_own() -> None:
    assert [r for r in RULES if r.startswith("R-")] == [f"R-{n}" for n in range(1, 28)]
    assert len([r for r in RULES if r.startswith("MW-")]) == 34
    assert [r for r in RULES if r.startswith("FU-R")] == [f"FU-R{n}" for n in range(1, 9)]
    for rule in RULES.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert "  " not in rule.text


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_ids_of_its_own_for_every_rule_that_the_code_speaks_of(name: str) -> None:
    game = game_named(name)
    assert set(game.cites) == set(get_args(RuleName))
    for rule in (*get_args(RuleName), *get_args(RulingId)):
        for breach in game.breaches(rule, "facts"):
            assert breach.sentence == game.rules[breach.rule].text
    own = "FU-" if name == "fungi" else "MW-"
    assert {rule.split("-")[0] + "-" for rule in game.rules} == {own, "R-"}


def test_rulings_that_hold_in_fungi() -> None:
    numbers = [*range(1, 24), 25, 27]
    rules = game_named("fungi").rules
    assert [r for r in rules if r.startswith("R-")] == [f"R-{n}" for n in numbers]
    assert "face-down" in RULES["R-14"].text
    assert "face-down" not in rules["R-14"].text


def test_same_name_and_settings_are_the_same_game() -> None:
    assert game_named("mushroom-walk", ["moon=ace"]) is game_named("mushroom-walk")
    assert game_named("mushroom-walk", ["moon=jack"]) is not game_named("mushroom-walk")
    for name in ("mushroom-walk", "original-numbers"):
        game = game_named(name, ["moon=jack", "night-sideways=yes"])
        assert game.settings == {
            "moon": "jack",
            "deal-order": "alternate",
            "night-sideways": "yes",
        }
        assert eval(repr(game)) is game
        assert pickle.loads(pickle.dumps(game)) is game


def test_a_state_can_be_stored_and_comes_back_equal() -> None:
    state = setup(game_named("original-numbers"), random.Random(1))
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert list(legal_moves(again)) == list(legal_moves(state))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["moon"], "'moon': write NAME=VALUE, for example moon=jack"),
        (["mon=ace"], "'mon' isn't known here: use moon, deal-order or night-sideways"),
        (["moon=king"], "moon: 'king' isn't allowed, use ace or jack"),
        (["moon=ace", "moon=jack"], "moon is given twice, as ace and as jack"),
    ],
)
def test_wrong_settings_are_named(settings: list[str], message: str) -> None:
    with pytest.raises(SettingError, match=re.escape(message)):
        game_named("mushroom-walk", settings)


def test_fungi_has_cards_and_settings_of_its_own() -> None:
    game = game_named("fungi", ["deal-order=in-threes"])
    assert game is game_named("fungi", ["deal-order=in-threes"])
    assert game is not game_named("fungi")
    assert pickle.loads(pickle.dumps(game)) is game
    assert not game.playing_cards
    assert [game.kind_of(card) for card in ("T", "P", "??", "back")] == [*"TP??"]
    assert game.faces_of("T") == ("T",)
    assert len(game.faces_of("?")) == 15
    with pytest.raises(ValueError, match="'TH' is no card of Fungi: write a kind"):
        game.kind_of("TH")
    with pytest.raises(SettingError, match="'moon' isn't known here: use deal-order"):
        game_named("fungi", ["moon=jack"])
    words = [game.word(k, n) for k, n in (("2", 2), ("6", 2), ("8", 1), ("P", 1), ("?", 2))]
    assert words == ["honey fungi", "hens of the woods", "porcini", "fly agaric", "unknown cards"]


def test_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="'chess' isn't known: use mushroom-walk, "):
        game_named("chess")


def test_faces_that_are_none() -> None:
    with pytest.raises(ValueError, match="'1H' is no card"):
        game_named("mushroom-walk").kind_of("1H")


def test_settings_explain_themselves() -> None:
    assert {s.name: s.default for s in settings_of("mushroom-walk")} == {
        "moon": "ace",
        "deal-order": "alternate",
        "night-sideways": "unknown",
    }
    assert [s.name for s in settings_of("fungi")] == ["deal-order"]
    assert all(s.says for name in GAMES for s in settings_of(name))


def test_the_example_in_the_help() -> None:
    failed, attempted = doctest.testmod(tabletop.games)
    assert attempted > 5
    assert failed == 0
