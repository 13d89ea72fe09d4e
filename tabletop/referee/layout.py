"""Where everything lies: the forest's row, the piles, and each player's side of the table.

Table coordinates are card widths; x runs along the row from the feet to the draw pile's end, y
across it, and (0, 0) is the middle of the first forest card. Nothing but the order of things that
the rules name is taken for granted: a row of face-up cards, a face-down pile at its end, room for
the decay pile at the other, and a player on either side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tabletop.referee.coins import coins_on
from tabletop.referee.geometry import box, overlap
from tabletop.referee.plane import Floats, Plane, fit_plane
from tabletop.vision.sighting import Reading

FOREST = 8
"""Forest cards while the draw pile lasts."""

_ROW_OVERLAP = 0.3
_TURN = np.cos(np.radians(28))


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """The cards of a reading on the table. ``at``: shape (n, 2), middles. ``angle``: shape (n,),
    radians, of the card's upright direction from the y axis, in (-π/2, π/2]: 0 is a card that lies
    across the row, ±π/2 one that lies along it. ``corners``: shape (n, 4, 2)."""

    at: Floats
    angle: Floats
    corners: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One table's zones. Points are table coordinates; None where not known yet.

    ``step``: distance between forest cards; ``lower``: the sign of y on player 0's side;
    ``supply``: middles of the coins that belong to nobody, shape (n, 2).
    """

    plane: Plane
    step: float
    lower: int
    draw: tuple[float, float] | None = None
    night: tuple[float, float] | None = None
    discard: tuple[float, float] | None = None
    decay: tuple[float, float] | None = None
    supply: Floats | None = None

    def spots(self, reading: Reading) -> Spots:
        """The reading's cards in table coordinates."""
        return spots(reading, self.plane)

    def side(self, y: float) -> int:
        """The player on whose side ``y`` lies."""
        return 0 if y * self.lower > 0 else 1

    def slot(self, x: float) -> float:
        """Forest position of ``x``, 0 for the first card, fractions between cards."""
        return x / self.step

    @property
    def end(self) -> float:
        """x beyond which no forest card lies."""
        last = (FOREST - 1) * self.step
        if self.draw is None:
            return last + 0.7 * self.step
        return min(last + 0.7 * self.step, max(self.draw[0] - 0.5, last + 0.35 * self.step))


def spots(reading: Reading, plane: Plane) -> Spots:
    """The reading's cards on ``plane``."""
    if not reading.cards:
        none = np.zeros((0, 2))
        return Spots(none, np.zeros(0), np.zeros((0, 4, 2)))
    corners = plane.to_table(np.array([c.quad for c in reading.cards]))
    up = (corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]) / 2
    angle = np.arctan2(up[:, 0], -up[:, 1])
    angle = (angle + np.pi / 2) % np.pi - np.pi / 2
    return Spots(corners.mean(axis=1), angle, corners)


def read_plane(reading: Reading, near: Plane | None = None) -> Plane | None:
    """The plane in which the reading's cards lie, or None."""
    cards = [c for c in reading.cards if c.visible > 0.25 and c.score > 0.5]
    if len(cards) < 4:
        return None
    quads = np.array([c.quad for c in cards])
    weights = np.array([0.2 + c.visible**2 for c in cards])
    return fit_plane(quads, reading.size, weights, near)


def find_layout(reading: Reading) -> Layout | None:
    """The layout of a table that shows a forest; None where no row of cards is found."""
    plane = read_plane(reading)
    if plane is None:
        return None
    found = _find_row(reading, spots(reading, plane), plane)
    if found is None:
        return None
    row, far = found
    return _build(reading, plane, row, far)


@dataclass(frozen=True, slots=True)
class _Row:
    members: tuple[int, ...]
    along: tuple[float, float]
    gap: float


def _find_row(reading: Reading, s: Spots, plane: Plane) -> tuple[_Row, int | None] | None:
    """The likeliest row, in order away from the feet, and the draw pile's index."""
    clear = _clear(reading, s, plane.card_height)
    up = [i for i in clear if reading.cards[i].up]
    backs = _open_backs(reading, s)
    best: tuple[float, _Row, int | None] | None = None
    for row in _rows(up, s):
        for back, flip, bonus in _ends(row, backs, s):
            length = min(len(row.members), FOREST)
            value = length + bonus
            if best is None or value > best[0]:
                members = row.members[::-1] if flip else row.members
                along = (-row.along[0], -row.along[1]) if flip else row.along
                best = (value, _Row(members, along, row.gap), back)
    if best is None or best[0] < 4.5:
        return None
    return best[1], best[2]


def _clear(reading: Reading, s: Spots, height: float) -> list[int]:
    """Cards in full view that overlap no other card by much: those of a forest do so, those of a
    dish or a pile don't."""
    good = [i for i, c in enumerate(reading.cards) if c.visible > 0.1 and c.score > 0.5]
    boxes = {i: box(float(s.at[i][0]), float(s.at[i][1]), float(s.angle[i]), height) for i in good}

    def lies_on_another(i: int) -> bool:
        apart = np.abs(s.at[good] - s.at[i]).sum(axis=1)
        # One card reported twice is no overlap.
        near = [good[n] for n in np.flatnonzero((apart < 2 * height) & (apart > 0.15))]
        return any(overlap(boxes[i], boxes[k]) > _ROW_OVERLAP for k in near if k != i)

    return [i for i in good if reading.cards[i].visible > 0.6 and not lies_on_another(i)]


def _open_backs(reading: Reading, s: Spots) -> list[int]:
    """Face-down cards that lie on top of what is there; of two in one place the plainer one."""
    cards = reading.cards
    backs = [i for i, c in enumerate(cards) if not c.up and c.visible > 0.2 and c.score > 0.3]
    backs.sort(key=lambda i: -cards[i].visible * cards[i].score)
    kept: list[int] = []
    for i in backs:
        if all(float(np.abs(s.at[i] - s.at[k]).sum()) > 0.5 for k in kept):
            kept.append(i)
    return sorted(kept)


def _rows(up: list[int], s: Spots) -> list[_Row]:
    """Runs of at least three cards side by side, evenly spaced."""
    rows: dict[tuple[int, ...], _Row] = {}
    for i in up:
        for j in up:
            d = s.at[j] - s.at[i]
            length = float(np.hypot(*d))
            if j <= i or not 2.0 < length < 14:
                continue
            d = d / length
            rel = s.at[up] - s.at[i]
            off = np.abs(rel[:, 0] * d[1] - rel[:, 1] * d[0])
            # Cards stand across the row: their short edges run along it.
            upright = np.abs(np.cos(s.angle[up]) * d[0] + np.sin(s.angle[up]) * d[1])
            fits = [k for k, o, u in zip(up, off, upright, strict=True) if o < 0.4 and u > _TURN]
            fits.sort(key=lambda k: float((s.at[k] - s.at[i]) @ d))
            for run in _runs(fits, s, d):
                if len(run) >= 3:
                    gaps = np.diff([float(s.at[k] @ d) for k in run])
                    rows.setdefault(
                        tuple(run),
                        _Row(tuple(run), (float(d[0]), float(d[1])), float(np.median(gaps))),
                    )
    return list(rows.values())


def _runs(cards: list[int], s: Spots, d: Floats) -> list[list[int]]:
    x = [float(s.at[k] @ d) for k in cards]
    runs: list[list[int]] = []
    run: list[int] = []
    for n, k in enumerate(cards):
        if run and not 0.85 < x[n] - x[n - 1] < 2.6:
            runs.append(run)
            run = []
        run.append(k)
    runs.append(run)
    return runs


def _ends(row: _Row, backs: list[int], s: Spots) -> list[tuple[int | None, bool, float]]:
    """What may be the draw pile at either end: index, whether the row must be turned, how good."""
    d = np.asarray(row.along)
    found: list[tuple[int | None, bool, float]] = [(None, False, 0.0)]
    for flip, tip in ((False, row.members[-1]), (True, row.members[0])):
        ahead = -d if flip else d
        for b in backs:
            rel = s.at[b] - s.at[tip]
            x, y = float(rel @ ahead), float(abs(rel[0] * ahead[1] - rel[1] * ahead[0]))
            if 0.8 < x < 5 and y < 1.3:
                found.append((b, flip, 3.0 - 0.5 * abs(x - row.gap) - 1.2 * y))
    return found


def _build(reading: Reading, plane: Plane, row: _Row, back: int | None) -> Layout:
    s = spots(reading, plane)
    d = np.asarray(row.along)
    members = list(row.members)
    if back is None:
        members, d = _from_feet(reading, s, members, d)
    x = np.array([float(s.at[k] @ d) for k in members])
    gap = float(np.median(np.diff(x)))
    index = np.concatenate([[0], np.cumsum(np.maximum(1, np.round(np.diff(x) / gap)))])
    if back is not None:
        # Beside a draw pile the forest holds eight cards: what lies before them is the decay pile.
        index += FOREST - 1 - index[-1]
    else:
        # A gap near the feet parts the decay pile from the forest.
        wide = [i for i in range(1, min(3, len(x) - 2)) if x[i] - x[i - 1] > 1.5 * gap]
        index -= index[wide[-1]] if wide else 0
    keep = index >= 0
    members, x, index = [m for m, k in zip(members, keep, strict=True) if k], x[keep], index[keep]
    line = np.polynomial.polynomial.polyfit(x, s.at[members] @ np.array([-d[1], d[0]]), 1)
    start, step = (float(v) for v in np.polynomial.polynomial.polyfit(index, x, 1))
    slope = float(np.arctan(line[1]))
    angle = float(np.arctan2(d[1], d[0])) + slope
    turned = plane.turned(angle, (0.0, 0.0))
    first = d * start + np.array([-d[1], d[0]]) * (line[0] + line[1] * start)
    c, n = np.cos(-angle), np.sin(-angle)
    origin = (float(first[0] * c - first[1] * n), float(first[0] * n + first[1] * c))
    turned = plane.turned(angle, origin)
    return name_piles(reading, Layout(turned, step, lower_side(turned, step)), back)


def draw_pile(reading: Reading, layout: Layout) -> int | None:
    """Which card of the reading is the draw pile of a known row: the face-down one at its end."""
    s = layout.spots(reading)
    end = (FOREST - 1) * layout.step
    near = [
        (float(s.at[i][0]) - end + abs(float(s.at[i][1])), i)
        for i in _open_backs(reading, s)
        if 0.6 < s.at[i][0] - end < 5 and abs(s.at[i][1]) < 1.3
    ]
    return min(near)[1] if near else None


def _from_feet(
    reading: Reading, s: Spots, members: list[int], d: Floats
) -> tuple[list[int], Floats]:
    """Without a draw pile: overlapping cards in line with the row are the decay pile's end."""
    near = [0.0, 0.0]
    for flip, tip in ((0, members[0]), (1, members[-1])):
        for k, card in enumerate(reading.cards):
            rel = s.at[k] - s.at[tip]
            x = float(rel @ d) * (1 if flip else -1)
            y = abs(float(rel[0] * d[1] - rel[1] * d[0]))
            if 0.6 < x < 4.5 and y < 0.9 and k not in members and card.up:
                near[flip] += 1.0 + (card.visible < 0.6)
            if 0.6 < x < 4.5 and y < 0.9 and not card.up:
                near[flip] -= 2.0
    return (members[::-1], -d) if near[1] > near[0] else (members, d)


def lower_side(plane: Plane, step: float) -> int:
    """The sign of y on the side nearer to the picture's lower edge, else further left (R:
    seats)."""
    middle = (FOREST - 1) / 2 * step
    a, b = plane.to_picture(np.array([[middle, 2.5], [middle, -2.5]]))
    down, right = float(a[1] - b[1]), float(a[0] - b[0])
    if abs(down) > 0.25 * abs(right):
        return 1 if down > 0 else -1
    return 1 if right < 0 else -1


def name_piles(reading: Reading, layout: Layout, back: int | None) -> Layout:
    """The layout with the places of draw pile (card ``back`` of the reading), night pile and
    supply."""
    s = layout.spots(reading)
    backs = _open_backs(reading, s)
    draw = None if back is None else _point(s, back)
    night = None
    rest = [i for i in backs if i != back]
    if draw is not None and rest:
        near = min(rest, key=lambda i: _night_cost(s.at[i], draw, rest, s))
        if _night_cost(s.at[near], draw, rest, s) < 4:
            night = _point(s, near)
    supply = None
    if reading.coins:
        supply = coins_on(reading, layout.plane, patterned=False)
    return replace(layout, draw=draw, night=night, supply=supply)


def _night_cost(at: Floats, draw: tuple[float, float], rest: list[int], s: Spots) -> float:
    """Distance from the draw pile; off the row's line counts more where that would leave a player
    without a pan."""
    dx, dy = float(at[0] - draw[0]), float(at[1] - draw[1])
    cost = float(np.hypot(dx, dy))
    if abs(dy) > 0.8:
        same = sum(1 for i in rest if s.at[i][1] * at[1] > 0 and abs(s.at[i][1] - draw[1]) > 0.8)
        cost += 1.0 if same > 1 else 3.0
    return cost + (0.5 if dx < -0.5 else 0.0)


def _point(s: Spots, i: int) -> tuple[float, float]:
    return float(s.at[i][0]), float(s.at[i][1])
