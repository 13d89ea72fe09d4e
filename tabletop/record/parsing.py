"""Reading a game record; every error says the line, the column and what to write."""

from __future__ import annotations

import re
from typing import Final

from tabletop.games import GAMES, game_named
from tabletop.language import say
from tabletop.record.cards import hyphened
from tabletop.record.entries import SEATS, Entry, Remark, Result, one_line
from tabletop.record.errors import RecordError
from tabletop.record.formatting import MAGIC, VERSION
from tabletop.record.lines import LineReader, Words, words_of
from tabletop.record.record import Record, is_date

MOST_SIGNS: Final = 200_000
MOST_LINES: Final = 2_000
_HEADER: Final = ("game", "set", "player 1", "player 2", "event", "date")
_KEY: Final = re.compile(r"\s*(game|set|event|date|player[^:]{0,9}?)\s*:", re.IGNORECASE)


def parse_record(text: str) -> Record:
    """The record that ``text`` holds. Raises RecordError, and nothing else."""
    if len(text) > MOST_SIGNS:
        raise RecordError(
            say("no game record: it is longer than {most_signs} signs", most_signs=MOST_SIGNS), 1
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise RecordError(
            say("no game record: it has more than {most_lines} lines", most_lines=MOST_LINES),
            MOST_LINES + 1,
        )
    _check_first(lines[0])
    reader = _Reader()
    for number, line in enumerate(lines[1:], start=2):
        reader.number = number
        if line.strip():
            reader.read(line)
    if not reader.game_name:
        raise RecordError(
            say("no game is named: write 'game: {game}' near the top", game=GAMES[0]), 2
        )
    return Record(
        reader.game_name,
        tuple(reader.settings),
        tuple(reader.players),
        reader.event,
        reader.date,
        tuple(reader.entries),
    )


def _check_first(line: str) -> None:
    words = line.partition("#")[0].lower().split()
    if words[:2] != MAGIC.split() or len(words) != 3:
        raise RecordError(
            say("a record starts with the line '{magic} {version}'", magic=MAGIC, version=VERSION),
            1,
        )
    if words[2] != str(VERSION):
        raise RecordError(
            say(
                "this is version {what!r} of the record; version {version} is read here",
                what=words[2][:20],
                version=VERSION,
            ),
            1,
        )


class _Reader:
    """Header values and entries read so far, and the number of the line being read."""

    def __init__(self) -> None:
        self.number = 1
        self.game_name = ""
        self.settings: list[str] = []
        self.players = [""] * SEATS
        self.event = ""
        self.date = ""
        self.entries: list[Entry] = []
        self.lines: LineReader | None = None
        self.ended = False

    def fail(self, message: str, column: int = 1) -> RecordError:
        return RecordError(message, self.number, column)

    def read(self, line: str) -> None:
        body, mark, comment = line.partition("#")
        if mark and not body.strip():
            self.entries.append(Remark(comment, line=self.number))
            return
        key = _KEY.match(line)
        if key:
            self.header(one_line(key[1].lower()), line[key.end() :], key.end() + 1)
            return
        if not body.lstrip().lower().startswith("result"):  # its reason is kept as it is written
            body = hyphened(body)
        self.entries.append(self.entry(words_of(body), len(body.rstrip()) + 1, comment))

    def entry(self, words: Words, end: int, comment: str) -> Entry:
        if self.ended:
            raise self.fail(say("nothing but comments follows the result"), words[0][1])
        first, colon = words[0][0][:-1], words[0][0].endswith(":")
        if colon and first.isalpha() and first.lower() != "dealer" and self.lines is None:
            known = ", ".join(_HEADER)
            raise self.fail(say("the header has {known}", known=known), words[0][1])
        if not self.game_name:
            raise self.fail(
                say("no game is named yet: write 'game: {game}' above this line", game=GAMES[0])
            )
        if self.lines is None:
            self.lines = LineReader(game_named(self.game_name, self.settings))
        entry = self.lines.read(words, end, comment, self.number)
        self.ended = isinstance(entry, Result)
        return entry

    def header(self, key: str, value: str, column: int) -> None:
        if self.lines is not None:
            raise self.fail(say("'{key}:' belongs above the first card that is dealt", key=key))
        if key in ("game", "set", "date"):
            value, mark, comment = value.partition("#")
            if mark:
                self.entries.append(Remark(comment, line=self.number))
        column += len(value) - len(value.lstrip())
        value = one_line(value)
        if not value:
            raise self.fail(say("write a value after '{key}:'", key=key), column)
        if key == "game":
            self.game(value.lower(), column)
        elif key == "set":
            self.setting(value.lower(), column)
        elif key == "event":
            if self.event:
                raise self.fail(say("the event is written twice"))
            self.event = value
        elif key == "date":
            self.day(value, column)
        else:
            self.player(key, value)

    def game(self, name: str, column: int) -> None:
        if self.game_name:
            raise self.fail(say("the game is named twice"))
        self.check(name, self.settings, column)
        self.game_name = name

    def setting(self, text: str, column: int) -> None:
        if not self.game_name:
            raise self.fail(say("write the game before its settings"))
        text = "=".join(part.strip() for part in text.split("=", 1))
        if text in self.settings:
            return
        self.check(self.game_name, [*self.settings, text], column)
        self.settings.append(text)

    def check(self, name: str, settings: list[str], column: int) -> None:
        try:
            game_named(name, settings)
        except ValueError as error:
            raise self.fail(error.args[0], column) from None

    def day(self, text: str, column: int) -> None:
        if self.date:
            raise self.fail(say("the date is written twice"))
        short = re.fullmatch(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", text)
        date = "-".join(part.zfill(2) for part in short.groups()) if short else ""
        if not is_date(date):
            raise self.fail(
                say("{date!r} is no date: write it as 2031-05-17", date=text[:20]), column
            )
        self.date = date

    def player(self, key: str, name: str) -> None:
        seat = re.fullmatch(r"player ?([0-9])", key)
        number = int(seat[1]) if seat else 0
        if not 1 <= number <= SEATS or self.players[number - 1]:
            raise self.fail(say("players are 'player 1:' and 'player 2:', each once"))
        self.players[number - 1] = name
