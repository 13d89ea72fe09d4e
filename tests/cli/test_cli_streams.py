"""What is printed where a terminal lacks signs, and where stdout or stderr is closed or full."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.cli.codes import DONE, FAILED, USAGE

PRINTING = """
import sys, types
from tabletop.cli.main import main
def run(arguments):
    if arguments.json:
        from tabletop.cli.streams import print_json_lines
        print_json_lines()
    print('{"card": "10♥ × … ü"}')
    return 0
module = types.ModuleType("tabletop.cli.read")
module.run = run
sys.modules["tabletop.cli.read"] = module
sys.exit(main(sys.argv[1:]))
"""


def printing(
    *arguments: str, redirect: str = "", encoding: str = "utf-8"
) -> subprocess.CompletedProcess[bytes]:
    """Run ``tabletop read`` with a stand-in that prints odd signs; ``redirect``: of the shell."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    environment.pop("PYTHONUNBUFFERED", None)
    command = [sys.executable, "-c", PRINTING, *arguments]
    if redirect:
        command = ["sh", "-c", f'exec "$@" {redirect}', "sh", *command]
    return subprocess.run(command, capture_output=True, check=False, env=environment)


@pytest.mark.parametrize(
    ("encoding", "signs"),
    [("utf-8", "10♥ × … ü"), ("ascii", "10H x ... ue"), ("latin-1", "10H × ... ü")],
)
def test_terminals_without_the_signs_get_letters(encoding: str, signs: str) -> None:
    result = printing("read", "a", encoding=encoding)
    assert result.returncode == DONE, result.stderr
    assert json.loads(result.stdout.decode(encoding)) == {"card": signs}


def test_json_is_utf_8_wherever_it_goes() -> None:
    result = printing("read", "a", "--json", encoding="ascii")
    assert json.loads(result.stdout.decode("utf-8")) == {"card": "10♥ × … ü"}


@pytest.mark.skipif(os.name == "nt", reason="closed by a shell")
def test_a_closed_stdout_changes_nothing_else(tmp_path: Path) -> None:
    result = printing("read", "a", redirect=">&-")
    assert (result.returncode, result.stderr) == (DONE, b"")
    assert printing("fly", redirect=">&-").returncode == USAGE


@pytest.mark.skipif(os.name == "nt", reason="closed by a shell")
def test_a_closed_stderr_lets_no_error_into_stdout() -> None:
    result = printing("fly", redirect="2>&-")
    assert (result.returncode, result.stdout) == (USAGE, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_stdout_is_one_line() -> None:
    result = printing("read", "a", redirect=">/dev/full")
    assert result.returncode == FAILED
    assert result.stderr == b"tabletop: the output can't be written: no space left on device.\n"


@pytest.mark.parametrize(
    ("environment", "only"),
    [
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LC_ALL": "POSIX"}, True),
        ({"LC_CTYPE": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LC_ALL": "C.UTF-8"}, False),
        ({"LC_ALL": "", "LANG": "en_GB.UTF-8"}, False),
        ({}, False),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, False),
    ],
)
def test_locales_that_promise_ascii_alone(environment: dict[str, str], only: bool) -> None:
    from tabletop.cli.streams import _speaks_ascii

    assert _speaks_ascii(environment) is only
