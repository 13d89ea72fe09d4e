"""What a ruling on a recorded game should not be read without."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.games.mushroom_walk import State, surplus
from tabletop.language import Text, say
from tabletop.record import Step


def no_turns(broken: bool) -> Text:
    """What is said of a session without a turn, whose journal is ``broken`` off or not."""
    if broken:
        return say("No turn was seen in this session: its journal breaks off before the first one.")
    return say("No turn was seen in this session yet.")


def surplus_notes(state: State) -> list[Text]:
    """A note for each kind of card that the record names more often than the decks have it."""
    return [
        say("the record has {cards}, the decks have {n}", cards=cards, n=n)
        for cards, n in surplus(state)
    ]


def turn_notes(steps: Iterable[Step]) -> list[Text]:
    """A note for each turn of the record that broke a rule."""
    return [
        say(
            "turn {n} of the record was illegal ({rules}); it is taken as it was played",
            n=step.turn,
            rules=", ".join(dict.fromkeys(b.rule for b in step.ruling.breaches)),
        )
        for step in steps
        if step.ruling.breaches
    ]
