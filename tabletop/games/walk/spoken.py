"""What players ask at the table, in their own words: "may Ben take the fourth card?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tabletop.games.walk.game import Game
from tabletop.games.walk.moves import Move, Stuck
from tabletop.games.walk.text import MoveTextError, parse_claim
from tabletop.games.walk.typing import typed
from tabletop.language import say

_NUMBERS: Final = {
    word: number
    for number, words in enumerate(
        (
            "one first 1st a an ein eine einen erste ersten",
            "two second 2nd both zwei zweite zweiten beide",
            "three third 3rd drei dritte dritten",
            "four fourth 4th vier vierte vierten",
            "five fifth 5th fünf fünfte fünften",
            "six sixth 6th sechs sechste sechsten",
            "seven seventh 7th sieben siebte siebten",
            "eight eighth 8th acht achte achten",
        ),
        1,
    )
    for word in words.split()
}
_ACTIONS: Final = {
    "take": "take takes taken taking took nehmen nimmt nehme genommen",
    "cook": "cook cooks cooked cooking kochen kocht koche gekocht",
    "sell": "sell sells sold selling verkaufen verkauft verkaufe",
    "put": "put puts lay lays down legen legt auslegen",
    "discard": "discard discards discarding abwerfen wirft",
}
_ACTION_OF: Final = {word: action for action, words in _ACTIONS.items() for word in words.split()}
_KINDS: Final = {
    "B": "butter",
    "C": "cider cidre apfelwein",
    "N": "pan pans pfanne pfannen",
}
_KIND_OF: Final = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_NIGHT: Final = frozenset(["night", "nacht", "nachtkarte"])
_STUCK: Final = frozenset(["stuck", "blockiert"])
_ILLEGAL: Final = frozenset(
    ["illegal", "wrong", "legal", "allowed", "regelwidrig", "erlaubt", "falsch"]
)
_TURN: Final = frozenset(["turn", "zug"])
_DECAY: Final = frozenset(
    ["decay", "pile", "verfallsstapel", "verfall", "stapel", "moder", "moderstapel"]
)


_FIRST: Final = frozenset(["first", "1st", "erste", "ersten"])


class Spoken(NamedTuple):
    """What was asked: ``player`` whose move it is, None where that isn't said; ``says`` a move, the
    claim to be stuck, or the number of an earlier turn."""

    player: int | None
    says: Move | Stuck | int


def read_spoken(text: str, game: Game, names: Sequence[str] = ()) -> Spoken:
    """What ``text`` asks: a move in the record's short form, or in words, English or German, with
    the players' ``names`` or p1 and p2. Raises ``MoveTextError`` with what to write instead."""
    words = re.findall(r"[^\s,?!.:;\"]+", text.lower())
    player, words = _whose(words, [name.lower() for name in names])
    if not words:
        raise MoveTextError(
            say("write a move: take 4, cook 9 9 9, sell 5 5, decay, pan or stuck"), 1
        )
    numbers = [int(w) for w in words if w.isascii() and w.isdigit() and len(w) < 4]
    if set(words) & (_TURN | _ILLEGAL) and numbers:
        return Spoken(player, numbers[0])
    if set(words) & _STUCK:
        return Spoken(player, Stuck())
    try:
        return Spoken(player, parse_claim(typed(" ".join(words))))
    except MoveTextError:
        return Spoken(player, parse_claim(_short(words, game)))


def _whose(words: list[str], names: list[str]) -> tuple[int | None, list[str]]:
    """The player named in ``words``, and the words without the name."""
    line = " ".join(words)
    for player, name in enumerate(names):
        n = player + 1
        called = "|".join((re.escape(name), f"p{n}", f"player {n}", f"spieler {n}"))
        found = re.search(rf"(?<!\S)(?:{called})(?!\S)", line)
        if found:
            return player, (line[: found.start()] + line[found.end() :]).split()
    return None, words


def _short(words: list[str], game: Game) -> str:
    """``words`` as the record would write the move."""
    actions = [_ACTION_OF[word] for word in words if word in _ACTION_OF]
    if not actions:
        raise MoveTextError(say("say what is done: take, cook, sell, put down a pan, or stuck"), 1)
    action = actions[0]
    if action == "take" and set(words) & _DECAY:
        return " ".join(["decay", *_discards(words, game)])
    if action == "take":
        return " ".join(["take", _place(words), *_discards(words, game)])
    if action == "put":
        return "pan"
    return " ".join([action, *_cards(words, game)])


def _place(words: list[str]) -> str:
    """The number of the forest card that is spoken of."""
    for word in words[: _at(words)]:
        if word.isdigit() or _NUMBERS.get(word, 0) > 1 or word in _FIRST:
            return word if word.isdigit() else str(_NUMBERS[word])
    raise MoveTextError(say("say which card: the first is the one nearest the decay pile"), 1)


def _at(words: list[str]) -> int:
    """Where the discards begin."""
    found = [n for n, word in enumerate(words) if _ACTION_OF.get(word) == "discard"]
    return found[0] if found else len(words)


def _discards(words: list[str], game: Game) -> list[str]:
    rest = words[_at(words) + 1 :]
    return ["discard", *_cards(rest, game)] if rest else []


def _cards(words: list[str], game: Game) -> list[str]:
    """Cards as kinds: "three 9s and a night 9 with butter" is 9 9 9 9* B."""
    named = _mushroom_words(game)
    cards: list[str] = []
    number, night = 1, False
    joined = _joined(words, named)
    for place, word in enumerate(joined):
        kind = named.get(word) or _KIND_OF.get(word) or _rank(word)
        if word in _NIGHT:
            night = True
        elif kind is not None and not _counts(place, joined, named):
            cards += [kind + "*" * night] * number
            number, night = 1, False
        elif word in _NUMBERS:
            number = _NUMBERS[word]
        elif word.isdigit():
            number = int(word)
    return cards


def _counts(place: int, words: list[str], named: dict[str, str]) -> bool:
    """Whether the bare number at ``place`` says how many: "3 morels", "2 9s"."""
    if not words[place].isdigit() or place + 1 == len(words):
        return False
    after = words[place + 1]
    return after in named or (not after.isdigit() and _rank(after) is not None)


def _rank(word: str) -> str | None:
    rank = word.removesuffix("s").removesuffix("er").removesuffix("'")
    if rank == "10":
        return "T"
    return rank.upper() if rank.upper() in "23456789T" and len(rank) == 1 else None


def _mushroom_words(game: Game) -> dict[str, str]:
    """Names of mushrooms, as one word each, singular and plural."""
    found: dict[str, str] = {}
    for kind, info in game.kinds.items():
        if kind in game.cook:
            name = info.name.lower().replace(" ", "_")
            found |= {name: kind, name + "s": kind, name + "es": kind}
    return found


def _joined(words: list[str], named: dict[str, str]) -> list[str]:
    """``words`` with names of several words in one."""
    line = " ".join(words)
    for name in sorted(named, key=len, reverse=True):
        line = line.replace(name.replace("_", " "), name)
    return line.split()
