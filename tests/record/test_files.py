"""Records in files that may hold anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop.record import RecordError, load_record, parse_record

from .games import FOREST, HEAD


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_in_the_usual_codings(coding: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    text = HEAD + "player 1: Zoë\n" + FOREST.replace("H", "♥")
    path.write_text(text, encoding=coding)
    assert load_record(path) == parse_record(text)


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"", 1, 1, "starts with the line"),
        (HEAD.encode() + b"player 1: Zo\xeb\n", 3, 13, "save the file as UTF-8"),
        (b"\xff\xfet", 1, 1, "no text in UTF-16"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "no text in UTF-8"),
        (b"\0" * 3_000_000, 1, 1, "larger than"),
        (HEAD.encode() + b"\0" * 100, 3, 1, "no word of a record"),
    ],
    # Of bytes pytest makes a name: of three million a name of twelve.
    ids=["empty", "latin-1", "utf-16", "picture", "large", "zeros"],
)
def test_other_files_are_named_for_what_they_are(
    data: bytes, line: int, column: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=message) as caught:
        load_record(path)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        load_record(tmp_path / "missing.txt")
