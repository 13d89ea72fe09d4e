"""At which sizes a picture is looked at, and which look to believe about a card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.finder import CARD_FROM, Grid
from tabletop.vision.found import Found, same_cards
from tabletop.vision.joining import FIRM

Floats = NDArray[np.float32]

SEEN_WIDTHS = (17.0, 160.0)
"""Widths of cards in pixels that the finder can judge."""
ROUGH_LOOKS = ((240, 26.0), (640, SEEN_WIDTHS[0]))
"""First looks that tell how large the cards are, each only where those before it didn't: the
picture's longer side in pixels, and the least width of cards that they judge well.

Where cards fill the picture only the coarsest can judge them, and it is right to: a finer one sees
parts of cards and takes them for small ones.
"""
NEAR_WIDTH, FAR_WIDTH = 56.0, 70.0
"""The widths it judges best: the second look resizes the picture to them. From near, cards fill the
picture, and parts of them look like cards if they are large; from afar there are strips, and the
larger they are the more of them are found."""
NEAR, FAR = 10.0, 16.0
"""A picture is from near where it is so many cards wide or fewer, and from afar from so many."""
LARGEST_ZOOM = 1.5
LONGEST_SIDE = 2600
SUITS = (0.65, 1.6)
"""A look suits whole cards whose width is so many times the best one."""
LEAST_CARDS, MOSTLY = 2, 0.6
"""So many cards tell that a look doesn't suit: those that the finder is sure of and that mostly
show."""
SPREAD = 2.1
"""Where the widest tenth of the cards is wider than the narrowest by more than this, two looks."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def best_width(side: int, width: float) -> float:
    """How wide cards of ``width`` pixels in a picture ``side`` pixels long should be looked at."""
    return float(np.interp(side / max(width, 1.0), (NEAR, FAR), (NEAR_WIDTH, FAR_WIDTH)))


def best_zoom(side: int, width: float) -> float:
    """How to resize a picture ``side`` pixels long so that its cards, ``width`` pixels wide, get
    their best width, as far as it may be made larger."""
    return min(best_width(side, width) / max(width, 1.0), largest_zoom(side))


def zooms(grid: Grid, side: int, least: float, *, surely: bool) -> list[float]:
    """How to resize a picture ``side`` pixels long so that its cards get their best width, by a
    first look at it: one or two sizes, none where no card is seen.

    ``least``: the width in pixels from which that look can judge cards. ``surely``: none either
    where many cards are smaller or larger.
    """
    card = grid.card > CARD_FROM
    width = 2 * np.hypot(grid.u2[card][:, 0], grid.u2[card][:, 1])
    judged = (width * grid.zoom > least) & (width * grid.zoom < SEEN_WIDTHS[1])
    clear = bool(judged.sum() > 0.6 * len(width))
    width = width[judged]
    # Each card counts alike, however many cells it covers.
    weight = 1 / (width * width * grid.scale[0] * grid.scale[1])
    if weight.sum() < 0.3 or (surely and not clear):
        return []
    return _sizes_for(width, weight, side)


def _sizes_for(width: Floats, weight: Floats, side: int) -> list[float]:
    """One or two sizes for cards ``width`` (n,) pixels wide, each counting ``weight`` (n,)."""
    order = np.argsort(width)
    share = np.cumsum(weight[order]) / weight.sum()
    at = [float(np.interp(q, share, width[order])) for q in QUANTILES]
    chosen = [at[2]] if at[4] < SPREAD * at[0] else [at[1], at[3]]
    sizes = [best_zoom(side, w) for w in chosen]
    if len(sizes) == 2 and sizes[0] < 1.35 * sizes[1]:
        sizes = [float(np.sqrt(sizes[0] * sizes[1]))]
    return sizes


def better_zoom(looks: Sequence[tuple[Grid, list[Found]]], side: int) -> float | None:
    """At which size a picture ``side`` pixels long is to be looked at instead, if its cards
    turn out too large or too small in its only look: what a rough look took for cards may have been
    squares of a cloth. ``None`` if the look suits them."""
    if len(looks) != 1:
        return None
    ((grid, _),) = looks
    widths = [f.width for f in sure_cards(looks) if f.visible > MOSTLY]
    if len(widths) < LEAST_CARDS:
        return None
    wide = float(np.median(widths))
    best = best_width(side, wide / grid.zoom)
    if SUITS[0] < wide / best < SUITS[1]:
        return None
    zoom = min(grid.zoom * best / wide, largest_zoom(side))
    return None if SUITS[0] < zoom / grid.zoom < SUITS[1] else zoom


def shown(looks: Sequence[tuple[Grid, list[Found]]]) -> float:
    """How much of cards is surely found in ``looks``, in whole cards."""
    return sum(f.score * min(f.visible, 1.0) for f in sure_cards(looks))


def sure_cards(looks: Sequence[tuple[Grid, list[Found]]]) -> list[Found]:
    """What the finder is sure of in ``looks``."""
    return [f for _, cards in looks for f in cards if f.score > FIRM]


def largest_zoom(side: int) -> float:
    """How far a picture ``side`` pixels long may be made larger."""
    return min(LARGEST_ZOOM, LONGEST_SIDE / side)


def best_looks(looks: list[tuple[Grid, list[Found]]]) -> list[list[Found]]:
    """Each card once, from the look at which its size suits the finder best; one list a look."""

    def misfit(card: Found) -> float:
        return abs(float(np.log(max(card.width, 1e-3) / NEAR_WIDTH)))

    ranked = sorted(
        ((misfit(f), k, f) for k, (_, found) in enumerate(looks) for f in found),
        key=lambda item: (item[0], item[1]),
    )
    same = same_cards([card for _, _, card in ranked], 0.3)
    kept: list[int] = []
    for i, (_, k, card) in enumerate(ranked):
        if not SEEN_WIDTHS[0] * 0.6 <= card.width <= SEEN_WIDTHS[1] * 1.6:
            continue
        if all(k == ranked[j][1] or not same[i, j] for j in kept):
            kept.append(i)
    return [[ranked[i][2] for i in kept if ranked[i][1] == k] for k in range(len(looks))]
