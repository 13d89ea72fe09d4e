"""What a judgment says: its verdict, each broken rule, the facts, what would make it right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Verdict = Literal["legal", "possible", "illegal"]

_LONGEST = 40


class Breach(NamedTuple):
    """A broken rule: its id, its sentence in our words, the facts, what would make it right."""

    rule: str
    sentence: str
    facts: str
    cure: str = ""


class Ruling(NamedTuple):
    """The answer to a dispute about one move.

    ``verdict``: ``"legal"``, ``"illegal"``, or ``"possible"`` where some cards that were not seen
    would make it legal and others not. ``breaches``: every rule it breaks whatever those cards
    are; empty unless illegal. ``doubts``: what ``"possible"`` depends on, as the rules it would
    break in the other case; empty otherwise. ``facts``: what was found in order, for example
    ``"card 4 costs 2 sticks, has 3"``.
    """

    verdict: Verdict
    breaches: tuple[Breach, ...] = ()
    doubts: tuple[Breach, ...] = ()
    facts: tuple[str, ...] = ()


def ruling(
    breaches: Iterable[Breach], doubts: Iterable[Breach] = (), facts: Iterable[str] = ()
) -> Ruling:
    """The ruling that follows: illegal if a rule is broken, possible if only in doubt."""
    broken = tuple(breaches)
    open_ = () if broken else tuple(doubts)
    return Ruling(
        "illegal" if broken else "possible" if open_ else "legal", broken, open_, tuple(facts)
    )


def fewest(found: Iterable[list[Breach]]) -> list[Breach]:
    """The list that breaks least, of several readings of what can't be seen."""
    return min(found, key=lambda broken: len(broken))


def quoted(value: object) -> str:
    """Any value as a short text for a message, even one that can't be shown."""
    try:
        text = repr(value)
    except Exception:  # a stranger's value may do anything, and a judgment must not fail for it
        text = type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
