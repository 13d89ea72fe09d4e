"""The forest: a row of cards with their prices, between decay pile and draw pile."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from tabletop.dashboard import glyphs, words
from tabletop.dashboard.cells import beside, line, spread
from tabletop.dashboard.quiet import Rows
from tabletop.language import several, tr, translate
from tabletop.referee.view import CardView, Following, ForestCard, View

_SLOTS = 8
_FEET = 2


class Forest(Rows):
    """The forest of a view: faces alone on tiny screens, small cards, or large ones."""

    def __init__(self, plain: bool = False) -> None:
        super().__init__()
        self._plain = plain
        self._view: View | None = None

    def show(self, view: View | None) -> None:
        """Shows ``view`` from now on."""
        self._view = view
        if self.renew(
            view
            and (view.game, view.turn, view.forest, view.decay, view.discard, view.draw, view.night)
        ):
            self.show_again()

    def rows(self, width: int, height: int) -> list[Content]:
        """The whole band."""
        return forest_lines(self._view, width, height, self._plain)[:height]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Widths in columns and heights in rows. ``body``: rows of a card without its price."""

    large: bool
    pile: int
    card: int
    body: int
    draw: int
    left: int
    plain: bool

    @property
    def gaps(self) -> list[int]:
        after_pile = 2 if self.large else 0
        gaps = [after_pile] + [1] * _SLOTS
        if self.large:
            gaps[_FEET] = gaps[_SLOTS] = 2
        return gaps


def _plan(width: int, height: int, plain: bool) -> _Plan:
    if height < 10 or width < 110:
        return _Plan(False, 9, 8, height - 2, 0, max(0, (width - 80) // 2), plain)
    draw = 11 if width >= 150 else 0
    card = min(17, max(12, (width - draw - 36) // _SLOTS))
    rest = width - draw - _SLOTS * card - 12
    pile = min(22, rest)
    return _Plan(True, pile, card, height - 3, draw, 1 + (rest - pile) // 2, plain)


def forest_lines(view: View | None, width: int, height: int, plain: bool = False) -> list[Content]:
    """The band as lines of ``width`` columns. Decay pile left, draw pile right, as card 1 lies next
    to the decay pile. ``plain``: no large signs, for terminals without them."""
    if view is None or words.no_table(view):
        hint = tr("The forest shows here once its eight cards are seen, no hand over them.")
        return [line(" ", (hint, "$quiet"), width=width)]
    if width < 80 or height < 6:
        return _faces_alone(view, width)
    plan = _plan(width, height, plain)
    slots = list(view.forest) + [None] * (_SLOTS - len(view.forest))
    blocks = [(_decay(view, plan), plan.pile)]
    blocks += [(_slot(slot, view.game, plan), plan.card) for slot in slots]
    if plan.draw:
        blocks.append((_draw(view, plan), plan.draw))
    rows = [line(" " * plan.left, row, width=width) for row in beside(blocks, plan.gaps)]
    return [_labels(view, plan, width), *rows]


def _labels(view: View, plan: _Plan, width: int) -> Content:
    """What stands over the row: the piles and their counts, the two parts of the forest."""
    counts = line(
        (f"{tr('draw pile')} ", "$quiet"), (str(view.draw), "bold"),
        (f"  {tr('night')} ", "$quiet"), (str(view.night), "bold"), " ",
    )  # fmt: skip
    if not plan.large:
        decay = line((f"{tr('decay')} ", "$quiet"), (_clears(view, 20), _decay_tone(view)))
        return spread(decay, counts, width)
    feet, deep = plan.card * _FEET + 3, tr("deep forest")
    names = line(
        " " * plan.left,
        (tr("decay pile").ljust(plan.pile + 2), "$quiet"),
        (tr("at your feet").ljust(feet), "$quiet"),
        (deep, "$quiet"),
    )
    if not plan.draw:
        return spread(names, counts, width)
    rest = plan.card * (_SLOTS - _FEET) + 7 - len(deep)
    return line(names, " " * rest, (tr("draw pile"), "$quiet"), width=width)


def _clears(view: View, width: int) -> str:
    """When the decay pile is cleared; of a game that is over it isn't any more."""
    return "" if view.state is Following.ENDED else words.clears_in(len(view.decay), width)


def _decay_tone(view: View) -> str:
    return "bold $warning" if len(view.decay) >= 4 else "bold"


def _price(slot: ForestCard, width: int) -> Content:
    if slot.price == 0:
        text = tr("free")
    elif width >= 11:
        text = translate(several("{n} stick", "{n} sticks", slot.price))
    else:
        text = f"{slot.price} {glyphs.STICK}"
    if slot.affordable:
        return line((f"✓ {text}".center(width), "bold $chip-text on $chip"))
    return line((text.center(width), "$quiet"))


def _slot(slot: ForestCard | None, game: str, plan: _Plan) -> list[Content]:
    """One place in the row: the price, then the card; a hole where the forest is shorter."""
    if slot is None:
        hole = [line(width=plan.card)] * (plan.body + 1)
        hole[2] = line(("·".center(plan.card), "$rule"))
        return hole
    rows = _large_card(slot, game, plan) if plan.large else _small_card(slot, game, plan)
    paper = "$card" if slot.affordable else "$card-far"
    card = [
        line(
            " " if len(text) < plan.card else "",
            (text, style),
            width=plan.card,
            style=f"$card-black on {paper}",
        )
        for text, style in rows[: plan.body]
    ]
    return [_price(slot, plan.card), *card]


def _large_card(slot: ForestCard, game: str, plan: _Plan) -> list[tuple[str, str]]:
    ink = glyphs.ink(slot.face)
    airy = plan.body >= 9
    rows = [("", "")] if airy else []
    rows += [(row, ink) for row in glyphs.big_face(slot.face, plan.plain)]
    rows.append(("", ""))
    names = words.wrapped(words.called(slot.name), plan.card - 1)
    rows += [(name, "bold $card-black") for name in names]
    worth = [(text, "$card-black") for text in words.worth(slot.name, game).long]
    foot = 1 if airy else 0
    gap = plan.body - len(rows) - len(worth) - foot
    return rows + [("", "")] * gap + worth + [("", "")] * foot


def _small_card(slot: ForestCard, game: str, plan: _Plan) -> list[tuple[str, str]]:
    doubt = "?" if slot.p < 0.8 else ""
    rows = [(f"{glyphs.short(slot.face)}{doubt}", f"bold {glyphs.ink(slot.face)}")]
    names = words.wrapped(words.called(slot.name), plan.card - 1)
    if any(len(name) == plan.card for name in names):
        # One line without a margin, and so both.
        names = [name.ljust(plan.card) for name in names]
    rows += [(name, "$card-black") for name in names]
    rows += [("", "")] * (plan.body - len(rows) - 1)
    return [*rows, (words.worth(slot.name, game).short, "$card-black")]


def _decay(view: View, plan: _Plan) -> list[Content]:
    """The decay pile with its clock, oldest card first."""
    count, width = len(view.decay), plan.pile
    clock = "▰" * min(count, 4) + "▱" * (4 - min(count, 4))
    if not plan.large:
        clock = f" {clock}"
    rows = [line((clock, _decay_tone(view)), width=width)]
    rows += [_decay_card(card, width) for card in view.decay]
    if not count:
        rows.append(line(("" if plan.large else " ", ""), (tr("empty"), "$quiet"), width=width))
    if plan.large:
        rows += [line(width=width)] * (plan.body - len(rows))
        rows.append(line((_clears(view, width), _decay_tone(view)), width=width))
    return rows


def _decay_card(card: CardView, width: int) -> Content:
    sign = glyphs.short(card.face)
    face = sign.ljust(3) + " " if width >= 10 else sign.ljust(2) + " "
    name = words.abbreviated(words.called(card.name), width - len(face))
    tone = f"bold {glyphs.glow(card.face)}"
    return line((face, tone), (name, "$foreground"), width=width)


def _draw(view: View, plan: _Plan) -> list[Content]:
    rows = [line(width=plan.draw)]
    rows += [
        line((row, "$foreground"), width=plan.draw)
        for row in glyphs.big(str(view.draw), plan.plain)
    ]
    rows.append(line((tr("cards left"), "$quiet"), width=plan.draw))
    rows += [line(width=plan.draw)] * max(0, plan.body - len(rows) - 1)
    discards = len(view.discard)
    rows.append(line((f"{tr('night')} ", "$quiet"), (str(view.night), "bold"), width=plan.draw))
    rows.append(line((f"{tr('discard')} ", "$quiet"), (str(discards), "bold"), width=plan.draw))
    return rows


def _faces_alone(view: View, width: int) -> list[Content]:
    """Faces and prices, for screens too small for cards."""
    faces, prices = [], []
    for slot in view.forest:
        tone = "bold $chip-text on $chip" if slot.affordable else "$quiet"
        faces.append((glyphs.short(slot.face).ljust(4), f"bold {glyphs.glow(slot.face)}"))
        prices += [(str(slot.price).center(3), tone), (" ", "")]
    decay = [(glyphs.short(card.face).ljust(4), glyphs.glow(card.face)) for card in view.decay]
    clears = (_clears(view, 16), _decay_tone(view))
    return [
        line(*prices, width=width),
        line(*faces, width=width),
        line((f"{tr('decay')} ", "$quiet"), *decay, width=width),
        line(clears, (f"  {tr('draw pile')} {view.draw}", "$quiet"), width=width),
    ]
