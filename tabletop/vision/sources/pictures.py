"""Pictures as a source: the files of a folder in their natural order, or one file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tabletop.language import say
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Item, Skipped, Source
from tabletop.vision.images import load_image

ENDINGS = frozenset(
    {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".gif"}
    | {".tif", ".tiff", ".ppm", ".pgm", ".pnm"}
)
PHONE_ENDINGS = frozenset((".heic", ".heif", ".avif"))


def has_picture_name(path: Path) -> bool:
    """Whether the file's name ends as a picture's does."""
    return path.suffix.lower() in ENDINGS


def natural_key(name: str) -> tuple[tuple[str | int, ...], str]:
    """Sort key that counts: ``2.jpg`` before ``10.jpg``; upper and lower case are the same."""
    parts = re.split(r"([0-9]+)", name.casefold())
    return tuple(int(part) if i % 2 else part for i, part in enumerate(parts)), name


def list_pictures(folder: Path) -> list[Path]:
    """The pictures in ``folder`` in natural order; other files and hidden ones are left out.

    Raises ``SourceError`` if there is none.
    """
    name = shown(folder)
    try:
        entries = [path for path in folder.iterdir() if not path.name.startswith(".")]
        files = [path for path in entries if path.is_file()]
    except PermissionError:
        raise SourceError(
            say("{name} may not be read by you; check its permissions.", name=name)
        ) from None
    except OSError as error:
        raise SourceError(
            say("{name} can't be read: {why}.", name=name, why=error.strerror)
        ) from None
    pictures = [path for path in files if has_picture_name(path)]
    if not pictures:
        if any(path.suffix.lower() in PHONE_ENDINGS for path in files):
            raise SourceError(
                say("{name} holds HEIC or AVIF pictures only; save them as JPEG first.", name=name)
            )
        raise SourceError(
            say("{name} holds no pictures (jpg, png, webp, bmp, tif or gif).", name=name)
        )
    return sorted(pictures, key=lambda path: natural_key(path.name))


class PictureSource(Source):
    """Each picture is a moment of its own: nothing moves between them that could be measured.

    A picture that can't be read becomes a ``Skipped`` and the next one follows; if none at all can
    be read, iterating ends with a ``SourceError``. With ``single`` the one picture's own error is
    raised.
    """

    kind = "pictures"

    def __init__(self, paths: Sequence[Path], *, name: str, single: bool = False) -> None:
        self.name = name
        self.total = len(paths)
        self._paths = tuple(paths)
        self._single = single

    def __iter__(self) -> Iterator[Item]:
        read = 0
        for i, path in enumerate(self._paths):
            name = shown(path.name)
            try:
                image, scale = load_image(path)
            except SourceError as error:
                if self._single:
                    raise
                yield Skipped(name, str(error))
                continue
            read += 1
            yield Frame(name, image, float(i), moment=True, scale=scale)
        if not read:
            raise SourceError(
                say(
                    "None of the {total} pictures in {name} can be read.",
                    total=self.total,
                    name=self.name,
                )
            )
