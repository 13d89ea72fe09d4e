"""``tabletop bundle``: a session as a bug report that holds nothing private."""

from __future__ import annotations

import json
import platform
import zipfile
from argparse import Namespace
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import __version__
from tabletop.cli.codes import DONE, UsageError
from tabletop.cli.sessions import JPEG_QUALITY
from tabletop.language import say, several, tr
from tabletop.referee.bundle import Clean, cleaned, edge
from tabletop.referee.folder import JOURNAL, PICTURES, RECORD, picture_file, read
from tabletop.referee.journal import Entry, JournalError, Picture, reading_of
from tabletop.referee.unpacking import ABOUT, BUNDLE_FORMAT
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.images import load_image

DEFAULT = "tabletop-bundle.zip"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def run(arguments: Namespace) -> int:
    """Write the bundle and say what it holds."""
    folder, target = Path(arguments.folder), Path(arguments.out or DEFAULT)
    if target.suffix.lower() != ".zip":
        raise UsageError(say("-o {target}: give the file the ending .zip", target=shown(target)))
    if target.exists():
        raise UsageError(
            say("{target} is there already: name another file with -o", target=shown(target))
        )
    try:
        entries = read(folder)
        clean = cleaned(entries)
    except JournalError as error:
        raise UsageError(str(error)) from None
    pictures = write_bundle(target, folder, entries, clean)
    size = f"{target.stat().st_size / 2**20:.1f}"
    seen = len(clean.edges) or sum(isinstance(e, Picture) for e in entries)
    print(tr("{file}, {size} MB, holds:", file=shown(target), size=size))
    print(
        "  "
        + tr(
            "the journal: what was read in {pictures} and what was told of it",
            pictures=several("{n} picture", "{n} pictures", seen),
        )
    )
    if clean.record:
        print("  " + tr("the game record, without names and date"))
    print(
        "  "
        + tr(
            "{pictures}, black outside the table's edge",
            pictures=several("{n} picture", "{n} pictures", pictures),
        )
    )
    print("  " + tr("the version of tabletop, the kind of system and the month"))
    print(tr("Look at the pictures before you pass it on: what lay on the table is in them."))
    return DONE


def write_bundle(target: Path, folder: Path, entries: Sequence[Entry], clean: Clean) -> int:
    """Write the zip file; how many pictures are in it. Raises ``SourceError`` if that can't be."""
    about = {
        "format": BUNDLE_FORMAT,
        "tabletop": __version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "opencv": cv2.__version__,
        "system": platform.system(),
        "entries": clean.entries,
        "month": date.today().strftime("%Y-%m"),
    }
    count = 0
    try:
        with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr(_file(ABOUT), json.dumps(about, indent=1) + "\n")
            bundle.writestr(_file(JOURNAL), clean.journal)
            if clean.record:
                bundle.writestr(_file(RECORD), clean.record)
            for number, jpeg in _pictures(folder, entries, clean):
                name = picture_file(Path(), number).relative_to(PICTURES).name
                bundle.writestr(_file(f"{PICTURES}/{name}"), jpeg, zipfile.ZIP_STORED)
                count += 1
    except OSError as error:
        why = (error.strerror or "no details").lower()
        raise SourceError(
            say("{target} can't be written: {why}.", target=shown(target), why=why)
        ) from None
    return count


def _file(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _LONG_AGO)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _pictures(folder: Path, entries: Sequence[Entry], clean: Clean) -> Iterator[tuple[int, bytes]]:
    """Each kept picture by number, painted black outside the table; those that show no table as
    far as anybody knows are left out."""
    seen = [entry for entry in entries if isinstance(entry, Picture)]
    for number, (entry, zones) in enumerate(zip(seen, clean.edges, strict=False), 1):
        file = picture_file(folder, number)
        outline = edge(zones, reading_of(entry))
        if outline is None or file.is_symlink() or not file.is_file():
            continue
        try:
            image, _ = load_image(file)
        except SourceError:
            continue
        jpeg = _blackened(image, outline)
        if jpeg is not None:
            yield number, jpeg


def _blackened(image: NDArray[np.uint8], outline: NDArray[np.float64]) -> bytes | None:
    """A JPEG of the picture within ``outline``, pixels, without anything but the picture in it."""
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
    black = image * inside[..., None]
    good, data = cv2.imencode(".jpg", black, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None
