"""Styles drawn at random, as often as people own such decks."""

from __future__ import annotations

from numpy.random import Generator

from training.drawn.canvas import Colour, mix
from training.drawn.glyphs import Font, random_face
from training.drawn.style import (
    DUTCH,
    ENGLISH,
    FRENCH,
    GERMAN,
    RUSSIAN,
    Back,
    Court,
    Index,
    Joker,
    Pips,
    Style,
    Wear,
)
from training.drawn.suits import SuitForm

# width, height in mm, and how often
_SIZES = (
    ((63.5, 88.9), 0.46),
    ((57.2, 88.9), 0.2),
    ((58.0, 88.0), 0.1),
    ((59.0, 91.0), 0.12),
    ((61.0, 112.0), 0.02),
    ((62.0, 100.0), 0.02),
    ((44.0, 67.0), 0.04),
    ((57.5, 84.0), 0.04),
)


def _pick(rng: Generator, **weights: float) -> str:
    names, total = list(weights), sum(weights.values())
    return str(rng.choice(names, p=[w / total for w in weights.values()]))


def _inks(rng: Generator, stock_dark: bool) -> dict[str, Colour]:
    def j(colour: Colour, spread: int = 14) -> Colour:
        r, g, b = (min(255, max(0, v + int(rng.integers(-spread, spread + 1)))) for v in colour)
        return r, g, b

    red = j((200, 26, 40)) if rng.random() < 0.8 else j((222, 60, 44), 22)
    black = j((24, 22, 26), 10) if rng.random() < 0.88 else j((36, 36, 62), 12)
    if stock_dark:
        black, red = j((236, 234, 228), 8), j((232, 66, 60), 20)
    inks = {"S": black, "C": black, "H": red, "D": red}
    if rng.random() < 0.11:
        green, blue = j((20, 124, 62), 16), j((24, 84, 178), 20)
        orange = j((232, 128, 26), 14)
        kind = _pick(rng, poker=0.6, skat=0.25, blues=0.15)
        if kind == "poker":
            inks |= {"D": blue, "C": green}
        elif kind == "skat":
            inks |= {"S": green, "D": orange}
        else:
            inks |= {"S": blue, "C": green, "D": orange}
    return inks


_PALETTES: tuple[tuple[Colour, ...], ...] = (
    ((247, 205, 64), (206, 32, 44), (38, 58, 140), (24, 22, 24)),
    ((250, 214, 90), (214, 40, 40), (30, 96, 172), (20, 20, 30)),
    ((240, 190, 50), (190, 24, 36), (22, 20, 24), (22, 20, 24)),
    ((245, 200, 70), (220, 60, 40), (40, 120, 80), (30, 30, 60)),
    ((232, 200, 130), (176, 60, 50), (70, 96, 130), (50, 40, 40)),
    ((255, 224, 120), (236, 90, 80), (80, 160, 200), (90, 70, 120)),
    ((214, 180, 110), (150, 40, 50), (50, 70, 60), (30, 26, 24)),
    ((238, 205, 120), (120, 40, 110), (40, 110, 120), (40, 30, 50)),
    ((230, 230, 225), (190, 190, 190), (120, 120, 126), (40, 40, 44)),
    ((212, 172, 70), (30, 28, 30), (212, 172, 70), (30, 28, 30)),
    ((250, 190, 160), (230, 110, 120), (120, 180, 170), (60, 80, 110)),
)


def _index(rng: Generator, height: float) -> Index:
    u = rng.uniform
    unit = height / 88.9
    kind = _pick(rng, small=0.1, standard=0.42, european=0.2, jumbo=0.2, magnum=0.06, odd=0.02)
    order = _pick(rng, under=0.955, beside=0.03, none=0.015)
    corners = 2
    if kind == "small":
        h, w, inset = u(4.6, 6.2), u(4.0, 5.4), (u(1.4, 2.6), u(2.0, 4.0))
    elif kind == "standard":
        h, w, inset = u(6.6, 9.6), u(5.2, 7.6), (u(1.3, 2.8), u(2.2, 5.0))
    elif kind == "european":
        h, w, inset = u(5.6, 8.0), u(4.2, 6.4), (u(1.3, 2.6), u(2.0, 4.0))
        corners = 4
    elif kind == "jumbo":
        h, w, inset = u(11.0, 16.0), u(9.0, 13.5), (u(1.4, 3.0), u(2.2, 5.0))
        corners = 4 if rng.random() < 0.1 else 2
    elif kind == "magnum":
        h, w, inset = u(19.0, 30.0), u(15.0, 22.0), (u(1.6, 3.4), u(2.4, 5.0))
    else:
        h, w, inset = u(8.0, 18.0), u(7.0, 14.0), (u(1.4, 3.0), u(2.4, 5.0))
        corners = 1
    suit_across = corners != 1 and order != "none" and bool(rng.random() < 0.14)
    return Index(
        rank_height=h * unit,
        max_width=w * unit,
        suit_height=w * u(0.75, 1.08) * unit,
        gap=h * u(0.08, 0.26) * unit,
        inset_x=inset[0],
        inset_y=inset[1],
        corners=4 if suit_across else corners,
        order=order,
        tr_turned=bool(rng.random() < 0.12),
        centred=bool(rng.random() < 0.92),
        other=u(0.3, 0.9) if suit_across else u(0.45, 0.75) if rng.random() < 0.12 else 1.0,
        suit_across=suit_across,
    )


def _pips(rng: Generator, index: Index, height: float) -> Pips:
    u = rng.uniform
    unit = height / 88.9
    layout = _pick(rng, standard=0.86, cluster=0.05, giant=0.05, none=0.01, picture=0.03)
    if index.max_width > 14 * unit and rng.random() < 0.5:
        layout = "giant"
    return Pips(
        height=u(10.5, 17.0) * unit,
        spread_x=u(0.5, 0.72),
        spread_y=u(0.62, 0.78),
        layout=layout,
        ink=_pick(rng, solid=0.84, gradient=0.06, inline=0.06, outline=0.04),
        seven_low=bool(rng.random() < 0.1),
        ace_height=unit * (u(10, 18) if rng.random() < 0.4 else u(18, 46)),
        ornate_ace=bool(rng.random() < 0.55),
        ornate_all=bool(rng.random() < 0.08),
        turned=bool(rng.random() < 0.96),
        giant_opacity=1.0 if rng.random() < 0.7 else u(0.25, 0.9),
    )


def _court(rng: Generator) -> Court:
    u = rng.uniform
    kind = _pick(
        rng,
        english=0.62,
        oneway=0.07,
        silhouette=0.06,
        letter=0.05,
        emblem=0.03,
        painted=0.1,
        kids=0.06,
        photo=0.02,
    )
    palette = _PALETTES[0 if rng.random() < 0.3 else int(rng.integers(len(_PALETTES)))]
    jitter = rng.integers(-18, 19, (len(palette), 3))
    palette = tuple(
        (int(c[0] + d[0]), int(c[1] + d[1]), int(c[2] + d[2]))
        for c, d in zip(palette, jitter, strict=True)
    )
    palette = tuple(
        (min(255, max(0, r)), min(255, max(0, g)), min(255, max(0, b))) for r, g, b in palette
    )
    skins = ((252, 226, 200), (255, 255, 252), (240, 205, 170), (226, 186, 150), (150, 100, 70))
    skin = skins[int(rng.choice(5, p=[0.4, 0.3, 0.17, 0.1, 0.03]))]
    ground: Colour | None = None
    if rng.random() < 0.22:
        light = (
            int(rng.integers(200, 256)),
            int(rng.integers(205, 250)),
            int(rng.integers(190, 250)),
        )
        ground = light if rng.random() < 0.8 else mix(palette[2], light, u(0, 0.4))
    blue_line = rng.random() < 0.15
    return Court(
        kind=kind,
        palette=palette,
        skin=skin,
        outline=(30, 40, 110) if blue_line else (24, 22, 30),
        stroke=u(0.16, 0.42),
        ground=ground,
        framed=bool(rng.random() < 0.84),
        frame_stroke=u(0.15, 0.5),
        width=u(0.62, 0.74),
        height=u(0.76, 0.88),
        split=0.0 if rng.random() < 0.6 else u(-0.7, 0.7),
        head=u(0.8, 1.25),
        suit_height=u(7.5, 14.0),
        suit_side=int(rng.choice([-1, -1, -1, 1])),
        busy=u(0.2, 1.0),
        round_frame=0.0 if rng.random() < 0.8 else u(1, 5),
        wide=u(0.86, 0.95) if rng.random() < 0.14 else 0.0,
    )


BACK_KINDS = (
    "lattice",
    "circles",
    "floral",
    "stripes",
    "logo",
    "gradient",
    "photo",
    "scales",
    "maze",
    "stars",
    "rosette",
    "medallion",
)


def _back(rng: Generator) -> Back:
    hues: tuple[Colour, ...] = (
        (170, 24, 40),
        (170, 24, 40),
        (190, 40, 50),
        (24, 50, 130),
        (24, 50, 130),
        (30, 80, 160),
        (20, 100, 70),
        (30, 28, 34),
        (90, 40, 120),
        (120, 70, 30),
        (220, 120, 30),
        (30, 130, 150),
    )
    ink = hues[int(rng.integers(len(hues)))]
    light: Colour = (250, 248, 244)
    second = light if rng.random() < 0.7 else mix(ink, hues[int(rng.integers(len(hues)))], 0.7)
    if rng.random() < 0.1:
        second = (214, 176, 84)
    return Back(
        kind=BACK_KINDS[int(rng.integers(len(BACK_KINDS)))],
        ink=ink,
        second=second,
        margin=0.0 if rng.random() < 0.3 else rng.uniform(1.5, 6.0),
        cell=rng.uniform(1.6, 7.0),
    )


def random_style(rng: Generator, fonts: str | None, name: str) -> Style:
    """A deck as people might own it.

    ``fonts``: a folder of font files, or None for our own pen alone.
    """
    u = rng.uniform
    sizes = [s for s, _ in _SIZES]
    weights = [w for _, w in _SIZES]
    width, height = sizes[int(rng.choice(len(sizes), p=[w / sum(weights) for w in weights]))]
    dark = bool(rng.random() < 0.015)
    stock: Colour = (253, 252, 249)
    age = rng.random()
    if age > 0.6:
        stock = mix(stock, (244, 226, 186), u(0.1, 0.5) if age < 0.9 else u(0.5, 1.0))
    if dark:
        stock = (int(rng.integers(14, 40)),) * 3
    inks = _inks(rng, dark)
    pick = _pick(
        rng, english=0.6, german=0.16, french=0.1, one=0.04, dutch=0.04, russian=0.04, ace=0.02
    )
    letters = {
        "english": ENGLISH,
        "german": GERMAN,
        "french": FRENCH,
        "one": ENGLISH | {"A": "1"},
        "dutch": DUTCH,
        "russian": RUSSIAN,
        "ace": FRENCH | {"A": "A"},
    }[pick]
    needs = "".join(letters.values())
    index = _index(rng, height)
    form = SuitForm.random(rng)
    own_frame = rng.random() < 0.1
    black_corner = bool(rng.random() < 0.08)
    corner = _pick(rng, word=0.28, turned=0.12, capital=0.2, wide=0.1, star=0.1, J=0.14, none=0.06)
    face = random_face(rng, fonts, needs + "oker")
    # our own pen knows capitals alone
    mixed = isinstance(face, Font) and rng.random() < 0.34
    spelt = "JOKER" if not mixed else "Joker" if rng.random() < 0.75 else "joker"
    return Style(
        name=name,
        width=width,
        height=height,
        corner=u(2.2, 5.2) if rng.random() < 0.94 else u(0.3, 1.2),
        stock=stock,
        inks=inks,
        letters=dict(letters),
        face=face,
        form=form,
        index_form=form if rng.random() < 0.7 else SuitForm.random(rng),
        index=index,
        pips=_pips(rng, index, height),
        court=_court(rng),
        joker=Joker(
            kind=_pick(rng, jester=0.46, star=0.1, word=0.08, king=0.14, face=0.14, hat=0.08),
            corner=corner,
            letter_height=u(2.8, 6.5) * (1.5 if index.max_width > 9 else 1.0),
            text=spelt,
            same_picture=bool(rng.random() < 0.3) and corner != "none" and not black_corner,
            framed=bool(rng.random() < 0.3),
            one_ink=bool(rng.random() < 0.14),
            black_corner=black_corner,
            two_headed=bool(rng.random() < 0.4),
            small=u(0.5, 1.1),
            gap=u(0.15, 0.3) if rng.random() < 0.6 else u(0.3, 1.2),
            reach=u(0.36, 0.76),
        ),
        back=_back(rng),
        wear=Wear(
            shift=abs(rng.normal(0, 0.5)),
            misregister=u(0, 0.12) if rng.random() < 0.3 else 0.0,
            grain=u(0.0, 0.01),
            stain=u(0, 0.12) if age > 0.75 else 0.0,
            edge=u(0.1, 0.6) if rng.random() < 0.3 else 0.0,
        ),
        frame=u(1.2, 3.0) if own_frame else 0.0,
        frame_ink=mix((60, 60, 70), (210, 180, 90), float(rng.random())),
        dark=dark,
    )
