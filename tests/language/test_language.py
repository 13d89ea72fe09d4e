"""Texts that are said in the language in use, and stay English everywhere else."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

import msgspec
import pytest

from tabletop.games import game_named
from tabletop.language import (
    LanguageError,
    Text,
    commas,
    in_use,
    listed,
    plain,
    preferred,
    say,
    several,
    tr,
    translate,
    use,
)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use("en")


def test_a_text_is_the_english_sentence() -> None:
    text = several("{n} stick", "{n} sticks", 2)
    assert text == "2 sticks"
    assert hash(text) == hash("2 sticks")
    assert several("{n} stick", "{n} sticks", 1) == "1 stick"
    assert say("braces {stay} without values") == "braces {stay} without values"


def test_it_is_said_in_the_language_in_use_with_all_that_it_holds() -> None:
    word = game_named("mushroom-walk").word("K")
    rule = game_named("mushroom-walk").rules["MW-6.2"].text
    assert (tr("basket"), translate(rule)) == (word, rule)
    use("de")
    assert in_use() == "de"
    assert translate(word) == "Korb"
    assert translate(rule) == "Die Waldkarten rücken zum Moderstapel hin nach."
    assert translate("a plain string") == "a plain string"
    # Values are translated in their place.
    said = translate(listed([say("basket"), say("butter"), "TH"], "or"))
    assert said == "Korb, Butter oder TH"


def test_of_one_and_several_the_number_decides_in_every_language() -> None:
    use("de")
    assert translate(several("{n} hand card", "{n} hand cards", 1)) == "1 Handkarte"
    assert translate(several("{n} hand card", "{n} hand cards", 3)) == "3 Handkarten"


def test_lists() -> None:
    assert [commas(items) for items in ("", "a", "abc")] == ["", "a", "a, b, c"]
    assert [listed(items) for items in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]
    use("de")
    assert translate(listed("abc")) == "a, b und c"


def test_files_and_other_programs_get_english() -> None:
    use("de")
    text = several("{n} stick", "{n} sticks", 2)
    assert msgspec.json.encode({"text": text}, enc_hook=plain) == b'{"text":"2 sticks"}'
    with pytest.raises(NotImplementedError, match="object can't be written"):
        msgspec.json.encode(object(), enc_hook=plain)


def test_copies_can_be_translated_too() -> None:
    text = several("{n} stick", "{n} sticks", 2)
    use("de")
    for twin in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert isinstance(twin, Text)
        assert translate(twin) == translate(text) == "2 Stöcke"


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(LanguageError, match="'xx' isn't known here: use one of en, de"):
        use("xx")


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "TABLETOP_LANGUAGE": "en"}, "en"),
        ({"TABLETOP_LANGUAGE": "de_CH"}, "de"),
    ],
)
def test_the_language_to_begin_with(
    variables: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tabletop.language.catalogues.sys.platform", "linux")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "TABLETOP_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert preferred() == code


def test_a_wrong_language_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_LANGUAGE", "klingon")
    with pytest.raises(LanguageError, match="TABLETOP_LANGUAGE=klingon: use one of en, de"):
        preferred()
