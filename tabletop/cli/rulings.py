"""Rulings in words and as JSON, the verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tabletop.cli.words import capital
from tabletop.games.mushroom_walk import (
    Breach,
    Game,
    Ruling,
    State,
    Stuck,
    allowed_by,
    describe,
)
from tabletop.games.walk.noaction import Asked, NoAction
from tabletop.language import Text, say, tr, translate

VERDICTS: Final[dict[str, Text]] = {
    "legal": say("legal"),
    "possible": say("possible"),
    "illegal": say("illegal"),
}


def sentence(who: str, move: Asked, state: State, ruling: Ruling | None = None) -> str:
    """What ``who``, the player to move, does or claims: "Anna takes a 9 (card 2)"; of the claim to
    be stuck what ``ruling`` makes of it."""
    if isinstance(move, NoAction):
        return tr("{name} {act}", name=who, act=move.act)
    if isinstance(move, Stuck):
        if ruling is not None and any(b.rule == "R-21" for b in ruling.breaches):
            return tr("{name} isn't stuck and must act", name=who)
        if ruling is not None and ruling.verdict == "illegal":
            return tr("{name} claims to be stuck", name=who)
        return tr("{name} is stuck and can do none of the five actions", name=who)
    return tr("{name} {act}", name=who, act=describe(move, state))


def verdict(ruling: Ruling) -> str:
    """The verdict in one word, as a sentence begins."""
    return capital(VERDICTS[ruling.verdict])


def ruling_lines(ruling: Ruling, move: Asked, game: Game) -> Iterator[str]:
    """What ``ruling`` on ``move`` rests on: each rule, the facts, what would put it right."""
    if ruling.verdict == "legal" and not isinstance(move, NoAction):
        for id_ in allowed_by(move, game):
            yield f"{id_}  {translate(game.rules[id_].text)}"
    found = ruling.breaches or ruling.doubts
    for i, breach in enumerate(found):
        if i == 0 or found[i - 1].rule != breach.rule:
            yield f"{breach.rule}  {translate(breach.sentence)}"
        if ruling.breaches:
            yield f"    {capital(breach.facts)}."
            cure = say("To put it right: {cure}.", cure=breach.cure)
        else:
            yield f"    {tr('Open: {facts}.', facts=breach.facts)}"
            cure = say("To settle it: {cure}.", cure=breach.cure)
        # One cure for several facts is told once.
        if breach.cure and (i + 1 == len(found) or found[i + 1].cure != breach.cure):
            yield f"    {translate(cure)}"
    if ruling.verdict != "illegal":
        yield from (f"    {capital(fact)}." for fact in ruling.facts)


def ruling_json(ruling: Ruling, move: Asked, game: Game) -> dict[str, Any]:
    """``verdict``; ``rules``: those broken, those in doubt, or the one that allows the move;
    ``facts``: what was found in order."""
    found = ruling.breaches or ruling.doubts
    rules = [_breach_json(breach) for breach in found]
    if not rules and not isinstance(move, NoAction):
        rules = [{"id": id_, "sentence": game.rules[id_].text} for id_ in allowed_by(move, game)]
    return {"verdict": ruling.verdict, "rules": rules, "facts": list(ruling.facts)}


def _breach_json(breach: Breach) -> dict[str, Any]:
    told = {"id": breach.rule, "sentence": breach.sentence, "facts": breach.facts}
    return {**told, "cure": breach.cure} if breach.cure else told
