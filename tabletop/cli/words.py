"""What happened in a game, in one friendly line for each event."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.faces import BACK, JOKER_UNKNOWN, UNKNOWN
from tabletop.games import Game
from tabletop.referee.events import (
    CookDetail,
    DecayDetail,
    Discard,
    End,
    Event,
    Gap,
    Illegal,
    Question,
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
_ODD = {
    "XR": "red joker",
    "XB": "black joker",
    JOKER_UNKNOWN: "joker",
    UNKNOWN: "a card not read",
    BACK: "a card face down",
}


def describe_event(event: Event, game: Game) -> str:
    """One line for ``event`` in ``game``, without a line end."""
    match event:
        case Start():
            return _start(event, game)
        case Turn():
            return f"{event.n:>3}  {_turn(event, game)}"
        case Revise():
            return f"{event.n:>3}  was another turn: {_turn(event, game)}"
        case Undo():
            return f"     Turn {event.n} and all after it are taken back."
        case Question():
            options = ", ".join(f"{option.text} ({option.p:.0%})" for option in event.options)
            return f"  ?  {event.text}" + (f" Likeliest: {options}." if options else "")
        case Illegal():
            rules = f" [{', '.join(event.rules)}]" if event.rules else ""
            return f"  !  {player(event.player)}: {event.text}{rules}"
        case Unsure():
            return f"  …  {event.frame}: {event.text}"
        case Gap():
            return f"  …  {event.text}"
        case Score():
            return f"     Score: {event.scores[0]} to {event.scores[1]}."
        case End():
            return _end(event)


def capital(text: str) -> str:
    """``text`` with its first letter in capitals and the others as they are."""
    return text[:1].upper() + text[1:]


def player(number: int) -> str:
    """Player 0 of the events is called Player 1."""
    return f"Player {number + 1}"


def card(face: str) -> str:
    """``face`` for a reader: ``10♥``, ``red joker``."""
    if face in _ODD:
        return _ODD[face]
    return ("10" if face[0] == "T" else face[0]) + _SUITS.get(face[1:], face[1:])


def _start(event: Start, game: Game) -> str:
    forest = " ".join(card(face) for face in event.forest)
    joined = " It is under way; hands are not known." if event.joined else ""
    return f"{game.title}.{joined} The forest, from the decay pile on: {forest}."


def _turn(event: Turn | Revise, game: Game) -> str:
    doubt = "" if event.p >= SURE_FROM else f", {event.p:.0%} sure"
    return f"{player(event.player)} {_act(event, game)}{doubt}."


def _act(event: Turn | Revise, game: Game) -> str:
    detail = event.detail
    match detail:
        case TakeDetail():
            paid = f" for {_count(detail.paid, 'stick')}" if detail.paid else ""
            night = f" and the night card {card(detail.night)}" if detail.night else ""
            return (
                f"takes {card(detail.card)} (card {detail.position}){paid}{night}"
                + _and_discards(detail.discards, game)
            )
        case DecayDetail():
            cards = " ".join(card(face) for face in detail.cards) or "nothing in it"
            nights = " ".join(card(face) for face in detail.nights or ())
            drawn = f" and the night cards {nights}" if nights else ""
            return f"takes the decay pile: {cards}{drawn}{_and_discards(detail.discards, game)}"
        case CookDetail():
            extras = [
                name if number == 1 else f"{number} {name}"
                for name, number in (("butter", detail.butter), ("cider", detail.cider))
                if number
            ]
            source = "a pan from the hand" if detail.pan == "hand" else "an empty pan"
            cooked = _mushrooms(detail, game) + (f" with {' and '.join(extras)}" if extras else "")
            return f"cooks {cooked} in {source}"
        case SellDetail():
            return f"sells {_mushrooms(detail, game)} for {_count(detail.sticks, 'stick')}"
        case _:
            return "puts down a pan"


def _mushrooms(detail: CookDetail | SellDetail, game: Game) -> str:
    word = game.word(detail.mushroom)
    parts = [f"{detail.day} × {word}"] if detail.day else []
    if detail.night:
        parts.append(f"night {word}" if detail.night == 1 else f"{detail.night} × night {word}")
    return f"{' and '.join(parts)} ({game.kinds[detail.mushroom].name})"


def _and_discards(discards: Iterable[Discard], game: Game) -> str:
    words = []
    for (pile, kind), number in discards:
        word = ("night " if pile == "n" else "") + game.word(kind)
        words.append(word if number == 1 else f"{number} × {word}")
    return f" and discards {', '.join(words)}" if words else ""


def _end(event: End) -> str:
    first, second = event.scores
    if event.reason == "source ended":
        return f"     No more pictures. Score so far: {first} to {second}."
    why = "The forest is empty" if event.reason == "forest empty" else "Both players are stuck"
    if event.winner is None:
        return f"     {why}. A draw, {first} to {second}."
    mine, other = event.scores[event.winner], event.scores[1 - event.winner]
    return f"     {why}. {player(event.winner)} wins, {mine} to {other}."


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
