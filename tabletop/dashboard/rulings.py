"""A ruling as the screen shows it: the verdict in large letters, then what it rests on."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import Piece, line
from tabletop.games import Game
from tabletop.games.mushroom_walk import Ruling, allowed_by
from tabletop.games.walk.noaction import Asked, NoAction
from tabletop.language import tr, translate

TONES: Final = {"legal": "$success", "illegal": "$error", "possible": "$warning"}


def verdict_words(verdict: str) -> str:
    """The verdict in the language that was chosen."""
    return {"legal": tr("legal"), "illegal": tr("illegal"), "possible": tr("possible")}[verdict]


def ruling_lines(
    ruling: Ruling, move: Asked, game: Game, subject: str, width: int, plain: bool = False
) -> list[Content]:
    """``ruling`` on ``move``, of which ``subject`` speaks, in lines of ``width`` columns."""
    tone = TONES[ruling.verdict]
    letters = glyphs.lettered(verdict_words(ruling.verdict), width, plain)
    rows = [line((row, f"bold {tone}"), width=width) for row in letters]
    rows += _wrapped([(subject, "bold $foreground")], width)
    rows.append(line(width=width))
    if ruling.verdict == "legal" and not isinstance(move, NoAction):
        for id_ in allowed_by(move, game):
            rows += _rule(id_, game.rules[id_].text, width)
    found = ruling.breaches or ruling.doubts
    for place, breach in enumerate(found):
        if place == 0 or found[place - 1].rule != breach.rule:
            rows += _rule(breach.rule, breach.sentence, width)
        facts, cure = translate(breach.facts), translate(breach.cure)
        if ruling.breaches:
            rows += _wrapped([("✗ ", f"bold {tone}"), (_capital(facts), "$foreground")], width)
        else:
            rows += _wrapped([("? ", f"bold {tone}"), (_capital(facts), "$foreground")], width)
        # One cure for several facts is told once.
        if cure and (place + 1 == len(found) or found[place + 1].cure != breach.cure):
            head = tr("To put it right:") if ruling.breaches else tr("To settle it:")
            rows += _wrapped(
                [("→ ", "bold $accent"), (f"{head} ", "$quiet"), (cure, "bold $foreground")], width
            )
    if ruling.verdict != "illegal":
        for fact in ruling.facts:
            text = _capital(translate(fact))
            rows += _wrapped([("✓ ", "bold $success"), (text, "$foreground")], width)
    return rows


def _rule(id_: str, sentence: str, width: int) -> list[Content]:
    return _wrapped([(f"{id_}  ", "bold $accent"), (translate(sentence), "$quiet")], width)


def _wrapped(pieces: list[Piece], width: int) -> list[Content]:
    return [line(row.rstrip(), width=width) for row in line(*pieces).wrap(max(8, width))]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
