"""Fetching the decks one after the other; those that are there already are left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from training.artwork import catalogue, elements, files, grids, store
from training.artwork.catalogue import Deck
from training.artwork.crop import Picture
from training.artwork.packages import FetchError, unpacked

Reader = Callable[[Deck, Path], dict[str, Picture]]

READERS: tuple[tuple[tuple[Deck, ...], Reader], ...] = (
    (catalogue.GNOME, grids.read),
    (catalogue.LETELE, files.read_components),
    (catalogue.FILES, files.read),
    (catalogue.JEUXCARTES, files.read),
    (catalogue.CLIPART, files.read),
    (catalogue.KDE, elements.read),
)


def fetch(out: Path, cache: Path, only: str = "", again: bool = False) -> list[str]:
    """Fetch every deck whose name contains ``only``; returns what went wrong, a line each."""
    failures = []
    for group, read in READERS:
        for deck in group:
            if only not in deck.name:
                continue
            if (out / "decks" / deck.name / "deck.json").exists() and not again:
                continue
            try:
                raw = read(deck, unpacked(deck.source, cache))
                store.write(deck, store.cut(deck, raw), out / "decks")
            except (FetchError, OSError, ValueError) as error:
                failures.append(f"{deck.name}: {error}")
                print(f"  {deck.name}: failed: {error}", flush=True)
            else:
                print(f"  {deck.name}: {len(raw)} pictures", flush=True)
    return failures
