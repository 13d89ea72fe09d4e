"""Small tools to set text in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

Piece = str | tuple[str, str] | Content


def line(*pieces: Piece, width: int | None = None, style: str = "") -> Content:
    """``pieces`` in a row; cut or filled to ``width`` columns; ``style`` beneath all."""
    content = Content.assemble(*pieces)
    if width is not None:
        if content.cell_length > width:
            content = content.truncate(max(width, 0), ellipsis=width > 1)
        content = content.pad_right(max(0, width - content.cell_length))
    return content.stylize_before(style) if style else content


def spread(left: Content, right: Content, width: int) -> Content:
    """``left`` at the left edge, ``right`` at the right one; ``left`` is cut if both don't fit."""
    room = max(0, width - right.cell_length - 1)
    if not right.cell_length:
        return line(left, width=width)
    return line(line(left, width=room), " ", right, width=width)


def fitting(variants: Iterable[Content], width: int) -> Content:
    """The first of ``variants`` that fits into ``width`` columns; the last one if none does."""
    chosen = Content("")
    for chosen in variants:
        if chosen.cell_length <= width:
            break
    return chosen


def beside(blocks: Sequence[tuple[Sequence[Content], int]], gaps: Sequence[int]) -> list[Content]:
    """Blocks of lines side by side. Each block is its lines and its width in columns; ``gaps[i]``
    is the space after block i (the last one has none)."""
    height = max((len(lines) for lines, _ in blocks), default=0)
    rows = []
    for y in range(height):
        pieces: list[Piece] = []
        for place, (lines, width) in enumerate(blocks):
            pieces.append(lines[y] if y < len(lines) else Content(" " * width))
            if place < len(blocks) - 1:
                pieces.append(" " * gaps[place])
        rows.append(line(*pieces))
    return rows
