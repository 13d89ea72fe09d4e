#!/usr/bin/env python3
"""Set tabletop up and start it, with nothing but Python 3.11 or newer.

    python3 start.py              follow the sample game on the dashboard
    python3 start.py test         check everything: style, types, contracts, tests
    python3 start.py setup        only set up
    python3 start.py COMMAND …    any tabletop command, such as: read photo.jpg

The first start makes the folder .venv beside this file and installs the pinned packages there;
later starts only look whether the pins have changed. Deleting .venv undoes everything.
"""

# This file must parse on the oldest python3 a machine may have, to say what is needed there.
import hashlib
import importlib.util
import io
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Dict, List, NoReturn, Optional, Tuple

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "tabletop-setup.json"
LOG = VENV / "tabletop-setup.log"
LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
OLDEST = (3, 11)
SPACE_NEEDED_MB = 900


class SetupError(Exception):
    """Setting up can't go on; the text is one line that says what is wrong and what to do."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# --- the Python that runs this file ------------------------------------------------------------


def newer_python() -> Optional[str]:
    """Another interpreter on this machine that is new enough, if there is one."""
    for minor in range(14, OLDEST[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found:
            probe = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"
            try:
                if subprocess.call([found, "-c", probe], stderr=subprocess.DEVNULL) == 0:
                    return found
            except OSError:
                continue
    return None


def check_python() -> None:
    if sys.version_info < OLDEST:
        other = newer_python()
        if other:
            sys.exit(subprocess.call([other, *sys.argv]))
        raise SetupError(
            "tabletop needs Python 3.11 or newer; this is Python %d.%d. "
            "Install a newer one (python.org, or your system's packages) and start it with that."
            % sys.version_info[:2]
        )
    if sys.maxsize < 2**32:
        raise SetupError("This is a 32-bit Python; tabletop's packages need a 64-bit one.")


# --- the virtual environment -------------------------------------------------------------------


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def clean_environment() -> Dict[str, str]:
    """The environment without what would make pip install elsewhere or Python import from there."""
    drop = {"PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_ROOT", "PYTHONHOME", "PYTHONPATH"}
    return {name: value for name, value in os.environ.items() if name not in drop}


def works(python: Path) -> bool:
    """Whether the environment's Python still starts, is new enough, and has pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return (
            subprocess.call(
                [str(python), "-I", "-c", probe],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            == 0
        )
    except OSError:
        return False


def make_venv() -> None:
    if works(venv_python()):
        return
    if not os.access(str(ROOT), os.W_OK):
        raise SetupError("Can't write to %s; copy tabletop to a folder of your own." % ROOT)
    free_mb = shutil.disk_usage(str(ROOT)).free // 2**20
    if free_mb < SPACE_NEEDED_MB:
        raise SetupError(
            "Only %d MB are free on the disk of %s; setting up needs about %d MB."
            % (free_mb, ROOT, SPACE_NEEDED_MB)
        )
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "This Python can't make virtual environments. On Debian and Ubuntu: "
            "sudo apt-get install python3-venv (or python3.%d-venv), then start again."
            % sys.version_info[1]
        )
    run_logged([sys.executable, "-m", "venv", "--clear", str(VENV)], "making .venv")


def run_logged(command: List[str], doing: str) -> None:
    """Run ``command`` with its output kept in the log; raise ``SetupError`` if it fails."""
    shown = sys.stderr.isatty()
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=clean_environment(),
        cwd=str(ROOT),
        text=True,
        errors="replace",
    )
    output = ""
    while True:
        try:
            output = process.communicate(timeout=1)[0]
            break
        except subprocess.TimeoutExpired:
            if shown:
                print("\r  %s … %d s " % (doing, time.monotonic() - began), end="", file=sys.stderr)
        except BaseException:
            process.kill()
            process.wait()
            raise
    if shown:
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)
    if VENV.is_dir():
        try:
            with LOG.open("a", encoding="utf-8") as log:
                log.write("$ %s\n%s\n" % (" ".join(command), output))
        except OSError:
            say("Note: can't write %s." % LOG)
    if process.returncode != 0:
        raise SetupError(explain(doing, output))


REASONS: List[Tuple[Tuple[str, ...], str]] = [
    (
        ("No space left on device", "Errno 28", "not enough space"),
        "the disk is full; make about %d MB free and start again." % SPACE_NEEDED_MB,
    ),
    (
        ("Read-only file system", "Permission denied", "Errno 13", "Errno 30", "Access is denied"),
        "can't write to .venv; copy tabletop to a folder of your own, or delete .venv.",
    ),
    (
        ("DO NOT MATCH THE HASHES",),
        "a downloaded package isn't the pinned one (a broken download or an altered package); "
        "try again, and don't go on if it stays.",
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "SSLError", "SSLCertVerificationError"),
        "the package server's certificate isn't trusted here (a proxy, or a wrong clock?); "
        "set PIP_CERT to your network's certificate file and start again.",
    ),
    (
        (
            "NewConnectionError",
            "ConnectTimeoutError",
            "Temporary failure in name resolution",
            "ReadTimeoutError",
            "Connection reset",
            "Connection broken",
            "ProxyError",
            "Network is unreachable",
            "Max retries exceeded",
        ),
        "no connection to the package server; the first start needs the network once.",
    ),
    (
        ("No matching distribution", "Could not find a version"),
        "there is no ready-made package for Python %d.%d on this system; "
        "they exist for Python 3.11 to 3.14 on 64-bit Linux (glibc), Windows and Apple silicon."
        % sys.version_info[:2],
    ),
    (
        ("ensurepip", "python3-venv"),
        "this Python can't make virtual environments; "
        "on Debian and Ubuntu: sudo apt-get install python3-venv.",
    ),
]


def explain(doing: str, output: str) -> str:
    """One line for a failed step: the known reason, else the last thing the tool said."""
    for marks, reason in REASONS:
        if any(mark in output for mark in marks):
            return "Failed while %s: %s" % (doing, reason)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    last = (errors or lines or ["no output"])[-1]
    return "Failed while %s: %s (all of it: %s)" % (doing, last, LOG)


# --- packages ----------------------------------------------------------------------------------


def wanted_stamp(kind: str) -> Dict[str, str]:
    """What a finished set-up of ``kind`` looks like now; another value means: set up again."""
    digest = hashlib.sha256()
    for path in (LOCKS[kind], ROOT / "pyproject.toml"):
        try:
            digest.update(path.read_bytes())
        except OSError:
            raise SetupError(
                "%s is missing; this folder isn't a whole copy of tabletop." % path.name
            ) from None
    return {"pins": digest.hexdigest(), "folder": str(ROOT)}


def read_stamps() -> Dict[str, Dict[str, str]]:
    try:
        stamps = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamps if isinstance(stamps, dict) else {}


def set_up(kind: str) -> None:
    """Make .venv hold the pinned packages for ``kind`` (``run`` or ``dev``), if it doesn't yet."""
    python = venv_python()
    stamps = read_stamps()
    if works(python) and (
        stamps.get(kind) == wanted_stamp(kind)
        or (kind == "run" and stamps.get("dev") == wanted_stamp("dev"))
    ):
        return
    began = time.monotonic()
    say("Setting up tabletop in .venv (once; about 150 MB to download) …")
    make_venv()
    pip = [str(python), "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    pins = ["--require-hashes", "--only-binary", ":all:", "-r", str(LOCKS[kind])]
    run_logged([*pip, *pins], "installing packages")
    itself = ["--no-index", "--no-deps", "--no-build-isolation", "-e", str(ROOT)]
    run_logged([*pip, *itself], "installing tabletop")
    check_system_libraries()
    # The other kind's stamp would be stale: both kinds share one environment.
    STAMP.write_text(json.dumps({kind: wanted_stamp(kind)}), encoding="utf-8")
    say("Set up in %.0f s." % (time.monotonic() - began))


SYSTEM_PACKAGES = [
    ("apt-get", "sudo apt-get install libgl1 libglib2.0-0"),
    ("dnf", "sudo dnf install mesa-libGL glib2"),
    ("zypper", "sudo zypper install Mesa-libGL1 libglib-2_0-0"),
    ("pacman", "sudo pacman -S libglvnd glib2"),
]


def check_system_libraries() -> None:
    """OpenCV needs two libraries of the system that bare servers and containers lack."""
    result = subprocess.run(
        [str(venv_python()), "-I", "-c", "import cv2, numpy, onnxruntime"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=clean_environment(),
    )
    if result.returncode == 0:
        return
    last = ([line for line in result.stderr.splitlines() if line.strip()] or ["no output"])[-1]
    if "cannot open shared object file" in last:
        library = last.split("ImportError:")[-1].split(":")[0].strip()
        cure = next((line for tool, line in SYSTEM_PACKAGES if shutil.which(tool)), None)
        raise SetupError(
            "OpenCV needs the system library %s. %s"
            % (library, "Run: " + cure if cure else "Install it with your system's packages.")
        )
    raise SetupError("The installed packages don't start: %s. Delete .venv and start again." % last)


# --- commands ----------------------------------------------------------------------------------


def run_tabletop(arguments: List[str]) -> int:
    set_up("run")
    # -P: a file of the folder it is called in, such as queue.py, must not pass for a library's.
    command = [str(venv_python()), "-P", "-m", "tabletop", *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execve(command[0], command, clean_environment())
    return subprocess.call(command, env=clean_environment())


def run_tests(arguments: List[str]) -> int:
    """All checks, or with arguments pytest alone with them; 0 only if everything passed."""
    set_up("dev")
    python = str(venv_python())
    # One more than there are cores: tests wait too, for a screen to be painted or a process to end.
    workers = str((os.cpu_count() or 1) + 1)
    tests = [python, "-m", "pytest", "-n", workers, "--dist", "worksteal"]
    steps: List[Tuple[str, List[str]]]
    if arguments:
        steps = [("tests", [python, "-m", "pytest", *arguments])]
    else:
        steps = [
            ("style", [python, "-m", "ruff", "check", "."]),
            ("types", [python, "-m", "mypy"]),
            ("contracts", [str(venv_python().parent / "lint-imports"), "--no-logo"]),
            ("tests", tests),
        ]
    outcomes: List[Tuple[str, int, float]] = []
    for name, command in steps:
        print("— %s" % name, flush=True)
        began = time.monotonic()
        code = subprocess.call(
            command, cwd=str(ROOT), stdin=subprocess.DEVNULL, env=clean_environment()
        )
        outcomes.append((name, code, time.monotonic() - began))
    print()
    for name, code, seconds in outcomes:
        print("%-10s %-6s %6.1f s" % (name, "ok" if code == 0 else "FAILED", seconds))
    return 0 if all(code == 0 for _, code, _ in outcomes) else 1


def main(arguments: List[str]) -> int:
    check_python()
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        print((__doc__ or "").strip())
        return 0
    if arguments[:1] == ["setup"]:
        set_up("run")
        return 0
    if arguments[:1] == ["test"]:
        return run_tests(arguments[1:])
    return run_tabletop(arguments or ["watch", "demo"])


def run_main() -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        # Old terminals and pipes on Windows lack some of the signs printed here.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as error:
        say("tabletop: %s" % error)
    except KeyboardInterrupt:
        say("Stopped.")
    except OSError as error:
        reason = explain("setting up", str(error))
        say("tabletop: %s" % reason)
    sys.exit(1)


if __name__ == "__main__":
    run_main()
