"""Paint scenes to disk, over and over, until stopped: ``python -m training.scenes.make --help``.

A trainer reads whatever lies there. Scenes are numbered; a worker starts after the last one it
finds, so the command is resumable. Each scene is one ``.npz``: ``image`` (JPEG bytes), ``owner``
(the owner map at half size: 0 table, 1.. cards, 255 hand, 100.. coins), ``faces``, ``quads`` (n, 4,
2), ``visible`` (n,), ``coins`` (m, 3).

``--no-cards`` paints pictures of tables without cards instead, with the labels that ``tabletop
evaluate`` takes: JPEG files and a ``labels.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from tabletop.simulation.painting import artwork as art
from tabletop.simulation.painting.canvas import HAND
from training.scenes import things
from training.scenes.bare import paint_bare
from training.scenes.paint import Scene, Stock, paint

CROWDED_SIZE = (512, 448)
"""Width and height in pixels of a scene full of strips."""
BARE_SEED = 20201
"""No worker that paints scenes to train with has this number."""


def load_stock(artwork: Path, *, reserved: bool = False) -> Stock:
    """Everything below ``artwork``: our drawn decks weigh as much as all others together."""
    decks = art.load_decks(artwork / "decks", reserved=reserved)
    if not decks:
        raise SystemExit(
            f"no decks in {artwork / 'decks'}: run `python -m training.artwork fetch` first"
        )
    weights = np.ones(len(decks))
    for i, deck in enumerate(decks):
        if deck.tier == "B":
            weights[i] = 0.3
    drawn = np.array([d.name.startswith("drawn") for d in decks])
    if drawn.any() and not drawn.all():
        weights[drawn] *= weights[~drawn].sum() / weights[drawn].sum()
    return Stock(
        decks,
        weights / weights.sum(),
        art.pictures(artwork / "textures"),
        art.pictures(artwork / "photos"),
        things.hand_files(artwork / "hands"),
    )


def save(scene: Scene, path: Path, quality: int = 95) -> None:
    """Write ``scene``, its picture as a JPEG of ``quality``, so that a reader never sees half a
    file."""
    _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    half = scene.owner[1::2, 1::2]
    owner = np.where(half <= -10, 90 - half, np.where(half == HAND, 255, half)).astype(np.uint8)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(
            file,
            image=jpeg,
            owner=owner,
            faces=np.array([c.face for c in scene.cards], dtype="U4"),
            quads=np.array([c.quad for c in scene.cards], np.float32).reshape(-1, 4, 2),
            visible=np.array([c.visible for c in scene.cards], np.float32),
            coins=scene.coins,
        )
    part.rename(path)


def make_bare(stock: Stock, out: Path, count: int) -> None:
    """Paint ``count`` tables without cards: one third photographs, each once before any comes
    again, one half textures, the others painted cloths."""
    entries = []
    order = np.random.default_rng(BARE_SEED)
    photos, textures = order.permutation(stock.photos), order.permutation(stock.textures)
    for i in range(count):
        rng = np.random.default_rng([BARE_SEED, i])
        kind, turn = i % 6, i // 6
        ground, source = None, "cloths"
        if kind < 2 and len(photos):
            ground, source = str(photos[(2 * turn + kind) % len(photos)]), "photographs"
        elif kind < 5 and len(textures):
            ground, source = str(textures[(3 * turn + kind - 2) % len(textures)]), "textures"
        name = f"{i:04d}.jpg"
        image = paint_bare(rng, stock, ground).image
        _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        (out / name).write_bytes(jpeg.tobytes())
        entries.append({"image": name, "cards": [], "face_down": 0, "source": source})
    text = json.dumps({"tables_and_singles": entries}, indent=0)
    (out / "labels.json").write_text(text + "\n", encoding="utf-8")


def _scene(rng: np.random.Generator, stock: Stock, bare: float, crowded: float) -> Scene:
    """One scene to learn from; a share of ``bare`` of them is without any card, and one of
    ``crowded`` is a smaller one full of strips."""
    if rng.random() >= bare:
        if crowded and rng.random() < crowded:
            return paint(rng, stock, *CROWDED_SIZE, crowded=True)
        return paint(rng, stock)
    roll = rng.random()
    pool = stock.photos if roll < 0.3 else stock.textures if roll < 0.8 else []
    return paint_bare(rng, stock, pool[int(rng.integers(len(pool)))] if pool else None)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--artwork", type=Path, default=Path("artwork"))
    parser.add_argument("--out", type=Path, default=Path("runs/scenes"))
    parser.add_argument("--worker", type=int, default=0, help="each worker paints seeds of its own")
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument(
        "--reserved", action="store_true", help="paint only with reserved decks, to test"
    )
    parser.add_argument("--bare", type=float, default=0.08, help="share of scenes without cards")
    parser.add_argument(
        "--crowded", type=float, default=0.0, help="share of small scenes full of strips"
    )
    parser.add_argument("--no-cards", action="store_true", help="paint tables without cards")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    start = len(list(args.out.glob(f"{args.worker:02d}-*.npz")))
    stock = load_stock(args.artwork, reserved=args.reserved)
    if args.no_cards:
        make_bare(stock, args.out, args.count)
        return
    for i in range(start, args.count):
        if i % 50 == 0:
            stock = load_stock(args.artwork, reserved=args.reserved)
        rng = np.random.default_rng([args.worker, i])
        try:
            scene = _scene(rng, stock, args.bare, args.crowded)
        except FileNotFoundError:  # artwork was fetched anew meanwhile
            stock = load_stock(args.artwork, reserved=args.reserved)
            scene = _scene(rng, stock, args.bare, args.crowded)
        save(scene, args.out / f"{args.worker:02d}-{i:06d}.npz")


if __name__ == "__main__":
    main()
