"""Opening a bundle, which a stranger may have made: nothing in it is believed before its manifest
was read, nothing is larger than a session can be, and no file comes to lie outside its folder."""

from __future__ import annotations

import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from tabletop.language import Text, say, words_of
from tabletop.record import starts_a_zip
from tabletop.referee.folder import JOURNAL, PICTURES, RECORD
from tabletop.referee.journal import JournalError, begin, parse, whole
from tabletop.referee.passing import passing_folder
from tabletop.referee.sound import MOST_BYTES
from tabletop.vision.errors import shown

BUNDLE_FORMAT: Final = 1
"""Version of what a bundle holds."""

ABOUT: Final = "bundle.json"

_MOST_ABOUT = 64 * 2**10
_MOST_RECORD = 2**20
_MOST_PICTURE = 64 * 2**20
_MOST_IN_ALL = 2 * 2**30
_MOST_FILES = 5000
"""A game settles some hundred times at most."""
_PICTURE = re.compile(rf"{PICTURES}/(\d{{6}})\.jpg", re.ASCII)
_ENCRYPTED = 1
_KNOWN_WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


class About(msgspec.Struct, frozen=True):
    """What the manifest says that matters here; ``entries``: lines of the journal, None in bundles
    of before these were counted."""

    format: int
    tabletop: str = ""
    entries: int | None = None


@contextmanager
def session_folder(path: Path, note: Callable[[str], None]) -> Iterator[Path]:
    """The session folder at ``path``; of a bundle one that goes again, its journal found sound.
    ``note`` is told, in a sentence, what is missing of a bundle that can be used all the same.

    Raises ``JournalError``, which names the zip file, where it is no bundle.
    """
    if not starts_a_zip(path):
        yield path
        return
    with passing_folder() as passing:
        folder = passing / "game"
        missing = _unpack(path, folder)
        if missing:
            note(say("{path}: {what}", path=shown(path), what=missing))
        yield folder


def _unpack(path: Path, folder: Path) -> Text | None:
    """Only what a bundle holds, so that no stranger's file comes to lie anywhere else; what is
    missing in it."""
    (folder / PICTURES).mkdir(parents=True)
    try:
        if path.stat().st_size == 0:
            _fail(path, say("the file is empty: copy it again"))
        with zipfile.ZipFile(path) as bundle:
            about = _about(path, bundle)
            for info, target in _wanted(path, bundle, folder):
                with bundle.open(info) as source:
                    target.write_bytes(source.read())
        return _missing(path, (folder / JOURNAL).read_bytes(), about)
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, ValueError) as error:
        raise _failure(path, _damaged()) from error
    except (NotImplementedError, RuntimeError) as error:
        # The zip library says so of ways of packing and of passwords that it doesn't know.
        raise _failure(path, _unknown_way()) from error
    except OSError as error:
        why = say("it can't be unpacked: {error}", error=(error.strerror or "no details").lower())
        raise _failure(path, why) from error


def _about(path: Path, bundle: zipfile.ZipFile) -> About:
    """The manifest. Raises ``JournalError`` where ``bundle`` is none that is known here."""
    infos = bundle.infolist()
    names = [info.filename for info in infos]
    if len(infos) > _MOST_FILES:
        _fail(path, say("it holds more files than any bundle"))
    if not infos:
        _fail(path, say("the zip file is empty"))
    for name in (ABOUT, JOURNAL):
        if name not in names:
            _fail(path, say("this is no bundle of a session: it has no {name}", name=name))
    info = bundle.getinfo(ABOUT)
    _usable(path, info, _MOST_ABOUT)
    try:
        about = msgspec.json.decode(bundle.read(info), type=About)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = say("this is no bundle of a session: its {name} makes no sense", name=ABOUT)
        raise JournalError(say("{path}: {what}", path=shown(path), what=why)) from error
    if about.format != BUNDLE_FORMAT:
        _fail(
            path,
            say(
                "the bundle has format {format}, this tabletop reads format {known}: "
                "use tabletop {program}",
                format=about.format,
                known=BUNDLE_FORMAT,
                program=shown(about.tabletop[:20]),
            ),
        )
    return about


def _wanted(
    path: Path, bundle: zipfile.ZipFile, folder: Path
) -> Sequence[tuple[zipfile.ZipInfo, Path]]:
    """Each file that is used, and where to; all of them are looked at before one is unpacked."""
    wanted: dict[Path, zipfile.ZipInfo] = {}
    left = _MOST_IN_ALL
    for info in bundle.infolist():
        name = info.filename
        if name == JOURNAL:
            most, target = MOST_BYTES, folder / JOURNAL
        elif name == RECORD:
            most, target = _MOST_RECORD, folder / RECORD
        elif picture := _PICTURE.fullmatch(name):
            most, target = _MOST_PICTURE, folder / PICTURES / f"{picture[1]}.jpg"
        else:
            continue
        if target in wanted:
            _fail(path, say("it holds {name} twice", name=shown(name)))
        left -= info.file_size
        _usable(path, info, min(most, left))
        wanted[target] = info
    return [(info, target) for target, info in wanted.items()]


def _usable(path: Path, info: zipfile.ZipInfo, most: int) -> None:
    """Raises ``JournalError`` where the file in the zip file can't be unpacked."""
    name = shown(info.filename)
    if info.flag_bits & _ENCRYPTED:
        _fail(path, say("it is locked with a password: unpack it into a folder and name that"))
    if info.compress_type not in _KNOWN_WAYS:
        _fail(path, _unknown_way())
    if info.file_size > most:
        _fail(path, say("{name} is too large for a bundle", name=name))


def _missing(path: Path, text: bytes, about: About) -> Text | None:
    """What is missing of the journal ``text``. Raises ``JournalError`` where it isn't sound."""
    if not whole(text):
        _fail(path, say("the journal in it is empty: ask for the bundle again"))
    try:
        entries = parse(text)
        begin(entries)
    except JournalError as error:
        _fail(path, words_of(error))
    if about.entries is not None and len(entries) < about.entries:
        return say(
            "the journal is cut off after {n} of {all} entries: the rest of the game is missing",
            n=len(entries),
            all=about.entries,
        )
    if len(whole(text)) < len(text):
        return say("the journal is cut off: the rest of the game is missing")
    return None


def _damaged() -> Text:
    return say("the zip file is damaged or not complete: copy it again")


def _unknown_way() -> Text:
    return say("the zip file is packed in a way that isn't known here: unpack it into a folder")


def _fail(path: Path, what: str) -> NoReturn:
    raise _failure(path, what)


def _failure(path: Path, what: str) -> JournalError:
    return JournalError(say("{path}: {what}", path=shown(path), what=what))


__all__ = ["ABOUT", "BUNDLE_FORMAT", "session_folder"]
