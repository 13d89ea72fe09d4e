"""Fonts to set the indices of our own decks in. Upright, lining figures."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.artwork.packages import FetchError, Package, unpacked


@dataclass(frozen=True, slots=True)
class Fonts:
    """Font files of a package: ``names`` are patterns of file names anywhere in it."""

    package: Package
    style: str
    licence: str
    names: tuple[str, ...]


def _apt(name: str, version: str, style: str, licence: str, *names: str) -> Fonts:
    return Fonts(Package("apt", name, version), style, licence, names)


def _npm(name: str, version: str, style: str, *weights: int) -> Fonts:
    files = tuple(f"{name}-latin-{weight}-normal.woff2" for weight in weights)
    return Fonts(Package("npm", f"@fontsource/{name}", version), style, "OFL-1.1", files)


SOURCES: Final = (
    _apt("texlive-games", "2022.20230122-4", "card", "its author's own, free to redistribute",
         "nkd04_playing_cards_index.ttf"),
    _apt("fonts-liberation", "1:1.07.4-11", "sans, serif", "GPL-2 with font exception",
         "LiberationSans-Regular.ttf",
         "LiberationSans-Bold.ttf", "LiberationSansNarrow-*[dr].ttf", "LiberationSerif-Regular.ttf",
         "LiberationSerif-Bold.ttf"),
    _apt("fonts-lato", "2.0-2.1", "sans", "OFL-1.1", "Lato-Regular.ttf", "Lato-Bold.ttf",
         "Lato-Black.ttf"),
    _apt("fonts-open-sans", "1.11-2", "sans", "Apache-2.0", "OpenSans-Regular.ttf",
         "OpenSans-CondBold.ttf", "OpenSans-Bold.ttf"),
    _apt("fonts-bebas-neue", "3.0-2", "sans, narrow", "OFL-1.1", "BebasNeue-Regular.otf",
         "BebasNeue-Bold.otf"),
    _apt("fonts-comfortaa", "3.001-3", "sans, round", "OFL-1.1", "Comfortaa-Bold.ttf",
         "Comfortaa-Regular.ttf"),
    _apt("fonts-play", "1.002+20150307.1-0.1", "sans", "OFL-1.1", "Play-Bold.ttf",
         "Play-Regular.ttf"),
    _apt("fonts-linuxlibertine", "5.3.0-6", "serif", "OFL-1.1", "LinLibertine_R.otf",
         "LinLibertine_RB.otf", "LinBiolinum_RB.otf"),
    _apt("fonts-crosextra-caladea", "20200211-1", "serif", "OFL-1.1", "Caladea-Regular.ttf",
         "Caladea-Bold.ttf"),
    _apt("fonts-stix", "1.1.1-4.1", "serif", "OFL-1.1", "STIXGeneral-Regular.otf",
         "STIXGeneral-Bold.otf"),
    _apt("fonts-urw-base35", "20200910-7", "serif, sans", "AGPL-3 with font exception",
         "C059-Roman.otf", "C059-Bold.otf", "NimbusRoman-*[dr].otf", "NimbusSans-Bold.otf",
         "NimbusSansNarrow-Bold.otf", "URWBookman-Demi.otf", "URWBookman-Light.otf",
         "P052-Roman.otf", "P052-Bold.otf", "URWGothic-Demi.otf", "URWGothic-Book.otf",
         "NimbusMonoPS-Bold.otf"),
    _apt("fonts-gfs-didot", "1.1-7", "serif, modern", "OFL-1.1", "GFSDidot.otf",
         "GFSDidotBold.otf"),
    _apt("fonts-yanone-kaffeesatz", "2.0+git20211102+ds-1", "sans, narrow", "OFL-1.1",
         "YanoneKaffeesatz-Regular.otf", "YanoneKaffeesatz-Bold.otf"),
    _apt("fonts-cmu", "0.7.0-5", "serif, modern", "OFL-1.1", "cmunrm.ttf", "cmunbx.ttf",
         "cmuntt.ttf", "cmunss.ttf", "cmunssdc.ttf", "cmunsx.ttf"),
    _apt("fonts-texgyre", "20180621-6", "serif, sans", "GUST Font License",
         "texgyreschola-regular.otf", "texgyreschola-bold.otf", "texgyrecursor-bold.otf",
         "texgyreadventor-bold.otf", "texgyreheroscn-bold.otf", "texgyreheroscn-regular.otf",
         "texgyrebonum-bold.otf", "texgyrepagella-bold.otf"),
    _apt("fonts-tuffy", "20120614-2.1", "sans", "public domain", "Tuffy.ttf", "Tuffy_Bold.ttf"),
    _apt("fonts-century-catalogue", "001.001-8", "serif", "OFL-1.1", "Century-Catalogue.ttf"),
    _apt("fonts-comic-neue", "2.51-4", "sans, hand", "OFL-1.1", "ComicNeue-Bold.otf"),
    _apt("fonts-courier-prime", "0+git20190115-3", "slab", "OFL-1.1", "Courier Prime.otf",
         "Courier Prime Bold.otf", "Courier Prime Sans Bold.otf"),
    _apt("fonts-roboto-slab", "1.100263+20170512-2", "slab", "Apache-2.0",
         "RobotoSlab-Regular.otf", "RobotoSlab-Bold.otf", "RobotoSlab-Light.otf"),
    _apt("fonts-oldstandard", "2.2really-4", "serif, modern", "OFL-1.1", "OldStandard-Regular.ttf",
         "OldStandard-Bold.ttf"),
    _apt("fonts-dejavu-core", "2.37-6", "sans, serif", "Bitstream Vera", "DejaVuSans.ttf",
         "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf"),
    _apt("fonts-ocr-b", "0.3~dfsg1-1", "sans", "public domain", "OCRB.otf"),
    _npm("alfa-slab-one", "5.2.8", "slab, heavy", 400),
    _npm("antonio", "5.2.8", "sans, narrow", 400, 700),
    _npm("bodoni-moda", "5.3.0", "serif, modern", 400, 700),
    _npm("league-gothic", "5.2.8", "sans, narrow", 400),
    _npm("rokkitt", "5.2.8", "slab", 400, 700),
)  # fmt: skip


def fetch(folder: Path, cache: Path) -> list[str]:
    """Store the fonts as TTF or OTF in ``folder`` with a ``fonts.json`` that says where each is
    from; what is there already is left alone. Returns what went wrong, a line each."""
    folder.mkdir(parents=True, exist_ok=True)
    index = folder / "fonts.json"
    known: dict[str, dict[str, str]] = json.loads(index.read_text()) if index.exists() else {}
    failures = []
    for fonts in SOURCES:
        if any(entry["source"] == str(fonts.package) for entry in known.values()):
            continue
        try:
            package = unpacked(fonts.package, cache)
            found = {p.name: p for name in fonts.names for p in sorted(package.rglob(name))}
            if not found:
                raise ValueError(f"{fonts.package} holds none of the fonts sought")
            for path in found.values():
                name = store(path, folder)
                known[name] = {"source": str(fonts.package), "style": fonts.style,
                               "licence": fonts.licence}  # fmt: skip
        except (FetchError, OSError, ValueError) as error:
            failures.append(f"fonts: {error}")
            continue
        index.write_text(json.dumps(known, indent=1) + "\n")
        print(f"  fonts: {len(found)} from {fonts.package}", flush=True)
    return failures


def store(path: Path, folder: Path) -> str:
    """Copy a TTF or OTF file, or turn a WOFF2 file into TTF; returns the name it got."""
    name = path.name.replace(" ", "-")
    if path.suffix != ".woff2":
        (folder / name).write_bytes(path.read_bytes())
        return name
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(path.read_bytes()))
    font.flavor = None
    name = path.stem + (".otf" if "CFF " in font else ".ttf")
    font.save(folder / name)
    return name
