"""What happened in a game, in one friendly line for each event."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.faces import BACK, JOKER_UNKNOWN, UNKNOWN
from tabletop.games import Game
from tabletop.games.walk import phrases
from tabletop.games.walk.sheet import PLAYERS
from tabletop.games.walk.typing import spoken
from tabletop.language import Text, say, tr, translate
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    Discard,
    End,
    Event,
    Gap,
    Illegal,
    Moved,
    Question,
    Reminder,
    Revise,
    Score,
    SellDetail,
    Start,
    TakeDetail,
    Turn,
    Undo,
    Unsure,
)

SURE_FROM = 0.9
"""A turn less probable than this is told with its probability."""

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT_WORDS = {
    "S": say("spades"),
    "H": say("hearts"),
    "D": say("diamonds"),
    "C": say("clubs"),
}
_RANKS = {
    "T": "10",
    "J": say("jack", about="rank"),
    "Q": say("queen", about="rank"),
    "K": say("king", about="rank"),
    "A": say("ace", about="rank"),
}
_ODD = {
    "XR": say("red joker"),
    "XB": say("black joker"),
    JOKER_UNKNOWN: say("joker"),
    UNKNOWN: say("a card not read"),
    BACK: say("a card face down"),
}


def describe_event(event: Event, game: Game) -> str:
    """One line for ``event`` in ``game``, in the language in use and in words alone, as a screen
    reader wants it; without a line end."""
    match event:
        case Start():
            return _start(event, game)
        case Turn():
            return tr("Turn {n}: {turn}", n=event.n, turn=_turn(event, game))
        case Revise():
            return tr("Turn {n} was another: {turn}", n=event.n, turn=_turn(event, game))
        case Undo():
            return tr("Turn {n} and all after it are taken back.", n=event.n)
        case Question():
            return tr("Question: {text}", text=_question(event))
        case Illegal():
            rules = f" [{', '.join(event.rules)}]" if event.rules else ""
            broken = tr(
                "Against the rules: {name}: {text}", name=player(event.player), text=event.text
            )
            return broken + rules
        case Reminder():
            rules = f" [{', '.join(event.rules)}]" if event.rules else ""
            return tr("To put right: {text}", text=event.text) + rules
        case Unsure():
            return tr("Not sure, {picture}: {text}", picture=event.frame, text=event.text)
        case Gap() | Moved():
            return translate(event.text)
        case Score():
            return tr("Score: {a} to {b}.", a=event.scores[0], b=event.scores[1])
        case End():
            return _end(event)


def capital(text: str) -> str:
    """``text`` in the language in use, its first letter in capitals and the others as they are."""
    text = translate(text)
    return text[:1].upper() + text[1:]


def player(number: int) -> str:
    """Player 0 of the events is called Player 1, in the language in use."""
    return translate(PLAYERS[number])


def card(face: str) -> str:
    """``face`` for a reader, in the language in use: ``10♥``, ``red joker``."""
    if face in _ODD:
        return translate(_ODD[face])
    return ("10" if face[0] == "T" else face[0]) + _SUITS.get(face[1:], face[1:])


def spoken_card(face: str) -> str:
    """``face`` in words, in the language in use: ``10 of hearts``, ``red joker``. A sign would
    be read out as "black heart suit", or left out."""
    if face in _ODD:
        return translate(_ODD[face])
    rank = _RANKS.get(face[0], face[0])
    return tr("{rank} of {suit}", rank=rank, suit=_SUIT_WORDS[face[1]])


def _start(event: Start, game: Game) -> str:
    forest = ", ".join(spoken_card(face) for face in event.forest)
    sentences = [f"{translate(game.title)}."]
    if event.joined:
        sentences.append(tr("It is under way; hands are not known."))
    sentences.append(tr("The forest, from the decay pile on: {cards}.", cards=forest))
    return " ".join(sentences)


def _turn(event: Turn | Revise, game: Game) -> Text:
    act, name = _act(event, game), PLAYERS[event.player]
    if event.p >= SURE_FROM:
        return say("{name} {act}.", name=name, act=act)
    return say("{name} {act}, {share} sure.", name=name, act=act, share=percent(event.p))


def _question(event: Question) -> str:
    text = translate(event.text)
    if not event.options:
        return text
    options = "; ".join(
        f"{n}: {spoken(option.text)} ({translate(percent(option.p))})"
        for n, option in enumerate(event.options, 1)
    )
    return f"{text} {tr('Likeliest: {answers}.', answers=options)}"


def _act(event: Turn | Revise, game: Game) -> Text:
    match event.detail:
        case TakeDetail() as take:
            act = phrases.taking(spoken_card(take.card), take.position, take.paid)
            if take.night:
                act = say("{act} and the night card {card}", act=act, card=spoken_card(take.night))
            return phrases.discarding(act, game, _each(take.discards))
        case DecayDetail() as decay:
            cards = ", ".join(map(spoken_card, decay.cards)) or say("nothing in it")
            act = say("takes the decay pile: {cards}", cards=cards)
            nights = ", ".join(map(spoken_card, decay.nights or ()))
            if nights:
                act = say("{act} and the night cards {cards}", act=act, cards=nights)
            return phrases.discarding(act, game, _each(decay.discards))
        case CookDetail() as cook:
            cards = phrases.mushrooms(game, cook.mushroom, cook.day, cook.night)
            return phrases.cooking(game, cards, cook.butter, cook.cider, cook.pan)
        case SellDetail() as sell:
            cards = phrases.mushrooms(game, sell.mushroom, sell.day, sell.night)
            return phrases.selling(cards, sell.sticks)
        case _:
            return say("puts down a pan")


def _each(discards: Iterable[Discard]) -> Iterable[tuple[str, str, int]]:
    return [(pile, kind, number) for (pile, kind), number in discards]


def _end(event: End) -> str:
    first, second = event.scores
    if event.reason == "source ended":
        return tr("No more pictures. Score so far: {a} to {b}.", a=first, b=second)
    if event.reason == "forest empty":
        why = tr("The forest is empty.")
    else:
        why = tr("Both players are stuck.")
    if event.winner is None:
        return f"{why} {tr('A draw, {a} to {b}.', a=first, b=second)}"
    mine, other = event.scores[event.winner], event.scores[1 - event.winner]
    wins = tr("{name} wins, {a} to {b}.", name=PLAYERS[event.winner], a=mine, b=other)
    return f"{why} {wins}"


def percent(p: float) -> Text:
    """A probability as people say it: ``"85%"``."""
    return say("{n}%", n=f"{100 * p:.0f}")
