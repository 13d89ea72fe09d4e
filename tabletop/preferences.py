"""What a user chose on the screen and finds again at the next start: language, colours, sounds."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from tabletop.language import LANGUAGES, say
from tabletop.regular import read_regular
from tabletop.resources import settings_file


class PreferencesError(Exception):
    """What was chosen can't be read or kept; the text is one line that says why and what to do."""


PIXELS: Final = ("auto", "off", "kitty", "sixel")
"""How the picture of the table may be shown: as the terminal says it can, in half blocks, or in one
way for sure."""


@dataclass(frozen=True, slots=True)
class Choices:
    """``language`` and ``theme`` are ``""`` where none was chosen; ``pixels``: one of
    ``PIXELS``."""

    language: str = ""
    theme: str = ""
    sounds: bool = False
    pixels: str = "auto"


NO_CHOICES: Final = Choices()
_MOST_BYTES: Final = 2**16


def remembered() -> Choices:
    """What was chosen last; nothing where nothing was. Raises ``PreferencesError``."""
    file = settings_file()
    try:
        told = json.loads(read_regular(file, _MOST_BYTES)[:_MOST_BYTES].decode("utf-8"))
    except FileNotFoundError:
        return NO_CHOICES
    except OSError as error:
        raise _unreadable(file, error.strerror or "no details") from None
    except ValueError:
        raise _unreadable(file, "no JSON") from None
    wanted = {field.name: type(field.default) for field in fields(Choices)}
    if not isinstance(told, dict):
        raise _unreadable(file, "no JSON object")
    for name, value in told.items():
        if name not in wanted or type(value) is not wanted[name]:
            raise _unreadable(file, f"{name!r}: {value!r}")
    if told.get("language", "") not in ("", *LANGUAGES):
        raise _unreadable(file, f"'language': {told['language']!r}")
    return Choices(**told)


def remember(**chosen: Any) -> None:
    """Keeps ``chosen``, fields of ``Choices``, beside what was chosen before. Raises
    ``PreferencesError``."""
    try:
        known = asdict(remembered())
    except PreferencesError:
        known = {}
    file = settings_file()
    draft = file.with_suffix(f".{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(known | chosen, indent=1) + "\n", encoding="utf-8")
        os.replace(draft, file)
    except OSError as error:
        why = (error.strerror or "no details").lower()
        raise PreferencesError(
            say("{file} can't be written, nothing is remembered: {why}", file=str(file), why=why)
        ) from None


def _unreadable(file: Path, why: str) -> PreferencesError:
    return PreferencesError(
        say(
            "{file} isn't what tabletop remembered there ({why}): it is left aside; delete it",
            file=str(file),
            why=why,
        )
    )
