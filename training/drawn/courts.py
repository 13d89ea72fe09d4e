"""Court cards: two-way figures in the English manner and everything else that decks put there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Canvas, Colour, Image, mix, oval, rounded
from training.drawn.figure import Figure, Fill, band, pts, smooth, two_way
from training.drawn.heads import Look, draw_face, draw_hair, draw_hat
from training.drawn.patterns import random_pattern
from training.drawn.press import Press
from training.drawn.scenes import noise
from training.drawn.style import Court


def look_of(court: Court, rng: Generator, stock: Colour) -> Look:
    """One figure's colours: the deck's palette, dealt out anew so that robes differ."""
    p = court.palette
    warm, cool = (p[1], p[2]) if rng.random() < 0.5 else (p[2], p[1])
    hairs = (p[0], p[3], mix(p[0], (120, 70, 30), 0.6), (236, 232, 224), stock)
    return Look(p[0], warm, cool, p[3], court.skin, hairs[int(rng.integers(len(hairs)))], stock)


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
        canvas.line(outline + (cx - w / 2, cy - h / 2), ink, court.frame_stroke, closed=True)


def frame_size(press: Press) -> tuple[float, float]:
    """Width and height in mm of the picture of a court: it leaves the indices free."""
    style, court = press.style, press.style.court
    beside = style.width / 2 - style.index.inset_x - style.index.max_width - 0.4
    return min(style.width * court.width, max(beside * 2, style.width * 0.5)), style.height * court.height


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
        look = Look(style.stock, ink, ink, ink, style.stock, ink, style.stock)
    if court.kind == "painted":
        picture[:] = _dusk(rng, shape, mix(court.palette[2], ground, rng.uniform(0.2, 0.8)))
    outline = court.outline if court.kind != "silhouette" else style.inks[suit]
    if style.dark:
        outline = mix(outline, style.inks["S"], 0.6 if court.kind == "silhouette" else 0.1)
    fig = Figure(picture, shape[1] / 2, outline, court.stroke * press.scale)
    tall = h / w
    if court.kind == "oneway":
        _full_length(fig, rank, look, court, tall, rng)
    elif court.kind == "kids":
        _round_face(fig, rank, look, court, tall, rng)
    else:
        _bust(fig, rank, look, court, tall, rng)
    if court.kind == "painted":
        picture[:] = _brushed(picture, court, rng)
    _suit_beside(press, fig, suit, tall, rng)
    if court.kind != "oneway":
        tilt = court.split
        picture = two_way(picture, tilt)
        if court.busy > 0.5 and court.kind != "painted" and rng.random() < 0.4:
            fig = Figure(picture, shape[1] / 2, outline, court.stroke * press.scale)
            across = np.array([np.cos(tilt), np.sin(tilt)])
            fig.stroke_line(np.array([-across * 1.6, across * 1.6]), edge=1.2)
    return picture


def _dusk(rng: Generator, shape: tuple[int, ...], colour: Colour) -> Image:
    soft = noise(rng, shape[:2], 3)[..., None] * 18 + noise(rng, shape[:2], 24)[..., None] * 5
    return np.clip(np.array(colour, dtype=np.float32) + soft, 0, 255).astype(np.uint8)


def _brushed(picture: Image, court: Court, rng: Generator) -> Image:
    """``picture`` as if painted: soft edges, shadows at the sides, mottled colour."""
    h, w = picture.shape[:2]
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 2.4)).astype(np.float32)
    soft *= 1 + 0.1 * noise(rng, (h, w), 10)[..., None] + 0.05 * noise(rng, (h, w), 50)[..., None]
    across = np.abs(np.linspace(-1, 1, w, dtype=np.float32))[None, :, None]
    soft *= 1.05 - 0.25 * across**2
    return np.clip(soft, 0, 255).astype(np.uint8)


def _suit_beside(press: Press, fig: Figure, suit: str, tall: float, rng: Generator) -> None:
    """The big suit sign beside the head, with a light rim so that it stands off the robe."""
    style, court = press.style, press.style.court
    size = court.suit_height * style.height / 88.9
    if court.kind == "kids":
        size *= 0.8
    mask = press.sign(suit, size)
    h, w = mask.shape
    rows, cols = fig.rgb.shape[:2]
    pad = round(0.9 * press.scale)
    left = pad if court.suit_side < 0 else cols - w - pad
    top = round(1.3 * press.scale)
    if left < 0 or top + h > rows or left + w > cols:
        return
    rim = cv2.dilate(np.pad(mask, pad), np.ones((pad, pad), np.uint8))[pad:-pad, pad:-pad]
    area = fig.rgb[top : top + h, left : left + w].astype(np.float32)
    for m, colour in ((rim, court.ground or style.stock), (mask, style.inks[suit])):
        share = m[..., None].astype(np.float32) / 255
        area += (np.array(colour, dtype=np.float32) - area) * share
    fig.rgb[top : top + h, left : left + w] = np.round(area).astype(np.uint8)


def _bust(fig: Figure, rank: str, look: Look, court: Court, tall: float, rng: Generator) -> None:
    """Half a figure from the crown to the middle of the card."""
    size = court.head * rng.uniform(0.92, 1.06)
    hx = rng.uniform(-0.08, 0.08) - 0.12 * court.suit_side * (size > 0.9)
    hy = -tall + 0.66 * size + rng.uniform(-0.02, 0.1)
    neck = hy + 0.3 * size
    if court.kind == "english" and rng.random() < 0.35 * court.busy:
        _held(fig, rank, look, hx, neck, tall, rng, behind=True)
    draw_hair(fig, rank, look, hx, hy, size, rng)
    _robe(fig, rank, look, court, hx, neck, rng)
    _held(fig, rank, look, hx, neck, tall, rng, behind=False)
    draw_face(fig, rank, look, hx, hy, size, rng)
    draw_hat(fig, rank, look, hx, hy, size, rng)


def _robe(fig: Figure, rank: str, look: Look, court: Court, x: float, neck: float, rng: Generator) -> None:
    def cloth(cell: float = 0.14) -> Fill:
        return random_pattern(rng, look.robes, cell, court.busy)

    slope = rng.uniform(0.14, 0.34)
    sh = neck + rng.uniform(0.02, 0.1)
    low = 0.75
    outer = pts((x - 0.16, neck - 0.12), (x - 0.42, sh), (-0.86, sh + slope), (-1.08, low), (1.08, low),
                (0.86, sh + slope), (x + 0.42, sh), (x + 0.16, neck - 0.12))  # fmt: skip
    fig.shape(outer, cloth(0.2))
    kind = int(rng.integers(5))
    if kind == 0:  # lapels and a middle band
        for side in (-1, 1):
            lapel = pts((x + side * 0.1, neck), (x + side * 0.44, sh), (x + side * 0.66, low), (x + side * 0.18, low))
            fig.shape(lapel, cloth())
            fig.shape(lapel * (0.45, 1) + (x * 0.55 + side * 0.14, 0), cloth(0.1), 0.8)
        fig.shape(band((x, neck), (x, low), 0.2, 0.34), cloth(0.12))
        for k in range(6):
            fig.spot(x, neck + 0.14 + k * 0.16, 0.035, look.light, 0.7)
    elif kind == 1:  # a sash that crosses the middle
        side = float(rng.choice([-1, 1]))
        wide = rng.uniform(0.22, 0.4)
        for extra in (wide + 0.16, wide):
            fig.shape(band((-side * 1.2, sh - 0.1), (side * 1.2, low * 0.6), extra, extra), cloth(0.12))
        fig.shape(band((side * 0.9, sh + 0.1), (side * 0.1, low), 0.16, 0.2), cloth(0.1))
    elif kind == 2:  # chevrons
        for k in range(5):
            top = neck + 0.02 + k * 0.2
            v = pts((x, top + 0.24), (-1.1, top - 0.08), (-1.1, top + 0.04), (x, top + 0.38), (1.1, top + 0.04),
                    (1.1, top - 0.08))  # fmt: skip
            if k:
                fig.shape(v, cloth(0.12))
    elif kind == 3:  # upright panels
        edges = np.linspace(-1.05, 1.05, int(rng.integers(5, 9)))
        for a, b in zip(edges[:-1], edges[1:], strict=True):
            top = sh + slope * max(abs(a), abs(b)) ** 2 + 0.08
            fig.shape(pts((a, top), (b, top), (b * 1.1, low), (a * 1.1, low)), cloth())
    else:  # a mantle open over a tunic
        fig.shape(smooth(pts((x, neck), (x - 0.3, neck + 0.3), (x - 0.45, low), (x + 0.45, low), (x + 0.3, neck + 0.3))), cloth(0.12))
        for side in (-1, 1):
            edge = smooth(pts((x + side * 0.2, neck), (x + side * 0.42, neck + 0.35), (x + side * 0.5, low)), False)
            fig.stroke_line(edge, edge=4.5)
            fig.stroke_line(edge, look.stock, edge=3.0)
    if rng.random() < 0.7:
        y = rng.uniform(-0.2, -0.05)
        fig.shape(pts((-1.1, y), (1.1, y), (1.1, -y), (-1.1, -y)), cloth(0.12))
        for edge_y in (y + 0.035, -y - 0.035):
            fig.stroke_line(pts((-1.1, edge_y), (1.1, edge_y)), look.light, 1.6)
    _collar(fig, rank, look, x, neck, rng)


def _collar(fig: Figure, rank: str, look: Look, x: float, neck: float, rng: Generator) -> None:
    fig.shape(band((x, neck - 0.16), (x, neck + 0.06), 0.22, 0.26), look.skin)
    kind = rng.integers(3)
    if kind == 0:
        ring = smooth(pts((x - 0.4, neck + 0.02), (x, neck + 0.2), (x + 0.4, neck + 0.02), (x + 0.36, neck + 0.16),
                          (x, neck + 0.36), (x - 0.36, neck + 0.16)))  # fmt: skip
        fig.shape(ring, look.stock)
        for k in range(-3, 4):
            fig.spot(x + k * 0.1, neck + 0.24 - abs(k) * 0.04, 0.022, look.deep, None, tall=1.8)
    elif kind == 1:
        for k in range(-3, 4):
            fig.spot(x + k * 0.1, neck + 0.1 - abs(k) * 0.03, 0.07, look.light if k % 2 else look.stock)
    else:
        for side in (-1, 1):
            fig.shape(pts((x, neck + 0.04), (x + side * 0.34, neck - 0.02), (x + side * 0.22, neck + 0.26)), look.light)


def _held(fig: Figure, rank: str, look: Look, x: float, neck: float, tall: float, rng: Generator, behind: bool) -> None:
    """What the figure carries, and the arm that carries it."""
    side = -float(np.sign(x - 0.001)) if abs(x) > 0.03 else float(rng.choice([-1, 1]))
    at = (side * rng.uniform(0.55, 0.74), neck + rng.uniform(0.28, 0.42))
    top = -tall + rng.uniform(0.1, 0.4)
    if not behind:
        sleeve = random_pattern(rng, look.robes, 0.12, 0.8)
        elbow = (side * 0.98, at[1] + 0.42)
        fig.shape(band((side * 0.78, neck + 0.3), elbow, 0.3, 0.34), sleeve)
        fig.shape(band(elbow, at, 0.34, 0.24), sleeve)
        fig.shape(band((at[0] + side * 0.1, at[1] + 0.12), at, 0.3, 0.26), look.light)
    kind = {"K": rng.choice(["sword", "sword", "sceptre", "axe"]), "Q": rng.choice(["flower", "flower", "fan", "sceptre"]),
            "J": rng.choice(["halberd", "baton", "leaf", "arrow"])}[rank]  # fmt: skip
    lean = side * rng.uniform(-0.05, 0.2)
    head = (at[0] + lean, top)
    if kind in ("sword", "halberd", "sceptre", "axe", "baton", "arrow"):
        wide = 0.1 if kind in ("sword", "baton") else 0.05
        fig.shape(band((at[0] - lean * 0.5, at[1] + 0.5), head, wide, wide * (0.4 if kind == "sword" else 1.0)),
                  look.stock if kind == "sword" else look.light)  # fmt: skip
    if kind == "sword":
        fig.shape(band((at[0] - 0.17, at[1] - 0.12), (at[0] + 0.17, at[1] - 0.12), 0.06, 0.06), look.light)
    elif kind in ("halberd", "axe"):
        blade = smooth(pts((0, -0.02), (0.2, -0.12), (0.26, 0.1), (0.16, 0.3), (0, 0.2))) * (-side, 1)
        fig.shape(blade + head, look.stock)
        fig.shape(pts((-0.04, 0.02), (0, -0.2), (0.04, 0.02)) + np.array(head), look.stock)
    elif kind == "sceptre":
        fig.spot(*head, 0.1, look.light)
        fig.spot(*head, 0.05, look.warm)
    elif kind == "arrow":
        fig.shape(pts((-0.08, 0.06), (0, -0.12), (0.08, 0.06)) + np.array(head), look.warm)
    else:
        flower = (at[0] + lean * 0.4, at[1] - 0.24)
        fig.stroke_line(pts((at[0], at[1] + 0.3), flower), edge=1.6)
        petals = 6 if kind == "flower" else 5
        for k in range(petals):
            a = k * 2 * np.pi / petals
            fig.spot(flower[0] + 0.085 * np.cos(a), flower[1] + 0.085 * np.sin(a), 0.07, look.warm, 0.7)
        fig.spot(*flower, 0.05, look.light, 0.7)
        for s in (-1, 1):
            leaf = smooth(pts((0, 0.1), (s * 0.14, 0.04), (s * 0.2, -0.06), (s * 0.08, 0.02)))
            fig.shape(leaf + np.array([at[0], at[1] - 0.05]), look.cool, 0.7)
    if not behind:
        fig.shape(smooth(pts((-0.09, 0.05), (-0.08, -0.08), (0.08, -0.09), (0.1, 0.06))) + np.array(at), look.skin)
        for k in range(3):
            fig.stroke_line(pts((-0.07, -0.05 + 0.04 * k), (0.03, -0.05 + 0.04 * k)) + np.array(at), edge=0.6)


def _full_length(fig: Figure, rank: str, look: Look, court: Court, tall: float, rng: Generator) -> None:
    """A one-way figure that stands on the ground."""
    size = court.head * 0.78
    hx, hy = rng.uniform(-0.1, 0.1), -tall + 0.62 * size + 0.1
    neck = hy + 0.3 * size
    foot = tall - 0.12
    ground = mix(court.palette[2], look.stock, 0.5)
    if rng.random() < 0.5:
        fig.shape(pts((-1.2, foot - 0.1), (1.2, foot - 0.2), (1.2, tall + 0.1), (-1.2, tall + 0.1)), ground)
    draw_hair(fig, rank, look, hx, hy, size, rng)
    cloth = [random_pattern(rng, look.robes, 0.16, court.busy) for _ in range(5)]
    if rank == "Q" or rng.random() < 0.3:
        gown = smooth(pts((hx - 0.2, neck), (hx - 0.3, neck + 0.5), (-0.75, foot), (0.75, foot), (hx + 0.3, neck + 0.5), (hx + 0.2, neck)), steps=4)
        fig.shape(gown, cloth[0])
        fig.shape(band((hx, neck), (hx, foot), 0.16, 0.5), cloth[1])
    else:
        for side in (-1, 1):
            fig.shape(band((hx + side * 0.14, neck + 0.9), (hx + side * 0.24, foot), 0.24, 0.16), cloth[2])
            fig.shape(smooth(pts((-0.08, 0), (0.08, 0), (0.26 * side + 0.05, 0.12), (-0.1, 0.12))) + np.array([hx + side * 0.24, foot - 0.06]), look.deep)
        fig.shape(pts((hx - 0.4, neck), (hx + 0.4, neck), (hx + 0.5, neck + 1.15), (hx - 0.5, neck + 1.15)), cloth[0])
        fig.shape(band((hx - 0.5, neck + 0.7), (hx + 0.5, neck + 0.7), 0.14, 0.14), cloth[1])
    for side in (-1, 1):
        fig.shape(band((hx + side * 0.3, neck + 0.08), (hx + side * 0.62, neck + 0.62), 0.2, 0.24), cloth[3])
    if rank == "K":
        fig.stroke_line(smooth(pts((-0.5, neck + 0.1), (-0.8, 0.2), (-0.85, foot)), False), edge=7)
        fig.stroke_line(smooth(pts((-0.5, neck + 0.1), (-0.8, 0.2), (-0.85, foot)), False), look.warm, edge=5)
    _held(fig, rank, look, hx, neck + 0.25, tall, rng, behind=False)
    _collar(fig, rank, look, hx, neck, rng)
    draw_face(fig, rank, look, hx, hy, size, rng)
    draw_hat(fig, rank, look, hx, hy, size, rng)


def _round_face(fig: Figure, rank: str, look: Look, court: Court, tall: float, rng: Generator) -> None:
    """A child's deck: a big round head, of a person or a beast."""
    beast = rng.random() < 0.6
    r = 0.5
    x, y = 0.1, -tall / 2 - 0.02
    furs: tuple[Colour, ...] = ((214, 160, 100), (236, 196, 120), (200, 196, 190), (226, 140, 80), (180, 200, 150))
    fur = furs[int(rng.integers(len(furs)))] if beast else look.skin
    fig.shape(smooth(pts((-0.9, 0.8), (-0.7, -0.25), (x, -0.45), (0.8, -0.25), (1.0, 0.8))), random_pattern(rng, look.robes, 0.25, 0.8))
    if beast:
        kind = rng.integers(3)
        for side in (-1, 1):
            if kind == 0:
                ear = oval(x + side * 0.4, y - 0.36, 0.2, 0.2)
            elif kind == 1:
                ear = pts((x + side * 0.1, y - 0.4), (x + side * 0.5, y - 0.75), (x + side * 0.48, y - 0.15))
            else:
                ear = oval(x + side * 0.24, y - 0.66, 0.12, 0.36)
            fig.shape(ear, fur, 1.4)
    else:
        fig.shape(oval(x, y - 0.04, r * 1.14, r * 1.12), look.hair, 1.4)
    fig.shape(oval(x, y, r, r * 0.95), fur, 1.4)
    for side in (-1, 1):
        fig.spot(x + side * 0.18, y - 0.06, 0.1, (255, 255, 255), 1.0, tall=1.2)
        fig.spot(x + side * 0.16, y - 0.04, 0.05, (20, 20, 24), None, tall=1.2)
        fig.spot(x + side * 0.3, y + 0.14, 0.08, mix(fur, (240, 90, 90), 0.5), None)
    fig.spot(x, y + 0.08, 0.06 if beast else 0.04, look.deep if beast else mix(fur, look.warm, 0.4), 0.8)
    fig.stroke_line(smooth(pts((x - 0.16, y + 0.2), (x, y + 0.28), (x + 0.16, y + 0.2)), False), edge=1.6)
    if rank == "K":
        fig.shape(smooth(pts((x - 0.22, y + 0.15), (x, y + 0.11), (x + 0.22, y + 0.15), (x, y + 0.19))), look.deep, 0.5)
    if rank == "Q":
        for side in (-1, 1):
            for k in range(3):
                lash = x + side * (0.2 + 0.04 * k)
                fig.stroke_line(pts((lash, y - 0.15), (lash + side * 0.04, y - 0.22)), edge=1.0)
    draw_hat(fig, rank, look, x, y - 0.18, 1.25, rng)


def _giant_letter(press: Press, canvas: Canvas, rank: str, suit: str) -> None:
    style = press.style
    w, h = frame_size(press)
    mask = press.text(style.letters[rank], h * 0.42, gap=0.08)
    room = w * press.scale * 0.86
    if mask.shape[1] > room:
        mask = cv2.resize(mask, (round(room), round(mask.shape[0] * room / mask.shape[1])), interpolation=cv2.INTER_AREA)
    canvas.stamp(mask, style.inks[suit], style.width / 2, style.height / 2)
    if style.court.framed:
        cx, cy = style.width / 2, style.height / 2
        canvas.line(rounded(cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2, style.court.round_frame), style.inks[suit], style.court.frame_stroke, closed=True)  # fmt: skip
        for sx, sy in ((-1, -1), (1, 1)):
            press.pip(canvas, suit, cx + sx * w * 0.3, cy + sy * h * 0.36, style.court.suit_height * 0.8, turn=sy > 0)


def _emblem(press: Press, canvas: Canvas, rank: str, suit: str, rng: Generator) -> None:
    """A crown or a cap alone over a big suit sign."""
    style, court = press.style, press.style.court
    w, h = frame_size(press)
    shape = (round(h * press.scale), round(w * press.scale), 3)
    picture = np.empty(shape, dtype=np.uint8)
    picture[:] = court.ground or style.stock
    ink = style.inks[suit]
    look = Look(court.palette[0], ink, court.palette[2], ink, style.stock, ink, style.stock)
    fig = Figure(picture, shape[1] / 2, court.outline, court.stroke * press.scale)
    draw_hat(fig, rank, look, 0, -0.2, 1.7, rng)
    canvas.stamp(np.full(shape[:2], 255, np.uint8), picture, style.width / 2, style.height / 2)
    press.pip(canvas, suit, style.width / 2, style.height / 2 + h * 0.16, h * 0.3)
