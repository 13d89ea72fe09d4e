"""Reading a picture again of which only a part changed since it was last read.

What changed is looked at together with every card that lies there or touches one that does: a heap
is read as a whole, so that what lies on what stays known. All else is kept as it was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.vision.found import Found
from tabletop.vision.masks import resized
from tabletop.vision.sighting import Quad, Reading, Sighting, quad_of

Where = NDArray[np.bool_]

TOUCHING = 0.94
"""A card's quad is made so many times smaller before it is asked whether it lies on another."""
AROUND = 0.5
"""Card widths looked at beyond what is read again, so that cards' edges are seen."""
COVERED = 0.3
"""A card was read anew if at least this share of it lies where the picture changed."""
WHOLE = 0.85
"""Cards of which more shows tell the size of those that are covered."""

Oblong = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


def stale(earlier: Reading, changed: Where) -> tuple[Where, list[bool]]:
    """What of ``earlier`` must be read again where ``changed``, a mask (rows, columns) that spans
    the picture, names what changed: a mask like it, and for each card whether it must."""
    area = changed.astype(np.uint8)
    masks = [_mask(card.quad, earlier.size, area.shape, TOUCHING) for card in earlier.cards]
    whole = [_mask(card.quad, earlier.size, area.shape, 1.0) for card in earlier.cards]
    must = [bool((mask & area).any()) for mask in whole]
    grown = True
    for mask, hit in zip(whole, must, strict=True):
        if hit:
            area |= mask
    while grown:
        grown = False
        for i, mask in enumerate(masks):
            if not must[i] and (mask & area).any():
                must[i] = grown = True
                area |= whole[i]
    return area > 0, must


def oblongs(area: Where, size: tuple[int, int], card_width: float) -> list[Oblong]:
    """The parts of a picture of ``size`` (width, height) to be read again, with some room around
    each; parts that would overlap are one."""
    rows, columns = area.shape
    x, y = size[0] / columns, size[1] / rows
    room = np.ones((_odd(card_width / y), _odd(card_width / x)), np.uint8)
    near = cv2.dilate(area.astype(np.uint8), room)
    count, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    parts = [
        (int(left * x), int(top * y), int((left + w) * x), int((top + h) * y))
        for left, top, w, h in stats[1:count, :4].tolist()
    ]
    return _apart(parts)


def _odd(width: float) -> int:
    return 2 * max(1, round(AROUND * width)) + 1


def _apart(parts: list[Oblong]) -> list[Oblong]:
    done: list[Oblong] = []
    left = list(parts)
    while left:
        a = left.pop()
        for b in left + done:
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                (left if b in left else done).remove(b)
                left.append((min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])))
                break
        else:
            done.append(a)
    return done


def cards_known(cards: Sequence[Sighting], corner: tuple[int, int]) -> list[Found]:
    """The whole ones of ``cards``, as found in the part of their picture whose upper left corner
    lies at ``corner``; they tell how large cards are."""
    known = []
    for card in cards:
        if card.visible > WHOLE:
            quad = np.array(card.quad, np.float32) - np.array(corner, np.float32)
            u, v = (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
            none = np.zeros((0, 2), np.intp)
            known.append(Found(quad.mean(axis=0), u, v, 1.0, card.score, none, card.visible, 0.0))
    return known


def card_width(cards: Sequence[Sighting]) -> float:
    """The width of a card, pixels: the median of those that show well, or of all."""
    well = [card for card in cards if card.visible > WHOLE] or cards
    return float(np.median([c.width for c in well]))


def renewed(
    earlier: Reading,
    area: Where,
    must: Sequence[bool],
    parts: Sequence[tuple[Oblong, Reading]],
) -> Reading:
    """``earlier`` with what ``parts`` say of ``area`` in its place; ``must``: for each card whether
    it was read anew."""
    cards = [card for card, hit in zip(earlier.cards, must, strict=True) if not hit]
    coins = [coin for coin in earlier.coins if not _at(area, coin.x, coin.y, earlier.size)]
    hands = earlier.hands.copy()
    rows, columns = hands.shape
    for (left, top, right, bottom), reading in parts:
        corner = (left, top)
        cards += [
            card
            for card in (_moved(card, corner) for card in reading.cards)
            if _lies_on(card, area, earlier.size)
        ]
        moved = (replace(coin, x=coin.x + left, y=coin.y + top) for coin in reading.coins)
        coins += [coin for coin in moved if _at(area, coin.x, coin.y, earlier.size)]
        x = slice(left * columns // earlier.size[0], -(-right * columns // earlier.size[0]))
        y = slice(top * rows // earlier.size[1], -(-bottom * rows // earlier.size[1]))
        part = hands[y, x]
        hands[y, x] = resized(reading.hands, part.shape)
    return Reading(earlier.size, tuple(cards), tuple(coins), hands)


def _moved(card: Sighting, corner: tuple[int, int]) -> Sighting:
    quad = quad_of((round(x + corner[0], 1), round(y + corner[1], 1)) for x, y in card.quad)
    return replace(card, quad=quad)


def _mask(
    quad: Quad, size: tuple[int, int], shape: tuple[int, ...], times: float
) -> NDArray[np.uint8]:
    """The cells of a mask of ``shape`` on which ``quad`` lies, made ``times`` as large."""
    points = np.array(quad)
    middle = points.mean(axis=0)
    points = (middle + (points - middle) * times) * (shape[1] / size[0], shape[0] / size[1])
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(points * 16 - 8).astype(np.int32), 1, shift=4)
    return mask


def _lies_on(card: Sighting, area: Where, size: tuple[int, int]) -> bool:
    mask = _mask(card.quad, size, area.shape, 1.0) > 0
    return bool(mask.any()) and float(area[mask].mean()) >= COVERED


def _at(area: Where, x: float, y: float, size: tuple[int, int]) -> bool:
    rows, columns = area.shape
    column = min(max(int(x * columns / size[0]), 0), columns - 1)
    return bool(area[min(max(int(y * rows / size[1]), 0), rows - 1), column])
