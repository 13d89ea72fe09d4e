"""Sorting one player's open cards into dishes, pans, baskets, night cards and poison mushrooms,
from how they lie: for a table whose history nobody saw.

A dish is a pan with mushrooms of one rank over it; columns grow in any direction, and neighbouring
dishes may touch. Night cards all differ in rank, so equal mushrooms that touch are a dish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from tabletop.games.walk.game import BASKET, BUTTER, CIDER, MUSHROOMS, PAN, POISON
from tabletop.referee.beliefs import Faces, settle
from tabletop.referee.geometry import reach_into
from tabletop.referee.observe import Seen
from tabletop.referee.plane import Floats

_TOUCH = 0.03
_SIDEWAYS = 0.9


@dataclass(frozen=True)
class SeenDish:
    """A dish as it lies: ``rank`` its mushroom; ``pan`` None where no pan shows; ``turned``: those
    of ``mushrooms`` that lie sideways; ``sure``: probability that all its mushrooms are of that
    rank."""

    rank: str
    pan: Seen | None
    mushrooms: tuple[Seen, ...]
    turned: tuple[Seen, ...]
    butter: tuple[Seen, ...]
    cider: tuple[Seen, ...]
    sure: float

    @property
    def cards(self) -> tuple[Seen, ...]:
        """What lies in the pan."""
        return self.mushrooms + self.butter + self.cider


@dataclass(frozen=True)
class Groups:
    """One player's display. ``rest``: cards that belong in no display."""

    dishes: tuple[SeenDish, ...]
    pans: tuple[Seen, ...]
    baskets: tuple[Seen, ...]
    nights: tuple[Seen, ...]
    poison: tuple[Seen, ...]
    rest: tuple[Seen, ...]


def touch(a: Seen, b: Seen, height: float) -> bool:
    """Whether two cards overlap."""
    if abs(a.x - b.x) + abs(a.y - b.y) > 2 * height:
        return False
    return reach_into((a.x, a.y, a.angle), (b.x, b.y, b.angle), height) > _TOUCH


def components(cards: Sequence[Seen], height: float) -> list[list[Seen]]:
    """Cards that touch each other, directly or through others; in the cards' order."""
    left = list(cards)
    found: list[list[Seen]] = []
    while left:
        part = [left.pop(0)]
        for card in part:
            near = [c for c in left if touch(card, c, height)]
            part += near
            left = [c for c in left if c not in near]
        found.append(part)
    return found


def kind_shares(seen: Seen, faces: Faces) -> dict[str, float]:
    """Probability of each kind from one sighting; a back is a pan."""
    if seen.look is None:
        return {PAN: 1.0}
    share = settle(seen.look)
    return {kind: float(mask @ share) for kind, mask in faces.mask.items()}


def sort_display(cards: Sequence[Seen], faces: Faces, height: float) -> Groups:
    """``cards`` of one display as groups. ``height``: of a card, in card widths."""
    shares = {c: kind_shares(c, faces) for c in cards}
    likely = {c: max(s, key=lambda k: (s[k], k)) for c, s in shares.items()}
    baskets = [c for c in cards if likely[c] == BASKET]
    poison = [c for c in cards if likely[c] == POISON]
    food = [c for c in cards if likely[c] in (*MUSHROOMS, PAN, BUTTER, CIDER)]
    rest = [c for c in cards if likely[c] not in (*MUSHROOMS, PAN, BUTTER, CIDER, BASKET, POISON)]
    dishes: list[SeenDish] = []
    pans: list[Seen] = []
    nights: list[Seen] = []
    for part in components(food, height):
        part_pans = [c for c in part if likely[c] == PAN]
        mushrooms = [c for c in part if likely[c] in MUSHROOMS]
        extras = [c for c in part if likely[c] in (BUTTER, CIDER)]
        groups = _assign(part_pans, mushrooms, likely)
        for pan, members in groups:
            if len(members) == 1 and not _lies_in(members[0], pan, height, extras):
                nights += members
                pans += [pan] if pan is not None else []
            elif not members:
                pans += [pan] if pan is not None else []
            elif pan is None and len(members) < 3:
                nights += members
            else:
                dishes.append(_dish(pan, members, shares))
        _add_extras(dishes, extras, likely, rest)
    return Groups(
        tuple(dishes), tuple(pans), tuple(baskets), tuple(nights), tuple(poison), tuple(rest)
    )


def _lies_in(card: Seen, pan: Seen | None, height: float, extras: Sequence[Seen]) -> bool:
    """A single mushroom over a pan whose other cards were not seen."""
    return pan is not None and touch(card, pan, height) and (pan.visible < 0.3 or bool(extras))


def _assign(
    pans: Sequence[Seen], mushrooms: Sequence[Seen], likely: dict[Seen, str]
) -> list[tuple[Seen | None, list[Seen]]]:
    """Which mushrooms lie in which pan: columns run away from their pans in a common direction."""
    if not pans:
        by_rank: dict[str, list[Seen]] = {}
        for m in mushrooms:
            by_rank.setdefault(likely[m], []).append(m)
        return [(None, members) for members in by_rank.values()]
    best: tuple[float, list[list[Seen]]] | None = None
    for turn in range(4):
        d = np.array([cos(turn * pi / 2), sin(turn * pi / 2)])
        cost, groups = 0.0, [[] for _ in pans]  # type: tuple[float, list[list[Seen]]]
        for m in mushrooms:
            costs = [_away(m, p, d) for p in pans]
            place = int(np.argmin(costs))
            groups[place].append(m)
            cost += costs[place]
        groups, mixed = _unmix(pans, groups, likely, d)
        if best is None or cost + mixed < best[0]:
            best = (cost + mixed, groups)
    assert best is not None
    return list(zip(pans, best[1], strict=True))


def _away(card: Seen, pan: Seen, d: Floats) -> float:
    rel = np.array([card.x - pan.x, card.y - pan.y])
    along, off = float(rel @ d), abs(float(rel[0] * d[1] - rel[1] * d[0]))
    return 1.5 * off + (0.3 * along if along > 0 else -2.0 * along) + max(0.0, along - 2.5)


def _unmix(
    pans: Sequence[Seen], groups: list[list[Seen]], likely: dict[Seen, str], d: Floats
) -> tuple[list[list[Seen]], float]:
    """Cards of another rank go to a neighbouring dish of theirs; what can't go costs."""
    mixed = 0.0
    ranks = [_majority(g, likely) for g in groups]
    moved = [list(g) for g in groups]
    for n, group in enumerate(groups):
        for card in group:
            if likely[card] == ranks[n]:
                continue
            others = [
                (_away(card, pans[k], d), k) for k in range(len(pans)) if ranks[k] == likely[card]
            ]
            if others and min(others)[0] < 4:
                moved[n].remove(card)
                moved[min(others)[1]].append(card)
                mixed += 0.3
            else:
                mixed += 1.5
    return moved, mixed


def _majority(group: Sequence[Seen], likely: dict[Seen, str]) -> str:
    ranks = [likely[c] for c in group]
    return max(sorted(set(ranks)), key=ranks.count, default="")


def _dish(
    pan: Seen | None, members: Sequence[Seen], shares: dict[Seen, dict[str, float]]
) -> SeenDish:
    score = {
        rank: sum(np.log(shares[m].get(rank, 0.0) + 1e-3) for m in members) for rank in MUSHROOMS
    }
    rank = max(MUSHROOMS, key=lambda r: score[r])
    sure = float(np.prod([shares[m].get(rank, 0.0) for m in members]))
    lying = [m.angle for m in members] + ([pan.angle] if pan is not None else [])
    turned = tuple(m for m in members if _sideways(m, lying)) if len(lying) > 1 else ()
    # One night card of a rank at most, and something must lie upright beside it.
    if len(turned) != 1:
        turned = ()
    return SeenDish(rank, pan, tuple(members), turned, (), (), sure)


def _sideways(card: Seen, angles: Sequence[float]) -> bool:
    upright = sum(abs(sin(card.angle - a)) < _SIDEWAYS for a in angles) - 1
    across = sum(abs(sin(card.angle - a)) >= _SIDEWAYS for a in angles)
    return across > upright


def _add_extras(
    dishes: list[SeenDish], extras: Sequence[Seen], likely: dict[Seen, str], rest: list[Seen]
) -> None:
    for card in extras:
        best: tuple[float, int] | None = None
        for n, dish in enumerate(dishes):
            cards = dish.mushrooms + ((dish.pan,) if dish.pan else ())
            off = min((c.x - card.x) ** 2 + (c.y - card.y) ** 2 for c in cards)
            # Straight over a dish's column, not between two.
            off += 0.5 * min((card.x - c.x) ** 2 for c in cards)
            if off < 4 and (best is None or off < best[0]):
                best = (off, n)
        if best is None:
            rest.append(card)
            continue
        dish = dishes[best[1]]
        butter = dish.butter + ((card,) if likely[card] == BUTTER else ())
        cider = dish.cider + ((card,) if likely[card] == CIDER else ())
        dishes[best[1]] = SeenDish(
            dish.rank, dish.pan, dish.mushrooms, dish.turned, butter, cider, dish.sure
        )
