"""Backs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Canvas, Colour, Image, Points, mix, oval, rounded, shrunk
from training.drawn.figure import Figure, pts, smooth, two_way
from training.drawn.patterns import Grid, Pattern
from training.drawn.press import Press
from training.drawn.scenes import landscape, noise


def draw_back(press: Press, canvas: Canvas, rng: Generator) -> None:
    """Print the back: a pattern, full bleed or inside a margin of bare stock."""
    style, back = press.style, press.style.back
    m = back.margin
    w, h = style.width - 2 * m, style.height - 2 * m
    shape = (round(h * press.scale), round(w * press.scale))
    picture = _picture(press, shape, rng)
    mask = np.zeros(shape, dtype=np.uint8)
    outline = rounded(0, 0, w, h, max(0.0, style.corner - m * 0.5) if m else 0.0)
    cv2.fillPoly(mask, [np.round(outline * press.scale).astype(np.int32)], 255)
    if not m:
        mask[:] = 255
    canvas.stamp(mask, picture, style.width / 2, style.height / 2)
    if m and rng.random() < 0.5:
        for inset in (0.0, 1.2) if rng.random() < 0.5 else (0.0,):
            frame = rounded(
                m + inset,
                m + inset,
                style.width - m - inset,
                style.height - m - inset,
                style.corner * 0.5,
            )
            canvas.line(frame, back.second if inset else back.ink, 0.5, closed=True)


def _picture(press: Press, shape: tuple[int, int], rng: Generator) -> Image:
    back = press.style.back
    h, w = shape
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    u, v = (
        (xs - (w - 1) / 2) / np.float32(press.scale),
        (ys - (h - 1) / 2) / np.float32(press.scale),
    )
    ink, second = back.ink, back.second
    if back.kind == "photo":
        return landscape(rng, shape)
    if back.kind == "gradient":
        share = np.clip(
            0.5
            + 0.5 * np.sin(v / press.style.height * np.pi * rng.uniform(0.8, 2.4))
            + 0.1 * noise(rng, shape, 6),
            0,
            1,
        )
        dark = np.array(mix(ink, (0, 0, 0), 0.5))
        shaded: Image = np.round(
            np.array(ink) * share[..., None] + dark * (1 - share[..., None])
        ).astype(np.uint8)
        return shaded
    if back.kind in ("lattice", "scales", "stripes"):
        kind = {"lattice": "lozenges", "scales": "scales", "stripes": "stripes"}[back.kind]
        angle = float(rng.choice([0.0, np.pi / 4])) if kind != "scales" else 0.0
        colours = (ink, second, mix(ink, second, 0.4))
        picture = Pattern(kind, colours, back.cell, angle).paint(u, v)
        return picture if kind == "stripes" else two_way(picture, 0.0)
    if back.kind == "medallion":
        return _medallion(press, u, v)
    if back.kind == "circles":
        return two_way(
            Pattern("rings", (ink, second, mix(ink, second, 0.5)), back.cell * 1.5).paint(u, v), 0.0
        )
    if back.kind == "stars":
        return two_way(Pattern("crosses", (ink, second), back.cell, np.pi / 4).paint(u, v), 0.0)
    if back.kind == "maze":
        lines = (
            np.sin(u * 6 / back.cell) * np.cos(v * 4 / back.cell)
            + np.sin((u + v) * 5 / back.cell) * 0.6
        )
        return _two(lines > 0.15, ink, second)
    if back.kind == "floral":
        r, a = np.hypot(u, v * 0.8), np.arctan2(v, u)
        petals = int(rng.integers(4, 9)) * 2
        wave = np.sin(
            r * (3.2 / back.cell) + rng.uniform(0.5, 1.6) * np.cos(a * petals)
        ) + 0.7 * np.cos(u * 3 / back.cell) * np.cos(v * 3 / back.cell)
        return _two(wave > rng.uniform(0.0, 0.5), ink, second)
    if back.kind == "rosette":
        r, a = np.hypot(u, v), np.arctan2(v, u)
        n = int(rng.integers(6, 20))
        guilloche = np.sin(r * 2.4 / back.cell * 2 + n * a) * np.sin(
            r * 2.4 / back.cell * 2 - n * a
        )
        return _two(guilloche > 0.12, ink, second)
    return _logo(press, shape, rng)


def _medallion(press: Press, u: Grid, v: Grid) -> Image:
    """A lattice with an oval in the middle that holds a mushroom, both ways up."""
    back = press.style.back
    ink, second = back.ink, back.second
    picture = Pattern("lozenges", (ink, mix(ink, second, 0.75), ink), back.cell).paint(u, v)
    fig = Figure(picture, picture.shape[1] / 2, second, 0.28 * press.scale)
    tall = picture.shape[0] / picture.shape[1]
    for inset in (0.04, 0.075):
        frame = rounded(-1 + inset, -tall + inset, 1 - inset, tall - inset, 0.06)
        fig.shape(frame, None, 1.6 if inset == 0.04 else 0.8)
    for r in (0.62, 0.58, 0.5):
        fig.shape(oval(0, 0, r, r * 1.32, 90), ink, 1.2)
    for k in range(48):
        a = k * np.pi / 24
        fig.spot(0.54 * np.cos(a), 0.54 * 1.32 * np.sin(a), 0.016, second, None)
    draw_mushroom(fig, 0.0, -0.36, 0.52, second, ink)
    for side in (-1, 1):
        draw_mushroom(fig, side * 0.3, -0.2, 0.24, second, ink)
    for sx in (-1, 1):
        corner = (sx * 0.69, -tall + 0.33)
        fig.shape(oval(*corner, 0.17, 0.17), ink, 1.2)
        draw_mushroom(fig, corner[0], corner[1], 0.24, second, ink)
    return two_way(picture, 0.0)


def draw_mushroom(
    fig: Figure, x: float, y: float, size: float, paint: Colour, dots: Colour
) -> None:
    """A toadstool ``size`` wide, its cap's lower edge near (x, y)."""

    def put(*pairs: tuple[float, float]) -> Points:
        return smooth(pts(*pairs)) * size + (x, y)

    fig.shape(
        put((-0.12, 0), (0.12, 0), (0.14, 0.3), (0.19, 0.48), (-0.19, 0.48), (-0.14, 0.3)),
        paint,
        None,
    )
    cap = put(
        (-0.5, 0.04),
        (-0.44, -0.2),
        (-0.2, -0.44),
        (0.2, -0.44),
        (0.44, -0.2),
        (0.5, 0.04),
        (0, 0.1),
    )
    fig.shape(cap, paint, None)
    for dx, dy, r in (
        (-0.24, -0.16, 0.075),
        (0.05, -0.28, 0.085),
        (0.26, -0.12, 0.06),
        (-0.02, -0.06, 0.05),
    ):
        fig.spot(x + dx * size, y + dy * size, r * size, dots, None)
    fig.shape(put((-0.2, 0.09), (0, 0.13), (0.2, 0.09), (0.12, 0.17), (-0.12, 0.17)), dots, None)


def _two(where: np.ndarray, ink: Colour, second: Colour) -> Image:
    return np.where(where[..., None], np.array(second, np.uint8), np.array(ink, np.uint8))


def _logo(press: Press, shape: tuple[int, int], rng: Generator) -> Image:
    back = press.style.back
    h, w = shape
    sheet = Canvas(w / press.scale, h / press.scale, press.scale, back.ink)
    sheet.rgb = np.ascontiguousarray(sheet.rgb[:h, :w])
    cx, cy = w / press.scale / 2, h / press.scale / 2
    size = w / press.scale * rng.uniform(0.25, 0.6)
    suit = "SHDC"[int(rng.integers(4))]
    kind = rng.integers(3)
    if kind == 0:
        sheet.stamp(press.sign(suit, size), back.second, cx, cy)
    elif kind == 1:
        for side in (-1, 1):
            sheet.stamp(
                press.sign(suit, size * 0.8), back.second, cx, cy + side * size * 0.6, turn=side > 0
            )
    else:
        word = press.text("NERROKADE", size * 0.2, gap=0.2)
        room = round(w * 0.86)
        if word.shape[1] > room:
            word = shrunk(word, room)
        sheet.stamp(word, back.second, cx, cy - size * 0.5)
        sheet.stamp(word, back.second, cx, cy + size * 0.5, turn=True)
    return sheet.rgb
