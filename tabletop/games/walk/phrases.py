"""Parts of sentences that several modules say in the same way."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.games.walk.game import BUTTER, CIDER, Game
from tabletop.games.walk.state import BOTH_STUCK
from tabletop.language import Text, commas, listed, say, several


def the_actions() -> Text:
    """What a player to move may do, as a cure."""
    return say("take a card, take the decay pile, cook, sell or put down a pan")


def cards(number: int) -> Text:
    """``"1 card"``, ``"2 cards"``."""
    return several("{n} card", "{n} cards", number)


def sticks(number: int) -> Text:
    """``"1 stick"``, ``"2 sticks"``."""
    return several("{n} stick", "{n} sticks", number)


def points(number: int) -> Text:
    """``"1 point"``, ``"2 points"``."""
    return several("{n} point", "{n} points", number)


def empty_pans(number: int) -> Text:
    """``"1 empty pan"``, ``"2 empty pans"``."""
    return several("{n} empty pan", "{n} empty pans", number)


def hand_cards(number: int) -> Text:
    """``"1 hand card"``, ``"2 hand cards"``."""
    return several("{n} hand card", "{n} hand cards", number)


def times(number: int, word: str) -> Text:
    """``"3 × 9"``."""
    return say("{n} × {word}", n=number, word=word)


def times_night(number: int, word: str) -> Text:
    """``"2 × night 9"``."""
    return say("{n} × night {word}", n=number, word=word)


def some(number: int, words: str) -> Text:
    """``"2 baskets"``, ``words`` being in the right number already."""
    return say("{n} {cards}", n=number, cards=words)


def night_counts(number: int, word: str) -> Text:
    """``"1 × night 9 (counts 2)"``."""
    return say("{n} × night {word} (counts {twice})", n=number, word=word, twice=2 * number)


def amount(day: int, night: int, word: str) -> str:
    """``"2 × 9 and 1 × night 9 (counts 2)"``."""
    day_cards = [times(day, word)] if day or not night else []
    return listed([*day_cards, *([night_counts(night, word)] if night else [])])


def holds(held: int, limit: int) -> Text:
    """``"holds 7 of 8"``."""
    return say("holds {held} of {limit}", held=held, limit=limit)


def has_ended(reason: str) -> Text:
    """That a game is over, and why."""
    if reason == BOTH_STUCK:
        return say("the game has ended: both stuck")
    return say("the game has ended: forest empty")


def taking(card: str, place: int, paid: int) -> Text:
    """``"takes a 9 (card 3) for 1 stick"``."""
    if not paid:
        return say("takes {card} (card {n})", card=card, n=place)
    return say("takes {card} (card {n}) for {price}", card=card, n=place, price=sticks(paid))


def discarding(act: Text, game: Game, discards: Iterable[tuple[str, str, int]]) -> Text:
    """``act`` with what is discarded to poison: ``"n"`` or ``"d"``, kind and number of cards."""
    thrown = []
    for pile, kind, number in discards:
        word = game.word(kind)
        if pile == "n":
            word = say("night {card}", card=word)
        thrown.append(word if number == 1 else times(number, word))
    return say("{act} and discards {cards}", act=act, cards=commas(thrown)) if thrown else act


def mushrooms(game: Game, kind: str, day: int, night: int) -> str:
    """``"3 × 9 and night 9 (chanterelle)"``; without the name where the word is the name."""
    word, name = game.word(kind), game.kinds[kind].name
    parts = [times(day, word)] if day else []
    if night:
        parts.append(say("night {card}", card=word) if night == 1 else times_night(night, word))
    what = listed(parts)
    return what if name == word else say("{cards} ({name})", cards=what, name=name)


def selling(what: str, brings: int) -> Text:
    """``"sells 2 × 5 for 4 sticks"``."""
    return say("sells {cards} for {price}", cards=what, price=sticks(brings))


def cooking(game: Game, what: str, butter: int, cider: int, pan: str) -> Text:
    """``"cooks 3 × 9 with butter in an empty pan"``; ``pan``: ``"hand"`` or ``"display"``."""
    extras = [
        game.word(kind) if number == 1 else some(number, game.word(kind, number))
        for kind, number in ((BUTTER, butter), (CIDER, cider))
        if number
    ]
    if extras:
        what = say("{cards} with {extras}", cards=what, extras=listed(extras))
    if pan == "hand":
        return say("cooks {cards} in a pan from the hand", cards=what)
    return say("cooks {cards} in an empty pan", cards=what)
