"""``tabletop rules``: by id, by section, by words."""

from __future__ import annotations

import json

import pytest

from tabletop.cli.main import run
from tabletop.games import GAMES, game_named
from tabletop.games.finding import find_rules

WALK, FUNGI = game_named("mushroom-walk"), game_named("fungi")


def ids(asked: str, game: str = "mushroom-walk") -> list[str]:
    return [rule.id for rule in find_rules(asked, game_named(game))]


def test_by_id() -> None:
    assert ids("MW-5.1") == ["MW-5.1"]
    assert ids("mw-5.1A") == ["MW-5.1a"]
    assert ids("r-1") == ["R-1"]
    assert ids("FU-3.4") == ["FU-3.4"]  # of another game
    assert ids("R-999") == []


def test_by_section() -> None:
    assert ids("MW-5")[0] == "MW-5.0"
    assert ids("MW-5")[-1] == "MW-5.6"
    assert ids("mw-10") == ["MW-10.1"]
    assert "MW-10.1" not in ids("MW-1")


def test_by_number_alone() -> None:
    assert ids("6.1")[0] == "MW-6.1"
    assert ids("5.3")[:1] == ["MW-5.3"]
    assert ids("12")[0] == "R-12"
    assert ids("6.") == ids("6")
    assert not {"R-10", "R-12"} & set(ids("1"))


def test_by_words() -> None:
    assert ids("stuck")[:2] == ["MW-5.6", "R-7"]
    assert set(ids("baskets")) == set(ids("basket"))
    found = find_rules("decay pile", WALK)
    assert found[0].id == "MW-5.2"
    assert all("decay" in f"{rule.title} {rule.text}".lower() for rule in found)
    assert ids("xyzzy") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_is_listed_and_can_be_found(game: str) -> None:
    rules = game_named(game).rules
    assert ids("", game) == list(rules)
    for rule in rules.values():
        assert [r.id for r in find_rules(rule.id, game_named(game))] == [rule.id]
        assert rule in find_rules(rule.title, game_named(game))


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == len(WALK.rules)
    assert "MW-5.4   Selling" in out
    assert run(["rules", "MW-5.4"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "MW-5.4   Selling"
    assert all(len(line) <= 100 for line in out)
    assert "At least 2 mushrooms of one kind" in out[1]
    assert run(["rules", "--game", "fungi", "fly", "agaric"]) == 0
    assert "FU-" in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "MW-5", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0].keys() == {"id", "title", "text"}
    assert [rule["id"] for rule in told] == ids("MW-5")


def test_nothing_found_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "xyzzy"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "'xyzzy'" in captured.err
    assert "tabletop rules --game mushroom-walk" in captured.err
