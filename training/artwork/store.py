"""Writing a deck to disk: one PNG a face, and what it is in ``deck.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tabletop.faces import FACES, JOKERS
from training.artwork.catalogue import Deck
from training.artwork.crop import (
    Picture,
    bleed,
    card_box,
    common_box,
    corner_radius,
    drop_shadow,
    fit_height,
    on_paper,
    outline,
    round_corners,
    without_outline,
)
from training.artwork.render import encode_png

HEIGHT = 416
"""Height of a stored card, pixels."""


def cut(deck: Deck, raw: Mapping[str, Picture]) -> dict[str, Picture]:
    """The cards of ``raw`` (face to picture with some air around) cut to their edge, all of one
    size, :data:`HEIGHT` high. Faces that ``deck`` skips are left out."""
    raw = {name: picture for name, picture in raw.items() if name not in deck.skip}
    if deck.paper:
        raw = {name: on_paper(picture) for name, picture in raw.items()}
    names = list(raw)
    boxes = [card_box(raw[name][..., 3], deck.solid) for name in names]
    ready = [name in FACES and name not in JOKERS for name in names]
    sizes = np.array([(b[2] - b[0], b[3] - b[1]) for b, plain in zip(boxes, ready, strict=True)
                      if plain])  # fmt: skip
    usual_w, usual_h = np.median(sizes, axis=0)
    shape = {raw[name].shape[:2] for name in names}
    if len(shape) == 1:
        height, wide = shape.pop()
        boxes = common_box(boxes, wide, height)
    cut = {
        name: drop_shadow(raw[name][y0:y1, x0:x1], deck.shadow)
        for name, (x0, y0, x1, y1) in zip(names, boxes, strict=True)
    }
    pips = [cut[name] for name in cut if name in FACES and name[0] in "23456789T"]
    radius = float(np.median([corner_radius(picture[..., 3]) for picture in pips]))
    lines = outline(pips[:: max(1, len(pips) // 12)]) if deck.outlined else 0
    width = round(HEIGHT * (float(usual_w) - 2 * lines) / (float(usual_h) - 2 * lines))
    cards = {}
    for name, picture in cut.items():
        picture = fit_height(without_outline(picture, lines, radius), HEIGHT, width)
        cards[name] = bleed(round_corners(picture, deck.radius))
    return cards


def write(deck: Deck, cards: Mapping[str, Picture], decks: Path) -> Path:
    """Write ``cards`` of ``deck`` under ``decks`` and return their folder; ``deck.json`` last, so
    that a folder without it is one that was broken off."""
    folder = decks / deck.name
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in cards.items():
        part = folder / f"{name}.part"
        part.write_bytes(encode_png(picture))
        part.replace(folder / f"{name}.png")
    for stale in folder.glob("*.png"):
        if stale.stem not in cards:
            stale.unlink()
    height, width = next(iter(cards.values())).shape[:2]
    known = {
        "name": deck.name,
        "source": str(deck.source),
        "licence": deck.licence,
        "tier": deck.tier,
        "reserved": deck.reserved,
        "family": deck.family,
        "letters": deck.letters,
        "localised": deck.letters != "english",
        "four_colour": deck.four_colour,
        "aspect": round(width / height, 4),
        "skip": list(deck.skip),
        "faces": sorted(name for name in cards if name in FACES),
    }
    (folder / "deck.json").write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n")
    return folder
