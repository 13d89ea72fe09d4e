"""Learning a family's own deck from a few pictures of it laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK, FACE_INDEX, FACES
from tabletop.language import say, tr
from tabletop.vision.deck import LEARNT, Correction, KnownDecks
from tabletop.vision.enrolment.fit import fit
from tabletop.vision.enrolment.label import Labelled, label
from tabletop.vision.enrolment.store import deck_names, load_cards
from tabletop.vision.enrolment.views import Lying, card_views, index_views, lying
from tabletop.vision.errors import SourceError, shown
from tabletop.vision.reader import Reader
from tabletop.vision.sighting import Reading

Image = NDArray[np.uint8]
Said = Callable[[str, float], None]
"""Told what is being done and the share of it that is done, 0 to 1."""

VIEWS = 36
"""Views of each picture of a card from which the namer's correction is fitted."""
INDEX_VIEWS = 14
BACK_VIEWS = 3 * VIEWS
LEAST_CARDS = 40


def told_cards(pictures: Sequence[tuple[Image, Reading]]) -> list[tuple[str, Lying]]:
    """The cards of a laid-out deck in ``pictures`` that can be told, and its backs.

    Raises ``SourceError`` where too few can be told to learn anything.
    """
    cards: list[tuple[str, Lying]] = []
    for picture, reading in pictures:
        cards += [(c.face, lying(picture, c.sighting)) for c in told(reading)]
        cards += [(BACK, lying(picture, c)) for c in reading.cards if not c.up and c.visible > 0.75]
    known = len({face for face, _ in cards if face != BACK})
    if known < LEAST_CARDS:
        raise SourceError(
            say(
                "Only {n} different cards could be told apart. Lay the deck out face up, no card "
                "on another, each suit in a row from ace to king, and photograph it from above, "
                "the cards at least 60 pixels wide; several pictures are fine.",
                n=known,
            )
        )
    return cards


def told(reading: Reading) -> list[Labelled]:
    """The cards of one picture that can be told."""
    return label(reading.cards)


def missing(cards: Sequence[tuple[str, Lying]]) -> list[str]:
    """The faces, and ``"back"``, of which there is no picture."""
    seen = Counter(face for face, _ in cards)
    return [face for face in (*FACES, BACK) if not seen[face]]


def learn(home: Path, reader: Reader, said: Said) -> KnownDecks | None:
    """Fit the corrections for all decks in ``home`` and keep them there; ``None`` if there is none.

    Raises ``SourceError`` where a file can't be read or written.
    """
    decks = [load_cards(home, name) for name in deck_names(home)]
    decks = [cards for cards in decks if cards]
    target = home / LEARNT
    try:
        if not decks:
            target.unlink(missing_ok=True)
            return None
        known = _fitted(decks, reader, said)
        known.save(target)
    except OSError as error:
        raise SourceError(
            say("{name} can't be written: {why}.", name=shown(target), why=error.strerror)
        ) from None
    return known


def _fitted(decks: list[list[tuple[str, Lying]]], reader: Reader, said: Said) -> KnownDecks:
    rng = np.random.default_rng(1)
    whole, corners = _Heap(), _Heap()
    total, done = sum(map(len, decks)), 0
    for cards in decks:
        others = [card for _, card in cards]
        for face, card in cards:
            name = len(FACES) if face == BACK else FACE_INDEX[face]
            views = card_views(rng, card, others, BACK_VIEWS if face == BACK else VIEWS)
            whole.add(*reader.namer.opinion(views), name)
            if face != BACK:
                views = index_views(rng, card, others, INDEX_VIEWS)
                corners.add(*reader.index.opinion(views), name)
            done += 1
            said(tr("learning"), done / total)
    return KnownDecks(whole.fit(len(FACES) + 1), corners.fit(len(FACES)), reader.models)


class _Heap:
    """Logits, features and names of many views."""

    def __init__(self) -> None:
        self.logits: list[NDArray[np.float32]] = []
        self.features: list[NDArray[np.float32]] = []
        self.names: list[int] = []

    def add(self, logits: NDArray[np.float32], features: NDArray[np.float32], name: int) -> None:
        self.logits.append(logits)
        self.features.append(features)
        self.names += [name] * len(logits)

    def fit(self, kinds: int) -> Correction:
        return fit(
            np.concatenate(self.logits)[:, :kinds],
            np.concatenate(self.features),
            np.array(self.names),
        )
