"""Answers typed while a game is told as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tabletop.cli.typing import Typist
from tabletop.language import say
from tabletop.referee.desk import CorrectionError
from tabletop.referee.events import Event, Option, PanDetail, Question, Revise

ASKED = Question("turn-4", "What was turn 4?", (Option("take 3", 0.6), Option("pan", 0.4)), 4, "9")
PUT_RIGHT = Revise(4, 1, "pan", "pan", PanDetail(), 1.0, "9")


class Desk:
    """Stands in for the referee's desk; keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []

    def answer(self, question: str, option: str) -> Sequence[Event]:
        self.told.append((question, option))
        return [PUT_RIGHT] if option == "pan" else []

    def undo(self) -> Sequence[Event]:
        raise CorrectionError(say("Nothing was corrected by hand."))


def typist(desk: Desk) -> tuple[Typist, list[Event]]:
    said: list[Event] = []
    typing: Any = Typist(desk, said.append)  # type: ignore[arg-type]
    return typing, said


def test_a_question_is_answered_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk()
    typing, said = typist(desk)
    typing.note(ASKED)
    assert "Type the number of the answer." in capsys.readouterr().out
    typing.take(["\n", "2\n"])
    assert desk.told == [("turn-4", "pan")]
    assert said == [ASKED, PUT_RIGHT]
    # It is settled: another number answers nothing.
    typing.take(["1\n"])
    assert len(desk.told) == 1
    assert "Nothing is asked." in capsys.readouterr().out


def test_what_makes_no_sense_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk()
    typing, _ = typist(desk)
    typing.note(ASKED)
    typing.take(["0\n", "3\n", "²\n", "perhaps\n"])
    assert desk.told == []
    assert capsys.readouterr().out.count("Type a number from 1 to 2, or undo.") == 4
    typing.take(["undo\n"])
    assert "Nothing was corrected by hand." in capsys.readouterr().out
    typing.take(["1\n"])
    assert "That was taken to be so already." in capsys.readouterr().out
