"""Every message of the program, as the source has it, and the catalogues brought up to that.

    python tests/language/messages.py

adds to each language's catalogues what is new in the source, with an empty translation to fill in,
and drops what is gone. Each message stands in the file of the part that says it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import jinja2
import polib
from jinja2.ext import extract_from_ast

from tabletop.games import GAMES, game_named
from tabletop.language import LANGUAGES
from tabletop.language.catalogues import files

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "tabletop"
PARTS: Final = (
    "games",
    "record",
    "vision",
    "referee",
    "simulation",
    "evaluation",
    "dashboard",
    "export",
    "web",
    "cli",
)
"""A message that several parts say stands with the first of them."""

WRAPPERS: Final = {"say": 1, "tr": 1, "several": 2}
"""How many messages each takes."""

FROM_DATA: Final = {
    "games/rules.py": "rules",
    "games/settings.py": "settings",
    "games/walk/game.py": "kinds",
    "language/catalogues.py": "tr hands its argument on",
}
"""Files that may say what is no literal, and where the tests find it instead."""


@dataclass(frozen=True)
class Message:
    """``plural`` and ``about`` are empty where there is none; ``where``: file and line."""

    one: str
    plural: str = ""
    about: str = ""
    part: str = ""
    where: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes two messages the same."""
        return (self.about, self.one, self.plural)


def in_source() -> Iterator[Message]:
    """The messages of all calls of ``say``, ``tr`` and ``several``. Raises ValueError for one that
    is no literal: it could not be translated."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        part = name.split("/")[0] if "/" in name else "cli"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        known = set(WRAPPERS)
        if part == "language":
            part = PARTS[0]
        else:
            known &= set(_imported(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                wanted = WRAPPERS[node.func.id] if node.func.id in known else 0
                where = f"tabletop/{name}:{node.lineno}"
                if wanted and not (name in FROM_DATA and not _literals(node.args[:wanted])):
                    yield _message(node, wanted, part, where)


def in_templates() -> Iterator[Message]:
    """The messages of the web pages."""
    for path in sorted(PACKAGE.rglob("*.jinja")):
        name = path.relative_to(PACKAGE).as_posix()
        tree = jinja2.Environment().parse(path.read_text(encoding="utf-8"))
        for number, _, texts in extract_from_ast(tree, ("tr",)):
            text = texts if isinstance(texts, str) else texts[0]
            yield Message(text or "", part=name.split("/")[0], where=f"tabletop/{name}:{number}")


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "tabletop.language":
            for alias in node.names:
                assert not alias.asname, "these have one name everywhere, so that they are found"
                yield alias.name


def _message(call: ast.Call, wanted: int, part: str, where: str) -> Message:
    words = _literals(call.args[:wanted])
    about = _literals([k.value for k in call.keywords if k.arg == "about"])
    if len(words) != wanted or len(about) != sum(k.arg == "about" for k in call.keywords):
        raise ValueError(f"{where}: what is said must be a literal, its values placeholders")
    return Message(words[0], words[1] if wanted > 1 else "", about[0] if about else "", part, where)


def _literals(nodes: list[ast.expr]) -> list[str]:
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def in_data() -> Iterator[Message]:
    """What the games say of themselves: rules, settings, the names of their cards."""
    for name in GAMES:
        game = game_named(name)
        yield Message(game.title, part="games", where=name)
        for info in game.kinds.values():
            for text in (info.name, info.word, info.words, info.one):
                if not text.isdigit():
                    yield Message(text, part="games", where=f"{name}: {info.kind}")
        for rule in game.rules.values():
            yield Message(rule.title, part="games", where=f"{name}: {rule.id}")
            yield Message(rule.text, part="games", where=f"{name}: {rule.id}")


@lru_cache(maxsize=1)
def messages() -> dict[tuple[str, str, str], Message]:
    """All of them, each once and with the first of its parts."""
    found: dict[tuple[str, str, str], Message] = {}
    every = [*in_data(), *in_source(), *in_templates()]
    for message in sorted(every, key=lambda m: PARTS.index(m.part)):
        found.setdefault(message.key, message)
    return found


def key_of(entry: polib.POEntry) -> tuple[str, str, str]:
    """The key of the message that ``entry`` translates."""
    return (entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")


def update(code: str) -> list[str]:
    """Brings the catalogues of ``code`` up to the source; gives the messages left to translate."""
    known = {key_of(e): e for path in files(code) for e in polib.pofile(str(path), wrapwidth=98)}
    folder = PACKAGE / "language" / code
    every, left = messages(), []
    for part in PARTS:
        path = folder / f"{part}.po"
        book = polib.POFile(wrapwidth=98)
        book.metadata = HEADER | {"Language": code}
        for message in (m for m in every.values() if m.part == part):
            entry = known.get(message.key) or _empty(message)
            entry.occurrences, entry.comment = [], ""
            left += [message.one] * (not entry.translated())
            book.append(entry)
        path.unlink(missing_ok=True)
        if len(book):
            book.sort(key=lambda e: (e.msgid, e.msgctxt or ""))
            book.save(str(path))
    return left


HEADER: Final = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=n != 1;",
}


def _empty(message: Message) -> polib.POEntry:
    about = message.about or None
    if message.plural:
        forms = {0: "", 1: ""}
        return polib.POEntry(
            msgid=message.one, msgid_plural=message.plural, msgstr_plural=forms, msgctxt=about
        )
    return polib.POEntry(msgid=message.one, msgctxt=about)


if __name__ == "__main__":
    for language in LANGUAGES:
        if language != "en":
            untranslated = update(language)
            print(f"{language}: {len(untranslated)} to translate")
            print(*(f"  {text}" for text in untranslated), sep="\n")
