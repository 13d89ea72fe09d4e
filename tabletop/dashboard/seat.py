"""A player's side: score, hand against limit, sticks, pans, night cards, poison, dishes."""

from __future__ import annotations

from textual.content import Content

from tabletop.dashboard import glyphs
from tabletop.dashboard.cells import Piece, fitting, line, spread
from tabletop.dashboard.dishes import chip, dish_lines
from tabletop.dashboard.quiet import Rows
from tabletop.language import several, tr, translate
from tabletop.referee.view import PlayerView, View


class Seat(Rows):
    """The side of player ``player`` (0 or 1), called ``name``."""

    def __init__(self, player: int, name: str, plain: bool = False) -> None:
        super().__init__(id=f"seat-{player}")
        self._player = player
        self._called = name
        self._plain = plain
        self._view: View | None = None
        self._remind = False

    def show(self, view: View | None, remind: bool = False) -> None:
        """Shows ``view`` from now on; with ``remind`` also which hand cards were taken in view."""
        self._view, self._remind = view, remind
        self.set_class(view is not None and view.to_move == self._player, "-moves")
        if self.renew(view and (view.to_move, view.players[self._player]), remind):
            self.show_again()

    def rows(self, width: int, height: int) -> list[Content]:
        """The whole side."""
        if self._view is None:
            return [line("  ", (translate(self._called), "bold $quiet"), width=width)]
        moves = self._view.to_move == self._player
        player = self._view.players[self._player]
        name = translate(self._called)
        lines = seat_lines(player, name, moves, width - 3, height, self._plain, self._remind)
        lines += [Content("")] * (height - len(lines))
        edge = ("▌", "$accent") if moves else (" ", "")
        return [line(edge, " ", row) for row in lines[:height]]


def seat_lines(
    player: PlayerView,
    name: str,
    moves: bool,
    width: int,
    height: int,
    plain: bool = False,
    remind: bool = False,
) -> list[Content]:
    """The side as at most ``height`` lines of ``width`` columns. Every fact keeps its line from one
    turn to the next, so that eyes learn where to look. ``plain``: digits in ASCII; ``remind``: the
    cards that were taken in view stand above the dishes."""
    if height < 6 or width < 30:
        return _tiny(player, name, moves, width)
    head = line(
        (f"▶ {name}", "bold $accent") if moves else (name, "bold"),
        (f"  {tr('to move')}", "$accent") if moves else "",
    )
    if height < 9 or width < 34:
        rows = _small(player, head, moves, width)
    elif height < 18 or width < 60 or plain:
        rows = _large(player, head, moves, width, plain)
    else:
        rows = _huge(player, head, moves, width)
    if remind:
        rows += known_lines(player, width, 1 if height < 11 else 2)
    return rows + dish_lines(player, width, height - len(rows))


def known_lines(player: PlayerView, width: int, most: int) -> list[Content]:
    """The hand cards that were taken in view, and how many more there are, in ``most`` lines."""
    pieces: list[Piece] = [(f"{tr('holds')} ", "$quiet")]
    for card in player.known:
        pieces += [(glyphs.short(card.face), f"bold {glyphs.glow(card.face)}"), " "]
    if player.unseen:
        unseen = tr("{n} unseen", n=player.unseen)
        pieces.append((f"+ {unseen}" if player.known else unseen, "$quiet"))
    rows = [row.rstrip() for row in line(*pieces).wrap(width)]
    if len(rows) > most:
        rows = [*rows[: most - 1], line(*(part for row in rows[most - 1 :] for part in (row, " ")))]
    return [line(row, width=width) for row in rows]


def _small(player: PlayerView, head: Content, moves: bool, width: int) -> list[Content]:
    """Score in the line of the name."""
    tone = "bold $accent" if moves else "bold"
    score = line((str(player.score), tone), (f" {_points(player)}", "$quiet"))
    rows = [
        spread(head, score, width),
        spread(_hand(player, width - 14), _room(player), width),
        spread(_stock(player, 3, width - 4), line((f"{player.mushrooms}", "$quiet")), width),
        _night_and_poison(player, width),
    ]
    return [line(row, width=width) for row in rows]


def _large(
    player: PlayerView, head: Content, moves: bool, width: int, plain: bool
) -> list[Content]:
    """Score three rows high."""
    tone = "$accent" if moves else "$foreground"
    number = [line((row, tone)) for row in glyphs.big(str(player.score), plain)]
    points = line((_points(player), "$quiet"))
    # Right behind the last number the word would seem to belong to it.
    room = width - points.cell_length - 3
    stock = _stock(player, 3, room)
    if stock.cell_length > room:
        stock, points = _stock(player, 3, width), line()
    return [
        spread(head, number[0], width),
        spread(_hand(player, width - max(12, number[1].cell_length + 1)), number[1], width),
        spread(line("     ", _room(player)), number[2], width),
        spread(stock, points, width),
        line(_night_and_poison(player, width), width=width),
        _dishes_head(player, width),
    ]


def _huge(player: PlayerView, head: Content, moves: bool, width: int) -> list[Content]:
    """Score six rows high, a blank line between the facts."""
    tone = "$accent" if moves else "$foreground"
    number = [line((row, tone)) for row in glyphs.huge(str(player.score))]
    blank = line()
    room = width - number[0].cell_length - 2
    left = [
        head,
        blank,
        _hand(player, room - 2, thick=True),
        line("     ", _room(player)),
        blank,
        _stock(player, 5, room),
        blank,
        _night_and_poison(player, room),
    ]
    right = [*number, line((_points(player), "$quiet")), _mushrooms(player)]
    rows = [blank]
    rows += [spread(a, b, width) for a, b in zip(left, right, strict=True)]
    rows.append(line(("─" * width, "$rule")))
    return rows


def _points(player: PlayerView) -> str:
    """The word under the score."""
    return tr("point") if player.score == 1 else tr("points")


def _tone(player: PlayerView) -> str:
    return {"": "$success", "near": "$warning"}.get(player.warning, "$error")


def _hand(player: PlayerView, width: int, thick: bool = False) -> Content:
    """One mark for each place in the hand, filled where a card is held; fewer marks in the same
    shares where there is no room for all. The numbers always stand."""
    held, limit, tone = player.held, player.limit, _tone(player)
    full, empty = ("██ ", "░░ ") if thick else ("▰", "▱")
    places = max(held, limit, 1)
    if thick and places * 3 + 12 > width:
        full, empty = "█", "░"
    if not thick and places * 2 + 12 <= width:
        full, empty = "▰▰", "▱▱"
    numbers = line(
        (f" {held}", f"bold {tone if player.warning else '$foreground'}"), (f"/{limit}", "$quiet")
    )
    label = f"{tr('hand')} "
    most = max(0, width - len(label) - numbers.cell_length) // len(full)
    marks, kept, over = places, min(held, limit), max(0, held - limit)
    if places > most:
        marks, over = most, -(-over * most // places)
        kept = min(kept * most // places, marks - over)
    return line(
        (label, "$quiet"),
        (full * kept, tone),
        (empty * (marks - kept - over), "$bar-empty"),
        (full * over, "bold $error"),
        numbers,
    )


def _room(player: PlayerView) -> Content:
    left = player.limit - player.held
    if player.warning == "full":
        return line((f" {tr('hand full')} ", "bold $background on $error"))
    if player.warning == "over":
        return line((f" {tr('{n} too many', n=-left)} ", "bold $background on $error"))
    if player.warning == "near":
        return line((tr("1 more fits"), "bold $warning"))
    return line((tr("{n} more fit", n=left), "$quiet"))


def _stock(player: PlayerView, gap: int, width: int) -> Content:
    """Sticks, pans and baskets, ``gap`` columns apart where ``width`` allows."""
    seen = player.sticks_seen
    notes = (
        [f" ({tr('seen {n}', n=seen)})", f" ({seen})"]
        if seen not in (None, player.sticks)
        else [""]
    )
    stock = (
        (tr("sticks"), player.sticks),
        (tr("pans"), player.pans),
        (tr("baskets"), player.baskets),
    )

    def row(note: str, space: int) -> Content:
        pieces: list[Piece] = []
        for place, (label, count) in enumerate(stock):
            pieces += [" " * space if pieces else "", (f"{label} ", "$quiet")]
            pieces.append((f"{count}", "bold" if count else "$quiet"))
            if not place:
                pieces.append((note, "$warning"))
        return line(*pieces)

    return fitting((row(note, space) for note in notes for space in range(gap, 0, -1)), width)


def _night_and_poison(player: PlayerView, width: int) -> Content:
    """Night cards, then poison; its words and the room round the faces go where space is short."""
    turns = player.poison_turns
    left = several("poison: {n} turn left", "poison: {n} turns left", turns)
    words = [translate(left), tr("poison {n}", n=turns)]

    def row(poison: str, padded: bool) -> Content:
        pieces: list[Piece] = [(f"{tr('night')} ", "$quiet")]
        for card in player.night_cards:
            pieces += [chip(card.face, night=True, padded=padded), " "]
        if not player.night_cards:
            pieces.append((f"{tr('none', about='night cards')} ", "$quiet"))
        if turns:
            pieces += [" " if padded else "", (f" {poison} ", "bold $background on $error")]
        return line(*pieces)

    return fitting((row(poison, padded) for padded in (True, False) for poison in words), width)


def _dishes_head(player: PlayerView, width: int) -> Content:
    """A line above the dishes, with the count that breaks a tie."""
    count = _mushrooms(player)
    return line(("─" * max(0, width - count.cell_length - 1), "$rule"), " ", count, width=width)


def _mushrooms(player: PlayerView) -> Content:
    cooked = several("{n} mushroom cooked", "{n} mushrooms cooked", player.mushrooms)
    return line((translate(cooked), "$quiet"))


def _tiny(player: PlayerView, name: str, moves: bool, width: int) -> list[Content]:
    mark = ("▶ ", "bold $accent") if moves else ("", "")
    hand = (f"{player.held}/{player.limit}", f"bold {_tone(player)}")
    rows = [
        line(mark, (name, "bold"), (f" {player.score}", "bold $accent"), width=width),
        line((f"{tr('hand')} ", "$quiet"), hand, f" {glyphs.STICK}{player.sticks}", width=width),
        line((tr("pans {a} baskets {b}", a=player.pans, b=player.baskets), "$quiet"), width=width),
    ]
    if player.poison_turns:
        rows.append(line((tr("poison {n}", n=player.poison_turns), "bold $error"), width=width))
    return rows
