"""House settings: what players may agree before a game, as names with a few allowed values each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tabletop.language import say


class SettingError(ValueError):
    """A setting that doesn't exist or a value it can't have; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to agree on: its name, its values (the first is the default), what it says."""

    name: str
    choices: tuple[str, ...]
    says: str

    @property
    def default(self) -> str:
        """The value that holds where nothing was agreed."""
        return self.choices[0]


def read_settings(texts: Iterable[str], known: Iterable[Setting]) -> dict[str, str]:
    """``["moon=jack", …]`` as a full mapping of every known setting, defaults filled in.

    Raises SettingError that names the key and what is allowed.
    """
    table = {s.name: s for s in known}
    values = {s.name: s.default for s in table.values()}
    given: set[str] = set()
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise SettingError(
                say(
                    "setting {text!r}: write NAME=VALUE, for example {what}",
                    text=text,
                    what=_example(table),
                )
            )
        setting = table.get(name)
        if setting is None:
            raise SettingError(
                say("setting {name!r} isn't known here: use {what}", name=name, what=_either(table))
            )
        if value not in setting.choices:
            allowed = _either(setting.choices)
            raise SettingError(
                say(
                    "setting {name}: {value!r} isn't allowed, use {allowed}",
                    name=name,
                    value=value,
                    allowed=allowed,
                )
            )
        if name in given and values[name] != value:
            raise SettingError(
                say(
                    "setting {name} is given twice, as {what} and as {value}",
                    name=name,
                    what=values[name],
                    value=value,
                )
            )
        given.add(name)
        values[name] = value
    return values


def _example(table: Mapping[str, Setting]) -> str:
    return next((f"{s.name}={s.choices[-1]}" for s in table.values()), "none")


def _either(words: Iterable[str]) -> str:
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
