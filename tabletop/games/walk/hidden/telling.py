"""Findings of several cases as one ruling tells them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabletop.games.rulings import Breach
from tabletop.games.walk.hidden.case import Case
from tabletop.games.walk.needs import Need
from tabletop.language import listed, say


class Shortfall(NamedTuple):
    """Cards that may be lacking: the hand holds ``least`` to ``most`` of them; ``unseen`` of its
    cards are not certain."""

    need: Need
    least: int
    most: int
    unseen: int


class Finding(NamedTuple):
    """What is found in one reading of one case. ``fits``: the case narrowed to the deals in which
    the move is legal; None if there are none. ``broken``: what is broken in the other deals;
    ``facts``: what is in order."""

    case: Case
    fits: Case | None
    broken: tuple[Breach | Shortfall, ...] = ()
    facts: tuple[str, ...] = ()


def told(found: Sequence[Finding], who: int) -> tuple[Breach, ...]:
    """All that is broken in ``found``, each once; with the case, what is broken only there."""
    lines: dict[Breach, None] = {}
    for finding in found:
        for item in finding.broken:
            if isinstance(item, Shortfall):
                lines.update(dict.fromkeys(_widest(item.need, found)))
                continue
            if finding.case.says and not all(item in other.broken for other in found):
                assumed = listed(text.told(who) for text in finding.case.says)
                told_ = say("{facts}, if {assumed}", facts=item.facts, assumed=assumed)
                item = item._replace(facts=told_)
            lines[item] = None
    return tuple(lines)


def _widest(need: Need, found: Sequence[Finding]) -> list[Breach]:
    """The breaches of ``need`` by what the hand holds in any of the cases."""
    short = [s for f in found for s in f.broken if isinstance(s, Shortfall) and s.need == need]
    least, most = min(s.least for s in short), max(s.most for s in short)
    unseen = max(s.unseen for s in short)
    return need.unmet(found[0].case.state.game, least, most, unseen)


__all__ = ["Finding", "Shortfall", "told"]
