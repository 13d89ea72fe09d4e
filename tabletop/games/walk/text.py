"""Moves as text, short for typing and in words for reading.

Short form, one move a line; cards are kinds separated by blanks, ``*`` marks a night card::

    take 3                        the third forest card from the decay pile
    take 1 discard 2 2 N 4*       a poison mushroom, and what is discarded to it
    decay                         the whole decay pile, discards as above
    cook 9 9 9* B N               all that is played: N if the pan comes from the hand,
                                  else the pan is an empty one of the display
    sell 8 8 8*
    pan

and ``stuck`` for the claim that nothing can be done, which ``parse_claim`` also reads. ``10`` is
read as ``T``, small letters as capital ones, and ``butter``, ``cider``, ``pan`` as their letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tabletop.games.walk import phrases
from tabletop.games.walk.game import ANY, BUTTER, CIDER, HAND_KINDS, MUSHROOMS, PAN
from tabletop.games.walk.moves import Cook, Decay, Discards, Move, PutPan, Sell, Stuck, Take
from tabletop.games.walk.scoring import dish_points
from tabletop.games.walk.state import Dish, State, price
from tabletop.language import Text, commas, say

NIGHT_MARK: Final = "*"
_WORDS: Final = {"10": "T", "BUTTER": BUTTER, "CIDER": CIDER, "CIDRE": CIDER, "PAN": PAN}
_LONGEST: Final = 40
"""Signs of what was typed that a message repeats."""
_ACTIONS: Final = say("take, decay, cook, sell or pan")


class MoveTextError(ValueError):
    """A text that is no move; ``column`` (from 1) is where it stops making sense."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


def shortened(text: str, longest: int = _LONGEST) -> str:
    """``text`` for a message, ``longest`` signs at most; those that can't be printed are ``�``."""
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def format_move(move: Move | Stuck) -> str:
    """The short form of ``move``; ``parse_move`` reads it back, ``parse_claim`` also ``Stuck``."""
    if isinstance(move, Take):
        return " ".join(["take", str(move.position), *_discard_words(move.discards)])
    if isinstance(move, Decay):
        return " ".join(["decay", *_discard_words(move.discards)])
    if isinstance(move, PutPan):
        return "pan"
    if isinstance(move, Stuck):
        return "stuck"
    words = [move.mushroom] * move.day + [move.mushroom + NIGHT_MARK] * move.night
    if isinstance(move, Sell):
        return " ".join(["sell", *words])
    words += [BUTTER] * move.butter + [CIDER] * move.cider + [PAN] * (move.pan == "hand")
    return " ".join(["cook", *words])


def _discard_words(discards: Discards) -> list[str]:
    cards = [kind + NIGHT_MARK * (pile == "n") for pile, kind in discards]
    return ["discard", *cards] if cards else []


def parse_claim(text: str) -> Move | Stuck:
    """What ``text`` asks to be judged: a move, or ``"stuck"``. Raises MoveTextError as
    ``parse_move`` does."""
    return Stuck() if text.strip().lower() == "stuck" else parse_move(text)


def parse_move(text: str) -> Move:
    """The move that ``text`` says. Raises MoveTextError that says what to write instead."""
    words = [(m.group(), m.start() + 1) for m in re.finditer(r"[^\s,]+", text)]
    if not words:
        raise MoveTextError(say("there is no move: write {actions}", actions=_ACTIONS), 1)
    action, column = words[0]
    rest = words[1:]
    match action.lower():
        case "take":
            return _parse_take(rest, len(text) + 1)
        case "decay":
            return Decay(_parse_discards(rest))
        case "cook":
            return _parse_cook(rest, len(text) + 1)
        case "sell":
            cards = _parse_cards(rest)
            _no_others(cards, MUSHROOMS, say("sell mushrooms only"))
            return Sell(*_one_kind(cards, len(text) + 1))
        case "pan":
            if rest:
                raise MoveTextError(say("nothing follows 'pan'"), rest[0][1])
            return PutPan()
    raise MoveTextError(
        say("{word!r} is no action: write {actions}", word=shortened(action), actions=_ACTIONS),
        column,
    )


_Word = tuple[str, int]
_Card = tuple[str, bool, int]


def _parse_take(words: Sequence[_Word], end: int) -> Take:
    if not words:
        raise MoveTextError(say("write which card: take 1 is the one nearest the decay pile"), end)
    number, column = words[0]
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise MoveTextError(
            say("{word!r} is no place in the forest: write 1 to 8", word=shortened(number)), column
        )
    return Take(int(number), _parse_discards(words[1:]))


def _parse_discards(words: Sequence[_Word]) -> Discards:
    if not words:
        return ()
    word, column = words[0]
    if word.lower() != "discard":
        raise MoveTextError(
            say("{word!r} isn't expected: write 'discard' and the cards", word=shortened(word)),
            column,
        )
    cards = _parse_cards(words[1:])
    if not cards:
        raise MoveTextError(say("write the cards after 'discard'"), column + len(word))
    return tuple(sorted(("n" if night else "d", kind) for kind, night, _ in cards))


def _parse_cook(words: Sequence[_Word], end: int) -> Cook:
    cards = _parse_cards(words)
    _no_others(
        cards, MUSHROOMS + BUTTER + CIDER + PAN, say("cook mushrooms, B, C and a pan N only")
    )
    extras = [kind for kind, _, _ in cards if kind not in MUSHROOMS]
    pans = [column for kind, _, column in cards if kind == PAN]
    if len(pans) > 1:
        raise MoveTextError(say("one pan is enough for a dish"), pans[1])
    kind, day, night = _one_kind([c for c in cards if c[0] in MUSHROOMS], end)
    pan = "hand" if pans else "display"
    return Cook(kind, day, night, extras.count(BUTTER), extras.count(CIDER), pan)  # type: ignore[arg-type]


def _parse_cards(words: Iterable[_Word]) -> list[_Card]:
    cards = []
    for word, column in words:
        name = word.removesuffix(NIGHT_MARK).upper()
        night = word.endswith(NIGHT_MARK)
        kind = _WORDS.get(name, name)
        if len(kind) != 1 or kind not in HAND_KINDS + ANY:
            raise MoveTextError(
                say("{word!r} is no hand card: write 2 to 10, N, B, C or ?", word=shortened(word)),
                column,
            )
        if night and kind not in MUSHROOMS.removesuffix("T") + ANY:
            raise MoveTextError(
                say("{word!r}: only ranks 2 to 9 have a night card", word=shortened(word)), column
            )
        cards.append((kind, night, column))
    return cards


def _no_others(cards: Sequence[_Card], allowed: str, message: str) -> None:
    for kind, _, column in cards:
        if kind not in allowed:
            raise MoveTextError(message, column)


def _one_kind(cards: Sequence[_Card], end: int) -> tuple[str, int, int]:
    if not cards:
        raise MoveTextError(say("write the mushrooms, one by one: 9 9 9*"), end)
    kind = cards[0][0]
    for other, _, column in cards:
        if other != kind:
            raise MoveTextError(
                say("{a} and {b} differ: name mushrooms of one kind", a=other, b=kind), column
            )
    nights = sum(night for _, night, _ in cards)
    return kind, len(cards) - nights, nights


def describe(move: Move | Stuck, state: State) -> Text:
    """``move`` in words, said of the player to move: "takes a 9 (card 3) for 1 stick"."""
    game = state.game
    if isinstance(move, Take):
        kind = state.forest[move.position - 1 : move.position] or ANY
        taken, cost = game.one(kind), price(move.position)
        act = phrases.taking(taken, move.position, cost)
        return phrases.discarding(act, game, _counted(move.discards))
    if isinstance(move, Decay):
        cards = commas(game.word(kind) for kind in state.decay) or say("nothing in it")
        act = say("takes the decay pile ({cards})", cards=cards)
        return phrases.discarding(act, game, _counted(move.discards))
    if isinstance(move, PutPan):
        return say("puts down a pan")
    if isinstance(move, Stuck):
        return say("claims to be stuck")
    cards = phrases.mushrooms(game, move.mushroom, move.day, move.night)
    if isinstance(move, Sell):
        return phrases.selling(cards, game.sell.get(move.mushroom, 0) * (move.day + 2 * move.night))
    dish = Dish(move.mushroom, move.day, move.night, move.butter, move.cider)
    act = phrases.cooking(game, cards, move.butter, move.cider, move.pan)
    return say("{act}: {points}", act=act, points=phrases.points(dish_points(game, dish)))


def _counted(discards: Discards) -> Iterable[tuple[str, str, int]]:
    return [(pile, kind, n) for (pile, kind), n in Counter(discards).items()]
