"""Updates of the screen that hold what changed and no more: a line may be slow."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from textual._compositor import ChopsUpdate


class Sparing(ChopsUpdate):
    """As Textual's, which begins each piece where its widget begins: an arm at the right edge of a
    picture would paint the whole picture."""

    def render_segments(self, console: Console) -> str:
        """What is written to the terminal."""
        written = []
        for y, first, last in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= last or end <= first:
                    continue
                begins = max(x, first)
                piece = strip
                if begins > x or end > last:
                    piece = strip.crop(begins - x, min(end, last) - x)
                written.append(f"\x1b[{y + 1};{begins + 1}H{piece.render(console)}")
        return "".join(written)


def sparing(update: Any) -> Any:
    """``update`` as a sparing one, where it is one of pieces."""
    if type(update) is ChopsUpdate:
        return Sparing(update.chops, update.spans, update.chop_ends)
    return update
