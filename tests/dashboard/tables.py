"""Hand-made tables: views of a game at several moments, pictures, and what feeds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tabletop.games import game_named
from tabletop.referee.events import Event, Option, Question
from tabletop.referee.view import (
    CardView,
    DishView,
    Following,
    ForestCard,
    MoveView,
    PlayerView,
    QuestionView,
    View,
)

Quad = tuple[tuple[float, float], ...]

GAME = game_named("mushroom-walk")


def kind(face: str) -> str:
    """The name of a card with the standard setting."""
    return GAME.kinds[GAME.kind_of(face)].name


def card(face: str) -> CardView:
    return CardView(face, kind(face))


def forest(faces: str, sticks: int) -> tuple[ForestCard, ...]:
    """A forest from faces, nearest the decay pile first, for a player with ``sticks``."""
    prices = [max(0, place - 1) for place in range(8)]
    return tuple(
        ForestCard(place + 1, face, kind(face), prices[place], prices[place] <= sticks)
        for place, face in enumerate(faces.split())
    )


def dish(pan: str, cards: str, night: str, mushrooms: int, points: int) -> DishView:
    faces = tuple(cards.split())
    extras = [kind(face) for face in faces]
    return DishView(
        pan=pan, mushroom=faces[0][0], name=kind(faces[0]), cards=faces,
        night=tuple(night.split()), butter=extras.count("butter"), cider=extras.count("cider"),
        mushrooms=mushrooms, points=points,
    )  # fmt: skip


def player(**changes: object) -> PlayerView:
    """A player at the start of a game, with ``changes``."""
    plain: dict[str, object] = {
        "held": 3, "limit": 8, "warning": "", "known": (), "unseen": 3, "night_cards": (),
        "baskets": 0, "pans": 1, "poison_turns": 0, "sticks": 0, "sticks_seen": None,
        "dishes": (), "score": 0, "mushrooms": 0,
    }  # fmt: skip
    return PlayerView(**{**plain, **changes})  # type: ignore[arg-type]


def move(n: int, who: int, kind_: str, text: str, words: str, p: float = 0.99) -> MoveView:
    return MoveView(n, who, kind_, text, words, p)  # type: ignore[arg-type]


MOVES = (
    move(22, 1, "sell", "sell 5 2", "sells 2 shiitake for 4 sticks"),
    move(23, 0, "decay", "decay", "takes the decay pile: 3♢ 6♠ A♣"),
    move(24, 1, "take", "take 1", "takes the chanterelle 9♡, free"),
    move(25, 0, "take", "take 2", "takes the cider K♡, free"),
    move(26, 1, "take", "take 1", "takes the pan ★, free", 0.71),
    move(27, 0, "sell", "sell 2 1*1", "sells honey fungus (1 and a night card) for 3 sticks"),
)


def view(**changes: object) -> View:
    """The table after turn 27, player 2 to move, with ``changes``."""
    plain: dict[str, object] = {
        "state": Following.FOLLOWING, "frame": "029.jpg", "game": "Mushroom Walk", "turn": 27,
        "to_move": 1, "forest": forest("8C 3D XR JH AS QC 3D TD", 4),
        "decay": tuple(card(face) for face in ("7D", "2S", "KS")), "draw": 24, "night": 3,
        "discard": tuple(card(face) for face in ("2D", "2S", "2H", "6D")),
        "players": (
            player(held=7, limit=10, night_cards=(card("7H"),), baskets=1, sticks=7,
                   dishes=(dish("XB", "9C 9H", "9C", 3, 12),), score=12, mushrooms=3),
            player(held=11, limit=12, warning="near", night_cards=(card("8H"),), baskets=2,
                   sticks=4, poison_turns=1,
                   dishes=(dish("back", "TS TD TS", "", 3, 18),
                           dish("JD", "6H 6S 6C 6D QH", "6H", 5, 18)), score=36, mushrooms=8),
        ),
        "moves": MOVES, "questions": (), "notes": (), "zones": (), "labels": (), "p": 0.98,
    }  # fmt: skip
    return View(**{**plain, **changes})  # type: ignore[arg-type]


def opening() -> View:
    """The first settled picture."""
    return view(
        frame="000.jpg", turn=0, to_move=None, decay=(), draw=67, night=8, discard=(), moves=(),
        players=(player(), player()), forest=forest("2C TD 8S KS 5H QD AC 9S", 0),
    )  # fmt: skip


def full_hand() -> View:
    """Player 1 to move with a full hand, the decay pile about to be cleared."""
    one, two = view().players
    return view(
        to_move=0, turn=28, decay=tuple(card(face) for face in ("7D", "2S", "KS", "8C")),
        players=(player(held=10, limit=10, warning="full", baskets=1, sticks=7, score=12,
                        dishes=one.dishes, mushrooms=3), two),
    )  # fmt: skip


def asking() -> View:
    """A question is open."""
    question = QuestionView(
        "q1", "How many 5s did Player 2 sell?", (Option("two", 0.62), Option("three", 0.38))
    )
    return view(state=Following.UNSURE, questions=(question,))


def asked(table: View) -> tuple[Event, ...]:
    """The event that goes with the questions of ``table``."""
    return tuple(Question(q.id, q.text, q.options, table.turn, "29") for q in table.questions)


def ended(**changes: object) -> View:
    """The game is over: player 2 has won."""
    one, two = view().players
    dishes = (*one.dishes, dish("JH", "6S 6S 6D", "", 3, 9), dish("back", "7H 7S", "7H", 3, 9))
    plain: dict[str, object] = {
        "state": Following.ENDED, "turn": 48, "to_move": None, "forest": (), "draw": 0,
        "players": (player(held=4, limit=12, baskets=2, pans=0, sticks=7, dishes=dishes, score=30,
                           mushrooms=9), two),
        "winner": 1, "reason": "forest empty",
    }  # fmt: skip
    return view(**{**plain, **changes})


def picture(width: int = 640, height: int = 360) -> NDArray[np.uint8]:
    """A table of one colour (pictures of screens stay small) with a row of white cards on it."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:] = (70, 110, 150)
    for quad, _ in cards_at(width, height):
        (x0, y0), (x1, y1) = quad[0], quad[2]
        image[int(y0) : int(y1), int(x0) : int(x1)] = (235, 240, 245)
    return image


def cards_at(width: int, height: int) -> list[tuple[Quad, str]]:
    """Where ``picture`` has its cards."""
    found = []
    for place, face in enumerate(("8C", "3D", "XR", "JH", "AS", "QC", "3D", "TD")):
        x, y = width * (0.12 + 0.1 * place), height * 0.4
        w, h = width * 0.06, height * 0.16
        found.append((((x, y), (x + w, y), (x + w, y + h), (x, y + h)), face))
    return found


@dataclass(frozen=True)
class Seen:
    quad: Quad
    face: str
    confidence: float = 0.99
    visible: float = 1.0


@dataclass(frozen=True)
class Reading:
    cards: tuple[Seen, ...]


@dataclass(frozen=True, eq=False)
class Picture:
    image: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Step:
    """What a follower gives for one picture."""

    view: View
    events: tuple[Event, ...] = ()
    frame: Picture | None = field(default_factory=lambda: Picture(picture()))
    reading: Reading | None = field(
        default_factory=lambda: Reading(
            tuple(
                Seen(quad, face, 0.6 if face == "QC" else 0.99) for quad, face in cards_at(640, 360)
            )
        )
    )
    lost: bool = False


def feeding(*steps: Step, error: Exception | None = None) -> Callable[[], Iterable[Step]]:
    """A source that gives ``steps`` and then ends, or raises ``error``."""

    def source() -> Iterator[Step]:
        yield from steps
        if error is not None:
            raise error

    return source
