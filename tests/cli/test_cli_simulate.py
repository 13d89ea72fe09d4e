"""``tabletop simulate``: the table, JSON, errors, progress, Ctrl-C."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator

import pytest

from tabletop.cli import simulate
from tabletop.cli.codes import DONE, INTERRUPTED, USAGE
from tabletop.cli.main import run
from tabletop.cli.tally_text import likely
from tabletop.games.simulation.series import Series
from tabletop.games.simulation.tally import Tally


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "6", "--players", "greedy,random", "--seed", "1"]) == DONE
    captured = capsys.readouterr()
    assert captured.err == ""
    lines = captured.out.splitlines()
    assert lines[0].startswith("Mushroom Walk (moon=ace")
    assert lines[1] == "greedy against random, 6 games, seed 1; each shuffle twice, seats swapped"
    starts = [line.split("  ")[0] for line in lines]
    for name in ("greedy", "random", "goes first", "goes second", "morel", "moon", "pan"):
        assert name in starts
    assert any(line.startswith("length: ") for line in lines)
    assert any(line.startswith("both stuck: ") for line in lines)
    assert all(len(line) < 80 for line in lines)


def test_json_is_one_object_of_sums_and_the_same_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for jobs in ("1", "2"):
        command = ["simulate", "--games", "10", "--players", "random,greedy", "--jobs", jobs]
        assert run([*command, "--game", "fungi", "--json"]) == DONE
        (line,) = capsys.readouterr().out.splitlines()
        told.append(json.loads(line))
    assert told[0] == told[1]
    table = told[0]
    assert (table["game"], table["games"], table["seed"]) == ("fungi", 10, 0)
    assert [player["name"] for player in table["players"]] == ["random", "greedy"]
    assert sum(player["wins"] for player in table["players"]) + table["draws"] == 10
    points = sum(card["points"] for card in table["cards"])
    assert points == sum(player["points"] for player in table["players"])
    assert points == sum(seat["points"] for seat in table["seats"])
    assert sum(table["lengths"].values()) == 10
    (morel,) = (card for card in table["cards"] if card["name"] == "morel")
    assert morel["deck"] == 3


def test_a_player_against_itself_has_seats_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", "1", "--players", "random,random"]) == DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "random against random, 1 game, seed 0"
    assert not any(line.startswith("random  ") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "greedy,genius"], "use random, greedy, thinker or expert"),
        (["--players", "greedy"], "name two players"),
        (["--players", "a,b,c"], "name two players"),
        (["--games", "0"], "--games 0: write a whole number from 1 up"),
        (["--games", "many"], "--games many"),
        (["--jobs", "-1"], "--jobs -1"),
        (["--seed", "x"], "--seed x: write a whole number"),
        (["--game", "chess"], "use mushroom-walk"),
        (["--set", "moon=queen"], "use ace or jack"),
    ],
)
def test_what_cannot_be_played_is_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", *arguments]) == USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says in captured.err


def interrupted_after(parts: int) -> object:
    def run_series(series: Series, jobs: int) -> Iterator[Tally]:
        for number in range(parts):
            yield series.play(number)
        raise KeyboardInterrupt

    return run_series


def test_ctrl_c_prints_what_was_played_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "--games", "500", "--players", "random,greedy"]
    monkeypatch.setattr(simulate, "run_series", interrupted_after(3))
    assert run(command) == INTERRUPTED
    assert "random against greedy, 3 games of 500" in capsys.readouterr().out
    monkeypatch.setattr(simulate, "run_series", interrupted_after(0))
    assert run(command) == INTERRUPTED
    assert capsys.readouterr().out == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_shows_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    command = ["simulate", "--games", "2", "--players", "random,random"]
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run(command) == DONE
    assert "2/2" in terminal.getvalue()
    told = capsys.readouterr().out
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert run(command) == DONE
    assert capsys.readouterr().out == told
    assert sys.stderr.getvalue() == ""


def test_the_range_of_a_share() -> None:
    """Wilson's interval; the figures are those of his formula worked by hand."""
    low, high = likely(0, 10)
    assert low == 0
    assert high == pytest.approx(0.2775, abs=1e-3)
    assert likely(10, 10) == pytest.approx((1 - high, 1))
    low, high = likely(500, 1000)
    assert (low, high) == pytest.approx((0.469, 0.531), abs=1e-3)
