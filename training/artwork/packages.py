"""Fetching packages by name from the registries of Debian, Python and npm, and unpacking them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a registry: ``registry`` is ``apt``, ``pip`` or ``npm``."""

    registry: Literal["apt", "pip", "npm"]
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.registry}:{self.name} {self.version}"


class FetchError(Exception):
    """A package could not be had; the message says which and why, in one line."""


def unpacked(package: Package, cache: Path) -> Path:
    """The folder with the files of ``package``, fetched and unpacked once under ``cache``.

    Raises :class:`FetchError` where the registry does not give it.
    """
    folder = cache / "unpacked" / package.name.replace("/", "-").lstrip("@")
    if folder.exists():
        return folder
    archive = _archive(package, cache / "packages")
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    if archive.suffix == ".deb":
        _call(["dpkg-deb", "-x", str(archive), str(part)], package)
    elif archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as bundle:
            bundle.extractall(part)
    else:
        with tarfile.open(archive) as bundle:
            bundle.extractall(part, filter="data")
    part.rename(folder)
    return folder


def _archive(package: Package, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    found = _stored(package, folder)
    if found is None:
        _download(package, folder)
        found = _stored(package, folder)
    if found is None:
        raise FetchError(f"{package}: the registry gave no file for it")
    return found


def _stored(package: Package, folder: Path) -> Path | None:
    stem = package.name.lstrip("@")
    patterns = {
        "apt": [f"{stem}_*.deb"],
        "pip": [f"{stem.replace('-', '_')}-*.whl", f"{stem}-*.tar.gz", f"{stem}-*.whl"],
        "npm": [f"{stem.replace('/', '-')}-{package.version}.tgz"],
    }
    for pattern in patterns[package.registry]:
        for path in sorted(folder.glob(pattern)):
            return path
    return None


def _download(package: Package, folder: Path) -> None:
    name, version = package.name, package.version
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", "."]
    if package.registry == "npm":
        _call(["npm", "pack", "--silent", f"{name}@{version}"], package, folder)
    elif package.registry == "pip":
        _call([*pip, f"{name}=={version}"], package, folder)
    else:
        try:
            _call(["apt-get", "download", f"{name}={version}"], package, folder)
        except FetchError:
            # A Debian mirror keeps only a release's current version of a package.
            _call(["apt-get", "download", name], package, folder)


def _call(command: list[str], package: Package, folder: Path | None = None) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise FetchError(f"{package}: needs the command {command[0]}; install it") from None
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()
        reason = said[-1] if said else f"{command[0]} failed"
        raise FetchError(f"{package}: {reason}") from None
