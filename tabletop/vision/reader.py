"""Reading a picture: cards, coins and hands, with a probability for each face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACES
from tabletop.vision.coins import coins, hands
from tabletop.vision.deck import KnownDecks
from tabletop.vision.finder import Finder, Grid
from tabletop.vision.found import Found, same_cards, share_on
from tabletop.vision.gate import Gate
from tabletop.vision.index import IndexReader
from tabletop.vision.model import model_hash
from tabletop.vision.namer import Name, Namer
from tabletop.vision.order import bottom_to_top, corners
from tabletop.vision.outline import find_cards
from tabletop.vision.sighting import Point, Quad, Reading, Sighting

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

ROUGH_SIDES = (640, 240)
"""The picture's longer side in pixels for a first look that tells how large the cards are."""
SEEN_WIDTHS = (17.0, 160.0)
"""Widths of cards in pixels that the finder can judge."""
CLEAR_WIDTH = 26.0
"""Cards at least this wide in the coarser of the first looks are judged by it alone."""
BEST_WIDTH = 56.0
"""The width it judges best: the second look resizes the picture to it."""
LARGEST_ZOOM = 1.5
LONGEST_SIDE = 2600
SPREAD = 2.1
"""Where the widest tenth of the cards is wider than the narrowest by more than this, two looks."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
FIRM, WEAK, SPLINTER = 0.8, 0.5, 0.17
"""A card reads well from ``FIRM`` on; a splinter's best name is below ``WEAK``, its area too."""
HOLE = 7
"""Cells of the finder's grid across which a card's own are taken to go on."""
SLIVER = 0.1
NAMELESS, COVERED = 0.3, 0.1
"""What shows less than ``COVERED`` and has no name is a few stray votes."""
MOSTLY = 0.6
"""A card of which less shows is named by its corners too."""
HARDLY, WHOLE = 0.1, 0.8
"""A card that shows ``WHOLE`` can be told better than ``HARDLY``; what can't is stray votes too."""
LEAST_SCORE = 0.5
HOPELESS = 0.93
"""Where the first naming sees nothing with this probability, there is no second."""
STEADY, CLEAR = 0.09, 0.93
"""A card cut out this rightly and named this surely isn't looked at a second time."""


class Reader:
    """Reads pictures. Loading takes a moment; one reader reads one picture at a time."""

    def __init__(self, models: Path | None = None) -> None:
        """``models``: folder of the models, the bundled ones if none is given.

        Raises ``ModelError`` if they can't be loaded.
        """
        self._finder = Finder(models)
        self._gate = Gate(self._finder.gate_weights)
        self.namer = Namer(models)
        self.index = IndexReader(models)
        self.models = model_hash("namer", models), model_hash("index", models)

    def know(self, decks: KnownDecks | None) -> None:
        """From now on read with what was learnt of ``decks``; with ``None``, without."""
        self.namer.correction = decks.namer if decks else None
        self.index.correction = decks.index if decks else None

    def read(self, image: Image) -> Reading:
        """Read ``image``, BGR, shape (h, w, 3), uint8; quads and coins come in its pixels."""
        h, w = image.shape[:2]
        if min(h, w) < 8:
            return Reading((w, h))
        looks = self._looks(image)
        grids = [grid for grid, _ in looks]
        cards: list[tuple[int, Found, Name]] = []
        for k, found in enumerate(_best_looks(looks)):
            names = self.namer.name(image, grids[k], found)
            likely = [
                (_aimed(f, n), n) for f, n in zip(found, names, strict=True) if n.nothing < HOPELESS
            ]
            aimed = [f for f, _ in likely]
            again = self._named_closer(image, grids[k], likely)
            said = self._corners_of_covered(image, grids[k], aimed)
            cards += [
                (k, f, replace(n, p=self.index.fused(n.p, corners_say)))
                for f, n, corners_say in zip(aimed, again, said, strict=True)
            ]
        cards = _without_splinters(grids, _once(cards))
        sightings: list[Sighting] = []
        for k, grid in enumerate(grids):
            mine = [(f, n) for j, f, n in cards if j == k]
            order = bottom_to_top(grid, [f for f, _ in mine])
            sightings += [s for s in (self._sighting(*mine[i]) for i in order) if s is not None]
        return Reading((w, h), tuple(sightings), coins(grids[0]), hands(grids[0]))

    def _looks(self, image: Image) -> list[tuple[Grid, list[Found]]]:
        """What is found at the sizes that suit the cards best."""
        side = max(image.shape[:2])
        rough = [self._finder.look(image, min(1.0, long / side)) for long in ROUGH_SIDES]
        best = [(rough[0], find_cards(rough[0]))]
        most = -1.0
        for zooms in _zooms(rough, side):
            grids = [self._finder.look(image, zoom) for zoom in zooms]
            looks = [(grid, find_cards(grid)) for grid in grids]
            found = [f for _, cards in looks for f in cards if f.score > FIRM]
            shows = sum(f.score * min(f.visible, 1.0) for f in found)
            if shows > most:
                best, most = looks, shows
            # Squares of a cloth can look like large cards, but they don't agree where one lies.
            if any(f.visible > WHOLE for f in found):
                break
        return best

    def _sighting(self, found: Found, name: Name) -> Sighting | None:
        """``None`` where there rather is no card."""
        score = self._gate.probability(found, name)
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

    def _corners_of_covered(self, image: Image, grid: Grid, cards: Sequence[Found]) -> Floats:
        """What the corners of partly covered cards say, (n, 54); zeros for cards that show enough
        for the namer, who sees the pips as well and errs less."""
        said = np.zeros((len(cards), len(FACES)), np.float32)
        covered = [i for i, card in enumerate(cards) if card.visible < MOSTLY]
        if covered:
            said[covered] = self.index.read(image, grid, [cards[i] for i in covered])
        return said

    def _named_closer(
        self, image: Image, grid: Grid, likely: Sequence[tuple[Found, Name]]
    ) -> list[Name]:
        """The names of cards seen from where the first look aimed; those that were clear at the
        first look keep their name."""
        unclear = [
            i
            for i, (_, name) in enumerate(likely)
            if name.missed > STEADY or max(float(name.p.max()), name.back) < CLEAR
        ]
        names = [name for _, name in likely]
        closer = self.namer.name(image, grid, [likely[i][0] for i in unclear])
        for i, name in zip(unclear, closer, strict=True):
            names[i] = name
        return names


def _zooms(looks: list[Grid], side: int) -> list[list[float]]:
    """How to resize a picture ``side`` pixels long so that its cards get their best width: each
    entry one or two sizes, the likeliest entry first; none where no card is seen."""
    options: list[list[float]] = []
    for grid, least in zip(reversed(looks), (CLEAR_WIDTH, SEEN_WIDTHS[0]), strict=True):
        card = (grid.share[:, :, 1] + grid.share[:, :, 2]) > 0.5
        width = 2 * np.hypot(grid.u2[card][:, 0], grid.u2[card][:, 1])
        judged = (width * grid.zoom > least) & (width * grid.zoom < SEEN_WIDTHS[1])
        clear = bool(judged.sum() > 0.6 * len(width))
        width = width[judged]
        # Each card counts alike, however many cells it covers.
        weight = 1 / (width * width * grid.scale[0] * grid.scale[1])
        # Where cards fill the picture only the coarser look can judge them, and it is right to: the
        # finer one sees parts of cards and takes them for small ones.
        if weight.sum() >= 0.3 and (clear or grid is looks[0]):
            options.append(_sizes_for(width, weight, side))
    return options


def _sizes_for(width: Floats, weight: Floats, side: int) -> list[float]:
    """One or two sizes for cards ``width`` (n,) pixels wide, each counting ``weight`` (n,)."""
    order = np.argsort(width)
    share = np.cumsum(weight[order]) / weight.sum()
    at = [float(np.interp(q, share, width[order])) for q in QUANTILES]
    chosen = [at[2]] if at[4] < SPREAD * at[0] else [at[1], at[3]]
    largest = min(LARGEST_ZOOM, LONGEST_SIDE / side)
    zooms = [min(BEST_WIDTH / max(w, 1.0), largest) for w in chosen]
    if len(zooms) == 2 and zooms[0] < 1.35 * zooms[1]:
        zooms = [float(np.sqrt(zooms[0] * zooms[1]))]
    return zooms


def _best_looks(looks: list[tuple[Grid, list[Found]]]) -> list[list[Found]]:
    """Each card once, from the look at which its size suits the finder best; one list a look."""

    def misfit(card: Found) -> float:
        return abs(float(np.log(max(card.width, 1e-3) / BEST_WIDTH)))

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


def _aimed(found: Found, name: Name) -> Found:
    """``found`` where the namer, who looks closer, sees its edges."""
    return Found(
        name.centre, name.u, name.v, found.up, found.score, found.cells, found.visible, found.width
    )


def _once(cards: list[tuple[int, Found, Name]]) -> list[tuple[int, Found, Name]]:
    """Without those that aimed closer turn out to be a card already there."""
    by_size = sorted(cards, key=lambda c: -len(c[1].cells))
    same = same_cards([found for _, found, _ in by_size], 0.13)
    kept: list[int] = []
    for i in range(len(by_size)):
        if not same[i, kept].any():
            kept.append(i)
    return [by_size[i] for i in kept]


def _without_splinters(
    grids: list[Grid], cards: list[tuple[int, Found, Name]]
) -> list[tuple[int, Found, Name]]:
    """Without what stray votes make: pieces nobody can name, pieces on a card that shows whole
    (no other can lie on it), and small weak ones on a card that reads well."""

    def best(name: Name) -> float:
        return max(float(name.p.max()), name.back)

    whole = [(k, f) for k, f, n in cards if f.visible > WHOLE and best(n) > WEAK]
    firm = [(k, f) for k, f, n in cards if best(n) > FIRM]
    kept = []
    for k, found, name in cards:
        sure = best(name)
        if (sure < NAMELESS and found.visible < COVERED) or (
            sure < HARDLY and found.visible < WHOLE
        ):
            continue
        if found.visible < WHOLE and _lies_on(grids, k, found, whole):
            continue
        weak = found.visible < (SPLINTER if sure < WEAK else SLIVER)
        if weak and any(j == k and _lies_in(grids[k], found, f) for j, f in firm):
            continue
        kept.append((k, found, name))
    return kept


def _lies_on(grids: list[Grid], k: int, piece: Found, cards: list[tuple[int, Found]]) -> bool:
    """Whether most of ``piece``, seen at look ``k``, lies on a larger one of ``cards``, seen at
    whatever look."""
    area = _area(grids[k], piece)
    return any(
        _area(grids[j], f) > area and share_on(grids[k], piece, f, 1.08) > 0.6 for j, f in cards
    )


def _area(grid: Grid, card: Found) -> float:
    """Square pixels of the picture in which ``card`` shows."""
    return len(card.cells) / (grid.scale[0] * grid.scale[1])


def _lies_in(grid: Grid, piece: Found, card: Found) -> bool:
    """Whether most of ``piece`` fills holes in what shows of ``card``, which shows in more cells.

    What lies beside that is another matter: in a dish each strip lies on the card before it.
    """
    if len(card.cells) <= len(piece.cells):
        return False
    shows = np.zeros(grid.share.shape[:2], np.uint8)
    shows[card.cells[:, 0], card.cells[:, 1]] = 1
    closed = cv2.morphologyEx(shows, cv2.MORPH_CLOSE, np.ones((HOLE, HOLE), np.uint8))
    return float(closed[piece.cells[:, 0], piece.cells[:, 1]].mean()) > 0.6


def _points(quad: NDArray[np.float32]) -> Quad:
    a, b, c, d = (_point(p) for p in quad)
    return (a, b, c, d)


def _point(p: NDArray[np.float32]) -> Point:
    return (round(float(p[0]), 1), round(float(p[1]), 1))
