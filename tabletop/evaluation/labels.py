"""Labels: what a picture holds, read from ``labels.json``, ``truth.jsonl`` or a plain folder.

docs/evaluate.md describes the formats. All places are in pixels of the picture as given.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import msgspec

from tabletop.faces import BACK, FACES, JOKER_UNKNOWN, RANKS
from tabletop.language import Text, say
from tabletop.vision.errors import VisionError, shown
from tabletop.vision.sighting import Quad
from tabletop.vision.sources.pictures import list_pictures

LABELS, TRUTH = "labels.json", "truth.jsonl"

_T = TypeVar("_T", bound=msgspec.Struct)


class LabelError(VisionError):
    """Labels that can't be used; the text is one line naming file and entry."""


class Part(StrEnum):
    """What a picture's labels tell, and so what can be measured with it."""

    TABLES = "tables"
    SINGLES = "singles"
    BOXES = "boxes"
    FRAMES = "frames"
    EMPTY = "no cards"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that is there. ``face``: of a box the rank alone; ``quad``: its corners, None where
    labels have no places; ``visible``: the share of its area that shows; ``zone``: where on the
    table, empty if not told."""

    face: str
    quad: Quad | None = None
    visible: float = 1.0
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and what it holds. ``name``: for tables; ``source``: where it comes from;
    ``face_down``: backs that show, None if not counted; ``cards`` of a frame are bottom to top."""

    path: Path
    name: str
    part: Part
    source: str
    cards: tuple[Card, ...] = ()
    face_down: int | None = None
    note: str = ""


class _Faces(msgspec.Struct, forbid_unknown_fields=True):
    image: str
    cards: list[str]
    source: str = ""
    face_down: int | None = None
    note: str = ""


class _Boxes(msgspec.Struct, forbid_unknown_fields=True):
    image: str
    boxes: list[tuple[str, float, float, float, float]]
    source: str = ""
    note: str = ""


class _Labels(msgspec.Struct, forbid_unknown_fields=True):
    tables_and_singles: list[msgspec.Raw] = []
    rank_boxes: list[msgspec.Raw] = []


class _Placed(msgspec.Struct):
    face: str
    quad: tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
    visible: float = 1.0
    zone: str = ""


class _Frame(msgspec.Struct):
    frame: str
    cards: list[_Placed]
    busy: bool = False
    half: bool = False


def read_labels(folders: Sequence[Path], every: int = 1) -> list[Labelled]:
    """The labelled pictures in ``folders`` and below, of each set of labels only each ``every``-th.

    Raises ``LabelError`` where there are none, or one is wrong.
    """
    pictures: list[Labelled] = []
    for folder in folders:
        if not folder.is_dir():
            raise LabelError(
                say("{name} is no folder; give a folder of labelled pictures.", name=shown(folder))
            )
        found = [s[::every] for file in _label_files(folder) for s in _sets(file, folder)]
        if not any(found):
            raise LabelError(
                say(
                    "{name} and the folders in it hold no labelled pictures ({labels} or {truth}); "
                    "for pictures that show no cards give --no-cards.",
                    name=shown(folder),
                    labels=LABELS,
                    truth=TRUTH,
                )
            )
        pictures += [picture for labels in found for picture in labels]
    return pictures


def without_cards(folders: Sequence[Path], every: int = 1) -> list[Labelled]:
    """The pictures in ``folders``, which the user says show no cards.

    Raises ``SourceError`` for a folder that holds no pictures.
    """
    return [
        Labelled(path, shown(path), Part.EMPTY, shown(folder.name), face_down=0)
        for folder in folders
        for path in list_pictures(folder)[::every]
    ]


def _label_files(folder: Path) -> Iterator[Path]:
    for home, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        yield from (Path(home, name) for name in (LABELS, TRUTH) if name in names)


def _sets(file: Path, top: Path) -> Iterator[list[Labelled]]:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise LabelError(
            say("{name} can't be read: {why}.", name=shown(file), why=error.strerror)
        ) from None
    if file.name == TRUTH:
        yield list(_frames(file, data, top))
        return
    try:
        labels = msgspec.json.decode(data, type=_Labels)
    except msgspec.DecodeError as error:
        raise LabelError(
            say(
                "{name}: {error}; docs/evaluate.md shows the format.",
                name=shown(file),
                error=str(error),
            )
        ) from None
    yield list(_tables(file, labels.tables_and_singles, top))
    yield list(_boxes(file, labels.rank_boxes, top))


def _tables(file: Path, entries: Sequence[msgspec.Raw], top: Path) -> Iterator[Labelled]:
    for n, raw in enumerate(entries, 1):
        where = _entry(file, n, "tables_and_singles")
        item = _decode(raw, _Faces, where)
        where = say("{where} ({image})", where=where, image=shown(item.image))
        for face in item.cards:
            if face not in FACES and face != JOKER_UNKNOWN:
                raise LabelError(_no_face(where, face))
        part = Part.TABLES
        if len(item.cards) == 1:
            part = Part.SINGLES
        elif not item.cards and item.face_down == 0:
            part = Part.EMPTY
        path = _picture(file, item.image, where)
        cards = tuple(Card(face) for face in item.cards)
        name, source = _name(path, top), _source(item.source, path)
        yield Labelled(path, name, part, source, cards, item.face_down, item.note)


def _boxes(file: Path, entries: Sequence[msgspec.Raw], top: Path) -> Iterator[Labelled]:
    for n, raw in enumerate(entries, 1):
        where = _entry(file, n, "rank_boxes")
        item = _decode(raw, _Boxes, where)
        where = say("{where} ({image})", where=where, image=shown(item.image))
        cards = []
        for rank, x0, y0, x1, y1 in item.boxes:
            if len(rank) != 1 or rank not in RANKS:
                raise LabelError(
                    say(
                        "{where}: {rank!r} is no rank; ranks are {ranks}.",
                        where=where,
                        rank=rank,
                        ranks=", ".join(RANKS),
                    )
                )
            if x0 >= x1 or y0 >= y1:
                raise LabelError(
                    say(
                        "{where}: the box of {rank} isn't left, top, right, bottom.",
                        where=where,
                        rank=rank,
                    )
                )
            cards.append(Card(rank, ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
        path = _picture(file, item.image, where)
        name, source = _name(path, top), _source(item.source, path)
        yield Labelled(path, name, Part.BOXES, source, tuple(cards), None, item.note)


def _frames(file: Path, data: bytes, top: Path) -> Iterator[Labelled]:
    """Pictures of a table at rest alone: what an arm covers or a half-done turn shows is unlike
    what is read in a game."""
    for n, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        where = say("{name}, line {n}", name=shown(file), n=n)
        item = _decode(line, _Frame, where)
        where = say("{where} ({image})", where=where, image=shown(item.frame))
        for card in item.cards:
            if card.face not in FACES and card.face not in (BACK, JOKER_UNKNOWN):
                raise LabelError(_no_face(where, card.face))
        if item.busy or item.half:
            continue
        path = _picture(file, item.frame, where)
        cards = tuple(Card(c.face, c.quad, c.visible, c.zone) for c in item.cards)
        yield Labelled(path, _name(path, top), Part.FRAMES, shown(file.parent.name), cards)


def _decode(raw: bytes | msgspec.Raw, kind: type[_T], where: Text) -> _T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.DecodeError as error:
        raise LabelError(say("{where}: {error}.", where=where, error=str(error))) from None


def _entry(file: Path, number: int, of: str) -> Text:
    return say("{name}, entry {n} of {list}", name=shown(file), n=number, list=of)


def _no_face(where: Text, face: str) -> Text:
    return say(
        "{where}: {face!r} is no face; faces are rank and suit (TH is the ten of hearts), "
        "XR and XB the jokers, X? a joker of any colour.",
        where=where,
        face=face,
    )


def _picture(file: Path, image: str, where: Text) -> Path:
    path = file.parent / image
    if not path.is_file():
        raise LabelError(
            say("{where}: there is no such picture beside {file}.", where=where, file=file.name)
        )
    return path


def _name(path: Path, top: Path) -> str:
    return shown(path.relative_to(top).as_posix())


def _source(source: str, path: Path) -> str:
    return shown(source.split("/")[0] or path.parent.name)
