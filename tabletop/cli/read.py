"""``tabletop read``: the cards in pictures."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from tabletop.cli.codes import DONE, FAILED, UsageError
from tabletop.cli.reading import LateReader, ReadsPictures
from tabletop.cli.streams import complain, print_json_lines
from tabletop.language import say, tr
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Image

WRITABLE = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def run(arguments: Namespace) -> int:
    """Read every picture; a bad one is named on stderr, the others are read all the same."""
    targets = draw_targets(arguments.images, arguments.draw)
    return read_all(arguments.images, LateReader(), as_json=arguments.json, targets=targets)


def read_all(
    images: Sequence[str],
    reader: ReadsPictures,
    *,
    as_json: bool,
    targets: Sequence[Path | None],
) -> int:
    """Read ``images`` with ``reader`` and print what is seen; each picture with a target is drawn
    there. Returns the exit code."""
    from tabletop.cli.output import json_line, reading_json, reading_text
    from tabletop.vision.draw import draw_reading
    from tabletop.vision.images import load_image

    if as_json:
        print_json_lines()
    code = DONE
    for path, target in zip(images, targets, strict=True):
        try:
            image, scale = load_image(path)
            reading = reader.read(image)
            name = shown(path)
            print(
                json_line(reading_json(name, reading, scale))
                if as_json
                else reading_text(name, reading),
                flush=True,
            )
            if target is not None:
                write_picture(target, draw_reading(image, reading))
        except SourceError as error:
            complain(tr("tabletop read: {error}", error=error))
            code = FAILED
    return code


def draw_targets(images: Sequence[str], out: str | None) -> list[Path | None]:
    """Where the drawn picture of each image goes: ``out`` itself, or files in the folder ``out``.

    Raises ``UsageError`` where a target isn't possible or would replace a picture that is read.
    """
    if out is None:
        return [None] * len(images)
    if not out:
        raise UsageError(say("--draw: give the name of a file or a folder"))
    folder = Path(out)
    if len(images) == 1 and not folder.is_dir() and not out.endswith(("/", "\\")):
        if folder.suffix.lower() not in WRITABLE:
            raise UsageError(
                say(
                    "--draw {out}: give the file an ending such as .png or .jpg, or a "
                    "folder (with / at its end)",
                    out=shown(out),
                )
            )
        targets = [folder]
    else:
        if folder.exists() and not folder.is_dir():
            raise UsageError(
                say("--draw {out}: for several pictures give a folder", out=shown(out))
            )
        targets = _in_folder(images, folder)
    for image in images:
        if any(_same(Path(image), target) for target in targets):
            raise UsageError(
                say(
                    "--draw {out} would replace {image}; name another place",
                    out=shown(out),
                    image=shown(image),
                )
            )
    return list(targets)


def _in_folder(images: Sequence[str], folder: Path) -> list[Path]:
    """A file in ``folder`` for each image, named as it; equal names are told apart by a number."""
    taken: set[str] = set()
    targets = []
    for image in images:
        path = Path(image)
        ending = path.suffix if path.suffix.lower() in WRITABLE else ".png"
        name, number = path.stem + ending, 1
        # Some file systems take A.jpg and a.jpg for one file.
        while name.casefold() in taken:
            number += 1
            name = f"{path.stem}-{number}{ending}"
        taken.add(name.casefold())
        targets.append(folder / name)
    return targets


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def write_picture(target: Path, image: Image) -> None:
    """Write ``image`` in the format of ``target``'s ending, making its folder if need be.

    Raises ``SourceError`` if that isn't possible.
    """
    import cv2

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        good, data = cv2.imencode(target.suffix, image)
        if not good:
            raise SourceError(
                say(
                    "{target} can't be written as {suffix}.",
                    target=shown(target),
                    suffix=target.suffix,
                )
            )
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise SourceError(
            say("{target} can't be written: {why}.", target=shown(target), why=error.strerror)
        ) from None
