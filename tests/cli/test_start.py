"""start.py: what it says where setting up can't go on, and when it sets up anew."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).resolve().parents[2] / "start.py"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """start.py as it would run in a folder of its own."""
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        (tmp_path / name).write_text(name)
    spec = importlib.util.spec_from_file_location("start", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(module, "LOG", tmp_path / ".venv" / "log")
    locks = {"run": tmp_path / "requirements.lock", "dev": tmp_path / "requirements-dev.lock"}
    monkeypatch.setattr(module, "LOCKS", locks)
    return module


def stops(start: ModuleType, function: Any, *arguments: object) -> str:
    with pytest.raises(start.SetupError) as caught:
        function(*arguments)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_python_that_is_too_old(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.sys, "version_info", (3, 10, 2))
    monkeypatch.setattr(start.shutil, "which", lambda name: None)
    assert "needs Python 3.11 or newer; this is Python 3.10" in stops(start, start.check_python)


def test_a_newer_python_on_the_same_machine_is_used(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(start.sys, "version_info", (3, 9, 0))
    monkeypatch.setattr(start.sys, "argv", ["start.py", "read", "a.jpg"])
    monkeypatch.setattr(start.shutil, "which", lambda name: f"/x/{name}")
    monkeypatch.setattr(
        start.subprocess, "call", lambda command, **_: commands.append(command) or 0
    )
    with pytest.raises(SystemExit) as done:
        start.check_python()
    assert done.value.code == 0
    assert commands[-1] == ["/x/python3.14", "start.py", "read", "a.jpg"]


def test_a_python_without_venv(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None)
    assert "python3-venv" in stops(start, start.make_venv)


def test_a_full_disk(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(start.shutil, "disk_usage", lambda path: usage(10**9, 10**9, 50 * 2**20))
    assert "50 MB are free" in stops(start, start.make_venv)


def test_a_folder_that_cannot_be_written(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start.os, "access", lambda path, mode: False)
    assert "Can't write" in stops(start, start.make_venv)


def test_a_folder_that_is_not_whole(start: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "requirements.lock").unlink()
    assert "requirements.lock is missing" in stops(start, start.wanted_stamp, "run")


@pytest.mark.parametrize(
    ("output", "says"),
    [
        ("WARNING: Retrying ... NewConnectionError('...')\nERROR: No matching", "no connection"),
        ("ERROR: Could not install packages: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: [Errno 30] Read-only file system: '.venv'", "can't write"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "isn't the pinned one"),
        ("SSLError(SSLCertVerificationError(1, 'CERTIFICATE_VERIFY_FAILED", "PIP_CERT"),
        ("ERROR: No matching distribution found for onnxruntime==1", "no ready-made package"),
        ("noise\nERROR: something new\nmore noise", "ERROR: something new"),
        ("", "no output"),
    ],
)
def test_what_pip_says_becomes_one_line(start: ModuleType, output: str, says: str) -> None:
    text = start.explain("installing packages", output)
    assert says in text
    assert "\n" not in text


def test_a_failing_step_is_logged_and_explained(start: ModuleType, tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    command = [sys.executable, "-c", "print('[Errno 28] No space left on device'); exit(3)"]
    assert "disk is full" in stops(start, start.run_logged, command, "testing")
    assert "No space left" in (tmp_path / ".venv" / "log").read_text()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
def test_missing_system_libraries_are_named(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    message = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"
    python.write_text(f"#!/bin/sh\necho '{message}' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(start.shutil, "which", lambda name: name if name == "apt-get" else None)
    text = stops(start, start.check_system_libraries)
    assert "libGL.so.1" in text
    assert "sudo apt-get install libgl1" in text
    monkeypatch.setattr(start.shutil, "which", lambda name: None)
    assert "your system's packages" in stops(start, start.check_system_libraries)
    python.write_text("#!/bin/sh\necho 'ImportError: numpy is odd' >&2\nexit 1\n")
    assert "numpy is odd" in stops(start, start.check_system_libraries)


def test_setting_up_happens_once_and_again_when_pins_or_folder_change(
    start: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(start, "works", lambda python: True)
    monkeypatch.setattr(start, "run_logged", lambda command, doing: steps.append(doing))
    monkeypatch.setattr(start, "check_system_libraries", lambda: None)

    def set_up(kind: str) -> int:
        steps.clear()
        start.set_up(kind)
        return len(steps)

    assert set_up("run") == 2
    assert set_up("run") == 0
    assert set_up("dev") == 2
    assert set_up("dev") == 0
    assert set_up("run") == 0, "the tests' packages include those for running"
    (tmp_path / "requirements-dev.lock").write_text("changed")
    assert set_up("dev") == 2
    stamps = json.loads(start.STAMP.read_text())
    stamps["dev"]["folder"] = "/elsewhere"
    start.STAMP.write_text(json.dumps(stamps))
    assert set_up("dev") == 2
    start.STAMP.write_text("not json")
    assert set_up("dev") == 2


def test_help_needs_no_set_up(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["--help"]) == 0
    assert "python3 start.py test" in capsys.readouterr().out


def test_terminals_without_the_signs_get_help_all_the_same() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, str(FILE), "--help"]
    result = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert result.returncode == 0, result.stderr
    assert b"start.py COMMAND ?" in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="there the command is a child")
def test_files_where_it_is_called_pass_for_no_library(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(start, "set_up", lambda kind: None)
    monkeypatch.setattr(start, "venv_python", lambda: sys.executable)
    monkeypatch.setattr(start.os, "execve", lambda path, command, env: called.append(command))
    start.run_tabletop(["read", "a.jpg"])
    assert called[0][-2:] == ["read", "a.jpg"]
    paths = "import sys; print(sys.path[0] in ('', sys.argv[1]))"
    command = called[0][: called[0].index("-m")] + ["-c", paths, os.getcwd()]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


def test_an_old_python_can_read_the_file() -> None:
    ast.parse(FILE.read_text(encoding="utf-8"), feature_version=(3, 7))
