"""Paints one picture of a card table with its exact truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.faces import BACK
from tabletop.simulation.painting.artwork import Deck, Image, artwork
from tabletop.simulation.painting.canvas import HAND, Canvas, Look, paint_card
from tabletop.simulation.painting.sheet import View
from training.scenes import effects, layout, things
from training.scenes.camera import random_view


@dataclass(frozen=True)
class Painted:
    """One painted card: ``quad`` (4, 2) pixels from the top left of its upright index."""

    face: str
    quad: NDArray[np.float32]
    visible: float


@dataclass(frozen=True)
class Scene:
    """``image`` BGR; ``owner`` int16, same size: 0 table, ``HAND``, i+1 card i, -(i+10) coin i."""

    image: Image
    owner: NDArray[np.int16]
    cards: tuple[Painted, ...]
    coins: NDArray[np.float32]


@dataclass(frozen=True)
class Stock:
    """What to paint with."""

    decks: list[Deck]
    weights: NDArray[np.float64]
    textures: list[str]
    photos: list[str]
    hands: list[str]


LARGEST_COIN = 2.0
"""Radius in card widths; coins near the camera look large, but not larger."""


def random_look(rng: Generator, card: float) -> Look:
    stock = np.ones(3, np.float32) * rng.uniform(0.82, 1.0)
    if rng.random() < 0.3:
        stock *= np.array([rng.uniform(0.78, 1.0), rng.uniform(0.92, 1.0), 1.0], np.float32)
    a = rng.uniform(0, 2 * np.pi)
    far = card * rng.uniform(0.0, 0.06)
    return Look(
        stock,
        rng.uniform(0.0, 0.25) if rng.random() < 0.3 else 0.0,
        (
            far * np.cos(a),
            far * np.sin(a),
            card * rng.uniform(0.01, 0.06) + 0.6,
            rng.uniform(0.1, 0.6),
        ),
        rng.uniform(0.0, 0.4),
        rng.uniform(0.3, 1.0),
    )


def paint(
    rng: Generator, stock: Stock, width: int = 960, height: int = 720, *, crowded: bool = False
) -> Scene:
    """A random table. Cards are 34 to 600 pixels wide at the middle of the picture; ``crowded``: 42
    to 110, and of most a strip shows."""
    near = rng.random()
    if crowded:
        card = float(np.exp(rng.uniform(np.log(42), np.log(110))))
    elif near < 0.82:
        card = float(np.exp(rng.uniform(np.log(34), np.log(150))))
    else:
        card = float(rng.uniform(*((150, 320) if near < 0.92 else (320, 600))))
    view = random_view(rng, width, height, card)
    canvas = Canvas(things.table(rng, view, stock.textures, stock.photos))
    look = random_look(rng, card)
    empty = rng.random() < 0.05
    places: list[layout.Place] = []
    decks = [stock.decks[int(i)] for i in rng.choice(len(stock.decks), size=2, p=stock.weights)]
    mixed = rng.random() < 0.2
    aspect = (
        decks[0].aspect * float(rng.uniform(0.97, 1.03))
        if rng.random() < 0.7
        else float(rng.uniform(0.62, 0.75))
    )
    if not empty:
        places = layout.arrangement(
            rng, aspect, width / card * 1.15, height / card * 1.15, crowded=crowded
        )
    backs = decks[0].backs
    loose = int(rng.integers(0, 4)) if rng.random() < (0.9 if empty else 0.35) else 0
    for _ in range(loose):
        patch, alpha = things.clutter(rng, card, stock.photos)
        patch, alpha = turned(rng, patch, alpha)
        canvas.lay(
            patch,
            alpha,
            int(rng.uniform(-0.1, 1) * width),
            int(rng.uniform(-0.1, 1) * height),
            0,
            0.2,
        )
    quads: list[tuple[str, NDArray[np.float32]] | None] = []
    flat = rng.random() < 0.5
    twin = str(rng.choice(decks[0].faces)) if rng.random() < 0.3 else ""
    for i, place in enumerate(places):
        deck = decks[1] if mixed and rng.random() < 0.5 else decks[0]
        if place.up:
            if twin and rng.random() < 0.3:
                face = twin if twin in deck.faces else str(rng.choice(deck.faces))
            elif rng.random() < 0.07 and "XR" in deck.faces:
                face = str(rng.choice([f for f in deck.faces if f[0] == "X"]))
            else:
                face = str(rng.choice(deck.faces))
            file = deck.file(face, rng.random())
        else:
            pool = (
                backs
                if backs and rng.random() < 0.9
                else [
                    b for d in (stock.decks[int(rng.integers(len(stock.decks)))],) for b in d.backs
                ]
                or backs
            )
            if not pool:
                quads.append(None)
                continue
            face, file = BACK, pool[int(rng.integers(len(pool)))]
        quad = paint_card(rng, canvas, view, place, aspect, artwork(file), look, i + 1, flat)
        quads.append(None if quad is None else (face, quad))
    coins = lay_coins(rng, canvas, view, card)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.12 else 0):
        patch, alpha = things.clutter(rng, card * 0.6, stock.photos)
        patch, alpha = turned(rng, patch, alpha)
        canvas.lay(
            patch, alpha, int(rng.uniform(0, 1) * width), int(rng.uniform(0, 1) * height), HAND, 0.2
        )
    if rng.random() < 0.22:
        for _ in range(int(rng.integers(1, 3))):
            patch, alpha = things.arm(rng, width, height, card, stock.hands)
            shadow = cv2.blur(alpha, (31, 31))
            canvas.shade(
                shadow, int(rng.normal(0, 12)), int(rng.normal(6, 10)), rng.uniform(0, 0.5)
            )
            canvas.lay(patch, alpha, 0, 0, HAND, 0.1)
    x = effects.light(rng, canvas.image, canvas.gloss)
    image = effects.lens(rng, x, min(1.0, card / 75))
    return Scene(image, canvas.owner, _truth(canvas, quads), coins)


def turned(
    rng: Generator, patch: Image, alpha: NDArray[np.float32]
) -> tuple[Image, NDArray[np.float32]]:
    """``patch`` and its ``alpha`` at a random angle, both large enough for it."""
    h, w = alpha.shape
    side = int(np.hypot(h, w)) + 2
    m = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.uniform(0, 360)), 1.0)
    m[:, 2] += [side / 2 - w / 2, side / 2 - h / 2]
    return (
        cv2.warpAffine(patch, m, (side, side)).astype(np.uint8),
        cv2.warpAffine(alpha, m, (side, side)).astype(np.float32),
    )


def lay_coins(rng: Generator, canvas: Canvas, view: View, card: float) -> NDArray[np.float32]:
    """Lay groups of coins, or none; (n, 3): centre and radius of each, pixels."""
    found: list[tuple[float, float, float]] = []
    groups = int(rng.integers(1, 4)) if rng.random() < 0.45 else 0
    bend = float(np.linalg.norm(view.plane[:2, 1]) / max(1e-6, np.linalg.norm(view.plane[:2, 0])))
    bend = min(1.0, max(0.5, bend if bend < 1 else 1 / bend))
    colour = things.coin_colour(rng)
    radius = rng.uniform(0.14, 0.25)
    for _ in range(groups):
        n = int(rng.integers(1, 13))
        gx, gy = rng.uniform(-0.5, 0.5, 2) * [view.width / card, view.height / card]
        grid = rng.random() < 0.6
        columns = int(rng.integers(1, 7))
        gap = radius * 2 * rng.uniform(0.9, 1.5)
        for i in range(n):
            if grid:
                px = gx + (i % columns) * gap + rng.normal(0, 0.02)
                py = gy + (i // columns) * gap + rng.normal(0, 0.02)
            else:
                px, py = gx + rng.normal(0, radius * 2.2), gy + rng.normal(0, radius * 2.2)
            x, y = view.project(np.array([[px, py]]))[0]
            rx, ry = view.project(np.array([[px + radius, py]]))[0]
            r = float(np.hypot(rx - x, ry - y))
            # Where a plane seen aslant comes near the camera's own, nothing on it has a size.
            if r > LARGEST_COIN * card:
                continue
            patch, alpha = things.coin_picture(
                rng, r, colour if rng.random() < 0.8 else things.coin_colour(rng), bend
            )
            index = -(len(found) + 10)
            canvas.shade(
                cv2.blur(alpha, (5, 5)),
                int(x - patch.shape[1] / 2) + 2,
                int(y - patch.shape[0] / 2) + 2,
                0.4,
            )
            canvas.lay(
                patch, alpha, int(x - patch.shape[1] / 2), int(y - patch.shape[0] / 2), index, 0.6
            )
            found.append((float(x), float(y), r))
    return np.array(found, np.float32).reshape(-1, 3)


def _truth(
    canvas: Canvas, quads: list[tuple[str, NDArray[np.float32]] | None]
) -> tuple[Painted, ...]:
    counts = np.bincount(np.maximum(canvas.owner, 0).ravel(), minlength=len(quads) + 1)
    cards = []
    for i, item in enumerate(quads):
        if item is None:
            cards.append(Painted("", np.zeros((4, 2), np.float32), 0.0))
            continue
        face, quad = item
        area = abs(float(cv2.contourArea(quad)))
        cards.append(Painted(face, quad, float(counts[i + 1]) / max(area, 1.0)))
    return tuple(cards)
