"""Holding a reading against what the picture holds: every card, and every card too many.

A card whose face the reader leaves open (``??``, or ``X?`` where the joker's colour is known)
counts as not read, never as wrong. The discard pile isn't counted, nor is a card of which less than
a fifth shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.evaluation.conditions import Conditions, measure, own_mask
from tabletop.evaluation.labels import Card, Labelled, Part
from tabletop.faces import BACK, FACES, JOKER_UNKNOWN, JOKERS, UNKNOWN
from tabletop.vision.frame import Image
from tabletop.vision.sighting import Quad, Reading, Sighting

Points = NDArray[np.float32]

LEAST_VISIBLE = 0.2
UNCOUNTED_ZONE = "discard"
SAME_PLACE = 0.35
"""Overlap (intersection to union) from which a sighting is the card that lies there."""
BOX_OVERLAP = 0.5
SLIVER = 0.1
"""Strips of a card's width that nobody would draw a box round."""
NEAR_PLACE = 0.2
"""Overlap from which a sighting that is no card's is laid to a card that isn't counted."""


class Verdict(Enum):
    """What became of a card: ``EXTRA`` is a face read where there is none."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREAD = "not read"
    EXTRA = "too many"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One card judged. ``truth``: its face, None for one too many; ``read``: what was read, None
    if nothing."""

    verdict: Verdict
    truth: str | None
    read: str | None
    zone: str = ""
    conditions: Conditions | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """One picture judged. ``clean``: without any error; ``confidences``: the reader's confidence of
    each matched card's likeliest face, and whether that face is right; ``conditions``: of the
    picture's cards in the middle, where labels have no places."""

    picture: Labelled
    reading: Reading
    outcomes: tuple[Outcome, ...]
    clean: bool
    confidences: tuple[tuple[float, bool], ...] = ()
    conditions: Conditions | None = None

    @property
    def errors(self) -> int:
        """How much is wrong with this picture."""
        wrong = sum(o.verdict is not Verdict.RIGHT for o in self.outcomes)
        return max(wrong, int(not self.clean))


def judge(picture: Labelled, reading: Reading, image: Image, scale: float) -> Judged:
    """Judge ``reading`` of ``image``, shape (h, w, 3); ``scale``: its pixels to one of the labels'
    (as ``load_image`` gives it)."""
    if picture.part is Part.BOXES:
        return _judge_boxes(picture, reading, image, scale)
    if picture.part is Part.FRAMES:
        return _judge_places(picture, reading, image, scale)
    if picture.part is Part.EMPTY:
        extra = tuple(Outcome(Verdict.EXTRA, None, s.face) for s in reading.cards)
        return Judged(picture, reading, extra, not extra)
    return _judge_faces(picture, reading, image)


def _judge_faces(picture: Labelled, reading: Reading, image: Image) -> Judged:
    """Faces without places. A single card is right only if it is the only thing seen."""
    read = [s.face for s in reading.cards if s.up and s.face != UNKNOWN]
    outcomes = compare_faces([card.face for card in picture.cards], read)
    clean = all(o.verdict is Verdict.RIGHT for o in outcomes)
    confidences: tuple[tuple[float, bool], ...] = ()
    if picture.part is Part.SINGLES:
        others = [s for s in reading.cards if s.up or picture.face_down == 0]
        clean = clean and len(others) == 1
        ups = [s for s in reading.cards if s.up]
        if ups:
            # The largest is the card; the surest would flatter.
            confidences = (_confidence(max(ups, key=_area), picture.cards[0].face),)
    seen = [measure(image, _points(s.quad), s.visible) for s in reading.cards if s.up]
    middle = _middle([c for c in seen if c is not None])
    return Judged(picture, reading, outcomes, clean, confidences, middle)


def compare_faces(truth: Sequence[str], read: Sequence[str]) -> tuple[Outcome, ...]:
    """Compare two multisets of faces; where the truth is any joker, any joker is right."""
    want, got = Counter(truth), Counter(read)
    both = want & got
    want, got = want - both, got - both
    outcomes = [Outcome(Verdict.RIGHT, face, face) for face in both.elements()]
    right = [(JOKER_UNKNOWN, joker, Verdict.RIGHT) for joker in (*JOKERS, JOKER_UNKNOWN)]
    half = [(joker, JOKER_UNKNOWN, Verdict.UNREAD) for joker in JOKERS]
    for face, joker, verdict in right + half:
        count = min(want[face], got[joker])
        want[face] -= count
        got[joker] -= count
        outcomes += [Outcome(verdict, face, joker)] * count
    missed, extra = list(want.elements()), list(got.elements())
    if len(missed) == len(extra) == 1:
        return (*outcomes, Outcome(Verdict.WRONG, missed[0], extra[0]))
    outcomes += [Outcome(Verdict.UNREAD, face, None) for face in missed]
    outcomes += [Outcome(Verdict.EXTRA, None, face) for face in extra]
    return tuple(outcomes)


def _judge_boxes(picture: Labelled, reading: Reading, image: Image, scale: float) -> Judged:
    """The right rank on a box that overlaps by more than one half. Boxes are drawn round what shows
    of a card, so the read ones are too. What has no box isn't counted: cards at the picture's edge
    may lack one."""
    boxes = [_points(card.quad) * np.float32(scale) for card in picture.cards if card.quad]
    ups = [s for s in reading.cards if s.up]
    shown = [
        _box_of_what_shows(
            _points(s.quad), [_points(t.quad) for t in reading.cards[k + 1 :]], image
        )
        for k, s in enumerate(reading.cards)
        if s.up
    ]
    pairs = matched(boxes, shown, BOX_OVERLAP)
    outcomes = []
    for i, (card, box) in enumerate(zip(picture.cards, boxes, strict=True)):
        read = ups[pairs[i]].face[0] if i in pairs else None
        verdict = Verdict.UNREAD if read in (None, UNKNOWN[0]) else Verdict.WRONG
        if read == card.face:
            verdict = Verdict.RIGHT
        outcomes.append(Outcome(verdict, card.face, read, "", measure(image, box)))
    clean = all(o.verdict is Verdict.RIGHT for o in outcomes)
    return Judged(picture, reading, tuple(outcomes), clean)


def _judge_places(picture: Labelled, reading: Reading, image: Image, scale: float) -> Judged:
    """Every card at its place. One card read twice is one right and one too many."""
    quads = [_points(card.quad) * np.float32(scale) for card in picture.cards if card.quad]
    cards = reading.cards
    places = [_points(s.quad) for s in cards]
    pairs = _pairs(picture.cards, quads, cards, places)
    outcomes: list[Outcome] = []
    confidences: list[tuple[float, bool]] = []
    for i, card in enumerate(picture.cards):
        if not _counted(card):
            continue
        sighting = cards[pairs[i]] if i in pairs else None
        read = None if sighting is None else sighting.face
        conditions = measure(image, quads[i], card.visible, quads[i + 1 :])
        outcomes.append(Outcome(_verdict(card.face, read), card.face, read, card.zone, conditions))
        if sighting is not None and sighting.up and card.face != BACK:
            confidences.append(_confidence(sighting, card.face))
    for j in set(range(len(cards))) - set(pairs.values()):
        if cards[j].face != UNKNOWN and not _uncounted_place(places[j], picture.cards, quads):
            outcomes.append(Outcome(Verdict.EXTRA, None, cards[j].face))
    clean = all(o.verdict is Verdict.RIGHT for o in outcomes)
    return Judged(picture, reading, tuple(outcomes), clean, tuple(confidences))


def _verdict(truth: str, read: str | None) -> Verdict:
    if read == truth or (truth == JOKER_UNKNOWN and read in JOKERS):
        return Verdict.RIGHT
    if read in (None, UNKNOWN, BACK) or (truth in JOKERS and read == JOKER_UNKNOWN):
        return Verdict.UNREAD
    return Verdict.WRONG


def _counted(card: Card) -> bool:
    return card.zone != UNCOUNTED_ZONE and card.visible >= LEAST_VISIBLE


def _pairs(
    truth: Sequence[Card],
    quads: Sequence[Points],
    cards: Sequence[Sighting],
    places: Sequence[Points],
) -> dict[int, int]:
    """Truth to sighting; first among cards of the same side up, then across, so that a back under
    a card never takes its sighting."""
    pairs: dict[int, int] = {}
    for across in (False, True):
        for up in (True, False):
            mine = [i for i, c in enumerate(truth) if (c.face != BACK) == up and i not in pairs]
            taken = set(pairs.values())
            theirs = [j for j, s in enumerate(cards) if s.up == (up ^ across) and j not in taken]
            new = matched([quads[i] for i in mine], [places[j] for j in theirs], SAME_PLACE)
            pairs |= {mine[i]: theirs[j] for i, j in new.items()}
    return pairs


def matched(truth: Sequence[Points], read: Sequence[Points], least: float) -> dict[int, int]:
    """Index in ``truth`` to index in ``read``, outlines (4, 2) that overlap by more than ``least``;
    best overlaps first."""
    scores = [(overlap(t, r), i, j) for i, t in enumerate(truth) for j, r in enumerate(read)]
    pairs: dict[int, int] = {}
    for score, i, j in sorted(scores, reverse=True):
        if score <= least:
            break
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def overlap(a: Points, b: Points) -> float:
    """Intersection to union of two convex outlines, each (4, 2)."""
    if (a.max(axis=0) < b.min(axis=0)).any() or (b.max(axis=0) < a.min(axis=0)).any():
        return 0.0
    hull_a, hull_b = cv2.convexHull(a), cv2.convexHull(b)
    common, _ = cv2.intersectConvexConvex(hull_a, hull_b)
    union = cv2.contourArea(hull_a) + cv2.contourArea(hull_b) - common
    return float(common / union) if union > 0 else 0.0


def _uncounted_place(place: Points, truth: Sequence[Card], quads: Sequence[Points]) -> bool:
    """Whether a sighting nobody claims lies on the discard pile, whose deeper cards the truth
    doesn't list, or at a card of which too little shows."""
    x, y = (float(v) for v in place.mean(axis=0))
    for card, quad in zip(truth, quads, strict=True):
        if card.zone == UNCOUNTED_ZONE and cv2.pointPolygonTest(quad, (x, y), False) >= 0:
            return True
    best = max(((overlap(place, q), i) for i, q in enumerate(quads)), default=(0.0, -1))
    return best[0] > NEAR_PLACE and not _counted(truth[best[1]])


def _confidence(sighting: Sighting, truth: str) -> tuple[float, bool]:
    if truth == JOKER_UNKNOWN:
        joker = float(sighting.p[len(FACES) - len(JOKERS) :].sum())
        best = float(sighting.p.max())
        return max(joker, best), joker >= best
    best_face = int(sighting.p.argmax())
    return float(sighting.p[best_face]), FACES[best_face] == truth


def _middle(seen: Sequence[Conditions]) -> Conditions | None:
    if not seen:
        return None
    rows = np.array([(c.width, c.visible, c.sharpness, c.overexposed) for c in seen])
    width, visible, sharpness, overexposed = (float(v) for v in np.median(rows, axis=0))
    return Conditions(width, visible, sharpness, overexposed)


def _points(quad: Quad) -> Points:
    return np.asarray(quad, np.float32)


def _box_of_what_shows(quad: Points, above: Sequence[Points], image: Image) -> Points:
    """The upright oblong, (4, 2), round what of ``quad`` lies in ``image`` and beneath none of
    ``above``, but for slivers at their edges; round all of it where nothing would show."""
    (x0, y0), (x1, y1) = quad.min(axis=0), quad.max(axis=0)
    sliver = max(1, round(SLIVER * float(np.hypot(*(quad[1] - quad[0])))))
    brush = np.ones((sliver, sliver), np.uint8)
    mask = np.asarray(cv2.morphologyEx(own_mask(image, quad, above), cv2.MORPH_OPEN, brush))
    if mask.any():
        left, top, width, height = cv2.boundingRect(mask)
        x0, y0, x1, y1 = left, top, left + width, top + height
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _area(sighting: Sighting) -> float:
    return float(cv2.contourArea(_points(sighting.quad)))
