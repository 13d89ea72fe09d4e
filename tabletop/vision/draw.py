"""Drawing what was read onto the picture it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import FACES, JOKER_UNKNOWN, UNKNOWN, is_red
from tabletop.vision.frame import Image
from tabletop.vision.masks import resized
from tabletop.vision.sighting import Quad, Reading, Sighting

Colour = tuple[int, int, int]
"""Blue, green, red."""

# From the palette of Okabe and Ito, whose colours stay apart for colour-blind eyes.
SURE: Colour = (115, 200, 0)
FAIR: Colour = (0, 190, 255)
DOUBTFUL: Colour = (30, 70, 235)
BACK: Colour = (190, 190, 190)
COIN: Colour = (230, 190, 90)
HAND: Colour = (200, 120, 200)
DARK: Colour = (28, 28, 28)
LIGHT: Colour = (250, 250, 250)
RED_SUIT: Colour = (110, 110, 255)

SURE_FROM, FAIR_FROM = 0.9, 0.6
"""Confidence from which a face counts as sure, and as fair; below it is doubtful."""
RUNNER_UP_FROM = 0.05
"""A second face is named beside a doubtful first one from this probability on."""

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

Segment = tuple[str, Colour]


def draw_reading(image: Image, reading: Reading) -> Image:
    """A copy of ``image``, shape (height, width, 3), with all of ``reading`` drawn on it.

    Each card is outlined in the colour of its confidence, the corner at its upright index marked,
    and labelled with its face; a doubtful one with its probability and, below, the runner-up's.
    Backs are dashed in grey, coins are circles, and what hands cover is hatched.
    """
    picture = image.copy()
    unit = _unit(reading)
    _hatch_hands(picture, reading.hands, unit)
    for coin in reading.coins:
        centre, radius = _at(coin.x, coin.y), max(3, round(coin.radius))
        cv2.circle(picture, centre, radius, DARK, _thick(unit, 1.8), cv2.LINE_AA)
        cv2.circle(picture, centre, radius, COIN, _thick(unit, 0.8), cv2.LINE_AA)
    for card in reading.cards:
        _outline(picture, card, unit)
    _put_labels(picture, reading.cards, unit)
    return picture


def colour_of(card: Sighting) -> Colour:
    """The colour that tells how sure the face of ``card`` is; grey for a back."""
    if not card.up:
        return BACK
    if card.face == UNKNOWN or card.confidence < FAIR_FROM:
        return DOUBTFUL
    return SURE if card.confidence >= SURE_FROM else FAIR


def label_of(card: Sighting) -> str:
    """The words drawn on ``card``: ``10♥``, or ``10♥ 62% / 10♠ 30%`` where it is not sure."""
    return " / ".join("".join(text for text, _ in line) for line in _lines(card))


def _unit(reading: Reading) -> float:
    """The size of everything drawn, pixels: a thousandth of the picture's mean side, but bound to
    the cards, so that labels fit on them whether they are near or far."""
    width, height = reading.size
    unit = (width * height) ** 0.5 / 1000.0
    edges = [_short_edge(card.quad) for card in reading.cards]
    if edges:
        unit = min(unit * 1.6, max(unit * 0.8, float(np.median(edges)) / 75.0))
    return float(max(unit, 0.3))


def _short_edge(quad: Quad) -> float:
    points = np.asarray(quad)
    lengths = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
    return float(lengths.min())


def _thick(unit: float, factor: float) -> int:
    return max(1, round(2.0 * unit * factor))


def _at(x: float, y: float) -> tuple[int, int]:
    # OpenCV overflows on coordinates far outside.
    return round(min(max(x, -1e5), 1e5)), round(min(max(y, -1e5), 1e5))


def _hatch_hands(picture: Image, hands: NDArray[np.bool_], unit: float) -> None:
    if not hands.any():
        return
    height, width = picture.shape[:2]
    mask = resized(hands, (height, width))
    rows, columns = np.ogrid[0:height, 0:width]
    period = max(6, round(16 * unit))
    stripes = (rows + columns) % period < max(1, period // 5)
    hatched = mask & stripes
    picture[hatched] = (0.35 * picture[hatched] + 0.65 * np.array(HAND)).astype(np.uint8)
    outlines, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    cv2.drawContours(picture, outlines, -1, HAND, _thick(unit, 0.8), cv2.LINE_AA)


def _outline(picture: Image, card: Sighting, unit: float) -> None:
    corners = [_at(x, y) for x, y in card.quad]
    colour = colour_of(card)
    around = np.array(corners, dtype=np.int32)
    cv2.polylines(picture, [around], True, DARK, _thick(unit, 2.2), cv2.LINE_AA)
    if card.up:
        cv2.polylines(picture, [around], True, colour, _thick(unit, 1.1), cv2.LINE_AA)
        cv2.circle(picture, corners[0], _thick(unit, 2.2), DARK, -1, cv2.LINE_AA)
        cv2.circle(picture, corners[0], _thick(unit, 1.6), colour, -1, cv2.LINE_AA)
        return
    for start, end in _dashes(card.quad, 9.0 * unit):
        cv2.line(picture, start, end, colour, _thick(unit, 1.1), cv2.LINE_AA)


def _dashes(quad: Quad, length: float) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    points = [np.array(_at(*point), dtype=np.float64) for point in quad]
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        count = min(200, max(1, round(float(np.linalg.norm(b - a)) / (2 * length))))
        for i in range(count):
            start, end = a + (b - a) * (i + 0.2) / count, a + (b - a) * (i + 0.75) / count
            yield _at(*start), _at(*end)


def _lines(card: Sighting) -> list[list[Segment]]:
    if not card.up:
        return [[("back", BACK)]]
    face, confidence = card.face, card.confidence
    if face == JOKER_UNKNOWN:
        return [[("joker", LIGHT)] + ([] if confidence >= SURE_FROM else [_share(confidence)])]
    order = np.argsort(-card.p, kind="stable")
    first = int(order[0])
    if card.p[first] <= 0.0:
        return [[("?", LIGHT)]]
    if confidence >= SURE_FROM:
        return [_named(FACES[first])]
    lines = [[*_named(FACES[first]), _share(float(card.p[first]))]]
    second = int(order[1])
    if card.p[second] >= RUNNER_UP_FROM:
        lines.append([*_named(FACES[second]), _share(float(card.p[second]))])
    return lines


def _named(face: str) -> list[Segment]:
    if face.startswith("X"):
        name = "red joker" if is_red(face) else "black joker"
        return [(name, RED_SUIT if is_red(face) else LIGHT)]
    rank = "10" if face[0] == "T" else face[0]
    return [(rank, LIGHT), (_SUITS[face[1]], RED_SUIT if is_red(face) else LIGHT)]


def _share(p: float) -> Segment:
    return f" {p:.0%}", LIGHT


@dataclass(frozen=True, slots=True)
class _Box:
    """A label's place, pixels: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)


def _put_labels(picture: Image, cards: Sequence[Sighting], unit: float) -> None:
    font = cv2.FontFace("sans")
    size = max(9, round(17 * unit))
    height, width = picture.shape[:2]
    frame = _Box(0, 0, width, height)
    placed: list[_Box] = []
    # Topmost cards choose first: their labels belong in their middle, where nothing covers them.
    for i in range(len(cards) - 1, -1, -1):
        card, lines = cards[i], _lines(cards[i])
        text_width = max(
            _text_width("".join(text for text, _ in line), font, size) for line in lines
        )
        label_size = (text_width + 0.7 * size, (1.2 * len(lines) + 0.15) * size)
        box = _place(card, label_size, placed, cards[i + 1 :], frame)
        placed.append(box)
        _draw_label(picture, box, lines, colour_of(card), font, size)


def _text_width(text: str, font: cv2.FontFace, size: int) -> int:
    return int(cv2.getTextSize((0, 0), text, (0, 0), font, size, 500)[2])


# Where on a card a label may lie, as shares of the way from its middle to a corner or an edge.
_PLACES = [(0, 0), (0, -0.55), (0, 0.55), (0, -0.8), (0, 0.8), (-0.7, 0), (0.7, 0)]
_PLACES += [(0, -1.3), (0, 1.3), (-1.4, 0), (1.4, 0)]


def _place(
    card: Sighting,
    size: tuple[float, float],
    placed: Sequence[_Box],
    above: Sequence[Sighting],
    frame: _Box,
) -> _Box:
    """The first place on or beside ``card`` that is free of other labels and not on one of the
    cards ``above`` it, else the freest."""
    covers = [np.asarray(other.quad, dtype=np.float32) for other in above]
    corners = np.asarray(card.quad, dtype=np.float64)
    middle = corners.mean(axis=0)
    across = (corners[1] + corners[2]) / 2 - middle
    along = (corners[2] + corners[3]) / 2 - middle
    best: tuple[float, _Box] | None = None
    for x, y in _PLACES:
        at = middle + x * across + y * along
        left = min(max(at[0] - size[0] / 2, frame.left), max(frame.right - size[0], 0.0))
        top = min(max(at[1] - size[1] / 2, frame.top), max(frame.bottom - size[1], 0.0))
        box = _Box(left, top, left + size[0], top + size[1])
        covered = sum(box.overlap(other) for other in placed)
        point = (float(at[0]), float(at[1]))
        if any(cv2.pointPolygonTest(cover, point, False) >= 0 for cover in covers):
            covered += 0.3 * size[0] * size[1]
        if best is None or covered < best[0]:
            best = (covered, box)
        if covered == 0:
            break
    assert best is not None
    return best[1]


def _draw_label(
    picture: Image,
    box: _Box,
    lines: Sequence[Sequence[Segment]],
    colour: Colour,
    font: cv2.FontFace,
    size: int,
) -> None:
    left, top = _at(box.left, box.top)
    right, bottom = _at(box.right, box.bottom)
    ground = picture[max(top, 0) : bottom, max(left, 0) : right]
    ground[:] = (0.2 * ground + 0.8 * np.array(DARK)).astype(np.uint8)
    cv2.rectangle(picture, (left, top), (right, bottom), colour, max(1, size // 10), cv2.LINE_AA)
    for number, line in enumerate(lines):
        x, baseline = left + round(0.35 * size), top + round((0.98 + 1.2 * number) * size)
        for text, ink in line:
            end, _ = cv2.putText(picture, text, (x, baseline), ink, font, size, 500)
            x = end[0]
