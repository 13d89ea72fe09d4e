"""Draw a whole deck: fifty-two cards, two jokers and a back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tabletop.faces import BACK, FACES
from training.drawn.backs import draw_back
from training.drawn.canvas import Canvas, Image, fill, mix, rounded, shrunk
from training.drawn.choose import random_style
from training.drawn.courts import draw_court
from training.drawn.jokers import draw_joker
from training.drawn.numbers import draw_ace, draw_index, draw_number
from training.drawn.press import Press
from training.drawn.scenes import noise
from training.drawn.style import ENGLISH, PRESETS, Style

FONTS: Final = Path("artwork/fonts")
OVERSAMPLING: Final = 2
STAIN: Final = (0.3, 0.45, 0.8)  # how much of red, green and blue an old stain takes away


def style_of(seed: int, style: str | Style | None = None, fonts: Path = FONTS) -> Style:
    """The style that :func:`draw_deck` draws. Raises ValueError for a name that is no preset."""
    if isinstance(style, Style):
        return style
    if style is not None:
        if style not in PRESETS:
            raise ValueError(
                f"no deck style is called {style!r}; there are {', '.join(sorted(PRESETS))}"
            )
        return PRESETS[style]()
    folder = str(fonts) if fonts.is_dir() else None
    return random_style(np.random.default_rng([seed, 1]), folder, f"drawn-{seed:04d}")


def draw_deck(
    seed: int, style: str | Style | None = None, height: int = 416, fonts: Path = FONTS
) -> dict[str, Image]:
    """All cards of the deck of number ``seed``, by face; ``"back"`` is the back.

    ``style``: a :class:`Style`, the name of a preset, or None for a random one. Each picture is
    RGBA, uint8, shape (``height``, width, 4), transparent outside the round corners. The same seed
    gives the same deck as long as the font folder is the same.
    """
    chosen = style_of(seed, style, fonts)
    press = Press(chosen, height * OVERSAMPLING / chosen.height)
    size = (round(height * chosen.width / chosen.height), height)
    alpha = _card_mask(press, size)
    return {face: _card(press, face, seed, size, alpha) for face in (*FACES, BACK)}


def _card(press: Press, face: str, seed: int, size: tuple[int, int], alpha: Image) -> Image:
    # both jokers show the same figure, so they share their chances
    code = 900 if face[0] == "X" else 901 if face == BACK else FACES.index(face)
    rng = np.random.default_rng([seed, 2, code])
    canvas = press.card()
    style = press.style
    if style.frame and face != BACK:
        f = style.frame
        canvas.line(
            rounded(f, f, style.width - f, style.height - f, style.corner * 0.6),
            style.frame_ink,
            0.3,
            closed=True,
        )
    if face == BACK:
        draw_back(press, canvas, rng)
    elif face[0] == "X":
        draw_joker(press, canvas, face == "XR", rng)
    else:
        rank, suit = face[0], face[1]
        if rank == "A":
            draw_ace(press, canvas, suit, rng)
        elif rank in "JQK":
            draw_court(press, canvas, rank, suit, rng)
        else:
            draw_number(press, canvas, rank, suit, rng)
        draw_index(
            press,
            canvas,
            rank,
            suit,
            halo=rank in "JQK" or style.pips.layout in ("giant", "picture"),
        )
    return _finish(press, canvas, face, size, alpha, np.random.default_rng([seed, 3, code]))


def _card_mask(press: Press, size: tuple[int, int]) -> Image:
    style = press.style
    mask = np.zeros(press.card().rgb.shape[:2], dtype=np.uint8)
    fill(mask, [rounded(0, 0, style.width, style.height, style.corner)], 255, press.scale)
    return shrunk(mask, *size)


def _finish(
    press: Press, canvas: Canvas, face: str, size: tuple[int, int], alpha: Image, rng: Generator
) -> Image:
    """Shift the print, shrink it, and age the paper."""
    style, wear = press.style, press.style.wear
    picture = canvas.rgb
    if wear.shift:
        limit = 0.018 * style.height
        dx, dy = np.clip(rng.normal(0, wear.shift, 2), -limit, limit) * press.scale
        move = np.array([[1, 0, dx], [0, 1, dy]])
        border = cv2.BORDER_REPLICATE if face == BACK else cv2.BORDER_CONSTANT
        picture[:] = cv2.warpAffine(
            picture, move, picture.shape[1::-1], borderMode=border, borderValue=style.stock
        )
    if wear.misregister:
        dx, dy = rng.normal(0, wear.misregister, 2) * press.scale
        move = np.array([[1, 0, dx], [0, 1, dy]])
        picture[..., 0] = cv2.warpAffine(
            picture[..., 0], move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
    paper: NDArray[np.float32] = shrunk(picture, *size).astype(np.float32)
    shape = (size[1], size[0])
    if wear.grain:
        paper *= 1 + np.float32(wear.grain) * noise(rng, shape, size[0] / 3)[..., None]
    if wear.stain:
        spots = np.clip(noise(rng, shape, 4), 0, 2)[..., None] * np.array(STAIN, np.float32)
        paper *= 1 - np.float32(wear.stain) * spots
    if wear.edge:
        inside = np.pad((alpha > 127).astype(np.uint8), 1)
        far = cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1]
        near = np.clip(1 - far / (0.009 * size[1]), 0, 1) * wear.edge
        dirt = np.array(mix(style.stock, (60, 54, 48), 0.7))
        paper += ((dirt - paper) * near[..., None]).astype(np.float32)
    rgb = np.clip(np.round(paper), 0, 255).astype(np.uint8)
    return np.dstack([rgb, alpha])


def about(style: Style, name: str, seed: int) -> dict[str, object]:
    """What ``deck.json`` says of a deck.

    Tier B is what few people own or what says less: foreign letters, black stock, number cards
    without pips in rows, courts that are no figures.
    """
    english = style.letters == ENGLISH
    usual = style.pips.layout in ("standard", "cluster") and style.court.kind != "photo"
    return {
        "name": name,
        "source": f"training.drawn --seed {seed}",
        "tier": "A" if english and usual and not style.dark else "B",
        "family": f"drawn-{style.court.kind}",
        "licence": "own",
        "letters": "".join(style.letters[r] for r in "AJQK"),
        "localised": not english,
        "four_colour": len(set(style.inks.values())) > 2,
        "aspect": round(style.width / style.height, 4),
        "width_mm": style.width,
        "height_mm": style.height,
        "index": f"{style.index.corners} corners, {style.index.rank_height:.1f} mm",
        "reserved": False,
        "skip": [],
        "faces": sorted(FACES),
    }


def write_deck(
    seed: int,
    folder: Path,
    style: str | Style | None = None,
    height: int = 416,
    fonts: Path = FONTS,
) -> None:
    """Write ``<face>.png`` for every card, ``back.png`` and ``deck.json`` into ``folder``."""
    chosen = style_of(seed, style, fonts)
    folder.mkdir(parents=True, exist_ok=True)
    for face, picture in draw_deck(seed, chosen, height, fonts).items():
        bgra = cv2.cvtColor(picture, cv2.COLOR_RGBA2BGRA)
        ok, png = cv2.imencode(".png", bgra)
        if not ok:
            raise OSError(f"cannot encode {face}")
        # a training that runs meanwhile must never see half a card
        half = folder / f"{face}.part"
        half.write_bytes(png.tobytes())
        half.replace(folder / f"{face}.png")
    (folder / "deck.json").write_text(
        json.dumps(about(chosen, folder.name, seed), ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8",
    )
