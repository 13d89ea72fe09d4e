"""Paints one moment of a game with its exact truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.faces import BACK
from tabletop.simulation.outlines import THICK
from tabletop.simulation.painting.arms import Person, reach
from tabletop.simulation.painting.artwork import Cards, Image, Levels
from tabletop.simulation.painting.canvas import Canvas, Look, paint_card
from tabletop.simulation.painting.light import Light, expose
from tabletop.simulation.painting.purse import coin_picture
from tabletop.simulation.painting.sheet import Sheet, View
from tabletop.simulation.table.lay import Laid, Scene
from tabletop.simulation.table.places import card_corners
from tabletop.simulation.truth import COIN_RADIUS, Shown


@dataclass(frozen=True)
class Studio:
    """What stays the same through a game: table, deck, camera, light, people."""

    seed: int
    sheet: Sheet
    top: Image
    deck: Cards
    aspect: float
    pick: float
    look: Look
    light: Light
    coin: NDArray[np.float64]
    people: tuple[Person, Person]
    hands: Path


def table_picture(top: Image, density: float, sheet: Sheet, middle: tuple[float, float]) -> Image:
    """``top``, ``density`` pixels a card width and centred on ``middle``, as ``sheet`` shows it."""
    h, w = top.shape[:2]
    x, y = middle[0] - w / 2 / density, middle[1] - h / 2 / density
    place = np.array([[1 / density, 0, x], [0, 1 / density, y], [0, 0, 1]])
    plane = sheet.view().plane @ place
    size = (sheet.width, sheet.height)
    return cv2.warpPerspective(
        top, plane, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    ).astype(np.uint8)


def paint_moment(
    studio: Studio,
    scene: Scene,
    number: int,
    reaching: tuple[int, tuple[float, float]] | None = None,
) -> tuple[Image, list[Shown]]:
    """Picture ``number`` (BGR) and its cards; ``reaching``: whose arm lies over the table, and the
    point (card widths) its fingers are at."""
    sheet = studio.sheet
    canvas = Canvas(studio.top.copy())
    canvas.gloss[:] = 0.12
    corners = [_paint(studio, canvas, laid, i + 1) for i, laid in enumerate(scene.cards)]
    _coins(studio, canvas, scene)
    if reaching is not None:
        _arm(studio, canvas, number, *reaching)
    image = cv2.remap(canvas.image, sheet.map_x, sheet.map_y, cv2.INTER_LINEAR).astype(np.uint8)
    gloss = cv2.remap(canvas.gloss, sheet.map_x, sheet.map_y, cv2.INTER_LINEAR).astype(np.float32)
    owner = cv2.remap(canvas.owner, sheet.map_x, sheet.map_y, cv2.INTER_NEAREST)
    image = expose(studio.light, np.random.default_rng([studio.seed, 40, number]), image, gloss)
    seen = np.bincount(np.maximum(owner, 0).ravel(), minlength=len(corners) + 1)
    shown = []
    for i, (laid, quad) in enumerate(zip(scene.cards, corners, strict=True)):
        area = max(1.0, abs(float(cv2.contourArea(quad.astype(np.float32)))))
        shown.append(Shown(laid, quad, min(1.0, float(seen[i + 1]) / area)))
    return image, shown


def _paint(studio: Studio, canvas: Canvas, laid: Laid, owner: int) -> NDArray[np.float64]:
    """Paint one card or squared-up pile; its corners in the camera's picture."""
    face = laid.card.face if laid.place.up else BACK
    levels: Levels = studio.deck.levels(face, studio.pick)
    place = laid.place
    lift = laid.level * THICK
    own = np.random.default_rng([studio.seed, 41, laid.card.number])
    if laid.zone in ("draw", "night"):
        _sides(studio, canvas, laid, owner)
    look = studio.look
    if laid.zone == "discard" and laid.slot > 0:
        look = replace(look, shadow=(look.shadow[0] / 2, look.shadow[1] / 2, *look.shadow[2:]))
    view = studio.sheet.view(lift)
    paint_card(own, canvas, view, place, studio.aspect, levels, look, owner, True)
    return studio.sheet.camera.project(
        card_corners(place.x, place.y, place.turn, studio.aspect), lift
    )


def _sides(studio: Studio, canvas: Canvas, laid: Laid, owner: int) -> None:
    """The edges of a pile of cards, seen below its top card."""
    place, n = laid.place, laid.level
    corners = card_corners(place.x, place.y, place.turn, studio.aspect)
    rng = np.random.default_rng([studio.seed, 42, ord(laid.zone[0])])
    for i in range(n):
        view: View = studio.sheet.view(i * THICK)
        ring = np.round(view.project(corners) + rng.normal(0, 0.35, (1, 2))).astype(np.int32)
        x, y, w, h = cv2.boundingRect(ring)
        pad = max(3, int(studio.look.shadow[2])) * 3
        mask = np.zeros((h + 2 * pad, w + 2 * pad), np.float32)
        cv2.fillConvexPoly(mask, ring - [x - pad, y - pad], 1.0, cv2.LINE_AA)
        if i == 0:
            dx, dy, soft, depth = studio.look.shadow
            k = int(soft + n * 0.12) * 2 + 1
            grow = 1 + n / 14
            canvas.shade(
                _blurred(mask, k), int(x - pad + dx * grow), int(y - pad + dy * grow), depth
            )
        tone = float(rng.uniform(165, 225))
        patch = np.full((*mask.shape, 3), tone, np.uint8)
        patch[:, :, 0] = int(tone * 0.95)
        canvas.lay(patch, mask, x - pad, y - pad, owner, 0.2)


def _blurred(mask: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    return np.asarray(cv2.blur(mask, (side, side)), np.float32)


def _coins(studio: Studio, canvas: Canvas, scene: Scene) -> None:
    view = studio.sheet.view()
    for i, coin in enumerate(scene.coins):
        worn = np.random.default_rng([studio.seed, 43, coin.number]).normal(1.0, 0.07)
        at = view.project(
            np.array(
                [
                    [coin.x, coin.y],
                    [coin.x + COIN_RADIUS, coin.y],
                    [coin.x, coin.y + COIN_RADIUS],
                ]
            )
        )
        u, v = at[1] - at[0], at[2] - at[0]
        r, tall = float(np.hypot(*u)), abs(float(u[0] * v[1] - u[1] * v[0]))
        bend = min(1.0, tall / r**2) if r > 0 else 1.0
        patch, alpha = coin_picture(r, studio.coin * worn, bend)
        x, y = (int(round(c - s / 2)) for c, s in zip(at[0], patch.shape[1::-1], strict=True))
        soft = max(1, int(r * 0.12)) * 2 + 1
        dx, dy, _, depth = studio.look.shadow
        canvas.shade(_blurred(alpha, soft), int(x + dx), int(y + dy), depth)
        canvas.lay(patch, alpha, x, y, -(i + 10), 0.6)


def _arm(studio: Studio, canvas: Canvas, number: int, who: int, at: tuple[float, float]) -> None:
    rng = np.random.default_rng([studio.seed, 44, number])
    view = studio.sheet.view()
    side = 1.0 if who == 0 else -1.0
    elbow = np.array([[at[0] * 0.6 + rng.normal(0, 1.2), side * 7.0]])
    tip, root = view.project(np.array([at]))[0], view.project(elbow)[0]
    ends = view.project(np.array([[at[0] - 0.5, at[1]], [at[0] + 0.5, at[1]]]))
    wide = np.hypot(*(ends[1] - ends[0]))
    d = root - tip
    far = tip + d / np.hypot(*d) * 1.6 * max(canvas.owner.shape)
    reach(rng, canvas, studio.people[who], studio.hands, tip, far, float(wide))
