"""Rules as values: what a ruling cites, whichever game it is about."""

from __future__ import annotations

from dataclasses import dataclass

from tabletop.language import say


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a game's text (``MW-…``, ``FU-…``) or a ruling where the text is silent
    (``R-…``, ``FU-R…``), in our own words."""

    id: str
    title: str
    text: str


def read_rules(text: str) -> dict[str, Rule]:
    """Rules by id, in their order, from lines of ``id | title | sentence``."""
    rows = (line.split(" | ") for line in text.strip().splitlines())
    return {id_: Rule(id_, say(title), say(sentence)) for id_, title, sentence in rows}
