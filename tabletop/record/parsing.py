"""Reading a game record; every error says the line, the column and what to write."""

from __future__ import annotations

import re
from typing import Final

from tabletop.faces import FACES, JOKER_UNKNOWN, UNKNOWN
from tabletop.games import GAMES, game_named
from tabletop.games.mushroom_walk import MoveTextError, parse_move
from tabletop.record.entries import (
    DealerVerb,
    Dealt,
    Entry,
    Played,
    Record,
    Remark,
    Result,
    is_date,
)

MAGIC: Final = "tabletop record"
VERSION: Final = 1
_KINDS: Final = "23456789TNOBCKP?"
_CARDS: Final = {*FACES, JOKER_UNKNOWN, UNKNOWN, *_KINDS}
_VERBS: Final[tuple[DealerVerb, ...]] = ("forest", "deal", "night", "turn")
_MOST_CARDS: Final = 8


class RecordError(ValueError):
    """A text that is no game record. ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column


def parse_record(text: str) -> Record:
    """The record that ``text`` holds. Raises RecordError, and nothing else."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    _check_first(lines[0])
    reader = _Reader()
    for number, line in enumerate(lines[1:], start=2):
        reader.number = number
        if line.strip():
            reader.read(line)
    if not reader.game_name:
        raise RecordError(f"no game is named: write 'game: {GAMES[0]}' near the top", 2)
    return Record(
        reader.game_name,
        tuple(reader.settings),
        (reader.players.get(0, ""), reader.players.get(1, "")),
        reader.date,
        tuple(reader.entries),
    )


def _check_first(line: str) -> None:
    words = line.split()
    if words[:2] != MAGIC.split() or len(words) != 3:
        raise RecordError(f"a record starts with the line '{MAGIC} {VERSION}'", 1)
    if words[2] != str(VERSION):
        raise RecordError(
            f"this is version {words[2]!r} of the record; version {VERSION} is read here", 1
        )


class _Reader:
    """Header values and entries read so far, and the line being read."""

    def __init__(self) -> None:
        self.number = 1
        self.game_name = ""
        self.settings: list[str] = []
        self.players: dict[int, str] = {}
        self.date = ""
        self.entries: list[Entry] = []

    def fail(self, message: str, column: int = 1) -> RecordError:
        return RecordError(message, self.number, column)

    def read(self, line: str) -> None:
        body, mark, comment = line.partition("#")
        if mark and not body.strip():
            self.entries.append(Remark(comment))
            return
        key, colon, value = line.partition(":")
        if colon and re.fullmatch(r"\s*(game|set|date|player\s+\S+)\s*", key):
            self.header(" ".join(key.split()), value.strip(), len(key) + 2)
            return
        words = [(m.group(), m.start() + 1) for m in re.finditer(r"\S+", body)]
        if any(isinstance(entry, Result) for entry in self.entries):
            raise self.fail("nothing but comments follows the result")
        self.entries.append(self.entry(words, body.rstrip(), comment))

    def header(self, key: str, value: str, column: int) -> None:
        if any(not isinstance(entry, Remark) for entry in self.entries):
            raise self.fail(f"'{key}:' belongs above the first card that is dealt")
        if not value:
            raise self.fail(f"write a value after '{key}:'", column)
        if key == "game":
            if self.game_name:
                raise self.fail("the game is named twice")
            self.check_game(value, column)
            self.game_name = value
        elif key == "set":
            if not self.game_name:
                raise self.fail("write the game before its settings")
            self.settings.append(value)
            self.check_game(self.game_name, column)
        elif key == "date":
            if self.date:
                raise self.fail("the date is written twice")
            if not is_date(value):
                raise self.fail(f"{value!r} is no date: write it as 2031-05-17", column)
            self.date = value
        else:
            seat = key.split()[1]
            if seat not in ("0", "1") or int(seat) in self.players:
                raise self.fail("players are 'player 0:' and 'player 1:', each once")
            self.players[int(seat)] = value

    def check_game(self, name: str, column: int) -> None:
        try:
            game_named(name, self.settings)
        except ValueError as error:
            raise self.fail(str(error), column) from None

    def entry(self, words: list[tuple[str, int]], body: str, comment: str) -> Entry:
        actor, column = words[0]
        if actor == "dealer":
            return self.dealt(words[1:], len(body) + 1, comment)
        if actor in ("p0", "p1"):
            at = column - 1 + len(actor)
            try:
                move = parse_move(body[at:])
            except MoveTextError as error:
                raise self.fail(str(error), at + error.column) from None
            return Played(int(actor[1]), move, comment)
        if actor == "result":
            return self.result(words[1:], len(body) + 1, comment)
        raise self.fail(f"{actor!r} is nobody: a line starts with dealer, p0, p1 or result", column)

    def dealt(self, words: list[tuple[str, int]], end: int, comment: str) -> Dealt:
        word, column = words[0] if words else ("", end)
        verb = next((v for v in _VERBS if v == word), None)
        if verb is None:
            raise self.fail(f"{word!r}: the dealer does {', '.join(_VERBS)}", column)
        rest = words[1:]
        player = None
        if verb in ("deal", "night"):
            seat, column = rest[0] if rest else ("", end)
            if seat not in ("p0", "p1"):
                raise self.fail(f"write p0 or p1 after '{verb}'", column)
            player = int(seat[1])
            rest = rest[1:]
        if not rest and verb != "deal":
            raise self.fail(f"write the cards after '{verb}', ?? for an unknown one", end)
        if len(rest) > _MOST_CARDS:
            raise self.fail(f"more than {_MOST_CARDS} cards", rest[_MOST_CARDS][1])
        return Dealt(verb, tuple(self.card(*item) for item in rest), player, comment)

    def card(self, word: str, column: int) -> str:
        name = word.upper()
        if name.startswith("10"):
            name = "T" + name[2:]
        if name not in _CARDS:
            raise self.fail(
                f"{word!r} is no card: write a face (TH, QS, XR), a kind (T, K, N) or ??", column
            )
        return name

    def result(self, words: list[tuple[str, int]], end: int, comment: str) -> Result:
        points = []
        for word, column in (words + [("", end)] * 2)[:2]:
            if not re.fullmatch(r"[0-9]{1,4}", word):
                raise self.fail("write both players' points after 'result': result 36 45", column)
            points.append(int(word))
        reason = " ".join(word for word, _ in words[2:])
        return Result((points[0], points[1]), reason, comment)
