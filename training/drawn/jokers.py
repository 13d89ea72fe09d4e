"""Jokers: the red one and the black one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Canvas, Colour, Image, oval, rounded, shrunk
from training.drawn.courts import frame_size, look_of
from training.drawn.figure import Figure, band, pts, smooth
from training.drawn.heads import Look, draw_face, draw_fools_cap, draw_hair, draw_hat
from training.drawn.patterns import Pattern, random_pattern
from training.drawn.press import Press


def draw_joker(press: Press, canvas: Canvas, red: bool, rng: Generator) -> None:
    """Print picture and corners of a joker."""
    style, joker = press.style, press.style.joker
    ink = style.joker_ink(red)
    picture = _picture(press, rng, ink)
    if joker.two_headed:
        upper = picture[: len(picture) // 2]
        picture = np.concatenate([upper, upper[::-1, ::-1]])
    if not joker.same_picture and (not red or joker.one_ink):
        picture = _one_ink(picture, style.stock, ink)
    h, w = picture.shape[:2]
    canvas.stamp(np.full((h, w), 255, np.uint8), picture, style.width / 2, style.height / 2)
    if joker.framed:
        fw, fh = w / press.scale, h / press.scale
        cx, cy = style.width / 2, style.height / 2
        canvas.line(
            rounded(cx - fw / 2, cy - fh / 2, cx + fw / 2, cy + fh / 2, 0), ink, 0.3, closed=True
        )
    _corners(press, canvas, style.joker_ink(red=False) if joker.black_corner else ink)


def _one_ink(picture: Image, stock: Colour, ink: Colour) -> Image:
    """``picture`` in shades between ``stock`` and ``ink``."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    a, b = float(np.dot(stock, (0.299, 0.587, 0.114))), float(np.dot(ink, (0.299, 0.587, 0.114)))
    if a < b:  # white print on a black card keeps its lights
        share = np.clip(grey / 255, 0, 1)[..., None]
    else:
        share = np.clip((a - grey) / max(a - min(b, 40.0), 1.0), 0, 1)[..., None]
    paint = np.array(stock) + (np.array(ink, dtype=np.float32) - np.array(stock)) * share
    out: Image = np.round(paint).astype(np.uint8)
    return out


def _corners(press: Press, canvas: Canvas, ink: Colour) -> None:
    style, joker, index = press.style, press.style.joker, press.style.index
    x, y = index.inset_x, index.inset_y
    if joker.corner == "none":
        return
    if joker.corner in ("word", "turned", "capital"):
        mask = _downwards(press)
        longest = style.height * joker.reach * press.scale
        if mask.shape[0] > longest:
            mask = shrunk(mask, mask.shape[1] * longest / mask.shape[0])
    elif joker.corner == "wide":
        mask = press.text(joker.text, joker.letter_height * 0.6, gap=0.1)
    elif joker.corner == "star":
        mask = star_mask(index.max_width * 1.1 * press.scale)
    else:
        mask = press.text("J", index.rank_height)
    mx, my = x + mask.shape[1] / press.scale / 2, y + mask.shape[0] / press.scale / 2
    canvas.stamp_both(mask, ink, mx, my)
    if index.corners == 4:
        canvas.stamp(mask, ink, style.width - mx, my)
        canvas.stamp(mask, ink, mx, style.height - my, turn=True)


def _downwards(press: Press) -> Image:
    """The word along the card's long side, as a mask."""
    joker = press.style.joker
    if joker.corner == "turned":
        along = press.text(joker.text, joker.letter_height, gap=0.12)
        return np.ascontiguousarray(np.rot90(along, -1))
    if joker.corner == "word":
        return press.text(joker.text, joker.letter_height, gap=joker.gap, down=True)
    first = press.text(joker.text[0], press.style.index.rank_height)
    rest = press.text(
        joker.text[1:], joker.letter_height * joker.small, gap=joker.gap + 0.03, down=True
    )
    wide, gap = max(first.shape[1], rest.shape[1]), round(press.scale)
    parts = []
    for mask in (first, rest):
        room = wide - mask.shape[1]
        parts.append(np.pad(mask, ((0, gap), (room // 2, room - room // 2))))
    return np.concatenate(parts, axis=0)


def star_points(n: int = 5, inner: float = 0.42) -> np.ndarray:
    """A star of radius 1 that points upwards, shape (2 n, 2)."""
    a = np.arange(2 * n) * np.pi / n - np.pi / 2
    r = np.where(np.arange(2 * n) % 2, inner, 1.0)
    return np.stack([r * np.cos(a), r * np.sin(a)], axis=1)


def star_mask(size_px: float) -> Image:
    """A five-pointed star as a mask, ``size_px`` wide."""
    n = max(6, round(size_px))
    mask = np.zeros((n, n), dtype=np.uint8)
    where = (star_points() + 1) * (n / 2) - 0.5
    cv2.fillPoly(mask, [np.round(where * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _picture(press: Press, rng: Generator, ink: Colour) -> Image:
    style, joker = press.style, press.style.joker
    w, h = frame_size(press)
    if joker.corner in ("none", "wide"):
        w = style.width * 0.74
    w, h = w * rng.uniform(0.9, 1.0), h * rng.uniform(0.86, 1.0)
    shape = (round(h * press.scale), round(w * press.scale), 3)
    picture = np.empty(shape, dtype=np.uint8)
    picture[:] = style.court.ground or style.stock
    look = look_of(style.court, rng, style.stock)
    outline = style.court.outline if not style.dark else style.inks["S"]
    fig = Figure(picture, shape[1] / 2, outline, max(style.court.stroke, 0.2) * press.scale)
    tall = h / w
    if joker.kind == "jester":
        _jester(fig, look, tall, rng)
    elif joker.kind == "face":
        _face(fig, look, 0.0, 0.0, rng.uniform(1.3, 1.75), rng)
    elif joker.kind == "hat":
        draw_fools_cap(fig, look, 0.0, 0.5, rng.uniform(1.3, 1.75), rng)
    elif joker.kind == "king":
        fig.unit *= rng.uniform(1.1, 1.35)
        _rider(fig, look, tall / 1.2, rng)
    elif joker.kind == "star":
        size = rng.uniform(0.45, 0.9)
        for k, part in enumerate((1.0, 0.75, 0.45) if rng.random() < 0.6 else (1.0,)):
            colours = (ink, look.light, look.cool)
            fig.shape(star_points(int(rng.choice([5, 5, 6, 8]))) * size * part, colours[k])
    else:
        mask = press.text(joker.text, h * 0.16, gap=0.14)
        room = shape[1] * 0.94
        if mask.shape[1] > room:
            mask = shrunk(mask, room)
        sheet = Canvas(w, h, press.scale, style.court.ground or style.stock)
        sheet.stamp(mask, ink, w / 2, h / 2)
        if rng.random() < 0.5:
            for sy in (-1, 1):
                sheet.stamp(star_mask(w * 0.3 * press.scale), ink, w / 2, h / 2 + sy * h * 0.28)
        return sheet.rgb
    return picture


def _face(fig: Figure, look: Look, x: float, y: float, size: float, rng: Generator) -> None:
    ruff = look.stock if rng.random() < 0.5 else look.light
    for k in range(9):
        a = np.radians(170 - k * 20)
        tip = (x + 0.62 * size * np.cos(a), y + (0.12 + 0.5 * np.sin(a)) * size)
        base = pts((x - 0.12 * size, y + 0.2 * size), tip, (x + 0.12 * size, y + 0.2 * size))
        fig.shape(base, ruff if k % 2 else look.warm)
        fig.spot(*tip, 0.045 * size, look.light)
    draw_face(fig, "J", look, x, y, size, rng)
    grin = smooth(pts((-0.13, 0.13), (0, 0.18), (0.13, 0.13), (0, 0.25))) * size + (x, y)
    fig.shape(grin, look.stock, 0.8)
    draw_fools_cap(fig, look, x, y, size, rng)


def _jester(fig: Figure, look: Look, tall: float, rng: Generator) -> None:
    """A jester who dances or sits, with a marotte."""
    x = rng.uniform(-0.1, 0.1)
    size = rng.uniform(0.75, 1.0)
    y = -tall * 0.42 + rng.uniform(-0.08, 0.08)
    body = y + 0.3 * size
    left = (
        Pattern("lozenges", (look.warm, look.light), 0.2)
        if rng.random() < 0.5
        else random_pattern(rng, look.robes, 0.2, 0.7)
    )
    right = (
        Pattern("plain", (look.cool,), 0.2)
        if rng.random() < 0.5
        else random_pattern(rng, look.robes, 0.2, 0.7)
    )
    hip, foot = body + 0.75, tall * 0.86
    for side, cloth in ((-1, left), (1, right)):
        knee = (x + side * rng.uniform(0.2, 0.6), (hip + foot) / 2)
        toe = (x + side * rng.uniform(0.15, 0.7), foot)
        other = right if side < 0 else left
        fig.shape(band((x + side * 0.14, hip - 0.1), knee, 0.3, 0.22), other)
        fig.shape(band(knee, toe, 0.22, 0.13), other)
        shoe = smooth(
            pts((-0.08, -0.08), (0.08, -0.08), (0.3, 0.02), (0.4, -0.1), (0.3, 0.1), (-0.08, 0.08))
        )
        fig.shape(shoe * (side, 1) + np.array(toe), look.deep)
        elbow = (x + side * rng.uniform(0.5, 0.7), body + rng.uniform(0.2, 0.5))
        hand = (x + side * rng.uniform(0.45, 0.85), elbow[1] + rng.uniform(-0.5, 0.35))
        fig.shape(band((x + side * 0.22, body + 0.1), elbow, 0.26, 0.2), cloth)
        fig.shape(band(elbow, hand, 0.2, 0.15), cloth)
        if side > 0:
            fig.shape(
                band((hand[0] - 0.04, hand[1] + 0.3), (hand[0] + 0.06, hand[1] - 0.45), 0.05, 0.05),
                look.light,
            )
            fig.spot(hand[0] + 0.07, hand[1] - 0.52, 0.12, look.skin)
            fig.shape(
                pts((-0.14, -0.04), (-0.16, -0.2), (0, -0.1), (0.16, -0.2), (0.14, -0.04))
                + np.array([hand[0] + 0.07, hand[1] - 0.55]),
                look.warm,
            )
        fig.spot(*hand, 0.085, look.skin)
        half = pts(
            (0, body - 0.05),
            (side * 0.32, body),
            (side * 0.3, body + 0.4),
            (side * 0.42, hip + 0.1),
            (0, hip),
        )
        fig.shape(half + np.array([x, 0.0]), cloth)
    for k in range(5):
        px = x - 0.4 + 0.2 * k
        fig.shape(
            pts((px - 0.1, hip - 0.02), (px + 0.1, hip - 0.02), (px, hip + 0.24)),
            look.warm if k % 2 else look.light,
        )
        fig.spot(px, hip + 0.26, 0.035, look.light)
    fig.shape(
        pts((x - 0.36, hip - 0.1), (x + 0.36, hip - 0.1), (x + 0.36, hip), (x - 0.36, hip)),
        look.deep,
    )
    _face(fig, look, x, y, size, rng)


def _rider(fig: Figure, look: Look, tall: float, rng: Generator) -> None:
    """A crowned figure on a wheeled machine or a globe."""
    base = tall * 0.5
    if rng.random() < 0.5:
        for side in (-1, 1):
            at = (side * 0.46, base)
            fig.shape(oval(*at, 0.4, 0.4), None, 1.6)
            fig.shape(oval(*at, 0.33, 0.33), None, 0.8)
            for k in range(6):
                a = k * np.pi / 3
                fig.stroke_line(
                    pts(at, (at[0] + 0.36 * np.cos(a), at[1] + 0.36 * np.sin(a))), edge=0.6
                )
        fig.stroke_line(
            pts((-0.46, base), (0, base - 0.34), (0.46, base), (0.3, base - 0.5)), look.warm, edge=3
        )
    else:
        fig.shape(oval(0, base + 0.05, 0.55, 0.55), look.cool)
        for r in (0.2, 0.42):
            fig.shape(oval(0, base + 0.05, r, 0.55), None, 0.7)
        fig.stroke_line(pts((-0.55, base + 0.05), (0.55, base + 0.05)), edge=0.7)
    cloth = random_pattern(rng, look.robes, 0.18, 0.8)
    y = base - 1.35
    fig.shape(
        smooth(
            pts(
                (-0.2, y + 0.25),
                (-0.5, y + 0.7),
                (-0.42, base - 0.3),
                (0.42, base - 0.3),
                (0.5, y + 0.7),
                (0.2, y + 0.25),
            )
        ),
        cloth,
    )
    for side in (-1, 1):
        fig.shape(band((side * 0.3, y + 0.45), (side * 0.4, base - 0.4), 0.2, 0.14), look.warm)
        fig.spot(side * 0.4, base - 0.4, 0.08, look.skin)
    rank = "K" if rng.random() < 0.7 else "J"
    draw_hair(fig, rank, look, 0, y, 0.8, rng)
    draw_face(fig, rank, look, 0, y, 0.8, rng)
    draw_hat(fig, rank, look, 0, y, 0.8, rng)
