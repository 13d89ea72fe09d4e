"""Translations: which languages there are, which one is in use, and texts said in it."""

from __future__ import annotations

import gettext
import io
import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from tabletop.language.text import Text, say, words_of

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
"""The languages by their codes, each with its own name. English needs no catalogue."""

SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"

VARIABLE: Final = "TABLETOP_LANGUAGE"

_FOLDER: Final = Path(__file__).parent
_used = "en"


class LanguageError(ValueError):
    """A language that doesn't exist here; the message says which do."""


def use(code: str) -> None:
    """Has everything said in language ``code`` from now on. Raises LanguageError."""
    global _used
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise LanguageError(f"language {code!r} isn't known here: use one of {known}")
    _used = code


def in_use() -> str:
    """The code of the language that is in use."""
    return _used


def preferred(remembered: str = "") -> str:
    """The language that ``TABLETOP_LANGUAGE`` names, else the one that is ``remembered``, else the
    system's own, else English. Raises LanguageError if that variable names one that isn't there."""
    asked = os.environ.get(VARIABLE, "").strip().lower()
    if asked:
        code = asked[:2] if asked[2:3] in ("", "_", "-", ".") else asked
        if code not in LANGUAGES:
            raise LanguageError(f"{VARIABLE}={asked}: use one of {', '.join(LANGUAGES)}")
        return code
    code = remembered or _of_system()[:2].lower()
    return code if code in LANGUAGES else "en"


def _of_system() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            # The C locale speaks no language, and LANGUAGE means nothing there.
            neutral = value.partition(".")[0] in ("C", "POSIX")
            return "" if neutral else os.environ.get("LANGUAGE", "").strip(": ") or value
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


def tr(message: str, *, about: str = "", **values: object) -> str:
    """``message`` in the language in use, its ``{placeholders}`` filled in."""
    return translate(say(message, about=about, **values))


def translate(text: str, *, breaks: bool = False) -> str:
    """``text`` in the language in use; a string that is no ``Text`` stays as it is. ``breaks``:
    long words keep the soft hyphens at which they may be broken."""
    if _used == "en" or not isinstance(text, Text) or not text.message:
        return text
    said = _said(text, catalogue(_used))
    return said if breaks else said.replace(SOFT_HYPHEN, "")


def _said(text: Text, catalogue: gettext.NullTranslations) -> str:
    if text.plural and text.about:
        found = catalogue.npgettext(text.about, text.message, text.plural, text.number)
    elif text.plural:
        found = catalogue.ngettext(text.message, text.plural, text.number)
    elif text.about:
        found = catalogue.pgettext(text.about, text.message)
    else:
        found = catalogue.gettext(text.message)
    if not text.values:
        return found
    return found.format_map({n: _value(v, catalogue) for n, v in text.values.items()})


def _value(value: object, catalogue: gettext.NullTranslations) -> object:
    if isinstance(value, Exception):
        value = words_of(value)
    return _said(value, catalogue) if isinstance(value, Text) and value.message else value


def files(code: str) -> list[Path]:
    """The catalogues of language ``code``, one for each part of the program that speaks."""
    return sorted((_FOLDER / code).glob("*.po"))


@lru_cache(maxsize=4)
def catalogue(code: str) -> gettext.NullTranslations:
    """All catalogues of language ``code`` as one; an empty one for English."""
    # Here, since English never needs it.
    import polib

    entries = [entry for path in files(code) for entry in polib.pofile(str(path))]
    if not entries:
        return gettext.NullTranslations()
    whole = polib.POFile()
    whole.metadata = polib.pofile(str(files(code)[0])).metadata
    whole.extend(entries)
    return gettext.GNUTranslations(io.BytesIO(whole.to_binary()))
