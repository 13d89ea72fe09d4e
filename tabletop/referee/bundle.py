"""A session for strangers: what happened at the table and nothing else.

Names of pictures become numbers, and of the events only such words are kept as this program says of
this game itself; whatever else a file held, it is not passed on. A bundle is a zip file with the
same files as a session's folder; ``unpacking`` opens it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tabletop import __version__
from tabletop.faces import BACK, FACES, JOKER_UNKNOWN, UNKNOWN
from tabletop.games.mushroom_walk import parse_move
from tabletop.record import format_record
from tabletop.referee import events
from tabletop.referee.journal import (
    FORMAT,
    Entry,
    Opened,
    Picture,
    apply,
    begin,
    line,
    raw,
    told_by,
)
from tabletop.vision.sighting import Reading

_FIELDS: Final = frozenset(
    name
    for kind in (*events.Event.__args__, *events.Detail.__args__, events.Option)
    for name in (*kind.__struct_fields__, "event")
)
_TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in events.Event.__args__)


class Clean(NamedTuple):
    """``journal`` and ``record``: texts of a session without anything private; ``record`` is empty
    where the session can't be gone through. ``entries``: lines of the journal. ``edges``: for each
    picture the outlines of what lies on its table, pixels; empty where no table had been found."""

    journal: bytes
    entries: int
    record: str
    edges: Sequence[Sequence[NDArray[np.float64]]]


def cleaned(entries: Sequence[Entry]) -> Clean:
    """What may be passed on of a journal's ``entries``. Raises ``JournalError`` where its game
    isn't known."""
    session = begin(entries)
    names = {e.frame: "" for e in entries if isinstance(e, Picture)}
    numbered = {name: f"{n:06d}" for n, name in enumerate(names, 1)}
    edges: list[Sequence[NDArray[np.float64]]] = []
    now: list[tuple[msgspec.Raw, ...]] = []
    record = ""
    renamed = [_renamed(entry, numbered) for entry in entries]
    try:
        for entry, told in apply(session, renamed):
            now.append(raw(told))
            if isinstance(entry, Picture):
                edges.append([np.array(zone.outline) for zone in session.view.zones])
        record = format_record(session.record)
    except Exception:
        # What a session breaks down at is just what a bug report is for: it is sent as far as it
        # goes.
        pass
    words = {word for told in now for event in told for word in _strings(json.loads(bytes(event)))}
    first = entries[0]
    assert isinstance(first, Opened)
    game = session.game
    settings = tuple(f"{name}={value}" for name, value in game.settings.items())
    words |= {game.name, *game.settings, *map(str, game.settings.values()), *numbered.values()}
    program = first.program if first.program == __version__ else "another"
    lines = [line(Opened(FORMAT, program, game.name, settings, first.setup))]
    for entry in renamed[1:]:
        passed = tuple(msgspec.Raw(_without_strangers(event, words)) for event in told_by(entry))
        lines.append(line(msgspec.structs.replace(entry, events=passed)))
    return Clean(b"".join(lines), len(lines), record, edges)


def _renamed(entry: Entry, numbered: Mapping[str, str]) -> Entry:
    """``entry`` and its events with the pictures' numbers for their names."""
    if isinstance(entry, Opened):
        return entry
    told = []
    for event in told_by(entry):
        fields = json.loads(bytes(event))
        if isinstance(fields, dict) and "frame" in fields:
            fields["frame"] = numbered.get(str(fields["frame"]), "")
        told.append(msgspec.Raw(msgspec.json.encode(fields)))
    changed: Any = msgspec.structs.replace(entry, events=tuple(told))
    if isinstance(changed, Picture):
        changed = msgspec.structs.replace(changed, frame=numbered[changed.frame])
    return changed  # type: ignore[no-any-return]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from (key, *_strings(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _without_strangers(event: msgspec.Raw, words: set[str]) -> bytes:
    """The event with every string emptied that is neither among ``words`` nor a word of any
    game."""

    def known(text: str) -> bool:
        if text in words or text in _FIELDS or text in _TAGS or not text:
            return True
        if text in FACES or text in (BACK, UNKNOWN, JOKER_UNKNOWN):
            return True
        try:
            parse_move(text)
        except ValueError:
            return False
        return True

    def kept(value: Any) -> Any:
        if isinstance(value, str):
            return value if known(value) else ""
        if isinstance(value, dict):
            return {key: kept(inner) for key, inner in value.items() if known(key)}
        return [kept(inner) for inner in value] if isinstance(value, list) else value

    return msgspec.json.encode(kept(json.loads(bytes(event))))


def edge(zones: Sequence[NDArray[np.float64]], reading: Reading) -> NDArray[np.float64] | None:
    """The table's edge as far as the game tells it, pixels, shape (n, 2): round the zones and the
    cards and coins that lie near them, with half a card's room. None without zones."""
    if not zones:
        return None
    import cv2

    hull = cv2.convexHull(np.concatenate(zones).astype(np.float32))
    sides = [c.width for c in reading.cards]
    room = float(np.median(sides)) / 2 if sides else 20.0
    points = [hull.reshape(-1, 2)]
    for quad in [c.quad for c in reading.cards] + [((c.x, c.y),) for c in reading.coins]:
        corners = np.array(quad, dtype=np.float32)
        middle = tuple(float(v) for v in corners.mean(axis=0))
        if cv2.pointPolygonTest(hull, middle, True) > -3 * room:
            points.append(corners)
    every = np.concatenate(points)
    wide = np.concatenate([every + [dx, dy] for dx in (-room, room) for dy in (-room, room)])
    return np.asarray(cv2.convexHull(wide.astype(np.float32)).reshape(-1, 2), np.float64)
