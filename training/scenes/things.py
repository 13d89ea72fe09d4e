"""What isn't a card: table tops, coins, arms, paper and other clutter."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image, picture
from tabletop.simulation.painting.sheet import View


def _procedural(rng: Generator, side: int = 512) -> Image:
    base = rng.uniform(10, 245, 3)
    if rng.random() < 0.25:
        base = np.full(3, rng.uniform(150, 245)) + rng.normal(0, 6, 3)
    image = np.full((side, side, 3), base, np.float32)
    kind = rng.random()
    other = np.clip(base + rng.normal(0, 60, 3), 0, 255)
    if rng.random() < 0.3:
        other = np.full(3, rng.uniform(200, 250))
    if kind < 0.25:
        n = int(rng.integers(4, 24))
        ys, xs = np.mgrid[0:side, 0:side] * n // side
        image[(xs + ys) % 2 == 0] = other
    elif kind < 0.4:
        n = int(rng.integers(4, 30))
        xs = np.arange(side) * n // side
        image[:, xs % 2 == 0] = other
        if rng.random() < 0.6:
            image[xs % 2 == 0] = (image[xs % 2 == 0] + other) / 2
    elif kind < 0.55:
        n = int(rng.integers(8, 40))
        step = side / n
        for i in range(n):
            for j in range(n):
                cv2.circle(
                    image,
                    (int((i + 0.5) * step), int((j + 0.5) * step)),
                    max(1, int(step * 0.25)),
                    other.tolist(),
                    -1,
                )
    cells = int(rng.integers(3, 90))
    grain = cv2.resize(
        rng.normal(0, 1, (cells, max(2, cells // int(rng.integers(1, 12))))).astype(np.float32),
        (side, side),
    )
    image += grain[:, :, None] * rng.uniform(2, 22)
    fine = rng.normal(0, 1, (side, side)).astype(np.float32)
    image += cv2.GaussianBlur(fine, (0, 0), rng.uniform(0.5, 2))[:, :, None] * rng.uniform(0, 14)
    return np.clip(image, 0, 255).astype(np.uint8)


def table(rng: Generator, view: View, textures: list[str], photos: list[str]) -> Image:
    """A picture of the bare table, seen through ``view``."""
    w, h = view.width, view.height
    roll = rng.random()
    if photos and roll < 0.12:
        photo = picture(photos[int(rng.integers(len(photos)))])
        ph, pw = photo.shape[:2]
        cut = rng.uniform(0.4, 1.0)
        cw, ch = int(pw * cut), int(ph * cut)
        x, y = int(rng.integers(0, pw - cw + 1)), int(rng.integers(0, ph - ch + 1))
        return cv2.resize(
            photo[y : y + ch, x : x + cw], (w, h), interpolation=cv2.INTER_AREA
        ).astype(np.uint8)
    if textures and roll < 0.8:
        texture = picture(textures[int(rng.integers(len(textures)))])
    else:
        texture = _procedural(rng)
    th, tw = texture.shape[:2]
    span = rng.uniform(2.5, 14.0)
    scale = span / max(tw, th)
    a = rng.uniform(0, 2 * np.pi)
    place = np.array(
        [
            [np.cos(a) * scale, -np.sin(a) * scale, rng.uniform(-span, 0)],
            [np.sin(a) * scale, np.cos(a) * scale, rng.uniform(-span, 0)],
            [0, 0, 1.0],
        ]
    )
    pixels = np.linalg.norm(view.plane[:2, :2], 2) * scale
    if pixels < 0.7:
        texture = cv2.resize(
            texture, None, fx=max(pixels, 0.06), fy=max(pixels, 0.06), interpolation=cv2.INTER_AREA
        )
        back = np.diag([tw / texture.shape[1], th / texture.shape[0], 1.0])
        place = place @ back
    image = cv2.warpPerspective(
        texture,
        view.plane @ place,
        (w, h),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT if rng.random() < 0.5 else cv2.BORDER_WRAP,
    ).astype(np.float32)
    image = image * rng.uniform(0.55, 1.25) * np.clip(1 + rng.normal(0, 0.1, 3), 0.6, 1.4)
    return np.clip(image, 0, 255).astype(np.uint8)


def _paint(colour: NDArray[np.float64]) -> list[float]:
    return [float(v) for v in np.clip(colour, 0, 255)]


def coin_picture(
    rng: Generator, radius: float, colour: NDArray[np.float64], bend: float
) -> tuple[Image, NDArray[np.float32]]:
    """A coin seen from above or aslant: BGR and alpha, both just large enough."""
    r = max(2.0, radius)
    n = int(r * 2 + 4)
    up = 4
    ink = np.zeros((n * up, n * up, 3), np.uint8)
    mask = np.zeros((n * up, n * up), np.float32)
    c = (n * up) // 2
    axes = (int(r * up), int(r * up * bend))
    shade = rng.uniform(0.75, 1.2)
    cv2.ellipse(ink, (c, c), axes, 0, 0, 360, _paint(colour * 0.65 * shade), -1)
    rim = rng.uniform(0.82, 0.95)
    cv2.ellipse(
        ink, (c, c), (int(axes[0] * rim), int(axes[1] * rim)), 0, 0, 360, _paint(colour * shade), -1
    )
    if rng.random() < 0.6:
        inner = (
            colour[::-1] * rng.uniform(0.7, 1.2)
            if rng.random() < 0.3
            else colour * rng.uniform(0.8, 1.25)
        )
        q = rng.uniform(0.35, 0.75)
        cv2.ellipse(ink, (c, c), (int(axes[0] * q), int(axes[1] * q)), 0, 0, 360, _paint(inner), -1)
    if rng.random() < 0.5:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
        cv2.putText(
            ink,
            text,
            (c - axes[0] // 2, c + axes[1] // 3),
            0,
            r * up / 30,
            _paint(colour * 0.55),
            max(1, up // 2),
        )
    big = ink.astype(np.float32)
    ramp = np.linspace(-1, 1, n * up, dtype=np.float32)
    big *= (1 + rng.normal(0, 0.18) * ramp[None, :] + rng.normal(0, 0.18) * ramp[:, None])[
        :, :, None
    ]
    cv2.ellipse(mask, (c, c), axes, 0, 0, 360, 1.0, -1)
    image = cv2.resize(big, (n, n), interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(mask, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.clip(image, 0, 255).astype(np.uint8), alpha


def coin_colour(rng: Generator) -> NDArray[np.float64]:
    """Copper, brass, silver, or a coloured chip (BGR)."""
    kinds = np.array(
        [
            [60, 95, 165],
            [70, 150, 190],
            [165, 170, 175],
            [120, 130, 140],
            [50, 75, 110],
            [60, 60, 190],
            [170, 110, 50],
            [70, 130, 60],
        ]
    )
    colour = kinds[int(rng.choice(len(kinds), p=[0.17, 0.2, 0.2, 0.13, 0.15, 0.05, 0.05, 0.05]))]
    return np.clip(colour * rng.uniform(0.7, 1.3) + rng.normal(0, 12, 3), 5, 250)


def _skin(rng: Generator) -> NDArray[np.float64]:
    light = np.array([170, 190, 235.0])
    dark = np.array([45, 65, 100.0])
    t = rng.random()
    return np.clip(light * (1 - t) + dark * t + rng.normal(0, 8, 3), 0, 255)


def arm(
    rng: Generator, width: int, height: int, card: float, hands: list[str]
) -> tuple[Image, NDArray[np.float32]]:
    """A hand with its forearm reaching in from an edge: BGR and alpha of the whole picture."""
    image = np.zeros((height, width, 3), np.uint8)
    alpha = np.zeros((height, width), np.float32)
    skin = _skin(rng)
    sleeve = rng.uniform(5, 250, 3) if rng.random() < 0.7 else skin
    tip = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height])
    side = int(rng.integers(4))
    root = np.array(
        [
            [rng.uniform(0, width), -card * 2],
            [rng.uniform(0, width), height + card * 2],
            [-card * 2, rng.uniform(0, height)],
            [width + card * 2, rng.uniform(0, height)],
        ][side]
    )
    d = root - tip
    d /= np.linalg.norm(d) + 1e-6
    n = np.array([-d[1], d[0]])
    size = card * rng.uniform(1.1, 1.7)
    wrist = tip + d * size * 1.1

    def stroke(
        p: NDArray[np.float64], q: NDArray[np.float64], wide: float, colour: NDArray[np.float64]
    ) -> None:
        a = (int(p[0]), int(p[1]))
        b = (int(q[0]), int(q[1]))
        t = max(2, int(wide))
        cv2.line(alpha, a, b, 1.0, t, cv2.LINE_AA)
        for k, gain in ((1.0, 0.75), (0.8, 0.95), (0.45, 1.05)):
            cv2.line(
                image,
                a,
                b,
                np.clip(colour * gain, 0, 255).tolist(),
                max(1, int(t * k)),
                cv2.LINE_AA,
            )

    stroke(wrist, root, size * rng.uniform(0.5, 0.85), sleeve if rng.random() < 0.6 else skin)
    cuff = wrist + d * size * rng.uniform(0.2, 1.5)
    stroke(wrist, cuff, size * 0.5, skin)
    used = False
    if hands and rng.random() < 0.6:
        hand = cv2.imread(hands[int(rng.integers(len(hands)))], cv2.IMREAD_UNCHANGED)
        if hand is not None and hand.ndim == 3 and hand.shape[2] == 4:
            s = size * 1.7 / max(hand.shape[:2])
            angle = np.degrees(np.arctan2(d[1], d[0])) - 90 + rng.normal(0, 20)
            m = cv2.getRotationMatrix2D((hand.shape[1] / 2, hand.shape[0] / 2), -angle, s)
            m[:, 2] += tip + d * size * 0.5 - [hand.shape[1] / 2, hand.shape[0] / 2]
            warped = cv2.warpAffine(hand, m, (width, height), flags=cv2.INTER_AREA)
            a = warped[:, :, 3].astype(np.float32) / 255
            grey = warped[:, :, :3].astype(np.float32).mean(axis=2, keepdims=True) / 180
            image = (
                image * (1 - a[:, :, None]) + np.clip(grey * skin, 0, 255) * a[:, :, None]
            ).astype(np.uint8)
            alpha = np.maximum(alpha, a)
            used = True
    if not used:
        palm = tip + d * size * 0.55
        stroke(palm - n * size * 0.15, palm + n * size * 0.15, size * 0.55, skin)
        bend = rng.uniform(0.2, 1.0)
        for i in range(4):
            start = palm + n * size * (i - 1.5) * 0.17
            end = start - d * size * (0.35 + 0.4 * bend) + n * size * rng.normal(0, 0.06)
            stroke(start, end, size * 0.16, skin * rng.uniform(0.92, 1.06))
        thumb = palm + n * size * 0.3 * rng.choice([-1, 1])
        stroke(thumb, thumb - d * size * 0.35, size * 0.18, skin)
    return image, alpha


def clutter(rng: Generator, card: float, photos: list[str]) -> tuple[Image, NDArray[np.float32]]:
    """A thing on the table that isn't a card: paper, a phone, a box, a book: BGR and alpha."""
    w = int(card * rng.uniform(0.5, 2.4)) + 6
    h = int(card * rng.uniform(0.5, 2.4)) + 6
    kind = rng.random()
    if kind < 0.35 and photos:
        photo = picture(photos[int(rng.integers(len(photos)))])
        ph, pw = photo.shape[:2]
        cw, ch = min(pw, w * 2), min(ph, h * 2)
        x, y = int(rng.integers(0, pw - cw + 1)), int(rng.integers(0, ph - ch + 1))
        image = cv2.resize(
            photo[y : y + ch, x : x + cw], (w, h), interpolation=cv2.INTER_AREA
        ).astype(np.uint8)
    else:
        white = rng.random() < 0.5
        base = rng.uniform(190, 255) * np.ones(3) if white else rng.uniform(0, 255, 3)
        image = np.full((h, w, 3), base, np.uint8)
        ink = rng.uniform(0, 120, 3) if white else rng.uniform(0, 255, 3)
        for _ in range(int(rng.integers(0, 9))):
            letters = "".join(
                rng.choice(
                    list("ABCDEFGHIKLMNOPRSTUVWXYZabcdeghiklmnorstu0123456789 .,-"),
                    int(rng.integers(1, 14)),
                )
            )
            cv2.putText(
                image,
                letters,
                (int(rng.uniform(0, w * 0.7)), int(rng.uniform(0.1, 1) * h)),
                int(rng.integers(0, 8)),
                rng.uniform(0.25, 1.2) * card / 60,
                ink.tolist(),
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        for _ in range(int(rng.integers(0, 5))):
            p = rng.uniform(0, 1, (2, 2)) * [w, h]
            colour = rng.uniform(0, 255, 3).tolist()
            if rng.random() < 0.5:
                cv2.rectangle(
                    image,
                    tuple(p[0].astype(int).tolist()),
                    tuple(p[1].astype(int).tolist()),
                    colour,
                    int(rng.choice([-1, 1, 2])),
                )
            else:
                cv2.circle(
                    image,
                    tuple(p[0].astype(int).tolist()),
                    int(rng.uniform(0.05, 0.5) * w),
                    colour,
                    int(rng.choice([-1, 1, 2])),
                )
    mask = np.zeros((h, w), np.float32)
    if rng.random() < 0.75:
        cv2.rectangle(mask, (1, 1), (w - 2, h - 2), 1.0, -1)
    else:
        cv2.ellipse(mask, (w // 2, h // 2), (w // 2 - 1, h // 2 - 1), 0, 0, 360, 1.0, -1)
    return image, mask


def hand_files(folder: Path) -> list[str]:
    """Hand pictures (BGRA) in ``folder``."""
    return sorted(str(p) for p in folder.glob("*.png"))
