"""Number cards: the corner index, the pips in rows, and the aces."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from training.drawn.canvas import Canvas, Colour, Image, mix, oval, rounded, shrunk
from training.drawn.figure import pts, smooth
from training.drawn.press import Press
from training.drawn.scenes import landscape

# Column and row of every pip: columns -1, 0, 1; rows from -1 (top) to 1 (bottom).
_SIX = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0))
_EIGHT = tuple((float(x), y) for y in (-1, -1 / 3, 1 / 3, 1) for x in (-1, 1))
LAYOUTS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0, -1), (0, 1)),
    "3": ((0, -1), (0, 0), (0, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": _SIX,
    "7": (*_SIX, (0, -0.5)),
    "8": (*_SIX, (0, -0.5), (0, 0.5)),
    "9": (*_EIGHT, (0, 0)),
    "T": (*_EIGHT, (0, -2 / 3), (0, 2 / 3)),
}


def _clear(press: Press, canvas: Canvas, marks: list[tuple[Image, float, float]]) -> None:
    """Leave a rim of bare stock round the index where it runs into a picture."""
    pad = max(2, round(0.8 * press.scale))
    nib = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pad + 1, 2 * pad + 1))
    for m, x, y in marks:
        rim: Image = cv2.dilate(np.pad(m, pad), nib).astype(np.uint8)
        canvas.stamp_both(rim, press.style.stock, x, y)
        if press.style.index.corners == 4 and not press.style.index.suit_across:
            canvas.stamp_both(rim, press.style.stock, canvas.width - x, y)


def draw_index(press: Press, canvas: Canvas, rank: str, suit: str, halo: bool = False) -> None:
    """Print rank and suit into the corners that the style asks for.

    ``halo``: keep the picture underneath off the index by a rim of bare stock.
    """
    style, index = press.style, press.style.index
    mask = press.rank(rank)
    ink = style.inks[suit]
    w, h = mask.shape[1] / press.scale, mask.shape[0] / press.scale
    small = press.sign(suit, index.suit_height, index=True)
    sw, sh = small.shape[1] / press.scale, small.shape[0] / press.scale
    # ranks of all widths stand on one middle line, as if each were as wide as the widest may be
    middle = index.inset_x + (index.max_width / 2 if index.centred else max(w, sw) / 2)
    middle = max(middle, index.inset_x * 0.6 + w / 2)
    marks = [(mask, middle, index.inset_y + h / 2)]
    if index.order == "under":
        marks.append((small, middle, index.inset_y + h + index.gap + sh / 2))
    elif index.order == "beside":
        marks.append((small, middle + w / 2 + index.gap + sw / 2, index.inset_y + h / 2))
    if halo:
        _clear(press, canvas, marks)
    for m, x, y in marks:
        canvas.stamp(m, ink, x, y)
        if index.corners >= 2:
            canvas.stamp(m, ink, canvas.width - x, canvas.height - y, turn=True)
        if index.suit_across:
            continue
        if index.corners == 4:
            if index.other != 1.0:
                size = (
                    max(2, round(m.shape[1] * index.other)),
                    max(2, round(m.shape[0] * index.other)),
                )
                m = shrunk(m, *size)
                x = index.inset_x + (x - index.inset_x) * index.other
                y = index.inset_y + (y - index.inset_y) * index.other
            elif index.tr_turned:
                y = (
                    2 * index.inset_y
                    + sum(n.shape[0] for n, _, _ in marks) / press.scale
                    - y
                    + (index.gap if len(marks) > 1 else 0)
                )
            canvas.stamp(m, ink, canvas.width - x, y, turn=index.tr_turned and index.other == 1.0)
            canvas.stamp(
                m, ink, x, canvas.height - y, turn=not index.tr_turned or index.other != 1.0
            )

    if index.suit_across:
        _suit_across(press, canvas, suit, halo)


def _suit_across(press: Press, canvas: Canvas, suit: str, halo: bool) -> None:
    """Print the suit alone into the corners that hold no index; ``halo`` as in ``draw_index``."""
    index = press.style.index
    mask = press.sign(suit, index.suit_height * index.other, index=True)
    x = index.inset_x + mask.shape[1] / press.scale / 2
    y = index.inset_y + mask.shape[0] / press.scale / 2
    x = canvas.width - x
    if halo:
        _clear(press, canvas, [(mask, x, y)])
    canvas.stamp_both(mask, press.style.inks[suit], x, y)


def _beside(press: Press) -> float:
    """Half the width in mm of the strip between the indices."""
    style, index = press.style, press.style.index
    return style.width / 2 - index.inset_x - index.max_width * 1.08 - 1.6


def _spread(press: Press, size: float) -> tuple[float, float]:
    """How far in mm the outer columns and rows of pips ``size`` mm high lie from the middle."""
    style, pips = press.style, press.style.pips
    wide = size * 0.96
    x = min(_beside(press) - wide / 2, style.width * pips.spread_x / 2 - size * 0.1)
    y = min(style.height * pips.spread_y / 2, style.height / 2 - size / 2 - 2.2)
    return max(x, wide * 0.54), y * (0.76 if pips.layout == "cluster" else 1.0)


def pip_height(press: Press) -> float:
    """The height in mm at which no two pips of any number card touch."""
    size = press.style.pips.height
    while size > 3.0:
        x, y = _spread(press, size)
        # signs are broader across their corners than an oval of the same size
        slanted = min(np.hypot(x / 0.96, y / 3), np.hypot(x / 0.96, y / 2)) / 1.12
        apart = min(slanted, 2 * y / 3, 2 * x / 0.96)
        if (
            apart > size * 1.04
            and x + size * 0.48 < max(_beside(press), press.style.width * 0.16) + 0.01
        ):
            break
        size *= 0.96
    return size


def pip_places(press: Press, rank: str) -> list[tuple[float, float, bool]]:
    """Centre in mm and whether it is turned, for each pip of a number card in rows."""
    style, pips = press.style, press.style.pips
    half_x, half_y = _spread(press, pip_height(press))
    places = []
    for col, row in LAYOUTS[rank]:
        if rank == "7" and pips.seven_low and col == 0:
            row = -row
        turned = pips.turned and row > 1e-6
        places.append((style.width / 2 + col * half_x, style.height / 2 + row * half_y, turned))
    return places


def draw_number(press: Press, canvas: Canvas, rank: str, suit: str, rng: Generator) -> None:
    """Print the middle of a number card."""
    style, pips = press.style, press.style.pips
    middle = (style.width / 2, style.height / 2)
    if pips.layout == "giant":
        beside = _beside(press)
        size = min(style.height * 0.5, max(beside * 2.2, style.width * 0.34))
        canvas.stamp(press.sign(suit, size), style.inks[suit], *middle, opacity=pips.giant_opacity)
    elif pips.layout == "picture":
        _picture(press, canvas, rng)
    elif pips.layout in ("standard", "cluster"):
        size = pip_height(press)
        for x, y, turned in pip_places(press, rank):
            press.pip(canvas, suit, x, y, size, turned)


def _picture(press: Press, canvas: Canvas, rng: Generator) -> None:
    style = press.style
    w, h = style.width * 0.7, style.height * rng.uniform(0.6, 0.8)
    shape = (round(h * press.scale), round(w * press.scale))
    mask = np.zeros(shape, dtype=np.uint8)
    cv2.fillPoly(
        mask, [np.round(rounded(0, 0, shape[1] - 1, shape[0] - 1, 20)).astype(np.int32)], 255
    )
    canvas.stamp(mask, landscape(rng, shape), style.width / 2, style.height / 2)


def draw_ace(press: Press, canvas: Canvas, suit: str, rng: Generator) -> None:
    """Print the middle of an ace; the ace of spades may carry the maker's ornament."""
    style, pips = press.style, press.style.pips
    middle = (style.width / 2, style.height / 2)
    beside = _beside(press)
    ornate = pips.ornate_all or (suit == "S" and pips.ornate_ace)
    size = pips.ace_height
    if ornate and suit == "S":
        size = max(size, style.height * 0.36)
    # a big sign may pass between the indices, but not run into them
    size = min(size, max(beside * 2.1, style.width * 0.3), style.height * 0.62)
    if ornate:
        _ornament(press, canvas, suit, size, rng)
    else:
        press.pip(canvas, suit, *middle, size)


def _ornament(press: Press, canvas: Canvas, suit: str, size: float, rng: Generator) -> None:
    style, pips = press.style, press.style.pips
    ink = style.inks[suit]
    cx, cy = style.width / 2, style.height / 2
    kind = rng.integers(4) if pips.ornament is None else pips.ornament
    ring = size * 0.62
    if kind == 0:
        for k in range(int(rng.integers(24, 60))):
            a = k * 2 * np.pi / 40
            near, far = ring * 0.98, ring * (1.1 + 0.1 * (k % 2))
            ends = np.array([(cx + r * np.cos(a), cy + r * np.sin(a)) for r in (near, far)])
            canvas.line(ends, ink, 0.25)
    elif kind == 1:
        for r in (ring, ring * 1.05, ring * 1.16):
            canvas.line(oval(cx, cy, r * 0.86, r, 80), ink, 0.3, closed=True)
        for k in range(36):
            a = k * np.pi / 18
            dot = oval(cx + ring * 0.95 * np.cos(a), cy + ring * 1.1 * np.sin(a), 0.35, 0.35, 10)
            canvas.fill([dot], ink)
    elif kind == 2:
        _leaves(canvas, cx, cy, ring, ink)
    canvas.stamp(press.sign(suit, size), ink, cx, cy)
    light = mix(style.stock, ink, 0.04)
    inner = press.sign(suit, size * rng.uniform(0.72, 0.84))
    style_inside = rng.integers(3)
    if style_inside > 0:
        canvas.stamp(inner, light, cx, cy)
        canvas.stamp(press.sign(suit, size * rng.uniform(0.5, 0.66)), ink, cx, cy)
    small = press.sign(suit, size * 0.26)
    canvas.stamp(small, light, cx, cy)
    turns = int(rng.integers(5, 12))
    for k in range(turns):
        a = k * 2 * np.pi / turns - np.pi / 2
        canvas.fill(
            [oval(cx + size * 0.19 * np.cos(a), cy + size * 0.19 * np.sin(a), 0.5, 0.5, 10)], light
        )
    if pips.maker or (pips.maker is None and rng.random() < 0.7):
        _small_print(press, canvas, suit, size, rng)


def _leaves(canvas: Canvas, cx: float, cy: float, ring: float, ink: Colour) -> None:
    """A wreath of two twigs, open at the top."""
    leaf = smooth(pts((0, 0), (0.35, 0.2), (0.75, 0.17), (1, 0), (0.75, -0.17), (0.35, -0.2)))
    for side in (-1, 1):
        arc = np.radians(np.linspace(84, -62, 40))
        twig = np.stack([cx + side * ring * np.cos(arc), cy + ring * 1.05 * np.sin(arc)], axis=1)
        canvas.line(twig, ink, 0.3)
        for k in range(2, 40, 4):
            ahead = twig[min(k + 1, 39)] - twig[k - 1]
            way = np.arctan2(ahead[1], ahead[0])
            for lean in (-0.6, 0.6):
                c, s = np.cos(way + lean), np.sin(way + lean)
                turned = leaf @ np.array([[c, s], [-s, c]]) * ring * 0.2
                canvas.fill([turned + twig[k]], ink)


def _small_print(press: Press, canvas: Canvas, suit: str, size: float, rng: Generator) -> None:
    style = press.style
    names = ("ORIONKARTEN", "SONDERTON", "TREDEKKER", "NORDKASON", "TAKKORDER")
    text = style.pips.maker or names[int(rng.integers(len(names)))]
    high = rng.uniform(1.3, 2.6)
    mask = press.text(text, high, gap=0.25)
    room = (style.width - 2 * (style.index.inset_x + style.index.max_width) - 2) * press.scale
    if mask.shape[1] > room:
        mask = shrunk(mask, room)
    y = (
        style.height / 2 + size * 0.5 + 8
        if rng.random() < 0.6
        else style.height / 2 - size * 0.5 - 7
    )
    canvas.stamp(mask, style.inks[suit], style.width / 2, y)
