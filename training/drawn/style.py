"""What makes one deck look different from another, and the decks that are not left to chance."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from training.drawn.canvas import Colour
from training.drawn.glyphs import Face, Pen
from training.drawn.suits import SuitForm

Letters = dict[str, str]

ENGLISH: Letters = {"T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A"}
GERMAN: Letters = ENGLISH | {"J": "B", "Q": "D", "K": "K"}
FRENCH: Letters = ENGLISH | {"A": "1", "J": "V", "Q": "D", "K": "R"}
DUTCH: Letters = ENGLISH | {"J": "B", "Q": "V", "K": "H"}
RUSSIAN: Letters = ENGLISH | {"A": "\u0422", "J": "\u0412", "Q": "\u0414", "K": "\u041a"}


@dataclass(frozen=True)
class Index:
    """The corner index. Lengths in mm.

    ``corners``: 2, 4 (all four) or 1. ``order``: ``"under"`` (suit below the rank), ``"beside"``,
    ``"none"`` (rank alone). ``tr_turned``: whether a top right index hangs upside down.
    ``other``: size of the top right and bottom left index beside that of the main ones;
    ``suit_across``: of four corners those two carry the suit alone, at the corner's very top.
    """

    rank_height: float = 8.0
    max_width: float = 7.0
    suit_height: float = 6.0
    gap: float = 1.4
    inset_x: float = 2.0
    inset_y: float = 3.2
    corners: int = 2
    order: str = "under"
    tr_turned: bool = False
    centred: bool = True
    other: float = 1.0
    suit_across: bool = False


@dataclass(frozen=True)
class Pips:
    """The middle of the number cards; heights in mm.

    ``layout``: ``"standard"``, ``"cluster"`` (close rows), ``"giant"`` (one sign), ``"picture"`` or
    ``"none"``. ``ink``: ``"solid"``, ``"outline"``, ``"inline"``, ``"gradient"``. ``ornament``: 0
    to 3, which ring an ornate ace has, None for any; ``maker``: the name it carries, None for any
    or none.
    """

    height: float = 15.0
    spread_x: float = 0.62
    spread_y: float = 0.74
    layout: str = "standard"
    ink: str = "solid"
    seven_low: bool = False
    ace_height: float = 22.0
    ornate_ace: bool = True
    ornate_all: bool = False
    turned: bool = True
    ornament: int | None = None
    maker: str | None = None
    giant_opacity: float = 1.0


@dataclass(frozen=True)
class Court:
    """How court cards look.

    ``kind``: ``"english"``, ``"oneway"``, ``"silhouette"``, ``"letter"``, ``"emblem"``,
    ``"painted"``, ``"kids"``, ``"photo"``. ``palette``: the fills, from light to dark. ``split``:
    tilt of the middle line, radians. ``wide``: share of the card that the frame spans if the index
    stands inside it, else 0.
    """

    kind: str = "english"
    palette: tuple[Colour, ...] = ((247, 205, 64), (206, 32, 44), (38, 58, 140), (24, 22, 24))
    skin: Colour = (252, 226, 200)
    outline: Colour = (24, 22, 30)
    stroke: float = 0.28
    ground: Colour | None = None
    framed: bool = True
    frame_stroke: float = 0.25
    width: float = 0.68
    height: float = 0.82
    split: float = 0.0
    head: float = 1.0
    suit_height: float = 11.0
    suit_side: int = -1
    busy: float = 0.7
    round_frame: float = 0.0
    wide: float = 0.0


@dataclass(frozen=True)
class Joker:
    """How jokers look.

    ``kind``: ``"jester"``, ``"star"``, ``"word"``, ``"king"``, ``"face"``, ``"hat"``. ``corner``:
    ``"word"`` (JOKER downwards), ``"turned"`` (along the long side, letters a quarter turned),
    ``"capital"`` (a large J, the rest small below it), ``"wide"`` (across), ``"star"``, ``"J"``,
    ``"none"``. ``text``: the word as it is spelt.
    ``same_picture``: both carry the coloured picture and are told apart by their corners alone.
    ``one_ink``: the red joker's picture is in shades of red alone. ``black_corner``: both corners
    are black. ``two_headed``: the lower half is the upper one turned, as on court cards.
    ``small``: height of the letters below a large J beside ``letter_height``; ``gap``: between
    letters that stand below each other, beside their height; ``reach``: longest share of the card's
    height that the word takes.
    """

    kind: str = "jester"
    corner: str = "word"
    letter_height: float = 4.2
    text: str = "JOKER"
    same_picture: bool = False
    one_ink: bool = False
    black_corner: bool = False
    framed: bool = False
    two_headed: bool = False
    small: float = 0.6
    gap: float = 0.22
    reach: float = 0.44


@dataclass(frozen=True)
class Back:
    """How the back looks: ``kind`` names the pattern, ``margin`` its bare border in mm."""

    kind: str = "lattice"
    ink: Colour = (170, 24, 40)
    second: Colour = (250, 248, 244)
    margin: float = 3.5
    cell: float = 4.0


@dataclass(frozen=True)
class Wear:
    """Print and age: shifts in mm, strengths from 0 to 1."""

    shift: float = 0.3
    misregister: float = 0.0
    grain: float = 0.01
    stain: float = 0.0
    edge: float = 0.0


@dataclass(frozen=True)
class Style:
    """Everything that is the same on all cards of one deck."""

    name: str = "drawn"
    width: float = 63.5
    height: float = 88.9
    corner: float = 3.2
    stock: Colour = (253, 252, 248)
    inks: dict[str, Colour] = field(
        default_factory=lambda: {
            "S": (22, 20, 24),
            "H": (204, 24, 40),
            "D": (204, 24, 40),
            "C": (22, 20, 24),
        }
    )
    letters: Letters = field(default_factory=lambda: dict(ENGLISH))
    face: Face = field(default_factory=Pen)
    form: SuitForm = field(default_factory=SuitForm)
    index_form: SuitForm = field(default_factory=SuitForm)
    index: Index = field(default_factory=Index)
    pips: Pips = field(default_factory=Pips)
    court: Court = field(default_factory=Court)
    joker: Joker = field(default_factory=Joker)
    back: Back = field(default_factory=Back)
    wear: Wear = field(default_factory=Wear)
    frame: float = 0.0
    frame_ink: Colour = (60, 60, 70)
    dark: bool = False

    def joker_ink(self, red: bool) -> Colour:
        """What the corners of the red or the black joker are printed in."""
        if red:
            return self.inks["H"]
        return self.inks["S"] if self.inks["S"] == self.inks["C"] else (24, 22, 26)


def plain_style() -> Style:
    """A deck without ornament, wear or chance: for tests."""
    return Style(name="plain", pips=Pips(ornate_ace=False), wear=Wear(0, 0, 0, 0, 0))


def sample_style() -> Style:
    """The deck of the bundled sample game: English style, poker size, easy to read."""
    return replace(
        plain_style(),
        name="sample",
        stock=(253, 251, 245),
        inks={"S": (24, 24, 32), "H": (196, 28, 42), "D": (196, 28, 42), "C": (24, 24, 32)},
        face=Pen(width=0.62, weight=0.15, contrast=1.9, serif=0.09),
        index=Index(
            rank_height=9.2, max_width=6.9, suit_height=6.4, gap=1.5, inset_x=2.1, inset_y=3.4
        ),
        pips=Pips(
            height=13.6,
            ace_height=24.0,
            spread_x=0.56,
            ornate_ace=True,
            ornament=2,
            maker="TABLETOP",
        ),
        court=Court(busy=0.9, head=0.95, stroke=0.26, width=0.66, height=0.82, suit_height=11.5),
        joker=Joker(kind="jester", corner="word", letter_height=4.4),
        back=Back(kind="medallion", ink=(146, 30, 44), margin=3.6, cell=2.6),
        wear=Wear(0.0, 0.0, 0.006, 0.0, 0.12),
    )


PRESETS = {"plain": plain_style, "sample": sample_style}
