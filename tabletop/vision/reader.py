"""Reading a picture: cards, coins and hands, with a probability for each face."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.vision.coins import coins, hands
from tabletop.vision.finder import Finder, Grid
from tabletop.vision.namer import Name, Namer
from tabletop.vision.order import bottom_to_top, corners
from tabletop.vision.sighting import Point, Quad, Reading, Sighting
from tabletop.vision.votes import Found, gather, same_card

Image = NDArray[np.uint8]

LONG_SIDES = (960, 416)
"""The picture's longer side in pixels as the finder sees it: once for cards as on a table seen
whole, once for cards that fill the picture."""
FINE_SIDE = 1920
SMALL_CARD = 32.0
"""Cards narrower than this, in pixels of the finder's picture, are looked for again at
``FINE_SIDE``."""
GOOD_WIDTH = (19.0, 165.0)
"""Widths in pixels at which the finder was trained to see cards."""
BEST_WIDTH = 60.0
LEAST_SCORE = 0.5


class Reader:
    """Reads pictures. Loading takes a moment; reading is safe to repeat, not to share by
    threads."""

    def __init__(self, models: Path | None = None) -> None:
        """``models``: folder of the models, the bundled ones if none is given.

        Raises ``ModelError`` if they can't be loaded.
        """
        self._finder = Finder(models)
        self._namer = Namer(models)

    def read(self, image: Image) -> Reading:
        """Read ``image``, BGR, shape (h, w, 3), uint8; quads and coins come in its pixels."""
        h, w = image.shape[:2]
        if min(h, w) < 8:
            return Reading((w, h))
        grids = [self._finder.look(image, min(1.0, side / max(h, w))) for side in LONG_SIDES]
        looks = [(grid, gather(grid)) for grid in grids]
        widths = [f.width for f in looks[0][1]]
        if max(h, w) > 1.25 * LONG_SIDES[0] and widths and float(np.median(widths)) < SMALL_CARD:
            fine = self._finder.look(image, min(1.0, FINE_SIDE / max(h, w)))
            looks.insert(0, (fine, gather(fine)))
        chosen = _best_looks(looks)
        cards: list[tuple[Found, Name, Grid]] = []
        for grid, found in chosen:
            names = self._namer.name(image, grid, found)
            cards += [(f, n, grid) for f, n in zip(found, names, strict=True)]
        sightings: list[Sighting] = []
        for grid, _ in chosen:
            mine = [(f, n) for f, n, g in cards if g is grid]
            order = bottom_to_top(grid, [f for f, _ in mine])
            sightings += [s for s in (_sighting(*mine[i]) for i in order) if s is not None]
        main = looks[0][0]
        return Reading((w, h), tuple(sightings), coins(main), hands(main))


def _best_looks(looks: list[tuple[Grid, list[Found]]]) -> list[tuple[Grid, list[Found]]]:
    """Each card once, from the look at which its size suits the finder best."""

    def misfit(card: Found) -> float:
        return abs(float(np.log(max(card.width, 1e-3) / BEST_WIDTH)))

    ranked = sorted(
        ((misfit(f), k, f) for k, (_, found) in enumerate(looks) for f in found),
        key=lambda item: (item[0], item[1]),
    )
    kept: list[tuple[int, Found]] = []
    for _, k, card in ranked:
        if not GOOD_WIDTH[0] * 0.6 <= card.width <= GOOD_WIDTH[1] * 1.6:
            continue
        if all(k == j or not same_card(card, other, 0.3) for j, other in kept):
            kept.append((k, card))
    return [(grid, [f for j, f in kept if j == k]) for k, (grid, _) in enumerate(looks)]


def _sighting(found: Found, name: Name) -> Sighting | None:
    """``None`` where the namer sees no card."""
    score = found.score * (1 - name.nothing)
    if score < LEAST_SCORE:
        return None
    down = name.back * (1.5 - found.up)
    face_up = float(name.p.sum()) * (0.5 + found.up)
    up = face_up >= down
    quad = corners(found)
    if name.flipped:
        quad = np.roll(quad, 2, axis=0)
    p = name.p / max(1.0, float(name.p.sum())) if up else np.zeros(54, np.float32)
    return Sighting(_points(quad), up, p.astype(np.float32), found.visible, score)


def _points(quad: NDArray[np.float32]) -> Quad:
    a, b, c, d = (_point(p) for p in quad)
    return (a, b, c, d)


def _point(p: NDArray[np.float32]) -> Point:
    return (round(float(p[0]), 1), round(float(p[1]), 1))
