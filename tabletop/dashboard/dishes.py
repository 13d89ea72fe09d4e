"""Dishes and single cards as small pieces of paper in a line of text."""

from __future__ import annotations

from textual.content import Content

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import Piece, line, spread
from tabletop.language import say, tr, translate
from tabletop.referee.view import DishView, PlayerView


def chip(face: str, night: bool = False, padded: bool = True) -> Content:
    """``face`` on paper, three to five columns; a night card carries a moon and lies on dark."""
    pad = " " if padded else ""
    sign = f"{pad}{glyphs.NIGHT if night else ''}{glyphs.short(face)}{pad}"
    if night:
        return line((sign, f"bold {glyphs.night_ink(face)} on $night-card"))
    return line((sign, f"bold {glyphs.ink(face)} on $card"))


def dish_lines(player: PlayerView, width: int, room: int) -> list[Content]:
    """The dishes in at most ``room`` lines, with blank ones between them where there is space; the
    oldest are summed up in one line where there is not."""
    if room <= 0:
        return []
    if not player.dishes:
        return [line((tr("no dish yet"), "$quiet"), width=width)]
    shown = list(player.dishes)
    rows: list[Content] = []
    if len(shown) > room:
        hidden = shown[: len(shown) - room + 1]
        shown = shown[len(hidden) :]
        points = line((str(sum(dish.points for dish in hidden)), "bold"))
        rows.append(
            spread(line((tr("{n} earlier dishes", n=len(hidden)), "$quiet")), points, width)
        )
    airy = 2 * len(shown) - 1 <= room
    for dish in shown:
        if airy and rows:
            rows.append(line(width=width))
        rows.append(dish_line(dish, width))
    return rows


def dish_line(dish: DishView, width: int) -> Content:
    """A dish in one line: faces with night cards marked, name, butter and cider, points. What does
    not fit goes: first the room round the faces, then the extras' names, then the dish's."""
    points = line((str(dish.points), "bold"))
    extras = ", ".join(
        f"{f'{count} ' if count > 1 else ''}{translate(name)}"
        for name, count in ((say("butter"), dish.butter), (say("cider"), dish.cider))
        if count
    )
    name = line("  ", (translate(dish.name), "$foreground"))
    more = line((f" + {extras}", "$quiet")) if extras else line()
    room = width - points.cell_length - 1
    for padded in (True, False):
        cards = _faces(dish, padded)
        for tail in (line(name, more), name):
            if cards.cell_length + tail.cell_length <= room:
                return spread(line(cards, tail), points, width)
    return spread(_faces(dish, False), points, width)


def _faces(dish: DishView, padded: bool) -> Content:
    nights = list(dish.night)
    pieces: list[Piece] = []
    for face in dish.cards:
        night = face in nights
        if night:
            nights.remove(face)
        pieces += [" " if pieces else "", chip(face, night, padded)]
    return line(*pieces)
