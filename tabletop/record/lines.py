"""Reading the lines below the header, one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeVar, cast, get_args

from tabletop.games import Game
from tabletop.games.mushroom_walk import Move, MoveTextError, Stuck, parse_claim, parse_move
from tabletop.games.rulings import Verdict
from tabletop.games.walk.text import NIGHT_MARK
from tabletop.language import Text, listed, say, several
from tabletop.record.cards import hyphened, read_card, with_kinds
from tabletop.record.entries import (
    DEALER,
    SEATS,
    Claimed,
    Corrected,
    Dealt,
    Entry,
    Played,
    Result,
    Ruled,
    Undone,
)
from tabletop.record.errors import RecordError

Words = list[tuple[str, int]]
"""Words of a line, each with its column from 1."""

_Said = TypeVar("_Said", Move, Move | Stuck)

_LONGEST_WORD: Final = 40
_LONGEST_LINE: Final = 1000
_MOST_TURNS: Final = 500
_VERDICTS: Final = get_args(Verdict)
_PLAYERS: Final = " and ".join(f"p{n}" for n in range(1, SEATS + 1))
_STARTS: Final = (
    *(f"p{n}" for n in range(1, SEATS + 1)),
    "dealer",
    "ruling",
    "correct",
    "undo",
    "result",
)


def words_of(text: str) -> Words:
    """The words of ``text`` with their columns."""
    return [(m.group(), m.start() + 1) for m in re.finditer(r"\S+", text)]


def read_claim(text: str, game: Game) -> tuple[int | None, Move | Stuck]:
    """The move, or the claim ``Stuck()``, that ``text`` says in ``game``, and its player if it
    starts with one (``"p2 take 3"``). Raises MoveTextError."""
    text = hyphened(text)
    actor = re.match(r"\s*[Pp]([1-9]):?\s", text)
    if actor is None:
        return None, parse_claim(with_kinds(text, game))
    if int(actor[1]) > SEATS:
        raise MoveTextError(
            say(
                "there is no p{number}: the players are {players}",
                number=actor[1],
                players=_PLAYERS,
            ),
            1,
        )
    rest = text[actor.end() :].rjust(len(text))
    return int(actor[1]) - 1, parse_claim(with_kinds(rest, game))


class LineReader:
    """Reads line after line, counting turns."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = 0
        self.claims = 0
        self.number = 0
        self.end = 1
        self.comment = ""

    def fail(self, message: str, column: int) -> RecordError:
        return RecordError(message, self.number, column)

    def read(self, words: Words, end: int, comment: str, number: int) -> Entry:
        """The entry that ``words``, the line numbered ``number`` without its comment, say; ``end``
        is the column after the last word. Raises RecordError."""
        self.number, self.end, self.comment = number, end, comment
        if end > _LONGEST_LINE:
            raise self.fail(say("no line of a record is as long as this one"), _LONGEST_LINE)
        for word, column in words:
            if len(word) > _LONGEST_WORD:
                raise self.fail(say("no word of a record is as long as this one"), column)
        turn = re.fullmatch(r"([0-9]+)[.):]?", words[0][0])
        if turn:
            return self.numbered(int(turn[1]), words)
        word, column = words[0]
        match word.lower().removesuffix(":"):
            case "dealer":
                return self.dealt(words[1:])
            case "ruling":
                return self.ruled(words[1:])
            case "correct":
                return self.corrected(words[1:])
            case "undo":
                turn_no = self.past_turn(words[1:2], least=1)
                self.nothing_after(words[2:])
                self.turns = turn_no - 1
                return Undone(turn_no, comment, line=number)
            case "result":
                return self.result(words[1:])
        player = self.player(words[0])
        if player is None:
            raise self.fail(
                say(
                    "{word!r} is nobody: a line starts with {starts}",
                    word=word,
                    starts=listed(_STARTS, "or"),
                ),
                column,
            )
        if words[1:] and words[1][0].lower() == "claim":
            return self.claimed(player, words[2:])
        return self.played(player, words[1:])

    def numbered(self, turn: int, words: Words) -> Entry:
        """A turn with its number in front of it."""
        player = self.player(words[1]) if words[1:] else None
        if player is None:
            raise self.fail(
                say("after a turn's number write who plays: {players}", players=_PLAYERS), self.end
            )
        if turn != self.turns + 1:
            raise self.fail(
                say("this is turn {right}, not {turn}", right=self.turns + 1, turn=turn),
                words[0][1],
            )
        return self.played(player, words[2:])

    def player(self, word: tuple[str, int]) -> int | None:
        name = re.fullmatch(r"[Pp]([1-9]):?", word[0])
        return int(name[1]) - 1 if name and int(name[1]) <= SEATS else None

    def played(self, player: int, words: Words) -> Played:
        if self.turns == _MOST_TURNS:
            raise self.fail(say("no game has more than {most} turns", most=_MOST_TURNS), 1)
        self.turns += 1
        return Played(player, self.move(words, parse_move), self.comment, line=self.number)

    def move(self, words: Words, parse: Callable[[str], _Said]) -> _Said:
        # Every word back in its column, so that errors name the right one.
        text = ""
        for word, column in words:
            text = text.ljust(column - 1) + word
        try:
            return parse(with_kinds(text, self.game))
        except MoveTextError as error:
            raise self.fail(error.args[0], error.column if words else self.end) from None

    def claimed(self, player: int, words: Words) -> Claimed:
        self.claims += 1
        of = self.player(words[0]) if words else None
        rest = words if of is None else words[1:]
        if rest and rest[0][0].lower() == "illegal" and of is None:
            turn = self.past_turn(rest[1:2], least=1)
            self.nothing_after(rest[2:])
            return Claimed(player, turn, None, self.comment, line=self.number)
        if not rest:
            raise self.fail(say("write what is claimed: a move, 'stuck', or 'illegal 7'"), self.end)
        return Claimed(player, self.move(rest, parse_claim), of, self.comment, line=self.number)

    def ruled(self, words: Words) -> Ruled:
        if not self.turns and not self.claims:
            raise self.fail(say("there is nothing to rule on yet: no turn and no claim"), 1)
        word, column = words[0] if words else ("", self.end)
        if word.lower() not in _VERDICTS:
            raise self.fail(say("write legal, possible or illegal after 'ruling'"), column)
        rules = []
        for rule, column in words[1:]:
            name = re.fullmatch(r"([A-Za-z]{1,3}-[Rr]?[0-9]+(?:\.[0-9]+)?)([A-Za-z]?),?", rule)
            if name is None:
                raise self.fail(
                    say("{word!r} is no rule: write ids as MW-5.1 or R-12", word=rule), column
                )
            rules.append(name[1].upper() + name[2].lower())
        verdict = cast(Verdict, word.lower())
        return Ruled(verdict, tuple(rules), self.comment, line=self.number)

    def corrected(self, words: Words) -> Corrected:
        turn = self.past_turn(words[:1], least=0)
        rest = words[1:]
        if turn == 0:
            self.nothing_after(rest)
            return Corrected(0, None, self.comment, line=self.number)
        player = self.player(rest[0]) if rest else None
        if player is None:
            raise self.fail(
                say("write who played turn {turn}, and what: p1 take 3", turn=turn), self.end
            )
        played = Played(player, self.move(rest[1:], parse_move), line=self.number)
        return Corrected(turn, played, self.comment, line=self.number)

    def past_turn(self, words: Words, least: int) -> int:
        word, column = words[0] if words else ("", self.end)
        if not re.fullmatch(r"[0-9]{1,4}", word):
            raise self.fail(say("write the number of a turn"), column)
        if not least <= int(word) <= self.turns:
            raise self.fail(self.no_turn(int(word)), column)
        return int(word)

    def no_turn(self, turn: int) -> Text:
        if not self.turns:
            return say("there is no turn {turn}: no turn was played so far", turn=turn)
        return several(
            "there is no turn {turn}: {n} turn was played so far",
            "there is no turn {turn}: {n} turns were played so far",
            self.turns,
            turn=turn,
        )

    def nothing_after(self, words: Words) -> None:
        if words:
            raise self.fail(
                say("{word!r} isn't expected here: end the line", word=words[0][0]), words[0][1]
            )

    def dealt(self, words: Words) -> Dealt:
        word, column = words[0] if words else ("", self.end)
        verb = word.lower()
        shape = DEALER.get(verb)
        if shape is None:
            raise self.fail(
                say("{word!r}: the dealer does {verbs}", word=word, verbs=", ".join(DEALER)),
                column,
            )
        rest = words[1:]
        player = number = None
        if shape.player:
            player = self.player(rest[0]) if rest else None
            if player is None:
                at = rest[0][1] if rest else self.end
                raise self.fail(say("write p1 or p2 after '{verb}'", verb=verb), at)
            rest = rest[1:]
        if shape.number:
            text, column = rest[0] if rest else ("", self.end)
            if not re.fullmatch(r"[0-9]{1,3}", text):
                raise self.fail(say("write a number up to 999 after '{verb}'", verb=verb), column)
            number = int(text)
            rest = rest[1:]
        if not shape.most:
            self.nothing_after(rest)
        if len(rest) < shape.least:
            raise self.fail(
                say("write the cards after '{verb}', ?? for an unknown one", verb=verb), self.end
            )
        if len(rest) > shape.most:
            raise self.fail(
                several(
                    "more than {n} card after '{verb}'",
                    "more than {n} cards after '{verb}'",
                    shape.most,
                    verb=verb,
                ),
                rest[shape.most][1],
            )
        cards = tuple(self.card(*item, night=verb == "dish") for item in rest)
        return Dealt(verb, cards, player, number, self.comment, line=self.number)

    def card(self, word: str, column: int, night: bool) -> str:
        card = read_card(word.removesuffix(","), self.game)
        if card is None or (card.endswith(NIGHT_MARK) and not night):
            raise self.fail(
                say(
                    "{word!r} is no card: write a face (TH, QS, XR), a kind (T, K, N) or ??",
                    word=word,
                )
                if self.game.playing_cards
                else say("{word!r} is no card: write a kind (T, K, N) or ??", word=word),
                column,
            )
        return card

    def result(self, words: Words) -> Result:
        points = []
        for word, column in (words + [("", self.end)] * SEATS)[:SEATS]:
            if not re.fullmatch(r"[0-9]{1,4}", word):
                raise self.fail(
                    say("write both players' points after 'result': result 36 45"), column
                )
            points.append(int(word))
        reason = " ".join(word for word, _ in words[SEATS:])
        return Result(tuple(points), reason, self.comment, line=self.number)
