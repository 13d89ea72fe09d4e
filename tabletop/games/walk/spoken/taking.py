"""What is taken: a card of the forest, the decay pile, or what may not be taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tabletop.games.walk import phrases
from tabletop.games.walk.game import AT_FEET
from tabletop.games.walk.moves import Decay, Discards, Take
from tabletop.games.walk.noaction import NoAction
from tabletop.games.walk.spoken.lists import read_cards
from tabletop.games.walk.spoken.misheard import misheard, unclear
from tabletop.games.walk.spoken.signs import Sign, form_of, texts, within
from tabletop.games.walk.state import State, price
from tabletop.language import say

_OF: Final = "(?:IN |FROM )"
_OWN: Final = "(?:MINE |THEIRS )?"
_WHERE: Final = (
    rf"(?:{_OF}?FOREST |(?P<deep>{_OF}?DEEP |AFTER {_OWN}FEET )|(?P<feet>IN {_OWN}FEET )|"
    rf"IN {_OWN}HAND )*"
)
_ANYWHERE: Final = re.sub(r"\?P<\w+>", "?:", _WHERE)
_NAMED: Final = "KIND |NUM |WORD |PAN "
_PLACE: Final = re.compile(
    rf"(?:(?P<nth>ORD |LAST )(?P<of>KIND |PAN )?(?:CARD )?(?P<end>BACKWARDS |FORWARDS )?"
    rf"|CARDS? (?:NUMBER )?(?P<card>NUM |WORD |ORD )|NUMBER (?P<number>NUM )"
    rf"|(?P<kind>{_NAMED})(?:OPEN CARD (?P<at>NUM )CLOSE )?)"
    rf"{_WHERE}"
    r"(?P<free>FREE )?(?:FOR (?P<paid>NUM |WORD )?(?P<stick>STICK ))?"
)
_WHOLE: Final = re.compile(
    rf"(?:ALL {_OF}?)?(?:DECAY |PILE )(?:OPEN (?P<cards>.*)CLOSE )?(?:IN {_OWN}HAND )?"
    rf"|ALL CARDS {_OF}?DECAY "
)
_SOME_OF_PILE: Final = re.compile(
    rf"(?P<n>NUM |WORD |BOTH |PAIR )?(?:CARD |CARDS ){_OF}?DECAY "
    rf"|(?:ORD |LAST |TOP )(?:CARD )?(?:IN )?DECAY |TOP CARD FROM DECAY "
    rf"|(?:(?P<kind>{_NAMED})|KINDS |PANS ){_OF}DECAY "
)
_PART_OF_PILE: Final = re.compile(
    rf"PART (?:CARDS )?{_OF}?(?:ALL )?(?:DECAY |PILE )|(?:ALL )?(?:DECAY |PILE )WITHOUT .+"
)
_SEVERAL: Final = re.compile(
    rf"(?:NUM |WORD |BOTH |PAIR |ALL )(?:CARDS |KINDS |PANS ){_ANYWHERE}"
    rf"|ORD (?:NUM |WORD )CARDS {_ANYWHERE}|(?:NUM |WORD )ORD CARDS {_ANYWHERE}"
    r"|CARDS (?:NUM |WORD )(?:AND (?:NUM |WORD ))+|BOTH "
)
_OTHER_PILE: Final = re.compile(
    r"(?:(?:TOP |ORD |LAST |NUM |WORD |BOTH |PAIR |PART |ALL )?(?:CARDS? )?(?:IN )?"
    rf"|(?:TOP |NUM |WORD |BOTH |PAIR |PART )?(?:CARDS? |KINDS? |PANS? ){_OF}?|ALL (?:CARDS )?)?"
    r"(?P<pile>DRAWPILE |DISCARDPILE |NIGHTPILE )"
)
_BARE: Final = re.compile(r"(?:NUM |WORD )")


def read_taking(
    signs: Sequence[Sign], discards: Sequence[Sign] | None, state: State
) -> Take | Decay | NoAction:
    """What is taken, as ``signs`` without the verb say, on the table ``state``; ``discards``: the
    cards thrown away to poison, if that is spoken of. Raises ``MoveTextError``."""
    signs = _without_commas(signs)
    form = form_of(signs)
    thrown = _thrown(discards, state)
    if _is_whole(signs, form, state):
        return Decay(thrown)
    refused = _refused(signs, form, state)
    if refused is None:
        places = [_place(part, state) for part in _parts(signs)]
        if len(places) == 1 and isinstance(places[0], int):
            return Take(places[0], thrown)
        if len(places) == 1 and isinstance(places[0], NoAction) and not thrown:
            return places[0]
        if len(set(places)) < len(places) or not all(isinstance(p, int) for p in places):
            raise misheard([texts(signs)])
        refused = _two_cards()
    if thrown:
        raise misheard([texts(signs)])
    return refused


def drawing() -> NoAction:
    """Taking a card from the draw pile."""
    return NoAction(
        "draw a card",
        say("takes a card from the draw pile"),
        "one action",
        say("cards are taken from the forest or the decay pile"),
        phrases.the_actions(),
    )


def _thrown(discards: Sequence[Sign] | None, state: State) -> Discards:
    if discards is None or form_of(discards) == "NOTHING ":
        return ()
    cards = read_cards(_without_hand(discards), state.game, one_kind=False)
    return tuple(sorted(("n" if card.endswith("*") else "d", card[0]) for card in cards))


def _without_hand(signs: Sequence[Sign]) -> Sequence[Sign]:
    """``signs`` without "from the hand" at their end."""
    ends = re.search(rf"{_OF}{_OWN}HAND $", form_of(signs))
    return signs if ends is None else signs[: -ends[0].count(" ")]


def _is_whole(signs: Sequence[Sign], form: str, state: State) -> bool:
    """Whether the whole decay pile is spoken of."""
    whole, some = _WHOLE.fullmatch(form), _SOME_OF_PILE.fullmatch(form)
    if whole is not None:
        inner = within(whole, "cards", signs)
        cards = read_cards(inner, state.game, one_kind=False) if inner else list(state.decay)
        if sorted(cards) != sorted(state.decay):
            raise misheard([texts(inner)])
        return True
    if some is not None and some["kind"] and len(state.decay) == 1:
        # Of a pile of one card, that card is the whole.
        return _kind_of(within(some, "kind", signs)[0]) == state.decay
    if some is not None and some["n"] in ("BOTH ", "NUM ", "WORD "):
        count = _count(within(some, "n", signs)[0])
        return count > 1 and count == len(state.decay)
    return False


def _refused(signs: Sequence[Sign], form: str, state: State) -> NoAction | None:
    """What is forbidden by name, if that is spoken of."""
    pile = len(state.decay)
    if _PART_OF_PILE.fullmatch(form):
        return _part()
    some = _SOME_OF_PILE.fullmatch(form)
    if some is not None:
        # Of a pile of one card, one card is all of it.
        count = _count(within(some, "n", signs)[0]) if some["n"] else 1
        if count >= pile:
            raise unclear(say("the decay pile is taken whole: ask about 'take the decay pile'"))
        return _part()
    if _SEVERAL.fullmatch(form):
        if any(sign.form in ("NUM", "WORD") and sign.value == 1 for sign in signs[:1]):
            raise misheard([texts(signs)])
        return _two_cards()
    other = _OTHER_PILE.fullmatch(form)
    if other is not None and other["pile"] == "DRAWPILE ":
        return drawing()
    if other is not None and other["pile"] == "NIGHTPILE ":
        return NoAction(
            "take a night card",
            say("takes a card from the night pile"),
            "one action",
            say("night cards are taken for moons alone"),
            say("take a moon, from the forest or with the decay pile"),
        )
    if other is not None:
        return NoAction(
            "take a discarded card",
            say("takes a card from the discard pile"),
            "one action",
            say("cards are taken from the forest or the decay pile"),
            phrases.the_actions(),
        )
    parts = _parts(signs)
    if len(parts) > 1 and any(_WHOLE.fullmatch(form_of(part)) for part in parts):
        rest = [part for part in parts if not _WHOLE.fullmatch(form_of(part))]
        if len(rest) == len(parts) - 1 and all(isinstance(_place(p, state), int) for p in rest):
            return _two_cards()
    return None


def _without_commas(signs: Sequence[Sign]) -> list[Sign]:
    """``signs`` without commas but those between brackets."""
    plain: list[Sign] = []
    inside = False
    for sign in signs:
        inside = sign.form == "OPEN" or (inside and sign.form != "CLOSE")
        if inside or sign.form != "COMMA":
            plain.append(sign)
    return plain


def _parts(signs: Sequence[Sign]) -> list[list[Sign]]:
    """``signs`` parted at every "and"."""
    parts: list[list[Sign]] = [[]]
    for sign in signs:
        if sign.form == "AND":
            parts.append([])
        else:
            parts[-1].append(sign)
    return parts


def _place(signs: Sequence[Sign], state: State) -> int | NoAction:
    """The place in the forest that ``signs`` name, or that its price is another one."""
    form = form_of(signs)
    if _BARE.fullmatch(form) and int(signs[0].value) < 9:
        raise unclear(
            say(
                "'{n}' may be a place, a rank or a number: write 'card {n}' for the place",
                n=signs[0].text,
            )
        )
    found = _PLACE.fullmatch(form)
    if found is None or (found["deep"] and found["feet"]):
        if form in ("", "CARD ", "FREE CARD ") or re.fullmatch(rf"CARD {_ANYWHERE}", form):
            raise unclear(say("say which card: the first is the one nearest the decay pile"))
        raise misheard([texts(signs)])
    place = _named(found, signs, state)
    if found["deep"]:
        place += AT_FEET
    if found["feet"] and place > AT_FEET:
        raise misheard([texts(signs)])
    paid = _paid(found, signs)
    if paid is None or paid == price(place) or not 1 <= place <= len(state.forest):
        return place
    cost, given = phrases.sticks(price(place)), phrases.sticks(paid)
    return NoAction(
        f"take {place} for {paid}",
        say("takes card {n} for {price}", n=place, price=given),
        "price",
        say("card {n} costs {price}, not {given}", n=place, price=cost, given=given),
        say("pay what it costs"),
    )


def _named(found: re.Match[str], signs: Sequence[Sign], state: State) -> int:
    """The place that the match says by number, from the end, or by what lies there."""
    by_number = within(found, "card", signs) or within(found, "number", signs)
    if by_number:
        return int(by_number[0].value)
    if found["nth"]:
        return _nth(found, signs, state)
    (named,) = within(found, "kind", signs)
    kind = _kind_of(named)
    at = within(found, "at", signs)
    if at:
        return _there(int(at[0].value), kind, named, state)
    if named.form == "NUM" and int(named.value) < 9:
        raise misheard([texts(signs)])
    places = _places(kind, state)
    if len(places) != 1 or "?" in state.forest or kind in state.decay:
        raise unclear(
            say("'{card}' doesn't say which card: write its place, as in take 4", card=texts(signs))
        )
    return places[0]


def _nth(found: re.Match[str], signs: Sequence[Sign], state: State) -> int:
    """The place of "the third card", "the last card", "the second 9"."""
    (nth,) = within(found, "nth", signs)
    number = int(nth.value)
    if found["end"] == "BACKWARDS ":
        if nth.form == "LAST":
            raise misheard([texts(signs)])
        nth = nth._replace(form="LAST")
    of = within(found, "of", signs)
    if (found["deep"] or found["feet"]) and (nth.form == "LAST" or of):
        raise misheard([texts(signs)])
    places = list(range(1, len(state.forest) + 1))
    if of:
        # "The third 9" may be the third of the 9s, or the third card, which is a 9.
        kind = _kind_of(of[0])
        counted = _from(_places(kind, state), nth)
        straight = [place for place in _from(places, nth) if place in _places(kind, state)]
        both = set(counted + straight)
        if len(both) != 1 or "?" in state.forest:
            raise unclear(
                say(
                    "'{card}' doesn't say which card: write its place, as in take 4",
                    card=texts(signs),
                )
            )
        return both.pop()
    if nth.form == "ORD":
        return number
    last = _from(places, nth)
    if not last:
        raise misheard([texts(signs)])
    return last[0]


def _from(places: list[int], nth: Sign) -> list[int]:
    """The one of ``places`` that is counted, from the front or from the end."""
    number = int(nth.value)
    if not 1 <= number <= len(places):
        return []
    return [places[-number] if nth.form == "LAST" else places[number - 1]]


def _there(place: int, kind: str, named: Sign, state: State) -> int:
    """``place``, if the card there is of ``kind``."""
    if state.forest[place - 1 : place] != kind or place < 1:
        raise unclear(say("card {n} is no '{card}'", n=place, card=named.text))
    return place


def _places(kind: str, state: State) -> list[int]:
    return [place for place, card in enumerate(state.forest, 1) if card == kind]


def _kind_of(sign: Sign) -> str:
    if sign.form == "PAN":
        return "N"
    return "T" if sign.value == 10 else str(sign.value)


def _paid(found: re.Match[str], signs: Sequence[Sign]) -> int | None:
    """How many sticks are said to be paid; None where that isn't said."""
    if found["free"]:
        if found["stick"]:
            raise misheard([texts(signs)])
        return 0
    paid = within(found, "paid", signs)
    if paid:
        return int(paid[0].value)
    return 1 if found["stick"] else None


def _count(sign: Sign) -> int:
    return 2 if sign.form in ("BOTH", "PAIR") else int(sign.value)


def _two_cards() -> NoAction:
    return NoAction(
        "take two cards",
        say("takes more than one card"),
        "one action",
        say("a turn takes one card of the forest, or the decay pile"),
        say("take one of them"),
    )


def _part() -> NoAction:
    return NoAction(
        "take a part of the decay pile",
        say("takes a part of the decay pile"),
        "decay pile",
        say("all of its cards are taken, or none"),
        say("take the whole decay pile, or do another action"),
    )
