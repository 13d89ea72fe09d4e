"""Rulings in words and as JSON, the verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop.cli.words import capital
from tabletop.games.mushroom_walk import (
    Breach,
    Game,
    Move,
    Ruling,
    State,
    Stuck,
    allowed_by,
    describe,
)


def sentence(who: str, move: Move | Stuck, state: State) -> str:
    """What ``who``, the player to move, does or claims: "Anna takes a 9 (card 2)"."""
    if isinstance(move, Stuck):
        return f"{who} is stuck and can do none of the five actions"
    return f"{who} {describe(move, state)}"


def ruling_lines(ruling: Ruling, move: Move | Stuck, game: Game) -> Iterator[str]:
    """What ``ruling`` on ``move`` rests on: each rule, the facts, what would put it right."""
    if ruling.verdict == "legal":
        for id_ in allowed_by(move, game):
            yield f"{id_}  {game.rules[id_].text}"
    found = ruling.breaches or ruling.doubts
    for i, breach in enumerate(found):
        if i == 0 or found[i - 1].rule != breach.rule:
            yield f"{breach.rule}  {breach.sentence}"
        open_ = "" if ruling.breaches else "Open: "
        yield f"    {open_}{breach.facts if open_ else capital(breach.facts)}."
        # One cure for several facts is told once.
        if breach.cure and (i + 1 == len(found) or found[i + 1].cure != breach.cure):
            yield f"    To {'settle it' if open_ else 'put it right'}: {breach.cure}."
    if ruling.verdict != "illegal":
        yield from (f"    {capital(fact)}." for fact in ruling.facts)


def ruling_json(ruling: Ruling, move: Move | Stuck, game: Game) -> dict[str, Any]:
    """``verdict``; ``rules``: those broken, those in doubt, or the one that allows the move;
    ``facts``: what was found in order."""
    found = ruling.breaches or ruling.doubts
    rules = [_breach_json(breach) for breach in found]
    if not rules:
        rules = [{"id": id_, "sentence": game.rules[id_].text} for id_ in allowed_by(move, game)]
    return {"verdict": ruling.verdict, "rules": rules, "facts": list(ruling.facts)}


def _breach_json(breach: Breach) -> dict[str, Any]:
    told = {"id": breach.rule, "sentence": breach.sentence, "facts": breach.facts}
    return {**told, "cure": breach.cure} if breach.cure else told
