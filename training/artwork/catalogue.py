"""The decks that are fetched: what each is, where it comes from and under which licence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from training.artwork.packages import Package

RESERVED: Final = frozenset(
    {
        "gnome-anglo",
        "gnome-anglo-bitmap",
        "gnome-gnomangelo",
        "gnome-gnomangelo-bitmap",
        "gnome-paris",
        "gnome-tango",
        "gnome-tango-nuevo",
        "gnome-neoclassical",
        "gnome-neoclassical-4-color",
        "gnome-plastic",
        "kde-gm-paris",
        "npm-younestouati-aguilar",
        "npm-deck-of-cards-aguilar-noindex",
    }
)
"""Decks that tests use: no model may be trained on them."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of a package.

    ``tier``: A, French suits with A J Q K; B, French suits with other letters or an unusual body;
    D, the same art as another deck; P, no rank index. ``letters``: whose court letters it prints.
    ``place``: the file or pattern of files within the package. ``naming`` says how such files are
    named and ``extra`` which further files are which card; ``skip``: cards that the source draws
    wrongly. ``drop`` (a pattern) is stray SVG text to leave out.

    ``solid`` and ``shadow`` (alpha, 0..255): what counts as card, and how opaque its drop shadow
    is. ``outlined``: whether a line drawn around the cards, which real cards lack, is to be looked
    for and cut off. ``radius``: the corners' least radius, a share of the width: some sources have
    square corners. ``paper``: the source draws no card, only what is printed on it.
    """

    name: str
    source: Package
    place: str
    tier: str
    family: str
    licence: str
    letters: str = "english"
    four_colour: bool = False
    skip: tuple[str, ...] = ()
    solid: int = 200
    shadow: int = 0
    radius: float = 0.045
    outlined: bool = True
    paper: bool = False
    drop: str = ""
    naming: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def reserved(self) -> bool:
        """Whether tests use this deck, so that no model may be trained on it."""
        return self.name in RESERVED


_GNOME = Package("apt", "gnome-cards-data", "1:3.22.23-1")


def _gnome(name: str, family: str, tier: str = "A", letters: str = "english", **more: object
           ) -> Deck:  # fmt: skip
    file = {"atlasnye-alt": "Атласные", "guyenne-classic": "guyenne-classic"}.get(
        name, name.replace("-", "_")
    )
    source = Package("apt", "aisleriot", "1:3.22.23-1") if name == "bonded" else _GNOME
    place = f"usr/share/aisleriot/cards/{file}.svgz"
    return Deck("gnome-" + name, source, place, tier, family, "GPL-3+", letters, **more)  # type: ignore[arg-type]


GNOME: Final = (
    _gnome("anglo-modern", "english-knoll"),
    _gnome("anglo-modern-4-color", "english-knoll", four_colour=True),
    _gnome("anglo-poker", "english-kennard"),
    _gnome("atlasnye", "russian-atlasnye"),
    _gnome("bellot", "french-paris"),
    _gnome("bonded", "english-1997bitmap"),
    _gnome("dondorf", "dondorf", skip=("XR",)),
    _gnome("orell", "orell"),
    _gnome("ornamental", "nicu"),
    _gnome("simplistic", "simplistic", skip=("3S",)),
    _gnome("tigullio", "tigullio"),
    _gnome("atlasnye-alt", "russian-atlasnye", "B", "russian"),
    _gnome("atlasnye-skat", "russian-atlasnye", "B", "german", four_colour=True),
    _gnome("ancient-french", "french-paris", "B", "french"),
    _gnome("berlin", "german-berlin", "B", "german"),
    _gnome("lattmann", "german-lattmann", "B", "german"),
    _gnome("rheinland", "german-rheinland", "B", "german"),
    _gnome("guyenne-classic", "guyenne", "B", "none"),
    _gnome("slavic-costumes", "slavic", "B", "russian"),
    _gnome("tarocco", "tarocco", "B", "italian"),
    _gnome("anglo", "english-reyer"),
    _gnome("anglo-bitmap", "english-reyer"),
    _gnome("gnomangelo", "english-reyer"),
    _gnome("gnomangelo-bitmap", "english-reyer"),
    _gnome("paris", "french-paris"),
    _gnome("neoclassical", "neoclassical"),
    _gnome("neoclassical-4-color", "neoclassical", four_colour=True),
    _gnome("plastic", "plastic"),
    _gnome("tango", "tango"),
    _gnome("tango-nuevo", "tango-nuevo"),
)

_KDE = Package("apt", "kdegames-card-data-kf5", "4:22.12.3-1")


def _kde(name: str, file: str, tier: str, family: str, licence: str = "GPL-2+", **more: object
         ) -> Deck:  # fmt: skip
    place = f"usr/share/carddecks/svg-{name}/{file}.svgz"
    return Deck("kde-" + name, _KDE, place, tier, family, licence, **more)  # type: ignore[arg-type]


KDE: Final = (
    _kde("nicu-white", "white", "A", "nicu"),
    _kde("penguins", "penguins", "A", "penguins", "GPL-3+ (with the Tux notice)"),
    _kde("standard", "standard", "A", "english-1997bitmap"),
    _kde("tigullio-international", "tigullio-international", "A", "tigullio", "LGPL-2+"),
    _kde("oxygen-white", "oxygen-white", "A", "oxygen-white", skip=("XB",)),
    _kde("oxygen-air", "oxygen-air", "A", "oxygen-air"),
    _kde("jolly-royal", "jolly-royal", "A", "jolly-royal"),
    _kde("ancient-egyptians", "Ancient_Egyptians", "A", "egyptian"),
    _kde("oxygen", "oxygen", "B", "oxygen"),
    _kde("xskat-french", "french", "B", "xskat-french", letters="german", skip=("back",)),
    _kde("dondorf", "dondorf", "D", "dondorf"),
    _kde("nicu-ornamental", "ornamental", "D", "nicu"),
    _kde("gm-paris", "paris", "D", "french-paris"),
)

_HERUKA = Package("npm", "@heruka_urgyen/react-playing-cards", "0.5.0")
_AGUILAR = Package("npm", "@younestouati/playing-cards-standard-deck", "3.0.0")


def _heruka(name: str, folder: str, four: bool) -> Deck:
    return Deck(
        "npm-heruka-kennard-" + name, _HERUKA, f"package/src/images/{folder}/*.svg", "A",
        "english-kennard", "code MIT, art CC0", four_colour=four, naming="rank-suit",
        extra=(("2J", "XB"),),
    )  # fmt: skip


LETELE: Final = (
    Deck(
        "npm-letele-kennard", Package("npm", "@letele/playing-cards", "0.1.0"),
        "package/dist/index.esm.js", "A", "english-kennard", "CC0-1.0",
    ),
)  # fmt: skip

FILES: Final = (
    _heruka("2c", "2color", False),
    _heruka("2c-bigface", "2color-bf", False),
    _heruka("4c", "4color", True),
    _heruka("4c-bigface", "4color-bf", True),
    Deck(
        "npm-svg-cards-bellot", Package("npm", "svg-cards", "4.0.2"), "package/png/2x/*.png", "A",
        "french-paris", "LGPL-2.1", naming="words",
        extra=tuple(
            (f"back-{colour}", f"back{i}") for i, colour in enumerate(
                ("red", "blue", "black", "green", "maroon", "navy", "teal", "purple", "gray",
                 "olive", "silver", "aqua", "fuchsia", "lime", "yellow"), 2)
        ),
    ),
    Deck(
        "npm-younestouati-aguilar", _AGUILAR, "package/cards/*.svg", "A", "english-aguilar",
        "LGPL-3.0", naming="rank-suit", extra=(("joker", "XR"),), skip=("back",), radius=0.05,
        drop=r'<g>(<use[^>]*/>)*</g>(?=<g class="maxi-card">)',
    ),
    Deck(
        "npm-deck-of-cards-aguilar-noindex", Package("npm", "deck-of-cards", "0.1.8"),
        "package/example/faces/*", "P", "english-aguilar", "LGPL-3.0", "none", naming="numbers",
        paper=True, radius=0.05, skip=("back",),
        extra=(("4_1", "XB"), ("4_2", "XR"), ("4_3", "XR2")),
    ),
)  # fmt: skip

_TEX = Package("apt", "texlive-games", "2022.20230122-4")


def _jeux(version: int, name: str, tier: str, family: str, licence: str, *backs: str) -> Deck:
    stem = f"CaJ-PokeRv{version}-"
    extra = tuple((stem + file, f"back{i if i > 1 else ''}") for i, file in enumerate(backs, 1))
    place = f"usr/share/texlive/texmf-dist/tex/latex/jeuxcartes/{stem}*.pdf"
    return Deck(
        f"jeuxcartes-poker{version}-{name}", _TEX, place, tier, family, licence,
        naming="french", extra=extra,
    )  # fmt: skip


JEUXCARTES: Final = (
    _jeux(2, "tekeye", "A", "english-knoll", "public domain", "DosBleu", "DosRouge", "DosBleu2",
          "DosRouge2"),
    _jeux(3, "kennard", "A", "english-kennard", "CC0-1.0", "DosRouge", "DosNoir"),
    _jeux(1, "bellot", "D", "french-paris", "LGPL-2.1", "Dos"),
)  # fmt: skip

_CLIPART = Package("apt", "openclipart-svg", "1:0.18+dfsg-19")
_CLIPART_PLACE = "usr/share/openclipart/svg/recreation/games/cards"

CLIPART: Final = tuple(
    Deck(
        f"openclipart-{name}", _CLIPART, f"{_CLIPART_PLACE}/{name}/*.svg", "A", "nicu",
        "public domain", naming="clipart",
    )
    for name in ("white", "simple", "bordered", "ornamental")
)  # fmt: skip
