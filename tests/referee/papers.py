"""Printed markers laid on simulated tables: the very PDF, printed and photographed."""

from __future__ import annotations

import re

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop.cli.marker_sheet import marker_sheet
from tabletop.referee.placed import CARD_MM, PAPER_MM
from tabletop.simulation.camera import Camera

_DOTS_PER_MM = 8
_MARGIN = (210 - 3 * CARD_MM) / 2
_TOP = 62.0


def papers(page: int = 0) -> list[NDArray[np.uint8]]:
    """The six markers cut out of the sheet's first page."""
    content = marker_sheet().split(b"stream\n")[1 + 2 * page].split(b"\nendstream")[0]
    sheet = np.full((297 * _DOTS_PER_MM, 210 * _DOTS_PER_MM), 245, np.uint8)
    for found in re.finditer(rb"0 g ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", content):
        x, y, wide, high = (float(v) * _DOTS_PER_MM for v in found.groups())
        top = 297 * _DOTS_PER_MM - y - high
        sheet[round(top) : round(top + high), round(x) : round(x + wide)] = 25
    cut = []
    for row in range(2):
        for column in range(3):
            x, y = _MARGIN + column * CARD_MM, _TOP + row * PAPER_MM
            corners = [round(v * _DOTS_PER_MM) for v in (y, y + PAPER_MM, x, x + CARD_MM)]
            cut.append(sheet[corners[0] : corners[1], corners[2] : corners[3]])
    return cut


def laid(
    picture: NDArray[np.uint8], camera: Camera, places: dict[int, tuple[float, float, float]]
) -> NDArray[np.uint8]:
    """``picture`` with the papers of the numbers in ``places`` lying there: x and y, card widths,
    and turn, radians."""
    cut = papers()
    for number, (x, y, turn) in places.items():
        paper = cut[number]
        half_w, half_h = 0.5, PAPER_MM / CARD_MM / 2
        box = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        c, s = np.cos(turn), np.sin(turn)
        corners = camera.project(box @ np.array([[c, s], [-s, c]]) + [x, y]).astype(np.float32)
        high, wide = paper.shape
        source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        shape = cv2.getPerspectiveTransform(source, corners)
        size = (picture.shape[1], picture.shape[0])
        # Averaged as a lens does it: a plain look-up would leave jagged edges.
        small = cv2.warpPerspective(paper, shape, size, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(paper, 255), shape, size)
        share = (mask / 255.0)[..., None]
        picture = (picture * (1 - share) + small[..., None] * share).astype(np.uint8)
    return picture


def photographed(
    picture: NDArray[np.uint8], blur: float, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """``picture`` out of focus by ``blur`` pixels, with a lamp on one side and noise."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float32)
    light = np.linspace(0.75, 1.1, picture.shape[1], dtype=np.float32)[None, :, None]
    return np.clip(soft * light + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
