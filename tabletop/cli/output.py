"""Readings as the lines that are printed."""

from __future__ import annotations

import json
from typing import Any

from tabletop.vision.sighting import Reading, Sighting


def json_line(value: dict[str, Any]) -> str:
    """``value`` as one line of JSON, without a line end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def card_json(card: Sighting, scale: float) -> dict[str, Any]:
    """One card for ``read --json``; ``scale``: pixels that were read to one pixel as given."""
    return {
        "face": card.face,
        "p": round(card.confidence, 4),
        "quad": [[round(x / scale, 1), round(y / scale, 1)] for x, y in card.quad],
        "up": card.up,
        "visible": round(card.visible, 3),
    }


def reading_json(name: str, reading: Reading, scale: float) -> dict[str, Any]:
    """The object that ``read --json`` prints for a picture; all places in its pixels as given."""
    width, height = reading.size
    return {
        "image": name,
        "size": [round(width / scale), round(height / scale)],
        "cards": [card_json(card, scale) for card in reading.cards],
        "coins": [
            {
                "x": round(coin.x / scale, 1),
                "y": round(coin.y / scale, 1),
                "radius": round(coin.radius / scale, 1),
                "p": round(coin.score, 4),
            }
            for coin in reading.coins
        ],
        "hands": round(reading.hand_share, 4),
    }


def reading_text(name: str, reading: Reading) -> str:
    """The lines that ``read`` prints for a picture."""
    from tabletop.vision.draw import label_of

    cards = reading.cards
    if not cards:
        return f"{name}: no cards"
    lines = [f"{name}: {len(cards)} card{'s' if len(cards) > 1 else ''}"]
    for card in cards:
        label = label_of(card)
        sure = "" if "%" in label or not card.up else f" {card.confidence:.0%}"
        lines.append(f"  {card.face:<4}  {label}{sure}")
    return "\n".join(lines)
