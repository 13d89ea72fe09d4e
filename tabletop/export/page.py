"""A game as one web page that needs nothing else: no script, no style, no picture from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import jinja2

from tabletop.export.account import Account
from tabletop.games.walk.sheet import end_rules, ended, score_sheet, standing
from tabletop.games.walk.typing import spoken
from tabletop.language import in_use, tr, translate

_WIDTH: Final = 640
_HEIGHT: Final = 220
_EDGE: Final = 34


def page(account: Account) -> str:
    """``account`` as HTML in the language in use."""
    record, state = account.record, account.state
    names = [translate(record.name(player)) for player in (0, 1)]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(tr=tr, translate=translate, spoken=spoken)
    return environment.get_template("page.html.jinja").render(
        language=in_use(),
        title=translate(record.game.title),
        about=[part for part in (record.event, record.date) if part],
        names=names,
        sheets=[score_sheet(state, player) for player in (0, 1)],
        kinds=state.game.kinds,
        over=translate(ended(state.reason)) if state.over else "",
        over_rules=end_rules(state) if state.over else (),
        standing=translate(standing(state, names)),
        turns=account.turns,
        graph=graph([told.scores for told in account.turns]),
        pictures=_pictures(account),
    )


def _pictures(account: Account) -> list[str]:
    if account.picture is None or len(account.displays) != 2:
        return []
    from tabletop.export.pictures import parts

    return parts(account.picture, account.displays)


def graph(scores: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """The score over the turns as lines to draw: ``width`` and ``height`` of the drawing, ``lines``
    with the points of each player's line, and ``levels``, each with its height and points."""
    most = max([10, *(max(pair) for pair in scores)])
    across = (_WIDTH - 2 * _EDGE) / max(1, len(scores))

    def high(points: float) -> float:
        return round(_HEIGHT - _EDGE - points * (_HEIGHT - 2 * _EDGE) / most, 1)

    lines = []
    for player in (0, 1):
        walk = [(0, 0), *((n, pair[player]) for n, pair in enumerate(scores, 1))]
        lines.append(" ".join(f"{_EDGE + n * across:.1f},{high(points)}" for n, points in walk))
    step = next(size for size in (5, 10, 20, 50, 100, 1000) if most / size <= 6)
    levels = [(high(points), points) for points in range(0, most + 1, step)]
    return {"width": _WIDTH, "height": _HEIGHT, "edge": _EDGE, "lines": lines, "levels": levels}
