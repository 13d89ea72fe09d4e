"""Sorting one player's open cards into dishes, pans, baskets, night cards and poison mushrooms,
from how they lie: for a table whose history nobody saw.

A dish is a pan with mushrooms of one rank over it; columns grow in any direction, and neighbouring
dishes may touch. Night cards all differ in rank, so equal mushrooms that touch are a dish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, exp, log, pi, sin

import numpy as np

from tabletop.games.walk.game import BASKET, BUTTER, CIDER, MUSHROOMS, PAN, POISON
from tabletop.referee.beliefs import Faces, settle
from tabletop.referee.geometry import reach_into
from tabletop.referee.observe import Seen
from tabletop.referee.plane import Floats

_TOUCH = 0.03
_SIDEWAYS = 0.9
_A_PAN = 0.35
"""Probability from which a card is taken for a pan."""
_ECHO = 0.25
"""How much a card more that is read as the others says of a dish's rank: a deck whose strips look
like another rank has more than one such strip."""
_MAY_BE = 0.02
"""Probability from which a dish may be of a rank."""
_SLIVER, _SAME_PLACE, _ALIKE = 0.15, 0.2, 0.3
"""What shows of a card, and how near, in card widths, and how much turned against it, another one
lies, where it is seen twice."""
_COVERED = 0.55
"""Share of a pan that shows below which something lies in it."""


@dataclass(frozen=True)
class SeenDish:
    """A dish as it lies: ``rank`` its mushroom; ``pan`` None where no pan shows; ``turned``: those
    of ``mushrooms`` that lie sideways; ``sure``: probability that all its mushrooms are of that
    rank; ``ranks``: what rank it may be, with probabilities, likeliest first."""

    rank: str
    pan: Seen | None
    mushrooms: tuple[Seen, ...]
    turned: tuple[Seen, ...]
    butter: tuple[Seen, ...]
    cider: tuple[Seen, ...]
    sure: float
    ranks: tuple[tuple[str, float], ...]

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
    shares = {c: kind_shares(c, faces) for c in _once(cards)}
    likely = {c: _likeliest(s) for c, s in shares.items()}
    cards = list(shares)
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
            elif pan is None and len(members) < 3 and not _column(members, shares):
                nights += members
            else:
                dishes.append(_dish(pan, members, shares))
        _add_extras(dishes, extras, likely, rest)
    return Groups(
        tuple(dishes), tuple(pans), tuple(baskets), tuple(nights), tuple(poison), tuple(rest)
    )


def _column(members: Sequence[Seen], shares: dict[Seen, dict[str, float]]) -> bool:
    """Whether two mushrooms are a dish whose pan isn't seen: of one rank, which no two night cards
    are, and laid with care, as no pile is."""
    first, second = members
    same = max(min(shares[first].get(r, 0.0), shares[second].get(r, 0.0)) for r in MUSHROOMS)
    return same > 0.8 and abs(sin(2 * (first.angle - second.angle))) < _ALIKE


def _once(cards: Sequence[Seen]) -> list[Seen]:
    """``cards`` less slivers that lie right where another card lies: that is seen twice."""
    return [
        c
        for c in cards
        if c.visible > _SLIVER
        or not any(
            o.visible > c.visible
            and (o.x - c.x) ** 2 + (o.y - c.y) ** 2 < _SAME_PLACE**2
            and abs(sin(o.angle - c.angle)) < _ALIKE
            for o in cards
        )
    ]


def _likeliest(shares: dict[str, float]) -> str:
    """The likeliest kind. A card that can hardly be read may be anything: it is rather one of a
    pile, or in a dish, than the pan of one."""
    best = max(shares, key=lambda k: (shares[k], k))
    if best == PAN and shares[best] < _A_PAN:
        return max((k for k in shares if k != PAN), key=lambda k: (shares[k], k))
    return best


def _lies_in(card: Seen, pan: Seen | None, height: float, extras: Sequence[Seen]) -> bool:
    """A single mushroom over a pan whose other cards were not seen: nobody lays a night card half
    over an empty pan."""
    if pan is None or not touch(card, pan, height):
        return False
    return pan.visible < _COVERED or bool(extras)


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
    alike: dict[str, list[Seen]] = {}
    for m in sorted(members, key=lambda m: -m.visible):
        alike.setdefault(max(MUSHROOMS, key=lambda r: (shares[m].get(r, 0.0), r)), []).append(m)
    said = [(m, _ECHO if n else 1.0) for same in alike.values() for n, m in enumerate(same)]
    score = {
        rank: sum(weight * log(shares[m].get(rank, 0.0) + 1e-3) for m, weight in said)
        for rank in MUSHROOMS
    }
    best = sorted(MUSHROOMS, key=lambda r: (-score[r], r))
    weights = [exp(score[r] - score[best[0]]) for r in best]
    ranks = [(r, w / sum(weights)) for r, w in zip(best, weights, strict=True)]
    rank = best[0]
    sure = float(np.prod([shares[m].get(rank, 0.0) for m in members]))
    lying = [m.angle for m in members] + ([pan.angle] if pan is not None else [])
    turned = tuple(m for m in members if _sideways(m, lying)) if len(lying) > 1 else ()
    # One night card of a rank at most, and something must lie upright beside it.
    if len(turned) != 1:
        turned = ()
    likely = tuple(r for r in ranks if r[1] >= _MAY_BE)
    return SeenDish(rank, pan, tuple(members), turned, (), (), sure, likely)


def usual_step(dishes: Sequence[SeenDish]) -> float:
    """How far the cards of ``dishes`` lie from one another, in card widths; 0 where none do."""
    gaps = [gap for dish in dishes for gap in _gaps(dish)]
    return float(np.median(gaps)) if gaps else 0.0


def unseen_between(dish: SeenDish, step: float) -> int:
    """How many cards the gaps in ``dish`` have room for, where cards lie ``step`` apart."""
    if step <= 0:
        return 0
    return sum(max(0, round(gap / step) - 1) for gap in _gaps(dish))


def _gaps(dish: SeenDish) -> list[float]:
    """From card to card of a column, from its pan on."""
    if dish.pan is None:
        return []
    x, y = dish.pan.x, dish.pan.y
    far = max(dish.cards, key=lambda c: (c.x - x) ** 2 + (c.y - y) ** 2)
    long = ((far.x - x) ** 2 + (far.y - y) ** 2) ** 0.5
    if long == 0:
        return []
    along = sorted(((c.x - x) * (far.x - x) + (c.y - y) * (far.y - y)) / long for c in dish.cards)
    return [b - a for a, b in zip([0.0, *along], along, strict=False)]


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
        dishes[best[1]] = replace(dish, butter=butter, cider=cider)
