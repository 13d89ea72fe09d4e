"""From words to signs: what each word or phrase of a question stands for, not one left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tabletop.faces import FACES
from tabletop.games.walk.game import Game
from tabletop.games.walk.spoken.misheard import misheard, unclear
from tabletop.games.walk.spoken.vocabulary import Meaning, Phrase, normal, vocabulary
from tabletop.language import in_use, say

_TOKEN: Final = re.compile(r"\d+\.(?=\s*\w)|[(),]|[^\s,?!.:;\"()„“”«»…#]+")
_ORDINAL: Final = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)", re.ASCII)
_RANKS: Final = re.compile(r"([2-9]|10)(?:'?s|ers?)", re.ASCII)
_NIGHT: Final = re.compile(r"([2-9])\*", re.ASCII)
_MARKS: Final = {"(": "OPEN", ")": "CLOSE", ",": "COMMA"}
_LONGEST_PHRASE: Final = 8
_MOST: Final = 60
"""More words than this are no question about one move."""

_NEVER_NAMES: Final = frozenset(["player", "spieler"])
_ARTICLES: Final = frozenset(["the", "der", "die", "das"])


class Sign(NamedTuple):
    """``form``: what a phrase stands for; ``value``: its number, player or kind; ``text``: the
    phrase as it was typed."""

    form: str
    value: int | str
    text: str


def read_signs(text: str, game: Game, names: Sequence[str]) -> list[Sign]:
    """The signs of ``text``, which may call the players by ``names``. Raises ``MoveTextError`` that
    quotes every word that is not understood."""
    typed = _tokens(text)
    if len(typed) > _MOST:
        raise misheard([" ".join(typed)])
    known: dict[Phrase, Meaning] = vocabulary(game, in_use())
    called = _called(names, known)
    signs: list[Sign] = []
    strange: list[list[str]] = []
    at = after_strange = 0
    while at < len(typed):
        sign, size = _longest(typed, at, known, called)
        if sign is not None:
            signs.append(sign)
        elif strange and after_strange == at:
            strange[-1].append(typed[at])
        else:
            strange.append([typed[at]])
        at += size
        if sign is None:
            after_strange = at
    if strange:
        raise misheard(" ".join(words) for words in strange)
    return signs


def form_of(signs: Sequence[Sign]) -> str:
    """The forms of ``signs``, each followed by a blank: what patterns are matched with."""
    return "".join(f"{sign.form} " for sign in signs)


def within(match: re.Match[str], group: str, signs: Sequence[Sign]) -> list[Sign]:
    """Those of ``signs`` that ``group`` of ``match``, on their ``form_of``, has matched."""
    if match[group] is None:
        return []
    first = match.string.count(" ", 0, match.start(group))
    return list(signs[first : first + match[group].count(" ")])


def texts(signs: Sequence[Sign]) -> str:
    """``signs`` as they were typed."""
    return " ".join(sign.text for sign in signs)


def _tokens(text: str) -> list[str]:
    text = re.sub(r"(?<=\d)\s?[x×]\s?(?=\d)", " × ", text.replace("’", "'"))
    text = re.sub(r"(?<=\w)-(?=\w)", " ", text)
    return _TOKEN.findall(text)


def _longest(
    typed: Sequence[str],
    at: int,
    known: dict[Phrase, Meaning],
    called: dict[Phrase, frozenset[int]],
) -> tuple[Sign | None, int]:
    """The sign of the longest phrase that begins at ``at``, and how many words it has."""
    for size in range(min(_LONGEST_PHRASE, len(typed) - at), 0, -1):
        text = " ".join(typed[at : at + size])
        phrase = tuple(normal(text).split())
        who = called.get(phrase)
        if who is not None:
            return _player(phrase, who, text, known), size
        if phrase in known:
            form, value = known[phrase]
            return Sign(form, value, text), size
    return _number(typed[at]), 1


def _player(phrase: Phrase, who: frozenset[int], text: str, known: dict[Phrase, Meaning]) -> Sign:
    if len(who) > 1:
        raise unclear(say("'{name}' may be either player: write p1 or p2", name=text))
    if phrase in known:
        raise unclear(
            say(
                "'{name}' is a player's name and a word of the question: write the move in "
                "short, such as p1 take 4",
                name=text,
            )
        )
    (player,) = who
    return Sign("PLAYER", player, text)


def _number(word: str) -> Sign | None:
    """Numbers, ranks, faces and signs; None for a word that says nothing here."""
    small = word.lower()
    if re.fullmatch(r"p[03-9]", small):
        raise unclear(say("there is no p{number}: the players are p1 and p2", number=small[1]))
    if word in _MARKS:
        return Sign(_MARKS[word], "", word)
    if small.isascii() and small.isdigit() and len(small) < 4:
        return Sign("NUM", int(small), word)
    if found := _ORDINAL.fullmatch(small):
        return Sign("ORD", int(found[1]), word)
    if found := _RANKS.fullmatch(small):
        return Sign("KINDS", "T" if found[1] == "10" else found[1], word)
    if found := _NIGHT.fullmatch(small):
        return Sign("NIGHTRANK", found[1], word)
    face = "T" + small[2:] if small.startswith("10") else small
    if face.upper() in FACES:
        return Sign("FACE", face.upper(), word)
    return None


def _called(names: Sequence[str], known: dict[Phrase, Meaning]) -> dict[Phrase, frozenset[int]]:
    """Who may be meant by what the players may be called: a whole name, its first word, another
    word of it, or a number."""
    found: dict[Phrase, frozenset[int]] = {}
    for player, phrase in _callings(names, known):
        found[phrase] = found.get(phrase, frozenset()) | {player}
    return found


def _callings(names: Sequence[str], known: dict[Phrase, Meaning]) -> Iterator[tuple[int, Phrase]]:
    for player in (0, 1):
        n = player + 1
        for calling in (f"p{n}", f"player {n}", f"spieler {n}"):
            yield player, tuple(calling.split())
    for player, name in enumerate(names):
        words: Phrase = tuple(normal(" ".join(_tokens(name))).split())
        plain: Phrase = tuple(word for word in words if word not in _MARKS)
        yield from ((player, phrase) for phrase in {words, plain} if phrase)
        for place, word in enumerate(plain):
            if len(word) < 2 or word in _NEVER_NAMES or any(sign.isdigit() for sign in word):
                continue
            # "von" in "Anna von Berg" calls nobody; a player whose name is May is called so.
            if (word,) not in known or (place == 0 and word not in _ARTICLES):
                yield player, (word,)


__all__ = ["Sign", "form_of", "read_signs", "texts", "within"]
