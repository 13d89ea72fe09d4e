"""The command as a whole: help, usage errors, failures, pipes, start-up time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

from tabletop import __version__
from tabletop.cli.codes import FAILED, INTERRUPTED, PIPE_CLOSED, USAGE, UsageError
from tabletop.cli.main import explain, run
from tabletop.vision.errors import ModelError, SourceError


def tabletop(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tabletop", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Make ``tabletop read`` raise ``error``."""

    def stand_in(arguments: Namespace) -> int:
        raise error

    module = ModuleType("tabletop.cli.read")
    module.run = stand_in  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tabletop.cli.read", module)


COMMANDS = (
    "read", "watch", "setup", "fix", "score", "check", "replay", "export", "bundle", "serve",
    "rules", "evaluate", "enrol", "simulate", "paint",
)  # fmt: skip


def test_help_shows_the_commands_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    commands = ("read", "watch", "setup", "fix", "score", "check", "replay", "rules", "evaluate")
    for word in (*commands, "examples:", "tabletop watch demo"):
        assert word in out
    for command in commands:
        assert run([command, "--help"]) == 0
        assert "examples:" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_speaks_german(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [command] if command else []
    assert run([*words, "--help"]) == 0
    english = capsys.readouterr().out
    assert run(["--language", "de", *words, "--help"]) == 0
    german = capsys.readouterr().out
    assert german.startswith("Aufruf: ")
    assert "Beispiele:" in german
    placeholders = r"\b(COMMAND|DIR|FILE|FOLDER|IMAGE|MOVE|OUT|PATH|RECORD|SOURCE|VALUE|WORDS)\b"
    assert not re.search(placeholders, german)
    # What both have in common are commands to be typed, names and signs, no sentence.
    for line in set(english.splitlines()) & set(german.splitlines()):
        words = line.replace("tabletop", "").split()
        assert "tabletop" in line or not [w for w in words if w.isalpha() and w.islower()], line


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["read"], "tabletop read: es fehlt: BILD (siehe tabletop read --help)"),
        (["fix", "a", "--turn", "x"], "--turn: kein Wert der Art int: 'x'"),
        (["fly"], "tabletop: BEFEHL: 'fly' gibt es nicht (möglich sind 'read'"),
        (["watch", "a", "--resume", "b", "--no-session"], "geht nicht zusammen mit --resume"),
        (["evaluate", "no-such-folder"], "no-such-folder ist kein Ordner"),
        (["enrol", "--forget", "nobodys"], "Ein Blatt nobodys ist nicht angelernt"),
        (["paint", "sim:tilt=99", "new"], "sim: tilt=99: eine Zahl von 0 bis 50 schreiben."),
        (["paint", "demo", "new"], "demo: sim: schreiben und wie das Spiel sein soll"),
    ],
)
def test_mistakes_are_told_in_german(
    words: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLETOP_DATA", str(tmp_path))
    monkeypatch.setenv("TABLETOP_LANGUAGE", "de")
    monkeypatch.chdir(tmp_path)
    assert run(words) != 0
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("command", ["watch", "score"])
def test_a_game_without_playing_cards_cant_be_read(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, "nothing.jpg", "--game", "fungi"]) == USAGE
    assert capsys.readouterr().err == (
        f"tabletop {command}: Fungi has cards of its own, which can't be read from pictures:"
        " use mushroom-walk or original-numbers\n"
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == f"tabletop {__version__}"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["read"],
        ["read", "a", "--nonsense"],
        ["watch"],
        ["score", "a", "b"],
        ["read", "a", "--two\nlines", "--\x1b[31m"],
    ],
)
def test_usage_errors_are_one_line_and_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "--help" in captured.err
    assert "\x1b" not in captured.err


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (SourceError("a.jpg is empty."), FAILED, "tabletop: a.jpg is empty."),
        (ModelError("No model."), FAILED, "tabletop: No model."),
        (UsageError("no such game"), USAGE, "tabletop read: no such game"),
        (FileNotFoundError(2, "No such file", "x.txt"), FAILED, "x.txt: no such file"),
        (MemoryError(), FAILED, "not enough memory"),
        (ImportError("libGL.so.1: cannot open shared object file"), FAILED, "libgl1"),
        (ImportError("No module named 'cv2'"), FAILED, "start.py setup"),
        (ValueError("two\nlines"), FAILED, "ValueError: two lines (TABLETOP_DEBUG=1"),
        (FileNotFoundError(2, "No such file", "\x1b[2J"), FAILED, "�[2J: no such file"),
        (KeyboardInterrupt(), INTERRUPTED, ""),
    ],
)
def test_every_failure_is_one_line(
    error: BaseException,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("TABLETOP_DEBUG", raising=False)
    failing(monkeypatch, error)
    assert run(["read", "a.jpg"]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert says in captured.err
    assert captured.err.count("\n") == (1 if says else 0)


def test_debugging_shows_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_DEBUG", "1")
    failing(monkeypatch, ValueError("deep inside"))
    with pytest.raises(ValueError, match="deep inside"):
        run(["read", "a.jpg"])


def test_unknown_errors_say_what_they_are() -> None:
    assert explain(KeyError("x")).startswith("something went wrong: KeyError: 'x'")
    assert "no details" in explain(RuntimeError())


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from tabletop.cli.main import run; run(['--help']);"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'textual', 'rich', 'msgspec'} & set(sys.modules);"
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no times of children there")
def test_help_comes_in_less_than_a_third_of_a_second_beside_python_itself() -> None:
    def best(*command: str) -> float:
        """Processor time, which other work on the machine changes less than time on the clock."""
        times = []
        for _ in range(5):
            before = os.times()
            subprocess.run([sys.executable, *command], capture_output=True, check=True)
            after = os.times()
            times.append(
                after.children_user
                - before.children_user
                + after.children_system
                - before.children_system
            )
        return min(times)

    assert best("-m", "tabletop", "--help") - best("-c", "pass") < 0.3


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_a_reader_that_goes_away_ends_the_program_silently() -> None:
    endless = (
        "import sys, types; from tabletop.cli.main import main;"
        "module = types.ModuleType('tabletop.cli.read');"
        "module.run = lambda arguments: [print('line', flush=True) for _ in range(10**6)];"
        "sys.modules['tabletop.cli.read'] = module; sys.exit(main(['read', 'a.jpg']))"
    )
    command = [sys.executable, "-c", endless]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() == "line\n"
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == PIPE_CLOSED


def test_the_program_prints_errors_of_its_own_only(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0" + b"\7" * 99
    )
    result = tabletop("watch", str(broken), "--plain")
    assert result.returncode == FAILED
    assert result.stdout == ""
    assert result.stderr.startswith("tabletop: ")
    assert result.stderr.count("\n") == 1
