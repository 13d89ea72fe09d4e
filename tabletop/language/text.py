"""Sentences that remember how they were made, so that they can be said in another language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Text(str):
    """A sentence in English that knows its ``message`` and the ``values`` of its placeholders.

    Equal to the plain string, and hashed like it. ``plural``: the message for several, ``number``
    choosing between the two; ``about``: the context that tells equal English words apart. What is
    cut from it or joined to it is a plain string and stays English: make a message of the whole.
    """

    __slots__ = ("about", "message", "number", "plural", "values")

    message: str
    values: Mapping[str, object]
    about: str
    plural: str
    number: int

    def __new__(
        cls,
        english: str,
        message: str = "",
        values: Mapping[str, object] | None = None,
        about: str = "",
        plural: str = "",
        number: int = 1,
    ) -> Text:
        text = super().__new__(cls, english)
        text.message, text.values, text.about = message, values or {}, about
        text.plural, text.number = plural, number
        return text


def say(message: str, *, about: str = "", **values: object) -> Text:
    """``message`` with its ``{placeholders}`` filled in; values may be texts themselves."""
    return Text(message.format_map(values) if values else message, message, values, about)


def several(one: str, many: str, number: int, *, about: str = "", **values: object) -> Text:
    """``one`` or ``many``, as ``number`` asks for, which is the value of ``{n}``."""
    values = {"n": number, **values}
    english = (one if number == 1 else many).format_map(values)
    return Text(english, one, values, about, many, number)


def commas(items: Iterable[str]) -> str:
    """``"a, b, c"``; empty for none."""
    head, *rest = list(items) or [""]
    for item in rest:
        head = say("{a}, {b}", a=head, b=item)
    return head


def listed(items: Iterable[str], last: str = "and") -> str:
    """``"a"``, ``"a and b"``, ``"a, b and c"``; ``last`` is ``"and"`` or ``"or"``."""
    *first, end = items
    if not first:
        return end
    if last == "or":
        return say("{items} or {last}", items=commas(first), last=end)
    return say("{items} and {last}", items=commas(first), last=end)


def words_of(error: BaseException) -> str:
    """What ``error`` says: a ``Text`` where it was made of one."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Text) else str(error)


def plain(value: Any) -> str:
    """A ``Text`` as the bare English string, for encoders that know no other kind of string.

    Raises NotImplementedError for anything else, as msgspec asks of such a hook.
    """
    if isinstance(value, Text):
        return str(value)
    raise NotImplementedError(f"a {type(value).__name__} can't be written")
