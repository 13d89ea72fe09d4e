"""Reading a picture: cards, coins and hands, with a probability for each face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACE_INDEX, FACES, SUITS
from tabletop.vision import again
from tabletop.vision.across import lying_across, share_cells, showing
from tabletop.vision.coins import coins, hands
from tabletop.vision.deck import KnownDecks
from tabletop.vision.finder import Finder, Grid
from tabletop.vision.found import Found, share_on
from tabletop.vision.gate import Gate
from tabletop.vision.index import IndexReader
from tabletop.vision.joining import FIRM, WEAK, WHOLE, shadowy, without_splinters
from tabletop.vision.layers import laid_out
from tabletop.vision.model import model_hash
from tabletop.vision.namer import Name, Namer, cut_out
from tabletop.vision.order import bottom_to_top, corners
from tabletop.vision.outline import find_cards
from tabletop.vision.picture import Picture
from tabletop.vision.proof import shows_cards
from tabletop.vision.sighting import Reading, Sighting, quad_of
from tabletop.vision.sizes import (
    ROUGH_LOOKS,
    best_looks,
    best_zoom,
    better_zoom,
    shown,
    sure_cards,
    zooms,
)
from tabletop.vision.twice import once

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

MOSTLY = 0.6
"""A card of which less shows is named by its corners too."""
LEAST_SCORE = 0.5
HOPELESS = 0.93
"""Where the first naming sees nothing with this probability, there is no second."""
MOST_CHANGED = 0.5
"""Where more of a picture is to be looked at again, it is read as a whole: that is as quick."""
SHOWS, LIKELY = 0.12, 0.6
"""Beside cards that show so much and read well others are looked for that lie across them; those
are there if they read this well."""
LEAST_NAMELESS = 0.06
"""What shows so little and has no name is a few stray votes at a card's edge."""
COURTS = frozenset(FACE_INDEX[rank + suit] for rank in "JQK" for suit in SUITS)
"""Cards without pips."""
STEADY, CLEAR, SURE = 0.09, 0.93, 0.98
"""A card that mostly shows, cut out this rightly and named this surely, isn't looked at a second
time; one that is covered is to be named more surely."""


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
        picture = Picture(image)
        return _proven(self._reading(picture, self._looks(picture)))

    def read_again(self, image: Image, earlier: Reading, changed: NDArray[np.bool_]) -> Reading:
        """``earlier``, the reading of a picture that ``image`` only differs from where ``changed``
        says so, a mask (rows, columns) that spans the picture, brought up to ``image``.

        Where most changed, or no card was there, everything is read.
        """
        h, w = image.shape[:2]
        if earlier.size != (w, h) or not earlier.cards:
            return self.read(image)
        area, must = again.stale(earlier, changed)
        wide = again.card_width(earlier.cards)
        parts = again.oblongs(area, earlier.size, wide)
        if sum((p[2] - p[0]) * (p[3] - p[1]) for p in parts) > MOST_CHANGED * w * h:
            return self.read(image)
        zoom = best_zoom(max(w, h), wide)
        seen = []
        for left, top, right, bottom in parts:
            part = Picture(image[top:bottom, left:right])
            grid = self._finder.look(part, zoom)
            found = find_cards(grid, again.cards_known(earlier.cards, (left, top)))
            seen.append(((left, top, right, bottom), self._reading(part, [(grid, found)])))
        return _proven(again.renewed(earlier, area, must, seen))

    def _reading(self, picture: Picture, looks: list[tuple[Grid, list[Found]]]) -> Reading:
        """What ``picture`` shows, in which ``looks`` found cards."""
        grids = [grid for grid, _ in looks]
        cards: list[tuple[int, Found, Name]] = []
        for k, found in enumerate(best_looks(looks)):
            aimed, named = self._named(picture, grids[k], found)
            said = self._corners(picture, grids[k], laid_out(grids[k], aimed), named)
            fused = self._fused(named, said, [f.visible < MOSTLY for f in aimed])
            read = list(zip(aimed, fused, strict=True))
            cards += [(k, f, n) for f, n in self._with_crossing(picture, grids[k], read)]
        cards = without_splinters(grids, once(grids, cards))
        sightings: list[Sighting] = []
        for k, grid in enumerate(grids):
            mine = [(f, n) for j, f, n in cards if j == k]
            order = bottom_to_top(grid, [f for f, _ in mine])
            sightings += [s for s in (self._sighting(*mine[i]) for i in order) if s is not None]
        return Reading(picture.size, tuple(sightings), coins(grids[0]), hands(grids[0]))

    def _looks(self, picture: Picture) -> list[tuple[Grid, list[Found]]]:
        """What is found at the sizes that suit the cards best."""
        side = max(picture.size)
        best: list[tuple[Grid, list[Found]]] = []
        most = -1.0
        for long, least in ROUGH_LOOKS:
            rough = self._finder.look(picture, min(1.0, long / side))
            sizes = zooms(rough, side, least, surely=long != ROUGH_LOOKS[-1][0])
            if not sizes:
                continue
            looks = self._at(picture, sizes)
            better = better_zoom(looks, side)
            if better is not None:
                looks = max(looks, self._at(picture, [better]), key=shown)
            if shown(looks) > most:
                best, most = looks, shown(looks)
            # Squares of a cloth can look like large cards, but they don't agree where one lies.
            if any(f.visible > WHOLE for f in sure_cards(looks)):
                break
        return best or [(rough, find_cards(rough))]

    def _at(self, picture: Picture, sizes: Sequence[float]) -> list[tuple[Grid, list[Found]]]:
        """What is found at ``sizes``, times that of the picture."""
        grids = [self._finder.look(picture, zoom) for zoom in sizes]
        return [(grid, find_cards(grid)) for grid in grids]

    def _sighting(self, found: Found, name: Name) -> Sighting | None:
        """``None`` where there rather is no card."""
        score = self._gate.probability(found, name)
        if score < LEAST_SCORE:
            return None
        down = name.back * (1.5 - found.up)
        face_up = float(name.p.sum()) * (0.5 + found.up)
        up = face_up >= down
        if up and float(name.p.max()) < WEAK and found.visible < LEAST_NAMELESS:
            return None
        if shadowy(found, name, up=up):
            return None
        quad = corners(found)
        if name.flipped:
            quad = np.roll(quad, 2, axis=0)
        p = name.p / max(1.0, float(name.p.sum())) if up else np.zeros(54, np.float32)
        quad_in_tenths = quad_of((round(float(x), 1), round(float(y), 1)) for x, y in quad)
        return Sighting(quad_in_tenths, up, p.astype(np.float32), found.visible, score)

    def _corners(
        self, picture: Picture, grid: Grid, cards: Sequence[Found], names: Sequence[Name]
    ) -> Floats:
        """What the corners of ``cards`` say, (n, 54); zeros for those that show enough for the
        namer, who sees the pips as well, to be sure. A court card has no pips: its suit is in the
        corners alone, and too small for the namer where the picture is new to it."""
        said = np.zeros((len(cards), len(FACES)), np.float32)
        asked = [
            i
            for i, (card, name) in enumerate(zip(cards, names, strict=True))
            if card.visible < MOSTLY or name.best < CLEAR or int(name.p.argmax()) in COURTS
        ]
        if asked:
            said[asked] = self.index.read(picture, grid, [cards[i] for i in asked])
        return said

    def _with_crossing(
        self, picture: Picture, grid: Grid, read: list[tuple[Found, Name]]
    ) -> list[tuple[Found, Name]]:
        """``read``, and what lies across those that read well; without the pieces for which that
        was taken."""
        sure = [f for f, n in read if _reads_well(f, n)]
        perhaps = lying_across(grid, sure)
        rough = self.namer.name(picture, grid, perhaps)
        perhaps = [showing(grid, _aimed(f, n), sure) for f, n in zip(perhaps, rough, strict=True)]
        names = self.namer.name(picture, grid, perhaps)
        said = self.index.read(picture, grid, perhaps)
        fused = self._fused(names, said, [True] * len(names))
        likely = sorted(zip(perhaps, fused, strict=True), key=lambda c: -c[1].best)
        added: list[tuple[Found, Name]] = []
        for card, name in likely:
            if name.best > LIKELY and not any(share_cells(card, f) for f, _ in added):
                added.append((card, name))
        kept = [
            (f, n)
            for f, n in read
            if _reads_well(f, n)
            or not any(n.best < m.best and share_on(grid, f, c) > MOSTLY for c, m in added)
        ]
        return kept + added

    def _fused(self, names: Sequence[Name], said: Floats, covered: Sequence[bool]) -> list[Name]:
        """``names`` with what the corners ``said``, (n, 54), added; ``covered``: whether hardly
        more than corners shows."""
        return [
            replace(name, p=self.index.fused(name.p, corners, covered=beneath))
            for name, corners, beneath in zip(names, said, covered, strict=True)
        ]

    def _named(
        self, picture: Picture, grid: Grid, found: Sequence[Found]
    ) -> tuple[list[Found], list[Name]]:
        """``found`` where the namer sees their edges, without those that are nothing, and their
        names. Covered cards are looked at both ways up, the others as they lie; what isn't clear is
        then seen again, both ways up, from where the first look aimed."""
        cuts = cut_out(picture, grid, found)
        covered = [i for i, card in enumerate(found) if card.visible < MOSTLY]
        first, turned = self.namer.looks(cuts, cuts.of(covered).turned())
        names = self.namer.names([first])
        both = [first.of(covered), turned]
        for i, name in zip(covered, self.namer.names(both), strict=True):
            names[i] = name
        likely = [i for i, name in enumerate(names) if name.nothing < HOPELESS]
        names = [names[i] for i in likely]
        cards = laid_out(grid, [_aimed(found[i], n) for i, n in zip(likely, names, strict=True)])
        unclear = [
            i
            for i, (card, name) in enumerate(zip(cards, names, strict=True))
            if name.missed > STEADY or name.best < (SURE if card.visible < MOSTLY else CLEAR)
        ]
        closer = self.namer.name(picture, grid, [cards[i] for i in unclear])
        for i, name in zip(unclear, closer, strict=True):
            names[i] = name
            cards[i] = _aimed(cards[i], name)
        voted = [found[i].cells for i in likely]
        return [replace(f, cells=c) for f, c in zip(cards, voted, strict=True)], names


def _proven(reading: Reading) -> Reading:
    """``reading``, without any card if nothing in the picture is one beyond doubt."""
    return reading if shows_cards(reading.cards) else replace(reading, cards=())


def _reads_well(found: Found, name: Name) -> bool:
    return name.best > FIRM and found.visible > SHOWS


def _aimed(found: Found, name: Name) -> Found:
    """``found`` where the namer, who looks closer, sees its edges."""
    return replace(found, centre=name.centre, u=name.u, v=name.v)
