"""Frame sources: a folder of pictures, one picture, a video, a camera, or the sample game."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tabletop.language import say
from tabletop.resources import sample_frames_dir
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.frame import Frame, Image, Item, Kind, Skipped, Source

__all__ = [
    "Frame",
    "Image",
    "Item",
    "Kind",
    "Skipped",
    "Source",
    "SourceError",
    "open_source",
    "shown",
]

DEMO = "demo"
MOST_DIGITS = 4
"""Of a camera's number. OpenCV would take a longer one for something else."""


def open_source(spec: str) -> Source:
    """The source that ``spec`` names, opened.

    ``spec`` is ``"demo"`` (the sample game), a camera's number, or the path of a folder of
    pictures, of one picture or of a video. Raises ``SourceError`` if there is nothing of that kind
    or it holds no picture; a broken picture among good ones is a ``Skipped`` later on.
    """
    # Imported here: OpenCV takes a fifth of a second, and the referee imports this module's values.
    from tabletop.vision.sources.pictures import PictureSource, list_pictures

    if spec == DEMO:
        folder = sample_frames_dir()
        try:
            return PictureSource(list_pictures(folder), name=DEMO)
        except SourceError:
            raise SourceError(
                say(
                    "The sample game isn't part of this copy of tabletop; give a folder, "
                    "a video or a camera number instead."
                )
            ) from None
    if spec.isascii() and spec.isdigit():
        return _open_camera(spec)
    if not spec:
        raise SourceError(say("No source given; give a folder, a video, a camera number or demo."))
    return _open_path(Path(spec))


def _open_camera(digits: str) -> Source:
    from tabletop.vision.sources.camera import CameraSource

    try:
        if len(digits) > MOST_DIGITS:
            raise SourceError(
                say(
                    "There is no camera {digits}; their numbers are small, such as 0.",
                    digits=digits,
                )
            )
        return CameraSource(int(digits))
    except SourceError as error:
        if not os.path.exists(digits):
            raise
        raise SourceError(
            say(
                "{error} For the file or folder of that name write ./{digits}",
                error=error,
                digits=digits,
            )
        ) from None


def _open_path(path: Path) -> Source:
    from tabletop.vision.images import LARGEST_FILE
    from tabletop.vision.picture_size import read_head
    from tabletop.vision.sources.pictures import PictureSource, has_picture_name, list_pictures

    name = shown(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return PictureSource(list_pictures(path), name=name)
        if not stat.S_ISREG(mode):
            raise SourceError(
                say(
                    "{name} is a device or a pipe; give a camera by its number, such as 0.",
                    name=name,
                )
            )
        with path.open("rb") as file:
            start = file.read(65536)
    except FileNotFoundError:
        raise SourceError(
            say(
                "{name} doesn't exist; a source is a folder, a picture, a video, a "
                "camera number or demo.",
                name=name,
            )
        ) from None
    except PermissionError:
        raise SourceError(
            say("{name} may not be read by you; check its permissions.", name=name)
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(
            say("{name} can't be read: {reason}.", name=name, reason=reason)
        ) from None
    if has_picture_name(path) or (read_head(start) and path.stat().st_size <= LARGEST_FILE):
        return PictureSource([path], name=name, single=True)
    from tabletop.vision.sources.video import VideoSource

    return VideoSource(path, start)
