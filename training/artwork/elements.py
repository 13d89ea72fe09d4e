"""Decks drawn in one SVG file of which each element, named by its id, is a card (KDE's)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np

from tabletop.faces import FACES, JOKERS
from training.artwork import naming
from training.artwork.catalogue import Deck
from training.artwork.crop import Picture
from training.artwork.render import read_svg

HEIGHT = 640
MARGIN = 8


def ids() -> dict[str, str]:
    """Each face's id in KDE's decks."""
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    plain = [f for f in FACES if f not in JOKERS]
    return {f: f"{ranks.get(f[0], f[0])}_{suits[f[1]]}" for f in plain}


def read(deck: Deck, package: Path) -> dict[str, Picture]:
    """The cards of ``deck``, each with a margin of air around."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    svg = read_svg(package / deck.place)
    drawer = QSvgRenderer(QByteArray(svg.encode()))
    wanted = ids() | {"XB": "black_joker", "XR": "red_joker"}
    if not drawer.elementExists("red_joker"):
        wanted |= {"XB": "joker"}
    found = sorted(set(re.findall(r'\bid="(back(?:_c\d+)?|[a-z]+_back)"', svg)) - {"card_back"})
    wanted |= {face: name for name, face in naming.backs(found).items()}
    return {face: _draw(drawer, name) for face, name in wanted.items()
            if drawer.elementExists(name)}  # fmt: skip


def _draw(drawer: object, name: str) -> Picture:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    assert isinstance(drawer, QSvgRenderer)
    box = drawer.transformForElement(name).mapRect(drawer.boundsOnElement(name))
    width = round(HEIGHT * box.width() / box.height())
    image = QImage(width + 2 * MARGIN, HEIGHT + 2 * MARGIN, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    drawer.render(painter, name, QRectF(MARGIN, MARGIN, width, HEIGHT))
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4).copy()
