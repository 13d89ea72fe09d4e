"""The journal of a session: what was seen and what players put right, one JSON object a line.

The first line is ``session``: the format's version, the game and its settings. Then, in the order
in which they happened: ``picture`` (a settled picture's name and its whole reading), ``fix``,
``undo``, ``setup`` (the table was looked for afresh), ``claim`` and ``end``, each with the events
that it brought. From these lines alone, picture by picture, the same session can be had again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from tabletop.faces import FACES
from tabletop.games import game_named
from tabletop.games.mushroom_walk import format_move, parse_claim, parse_move
from tabletop.language import say
from tabletop.record import Claimed
from tabletop.referee.events import Event, to_json
from tabletop.referee.session import Session
from tabletop.referee.setup import Setup
from tabletop.referee.sound import fault
from tabletop.vision.sighting import Coin, Quad, Reading, Sighting, quad_of

FORMAT = 1
"""Version of the journal's format."""


class JournalError(Exception):
    """A journal that can't be used; the text is one line that says why."""


class Opened(msgspec.Struct, frozen=True, tag_field="entry", tag="session"):
    """The first line. ``program``: version of tabletop that wrote it; ``settings``: NAME=VALUE;
    ``setup``: the set-up that was given."""

    format: int
    program: str
    game: str
    settings: tuple[str, ...]
    setup: Setup | None = None


class _Card(msgspec.Struct, frozen=True, array_like=True):
    """A sighting; ``p``: 54 little-endian float32, empty for a back."""

    quad: Quad
    up: bool
    visible: float
    score: float
    p: bytes


class SeenReading(msgspec.Struct, frozen=True):
    """A reading; ``hands``: rows, columns, and the grid's bits packed row by row."""

    size: tuple[int, int]
    cards: tuple[_Card, ...]
    coins: tuple[tuple[float, float, float, float], ...]
    hands: tuple[int, int, bytes]


class Picture(msgspec.Struct, frozen=True, tag_field="entry", tag="picture"):
    """A settled picture called ``frame`` was read."""

    frame: str
    events: tuple[msgspec.Raw, ...]
    reading: SeenReading


class Fixed(msgspec.Struct, frozen=True, tag_field="entry", tag="fix"):
    """A turn was put right by hand; ``move`` in the short form."""

    turn: int
    move: str
    player: int | None
    events: tuple[msgspec.Raw, ...]


class Undone(msgspec.Struct, frozen=True, tag_field="entry", tag="undo"):
    """The last correction was withdrawn."""

    events: tuple[msgspec.Raw, ...]


class SetUpAgain(msgspec.Struct, frozen=True, tag_field="entry", tag="setup"):
    """The table was looked for afresh in the last picture."""

    events: tuple[msgspec.Raw, ...]


class Disputed(msgspec.Struct, frozen=True, tag_field="entry", tag="claim"):
    """``player`` claimed something after ``turns`` turns: ``says`` a move in the short form,
    ``"stuck"``, or the number of a turn said to be illegal; ``of``: of the other player's move."""

    turns: int
    player: int
    says: str | int
    of: int | None = None
    events: tuple[msgspec.Raw, ...] = ()


class Ended(msgspec.Struct, frozen=True, tag_field="entry", tag="end"):
    """No more pictures came. Void if some come after all."""

    events: tuple[msgspec.Raw, ...]


Entry = Opened | Picture | Fixed | Undone | SetUpAgain | Disputed | Ended


def raw(events: Iterable[Event]) -> tuple[msgspec.Raw, ...]:
    """``events`` as they stand in an entry."""
    return tuple(msgspec.Raw(to_json(event).encode()) for event in events)


def told_by(entry: Entry) -> tuple[msgspec.Raw, ...]:
    """The events that ``entry`` says it brought."""
    return () if isinstance(entry, Opened) else tuple(map(msgspec.Raw, map(bytes, entry.events)))


def picture(frame: str, reading: Reading, events: Iterable[Event]) -> Picture:
    """The entry of a picture."""
    cards = tuple(
        _Card(
            quad_of(c.quad),
            bool(c.up),
            float(c.visible),
            float(c.score),
            np.asarray(c.p, dtype="<f4").tobytes() if c.up else b"",
        )
        for c in reading.cards
    )
    coins = tuple((float(c.x), float(c.y), float(c.radius), float(c.score)) for c in reading.coins)
    rows, columns = reading.hands.shape
    hands = (int(rows), int(columns), np.packbits(reading.hands).tobytes())
    width, height = reading.size
    return Picture(frame, raw(events), SeenReading((int(width), int(height)), cards, coins, hands))


def fixed(session: Session, events: Iterable[Event]) -> Fixed:
    """The entry of the session's last correction."""
    fix = session.fixes[-1]
    return Fixed(fix.turn, format_move(fix.demand.move), fix.demand.player, raw(events))


def disputed(session: Session) -> Disputed:
    """The entry of the session's last claim."""
    turns, claim, _ = session.claims[-1]
    says = claim.says if isinstance(claim.says, int) else format_move(claim.says)
    return Disputed(turns, claim.player, says, claim.of)


def reading_of(entry: Picture) -> Reading:
    """The reading in ``entry``, exactly as it was."""
    r = entry.reading
    none = np.zeros(len(FACES), np.float32)
    cards = tuple(
        Sighting(
            c.quad,
            c.up,
            np.frombuffer(c.p, "<f4").astype(np.float32) if c.p else none,
            c.visible,
            c.score,
        )
        for c in r.cards
    )
    rows, columns, bits = r.hands
    grid = np.unpackbits(np.frombuffer(bits, np.uint8), count=rows * columns)
    hands = grid.reshape(rows, columns).astype(np.bool_)
    return Reading(r.size, cards, tuple(Coin(*c) for c in r.coins), hands)


def line(entry: Entry) -> bytes:
    """``entry`` as a line, its end included."""
    return msgspec.json.encode(entry) + b"\n"


def parse(text: bytes) -> Sequence[Entry]:
    """The entries of a journal; what was being written when the program was killed is left out.

    Raises ``JournalError`` if ``text`` is no journal of a version known here.
    """
    decoder = msgspec.json.Decoder(Entry)
    entries: list[Entry] = []
    for number, one in enumerate(whole(text).splitlines(), 1):
        try:
            entries.append(decoder.decode(one))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            # What the decoder says means something to programmers alone: TABLETOP_DEBUG=1 shows it.
            raise JournalError(
                say("line {number} of the journal makes no sense: it is damaged", number=number)
            ) from error
        wrong = fault(entries[-1])
        if wrong:
            raise JournalError(
                say(
                    "line {number} of the journal makes no sense: {wrong}",
                    number=number,
                    wrong=wrong,
                )
            )
        first = entries[0]
        if not isinstance(first, Opened):
            raise JournalError(say("this is no journal: its first line names no session"))
        if first.format != FORMAT:
            raise JournalError(
                say(
                    "the journal has format {format}, this tabletop reads format "
                    "{format2}: use tabletop {program}",
                    format=first.format,
                    format2=FORMAT,
                    program=first.program,
                )
            )
    if not entries:
        raise JournalError(say("the journal is empty: begin with --session"))
    return entries


def whole(text: bytes) -> bytes:
    """``text`` without a last line that was not finished."""
    return text[: text.rfind(b"\n") + 1]


def begin(entries: Sequence[Entry]) -> Session:
    """A session as the journal's first line says. Raises ``JournalError`` where its game
    isn't known."""
    first = entries[0]
    assert isinstance(first, Opened)
    try:
        game = game_named(first.game, first.settings)
    except ValueError as error:
        raise JournalError(say("line 1 of the journal: {error}", error=error)) from None
    return Session(game, first.setup)


def apply(session: Session, entries: Sequence[Entry]) -> Iterable[tuple[Entry, Sequence[Event]]]:
    """Let ``session`` go through ``entries`` again; each entry with the events it brings now."""
    for n, entry in enumerate(entries):
        if isinstance(entry, Picture):
            yield entry, session.see(reading_of(entry), entry.frame)
        elif isinstance(entry, Fixed):
            yield entry, session.fix(entry.turn, parse_move(entry.move), entry.player)
        elif isinstance(entry, Undone):
            yield entry, session.undo()
        elif isinstance(entry, SetUpAgain):
            yield entry, session.set_up_again()
        elif isinstance(entry, Disputed):
            says = entry.says if isinstance(entry.says, int) else parse_claim(entry.says)
            session.claim(Claimed(entry.player, says, entry.of), entry.turns)
            yield entry, ()
        elif isinstance(entry, Ended) and not any(isinstance(e, Picture) for e in entries[n + 1 :]):
            yield entry, session.end()
