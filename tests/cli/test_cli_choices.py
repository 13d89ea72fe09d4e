"""What was chosen on the dashboard holds at the next start; what is asked for now counts more."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop.cli import watch
from tabletop.cli.choices import chosen
from tabletop.cli.codes import DONE
from tabletop.cli.main import run
from tabletop.language import use
from tabletop.preferences import Choices, PreferencesError, remember, remembered

RECORD = "tabletop record 1\ngame: mushroom-walk\n\ndealer forest 5D 6S 9H XR XB 2C KS KD\n"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TABLETOP_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("TABLETOP_LANGUAGE")
    chosen.cache_clear()
    yield tmp_path / "data" / "settings.json"
    chosen.cache_clear()
    use("en")


def test_each_choice_is_kept_beside_the_others() -> None:
    assert remembered() == Choices()
    remember(language="de")
    remember(theme="clear", sounds=True)
    assert remembered() == Choices("de", "clear", True)


def test_the_language_holds_for_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    remember(language="de")
    assert run(["rules", "MW-6.2"]) == DONE
    assert "Waldkarten" in capsys.readouterr().out
    assert run(["rules", "MW-6.2", "--language", "en"]) == DONE
    assert "Waldkarten" not in capsys.readouterr().out
    monkeypatch.setenv("TABLETOP_LANGUAGE", "en")
    assert run(["rules", "MW-6.2"]) == DONE
    assert "Waldkarten" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"theme": 3}', '{"language": "xx"}', '{"colour": ""}', "\0\xff"]
)
def test_a_broken_file_is_told_and_left_aside(
    text: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir()
    file.write_text(text, encoding="latin-1")
    assert run(["rules", "MW-6.2"]) == DONE
    told = capsys.readouterr()
    assert "MW-6.2" in told.out
    assert "settings.json isn't what tabletop remembered" in told.err
    assert told.err.count("\n") == 1
    # The next choice makes it whole again.
    remember(sounds=True)
    assert json.loads(file.read_text())["sounds"]


def test_where_nothing_can_be_written_it_is_said(file: Path) -> None:
    file.parent.write_text("a file where the folder would be")
    with pytest.raises(PreferencesError, match="nothing is remembered"):
        remember(sounds=True)


def test_the_dashboard_begins_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(
        "tabletop.dashboard.running.run", lambda _, **options: asked.append(options) or DONE
    )
    monkeypatch.setattr(watch, "has_terminal", lambda: True)
    game = tmp_path / "game.txt"
    game.write_text(RECORD)
    remember(theme="clear", sounds=True)
    assert run(["watch", str(game)]) == DONE
    assert run(["watch", str(game), "--theme", "light", "--sounds", "off"]) == DONE
    assert [options["choices"] for options in asked] == [
        Choices("", "clear", True),
        Choices("", "day-wood", False),
    ]
    assert asked[0]["keep"] is remember


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_file_that_never_ends_is_left_aside(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(file)
    assert run(["rules", "MW-5.1"]) == DONE
    assert "not a regular file" in capsys.readouterr().err
