"""What is played from the hand: a dish, a sale, a pan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tabletop.games.walk import phrases
from tabletop.games.walk.game import ANY, MUSHROOMS, PAN, Game
from tabletop.games.walk.moves import Cook, PutPan, Sell
from tabletop.games.walk.noaction import NoAction
from tabletop.games.walk.scoring import dish_points
from tabletop.games.walk.spoken.held import COOKED, SOLD, all_held, any_number, kinds_in
from tabletop.games.walk.spoken.lists import is_a_number_of, read_cards
from tabletop.games.walk.spoken.misheard import misheard, unclear
from tabletop.games.walk.spoken.signs import Sign, form_of, texts, within
from tabletop.games.walk.state import Dish, Player, State
from tabletop.games.walk.text import NIGHT_MARK, MoveTextError, parse_move
from tabletop.language import listed, say

_OF: Final = "(?:IN |FROM )"
_OWN: Final = "(?:MINE |THEIRS )?"
_PAN: Final = re.compile(
    rf"(?<!\S)(?P<all>(?:AND |WITH |{_OF})?{_OWN}(?P<one>NUM |WORD )?(?P<empty>EMPTY )?PAN "
    rf"(?:{_OF}{_OWN}(?P<where>HAND |DISPLAY ))?)"
)
_NO_PAN: Final = re.compile(r"WITHOUT (?:EMPTY )?PAN $")
_HAND: Final = re.compile(rf"{_OF}{_OWN}HAND $")
_POINTS: Final = re.compile(r"(?:FOR )?(?P<n>NUM )POINT $")
_STICKS: Final = re.compile(r"FOR (?P<n>NUM |WORD )?STICK $")
_PUT: Final = re.compile(
    rf"{_OWN}(?P<n>NUM |WORD |BOTH |PAIR )?(?:EMPTY )?(?P<pan>PAN |PANS )"
    rf"(?:{_OF}{_OWN}(?:HAND |DISPLAY ))*(?:DOWN )?"
)
_ADD: Final = re.compile(rf"(?P<cards>.+)(?:IN |TO ){_OWN}DISH |(?:IN )?{_OWN}DISH (?P<after>.+)")
_SOME_CARDS: Final = re.compile(rf"{_OWN}(?:NUM |WORD |BOTH |PAIR |ALL )?{_OWN}(?:CARD |CARDS )")


def read_cooking(signs: Sequence[Sign], state: State, who: int) -> Cook | NoAction:
    """The dish that ``signs`` without the verb say, cooked by player ``who`` on the table
    ``state``. Raises ``MoveTextError``.

    Where it isn't said which pan, it is an empty one of the display, or, without any, one from the
    hand that may hold it: either will do (R-14).
    """
    signs, points = _cut(signs, _POINTS)
    bare = _NO_PAN.search(form_of(signs))
    if bare is not None:
        read_cards(signs[: -bare[0].count(" ")], state.game, one_kind=True, held=any_number)
        return NoAction(
            "cook without a pan",
            say("cooks without a pan"),
            "pan",
            say("no pan is used"),
            say("play a pan from the hand with it"),
        )
    rest, where = _without_pan(signs)
    rest, _ = _cut(rest, _HAND)
    cards = read_cards(rest, state.game, one_kind=True, held=all_held(state.players[who], COOKED))
    if PAN in cards:
        raise misheard([texts(signs)])
    kinds = kinds_in(cards)
    if len(kinds) > 1 and not is_a_number_of(rest, state.game):
        return NoAction(
            "cook two kinds",
            say("cooks more than one kind"),
            "cook",
            _differ(kinds, state.game),
            say("cook mushrooms of one kind"),
        )
    if where == "HAND" or (not where and _only_in_hand(state.players[who])):
        cards.append(PAN)
    move = parse_move(" ".join(["cook", *cards]))
    assert isinstance(move, Cook)
    dish = Dish(move.mushroom, move.day, move.night, move.butter, move.cider)
    if points is not None and points != dish_points(state.game, dish):
        raise misheard([texts(signs)])
    return move


def read_selling(signs: Sequence[Sign], state: State, who: int) -> Sell | NoAction:
    """The sale that ``signs`` without the verb say, by player ``who`` on the table ``state``.
    Raises ``MoveTextError``."""
    rest, sticks = _cut(signs, _STICKS)
    rest, _ = _cut(rest, _HAND)
    cards = read_cards(rest, state.game, one_kind=True, held=all_held(state.players[who], SOLD))
    refused = _never_sold(cards, rest, state.game)
    if refused is not None:
        return refused
    move = parse_move(" ".join(["sell", *cards]))
    assert isinstance(move, Sell)
    brings = state.game.sell.get(move.mushroom, 0) * (move.day + 2 * move.night)
    if sticks is not None and sticks != brings:
        # Raises where the price may say how many are sold.
        read_cards(rest, state.game, one_kind=True)
        return NoAction(
            f"sell for {sticks}",
            say("sells for another price"),
            "sell",
            say(
                "that brings {brings}, not {given}",
                brings=phrases.sticks(brings),
                given=phrases.sticks(sticks),
            ),
            say("take what it brings"),
        )
    return move


def read_putting(signs: Sequence[Sign]) -> PutPan | NoAction:
    """The pan that is put down. Raises ``MoveTextError``."""
    # German parts its verbs: "legt eine Pfanne aus".
    if signs and signs[-1].text.lower() == "aus":
        signs = signs[:-1]
    found = _PUT.fullmatch(form_of(signs))
    if found is None:
        raise misheard([texts(signs)])
    number = within(found, "n", signs)
    count = 1
    if number:
        count = 2 if number[0].form in ("BOTH", "PAIR") else int(number[0].value)
    if count < 1 or (count == 1) != (found["pan"] == "PAN "):
        raise misheard([texts(signs)])
    if count == 1:
        return PutPan()
    return NoAction(
        "put down two pans",
        say("puts down more than one pan"),
        "one action",
        say("a turn puts down one pan"),
        say("put down one of them"),
    )


def read_adding(signs: Sequence[Sign], state: State) -> NoAction:
    """What is added to a dish. Raises ``MoveTextError``."""
    found = _ADD.fullmatch(form_of(signs))
    if found is None:
        raise misheard([texts(signs)])
    cards = within(found, "cards", signs) or within(found, "after", signs)
    read_cards(cards, state.game, one_kind=False, held=any_number)
    return NoAction(
        "add to a dish",
        say("adds to a dish"),
        "dish",
        say("a dish is done when it is cooked"),
        say("cook the cards as a dish of their own"),
    )


def _differ(kinds: Sequence[str], game: Game) -> str:
    return say("{kinds} are different kinds", kinds=listed(game.word(kind) for kind in kinds))


def _never_sold(cards: Sequence[str], signs: Sequence[Sign], game: Game) -> NoAction | None:
    """That two kinds are sold, or what is no mushroom, if so."""
    others = [card for card in cards if card[0] not in MUSHROOMS]
    if ANY in others or any(NIGHT_MARK in card for card in others):
        return None
    if others:
        return NoAction(
            "sell no mushrooms",
            say("sells what is no mushroom"),
            "sell",
            say("'{card}' is no mushroom", card=game.word(others[0])),
            say("sell mushrooms only"),
        )
    kinds = kinds_in(cards)
    if len(kinds) < 2 or is_a_number_of(signs, game):
        return None
    return NoAction(
        "sell two kinds",
        say("sells more than one kind"),
        "sell",
        _differ(kinds, game),
        say("sell mushrooms of one kind"),
    )


def read_discarding(signs: Sequence[Sign], state: State, who: int) -> NoAction:
    """Cards that player ``who`` discards, nothing else being done. Raises ``MoveTextError``."""
    to_poison = say("cards are discarded to a poison mushroom alone: write take 1 discard 2 2")
    rest, _ = _cut([s for s in signs if s.form not in ("DISCARD", "COMMA")], _HAND)
    # Who has just taken poison may ask about the discards that go with it.
    if state.players[who].poison:
        raise unclear(to_poison)
    if rest and not _SOME_CARDS.fullmatch(form_of(rest)):
        try:
            read_cards(rest, state.game, one_kind=False, held=any_number)
        except MoveTextError:
            raise unclear(to_poison) from None
    return NoAction(
        "discard",
        say("discards cards"),
        "one action",
        say("discarding is none of the five actions"),
        to_poison,
    )


def _without_pan(signs: Sequence[Sign]) -> tuple[Sequence[Sign], str]:
    """``signs`` without what they say of the pan, and where it is said to come from."""
    found = list(_PAN.finditer(form_of(signs)))
    if not found:
        return signs, ""
    pan = found[0]
    one = within(pan, "one", signs)
    if len(found) > 1 or (one and one[0].value != 1):
        raise misheard([texts(signs)])
    start = pan.string.count(" ", 0, pan.start("all"))
    rest = [*signs[:start], *signs[start + pan["all"].count(" ") :]]
    where = (pan["where"] or "").strip()
    if pan["empty"] and where == "HAND":
        raise misheard([texts(signs)])
    return rest, "DISPLAY" if pan["empty"] else where


def _only_in_hand(player: Player) -> bool:
    """Whether a pan can only come from the hand, and may be there."""
    return not player.pans and (PAN in player.hand or ANY in player.hand)


def _cut(signs: Sequence[Sign], end: re.Pattern[str]) -> tuple[Sequence[Sign], int | None]:
    """``signs`` without the ``end`` they may have, and its number, 1 where there is none in it;
    None without such an end."""
    found = end.search(form_of(signs))
    if found is None:
        return signs, None
    number = within(found, "n", signs) if "n" in end.groupindex else []
    rest = signs[: found.string.count(" ", 0, found.start())]
    return rest, int(number[0].value) if number else 1
