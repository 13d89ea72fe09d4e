"""Every sentence is there in every language, and says the same things."""

from __future__ import annotations

import string

import polib
import pytest
from messages import PARTS, in_source, key_of, messages

from tabletop.language import LANGUAGES
from tabletop.language.catalogues import files

OTHERS = [code for code in LANGUAGES if code != "en"]


def entries(code: str) -> list[polib.POEntry]:
    return [entry for path in files(code) for entry in polib.pofile(str(path))]


def placeholders(text: str) -> set[tuple[str, str | None]]:
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None}


def test_what_is_said_is_a_literal_with_placeholders_that_can_be_read() -> None:
    for message in in_source():
        for text in (message.one, message.plural):
            assert placeholders(text) >= set(), message.where
            assert "" not in {name for name, _ in placeholders(text)}, message.where


@pytest.mark.parametrize("code", OTHERS)
def test_everything_that_is_said_is_translated(code: str) -> None:
    """``python tests/language/messages.py`` adds what is missing, for a person to translate."""
    there = {key_of(entry): entry for entry in entries(code)}
    every = messages()
    missing = [m for key, m in every.items() if key not in there or not there[key].translated()]
    assert not [f"{m.where}: {m.one}" for m in missing]
    assert not [key for key in there if key not in every], "said nowhere any more"


@pytest.mark.parametrize("code", OTHERS)
def test_each_message_is_translated_once_and_by_the_part_that_says_it(code: str) -> None:
    for path in files(code):
        assert path.stem in PARTS
        for entry in polib.pofile(str(path)):
            assert messages()[key_of(entry)].part == path.stem
    keys = [key_of(entry) for entry in entries(code)]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("code", OTHERS)
def test_placeholders_are_the_same_in_every_language(code: str) -> None:
    for entry in entries(code):
        wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural or "")
        forms = list(entry.msgstr_plural.values()) or [entry.msgstr]
        for form in forms:
            # "one card" needs no {n}; every other placeholder must be there.
            found = placeholders(form) | ({("n", "")} & wanted if len(forms) > 1 else set())
            assert found == wanted, f"{entry.msgid!r}: {form!r}"


@pytest.mark.parametrize("code", OTHERS)
def test_spaces_and_ends_are_the_same_in_every_language(code: str) -> None:
    """What is put together from several messages must fit together in the other language too."""
    for entry in entries(code):
        for form in list(entry.msgstr_plural.values()) or [entry.msgstr]:
            for end in (0, -1):
                assert form[end].isspace() == entry.msgid[end].isspace(), entry.msgid
            assert (form[-1] == ".") == (entry.msgid[-1] == "."), f"{entry.msgid!r}: {form!r}"
