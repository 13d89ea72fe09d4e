"""Decks of one file a card: SVG, PDF or PNG, and one of React components."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from training.artwork import naming
from training.artwork.catalogue import Deck
from training.artwork.crop import Picture
from training.artwork.render import decode, draw_pdf, draw_svg, read_svg

HEIGHT = 640

_NAMERS: dict[str, Callable[[str], str | None]] = {
    "words": naming.from_words,
    "rank-suit": naming.from_rank_suit,
    "clipart": naming.from_clipart,
    "french": naming.from_french,
    "numbers": naming.from_numbers,
}


def read(deck: Deck, package: Path) -> dict[str, Picture]:
    """The cards of ``deck``, whose ``place`` is a pattern of files; ``naming`` says how they are
    named and ``extra`` names the jokers and backs that the pattern does not tell."""
    named = _NAMERS[deck.naming]
    extra = dict(deck.extra)
    cards: dict[str, Picture] = {}
    for path in sorted(package.glob(deck.place)):
        name = extra.get(path.stem) or named(path.stem)
        if name:
            cards[name] = _draw(path, deck)
    return cards


def _draw(path: Path, deck: Deck) -> Picture:
    if path.suffix == ".pdf":
        return draw_pdf(path, HEIGHT)
    if path.suffix == ".svg":
        svg = read_svg(path)
        return draw_svg(re.sub(deck.drop, "", svg) if deck.drop else svg, height=HEIGHT)
    return decode(path.read_bytes())


# Stands in for React: writes each component's elements down as SVG text, without a DOM.
_WRITE_COMPONENTS = r"""
import { readFileSync, writeFileSync } from "node:fs";
const [, , source, target] = process.argv;
const code = readFileSync(source, "utf8").replace(/^import .*$/gm, "");
const kept = new Set(["viewBox", "preserveAspectRatio", "patternUnits", "gradientUnits",
  "gradientTransform", "patternTransform", "clipPathUnits", "patternContentUnits"]);
const key = (name) => name === "className" ? "class" : name.startsWith("xlink")
  ? "xlink:" + name.slice(5).toLowerCase() : kept.has(name) ? name
  : name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase());
const style = (s) => Object.entries(s).map(([k, v]) => key(k) + ":" + v).join(";");
const React = {
  createElement(tag, props, ...inner) {
    const words = Object.entries(props || {}).filter(([, v]) => v != null).map(
      ([k, v]) => ` ${key(k)}="${k === "style" ? style(v) : v}"`).join("");
    const xlink = tag === "svg" ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : "";
    return `<${tag}${xlink}${words}>${inner.flat().filter(Boolean).join("")}</${tag}>`;
  },
};
const body = code.replace(/^export \{([^}]*)\};?$/m, (all, list) => "return {" +
  list.replace(/(\w+) as (\w+)/g, "$2: $1") + "};");
const cards = new Function("React", "_extends", body)(React, Object.assign);
writeFileSync(target, JSON.stringify(
  Object.fromEntries(Object.entries(cards).map(([name, card]) => [name, card({})]))));
"""


def read_components(deck: Deck, package: Path) -> dict[str, Picture]:
    """The cards of ``deck``, whose ``place`` is a module of React components; needs ``node``."""
    import json
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        script, target = Path(folder, "write.mjs"), Path(folder, "cards.json")
        script.write_text(_WRITE_COMPONENTS)
        command = ["node", str(script), str(package / deck.place), str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise ValueError(f"node could not read it: {done.stderr.strip().splitlines()[-1]}")
        drawn: dict[str, str] = json.loads(target.read_text())
    named = {naming.from_letele(name): svg for name, svg in drawn.items()}
    return {name: draw_svg(svg, height=HEIGHT) for name, svg in named.items() if name}
