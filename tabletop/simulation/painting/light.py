"""The light of one game and the camera's own marks: the same in every picture, nearly."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.simulation.painting.artwork import Image
from tabletop.simulation.painting.fields import LINEAR, smooth_field, soft_spot

Floats = NDArray[np.float32]
LIGHTS = ("day", "lamp", "glare")
SPARE = 96


@dataclass(frozen=True)
class Light:
    """``field`` and ``spot`` (height, width): brightness, and what gloss throws back; ``tint``
    BGR; ``curve``: tones; ``noise``, ``grain``: a sheet of noise and how much of it;
    ``sharpen``: the webcam's own sharpening."""

    field: Floats
    spot: Floats
    tint: Floats
    gain: float
    curve: Floats
    noise: Floats
    grain: float
    blur: float
    sharpen: float


def make_light(
    rng: Generator, kind: str, width: int, height: int, grain: float, white: float
) -> Light:
    """The light of ``kind``, one of ``LIGHTS``; ``white``: the cards' paper, 0..255."""
    field = 1 + 0.05 * smooth_field(rng, height, width, 2)
    xs = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None]
    ys = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    a = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0.12, 0.3)
    field = field * (1 + slope * (np.cos(a) * xs + np.sin(a) * ys))
    spot = np.zeros((height, width), np.float32)
    warm = float(rng.uniform(-0.03, 0.08))
    if kind == "lamp":
        warm = float(rng.uniform(0.2, 0.42))
        bright = soft_spot(rng, height, width, 0.4, 0.8)
        field = field * (0.6 + 0.6 * bright)
        spot = 0.25 * soft_spot(rng, height, width, 0.1, 0.2)
    elif kind == "glare":
        spot = float(rng.uniform(0.4, 0.8)) * soft_spot(rng, height, width, 0.06, 0.16)
    field = field * (1 - 0.28 * (xs**2 + ys**2))
    tint = np.array([1 - 0.75 * warm, 1 - 0.22 * warm, 1 + 0.15 * warm], np.float32)
    # White paper comes out this bright in the middle, as automatic exposure would have it.
    gain = float(rng.uniform(0.8, 0.92)) / float(field[::8, ::8].mean())
    gain /= float(LINEAR[int(white)])
    return Light(
        field.astype(np.float32),
        spot.astype(np.float32),
        tint,
        gain,
        _curve(float(rng.uniform(1.75, 2.1))),
        _noise(rng, width, height),
        grain,
        float(rng.uniform(0.25, 0.6)),
        float(rng.uniform(0.35, 0.9)),
    )


def _curve(tone: float) -> Floats:
    """From linear light, 0..2 in 4096 steps, to the picture's 0..1."""
    x = np.linspace(0, 2, 4096)
    # Highlights roll off instead of clipping, so that white cards keep their paper.
    rolled = np.where(x > 0.8, 0.8 + 0.2 * np.tanh((x - 0.8) / 0.2), x)
    return np.asarray(rolled ** (1 / tone), np.float32)


def _noise(rng: Generator, width: int, height: int) -> Floats:
    """A sheet of sensor noise, a little larger than a picture: each picture cuts its own."""
    h, w = height + SPARE, width + SPARE
    colour = cv2.resize(rng.standard_normal((h // 2, w // 2, 3), dtype=np.float32), (w, h))
    return np.asarray(
        0.6 * colour + 0.7 * rng.standard_normal((h, w, 1), dtype=np.float32), np.float32
    )


def expose(light: Light, rng: Generator, image: Image, gloss: Floats) -> Image:
    """What the camera makes of ``image`` (BGR) under ``light``; ``rng`` draws its noise."""
    h, w = image.shape[:2]
    gain = np.float32(light.gain * np.exp(rng.normal(0, 0.008)))
    x = LINEAR[image]
    x *= (light.field * gain)[:, :, None] * light.tint
    if light.spot.any():
        x += (light.spot * gloss)[:, :, None]
    if light.blur > 0.25:
        x = cv2.GaussianBlur(x, (0, 0), light.blur).astype(np.float32)
    x *= np.float32(2047.5)
    x = light.curve[np.minimum(x, 4095).astype(np.uint16)]
    dy, dx = rng.integers(0, SPARE, 2)
    noise = light.noise[dy : dy + h, dx : dx + w][:: rng.choice([-1, 1]), :: rng.choice([-1, 1])]
    x += noise * (np.float32(light.grain) * (np.float32(1.2) - np.float32(0.7) * x))
    soft = cv2.GaussianBlur(x, (0, 0), 1.1)
    x = np.asarray(cv2.addWeighted(x, 1 + light.sharpen, soft, -light.sharpen, 0), np.float32)
    np.clip(x, 0, 1, out=x)
    return (x * np.float32(255) + np.float32(0.5)).astype(np.uint8)
