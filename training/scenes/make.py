"""Paint scenes to disk, over and over, until stopped: ``python -m training.scenes.make --help``.

A trainer reads whatever lies there. Scenes are numbered; a worker starts after the last one it
finds, so the command is resumable. Each scene is one ``.npz``: ``image`` (JPEG bytes), ``owner``
(the owner map at half size: 0 table, 1.. cards, 255 hand, 100.. coins), ``faces``, ``quads`` (n, 4,
2), ``visible`` (n,), ``coins`` (m, 3).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from training.scenes import assets, things
from training.scenes.paint import HAND, Scene, Stock, paint


def load_stock(artwork: Path, *, reserved: bool = False) -> Stock:
    """Everything below ``artwork``: our drawn decks weigh as much as all others together."""
    decks = assets.load_decks(artwork / "decks", reserved=reserved)
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
        assets.pictures(artwork / "textures"),
        assets.pictures(artwork / "photos"),
        things.hand_files(artwork / "hands"),
    )


def save(scene: Scene, path: Path) -> None:
    """Write ``scene`` so that a reader never sees half a file."""
    _, jpeg = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
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
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    start = len(list(args.out.glob(f"{args.worker:02d}-*.npz")))
    stock = load_stock(args.artwork, reserved=args.reserved)
    for i in range(start, args.count):
        if i % 50 == 0:
            stock = load_stock(args.artwork, reserved=args.reserved)
        rng = np.random.default_rng([args.worker, i])
        try:
            scene = paint(rng, stock)
        except FileNotFoundError:  # artwork was fetched anew meanwhile
            stock = load_stock(args.artwork, reserved=args.reserved)
            scene = paint(rng, stock)
        save(scene, args.out / f"{args.worker:02d}-{i:06d}.npz")


if __name__ == "__main__":
    main()
