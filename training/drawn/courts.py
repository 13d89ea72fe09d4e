"""Court cards: two-way figures in the English manner and everything else that decks put there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.bodies import draw_bust, draw_full_length, draw_round_face
from training.drawn.canvas import Canvas, Colour, Image, mix, rounded, shrunk
from training.drawn.figure import Figure, two_way
from training.drawn.heads import Look, draw_hat
from training.drawn.press import Press
from training.drawn.scenes import landscape, noise
from training.drawn.style import Court


def look_of(court: Court, rng: Generator, stock: Colour) -> Look:
    """One figure's colours: the deck's palette, dealt out anew so that robes differ."""
    p = court.palette
    warm, cool = (p[1], p[2]) if rng.random() < 0.5 else (p[2], p[1])
    hairs = (p[0], p[3], mix(p[0], (120, 70, 30), 0.6), (236, 232, 224), stock)
    return Look(
        p[0], warm, cool, p[3], court.skin, p[1], hairs[int(rng.integers(len(hairs)))], stock
    )


def draw_court(press: Press, canvas: Canvas, rank: str, suit: str, rng: Generator) -> None:
    """Print the middle of a jack, queen or king."""
    style, court = press.style, press.style.court
    w, h = frame_size(press)
    if court.kind == "letter":
        _giant_letter(press, canvas, rank, suit)
        return
    if court.kind == "emblem":
        _emblem(press, canvas, rank, suit, rng)
        return
    picture = court_picture(press, rank, suit, rng, w, h)
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    outline = rounded(0, 0, w, h, court.round_frame)
    cv2.fillPoly(mask, [np.round(outline * press.scale).astype(np.int32)], 255)
    cx, cy = style.width / 2, style.height / 2
    canvas.stamp(mask, picture, cx, cy)
    if court.framed:
        ink = court.outline if not style.dark else style.inks["S"]
        outline += np.array([cx - w / 2, cy - h / 2])
        canvas.line(outline, ink, court.frame_stroke, closed=True)


def frame_size(press: Press) -> tuple[float, float]:
    """Width and height in mm of the picture of a court: it leaves the indices free."""
    style, court = press.style, press.style.court
    if court.wide:
        return style.width * court.wide, style.height * max(court.height, court.wide)
    beside = style.width / 2 - style.index.inset_x - style.index.max_width - 0.4
    return min(
        style.width * court.width, max(beside * 2, style.width * 0.5)
    ), style.height * court.height


def court_picture(press: Press, rank: str, suit: str, rng: Generator, w: float, h: float) -> Image:
    """The framed picture of a court card, RGB, ``w`` by ``h`` mm."""
    style, court = press.style, press.style.court
    shape = (round(h * press.scale), round(w * press.scale), 3)
    picture = np.empty(shape, dtype=np.uint8)
    ground = court.ground or style.stock
    picture[:] = ground
    look = look_of(court, rng, style.stock)
    if court.kind == "silhouette":
        ink = style.inks[suit]
        look = Look(style.stock, ink, ink, ink, style.stock, ink, ink, style.stock)
    if court.kind == "photo":
        picture[:] = landscape(rng, shape[:2])
    if court.kind == "painted":
        picture[:] = _dusk(rng, shape[:2], mix(court.palette[2], ground, rng.uniform(0.2, 0.8)))
    outline = court.outline if court.kind != "silhouette" else style.inks[suit]
    if style.dark:
        outline = mix(outline, style.inks["S"], 0.6 if court.kind == "silhouette" else 0.1)
    fig = Figure(picture, shape[1] / 2, outline, court.stroke * press.scale)
    tall = h / w
    if court.kind == "oneway":
        draw_full_length(fig, rank, look, court, tall, rng)
    elif court.kind == "photo":
        pass
    elif court.kind == "kids":
        draw_round_face(fig, rank, look, tall, rng)
    else:
        draw_bust(fig, rank, look, court, tall, rng)
    if court.kind == "painted":
        picture[:] = _brushed(picture, rng)
    _suit_beside(press, fig, suit)
    if court.kind not in ("oneway", "photo"):
        tilt = court.split
        picture = two_way(picture, tilt)
        if court.busy > 0.5 and court.kind != "painted" and rng.random() < 0.4:
            fig = Figure(picture, shape[1] / 2, outline, court.stroke * press.scale)
            across = np.array([np.cos(tilt), np.sin(tilt)])
            fig.stroke_line(np.array([-across * 1.6, across * 1.6]), edge=1.2)
    return picture


def _dusk(rng: Generator, shape: tuple[int, int], colour: Colour) -> Image:
    soft = noise(rng, shape, 3)[..., None] * 18 + noise(rng, shape, 24)[..., None] * 5
    return np.clip(np.array(colour, dtype=np.float32) + soft, 0, 255).astype(np.uint8)


def _brushed(picture: Image, rng: Generator) -> Image:
    """``picture`` as if painted: soft edges, shadows at the sides, mottled colour."""
    h, w = picture.shape[:2]
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2.4)).astype(np.float32)
    soft *= 1 + 0.1 * noise(rng, (h, w), 10)[..., None] + 0.05 * noise(rng, (h, w), 50)[..., None]
    across = np.abs(np.linspace(-1, 1, w, dtype=np.float32))[None, :, None]
    soft *= 1.05 - 0.25 * across**2
    return np.clip(soft, 0, 255).astype(np.uint8)


def _suit_beside(press: Press, fig: Figure, suit: str) -> None:
    """The big suit sign beside the head, with a light rim so that it stands off the robe."""
    style, court = press.style, press.style.court
    size = court.suit_height * style.height / 88.9
    if court.kind == "kids":
        size *= 0.8
    mask = press.sign(suit, size)
    h, w = mask.shape
    rows, cols = fig.rgb.shape[:2]
    pad = round(0.9 * press.scale)
    aside = pad
    if court.wide:
        # in a wide frame the index stands inside, and the sign next to it
        reach = style.index.inset_x + style.index.max_width - (style.width - cols / press.scale) / 2
        aside = round((max(reach, 0.0) + 1.6) * press.scale)
    left = aside if court.suit_side < 0 or court.wide else cols - w - aside
    top = round(1.3 * press.scale)
    if left < 0 or top + h > rows or left + w > cols:
        return
    rim = cv2.dilate(np.pad(mask, pad), np.ones((pad, pad), np.uint8))[pad:-pad, pad:-pad]
    area = fig.rgb[top : top + h, left : left + w].astype(np.float32)
    for m, colour in ((rim, court.ground or style.stock), (mask, style.inks[suit])):
        share = m[..., None].astype(np.float32) / 255
        area += (np.array(colour, dtype=np.float32) - area) * share
    fig.rgb[top : top + h, left : left + w] = np.round(area).astype(np.uint8)


def _giant_letter(press: Press, canvas: Canvas, rank: str, suit: str) -> None:
    style = press.style
    w, h = frame_size(press)
    mask = press.text(style.letters[rank], h * 0.42, gap=0.08)
    room = w * press.scale * 0.86
    if mask.shape[1] > room:
        mask = shrunk(mask, room)
    canvas.stamp(mask, style.inks[suit], style.width / 2, style.height / 2)
    if style.court.framed:
        cx, cy = style.width / 2, style.height / 2
        canvas.line(
            rounded(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, style.court.round_frame),
            style.inks[suit],
            style.court.frame_stroke,
            closed=True,
        )
        for sx, sy in ((-1, -1), (1, 1)):
            press.pip(
                canvas,
                suit,
                cx + sx * w * 0.3,
                cy + sy * h * 0.36,
                style.court.suit_height * 0.8,
                turn=sy > 0,
            )


def _emblem(press: Press, canvas: Canvas, rank: str, suit: str, rng: Generator) -> None:
    """A crown or a cap alone over a big suit sign."""
    style, court = press.style, press.style.court
    w, h = frame_size(press)
    shape = (round(h * press.scale), round(w * press.scale), 3)
    picture = np.empty(shape, dtype=np.uint8)
    picture[:] = court.ground or style.stock
    ink = style.inks[suit]
    look = Look(court.palette[0], ink, court.palette[2], ink, style.stock, ink, ink, style.stock)
    fig = Figure(picture, shape[1] / 2, court.outline, court.stroke * press.scale)
    draw_hat(fig, rank, look, 0, -0.2, 1.7, rng)
    canvas.stamp(np.full(shape[:2], 255, np.uint8), picture, style.width / 2, style.height / 2)
    press.pip(canvas, suit, style.width / 2, style.height / 2 + h * 0.16, h * 0.3)
